#!/bin/sh
# Installs what the npm package and the playground are built and tested with, unless it is there, and lets them import the
# package by its name, as its users do.
set -eu
cd "$(dirname "$0")/../.."
if ! cmp -s package-lock.json node_modules/.paylint-lock; then
    echo "npm-ci.sh: installing npm packages" >&2
    npm ci --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json node_modules/.paylint-lock
fi
ln -sfn ../bindings-wasm/pkg node_modules/paylint
