#!/bin/sh
# Builds the npm package `paylint` if it isn't there, and installs what else the page is made of.
set -eu
cd "$(dirname "$0")"
package=../bindings-wasm/pkg
[ -e "$package/paylint.wasm" ] || ../bindings-wasm/build.sh
if ! cmp -s package-lock.json node_modules/.paylint-lock; then
    npm ci --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json node_modules/.paylint-lock
fi
# The page imports the package by its name, as its users do.
ln -sfn "../$package" node_modules/paylint
