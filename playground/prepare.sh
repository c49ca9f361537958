#!/bin/sh
# Builds the npm package `paylint` if it isn't there, and installs what else the page is made of.
set -eu
cd "$(dirname "$0")/.."
[ -e bindings-wasm/pkg/paylint.wasm ] || bindings-wasm/build.sh
sh xtask/scripts/npm-ci.sh
