#!/bin/sh
# Installs the packed npm package into small projects, one for each host, and uses it there.
#
#   cargo xtask long hosts [HOST…]
#
# CHROMIUM and KEEP_PKG are as in test-js.sh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/bindings-wasm

PATH=$(sh "$root/xtask/scripts/node.sh")
export PATH
sh "$root/xtask/scripts/apt.sh" "${CHROMIUM:-/usr/bin/chromium}:chromium"
[ "${KEEP_PKG:-}" = 1 ] || "$here/build.sh"
cd "$here"
exec node hosts/run.mjs "$@"
