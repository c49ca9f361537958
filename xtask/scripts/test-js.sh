#!/bin/sh
# Builds the npm package and tests it: in Node, in Chromium, as a package, its types, and the
# playground.
#
#   cargo xtask test js
#
# Installs what is missing (Debian packages by apt-get, npm packages of package-lock.json).
# CHROMIUM names another browser than /usr/bin/chromium. KEEP_PKG=1 tests the package that is there.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/bindings-wasm
say() { echo "test-js.sh: $*" >&2; }

sh "$root/xtask/scripts/node.sh"
sh "$root/xtask/scripts/apt.sh" "${CHROMIUM:-/usr/bin/chromium}:chromium"
[ "${KEEP_PKG:-}" = 1 ] || "$here/build.sh"

say "writing what is expected of every case"
mkdir -p "$here/test/output"
PAYLINT_CASES=$here/test/output/cases.tsv
(cd "$root" && CARGO_PROFILE_DEV_DEBUG=0 \
    cargo run -q -p paylint-tests --example expected) >"$PAYLINT_CASES"
export PAYLINT_CASES

say "testing the module's Rust"
(cd "$root" && CARGO_PROFILE_TEST_DEBUG=0 cargo test -q -p paylint-wasm --lib)

cd "$here"
say "checking types"
node_modules/.bin/tsc -p test/tsconfig.json
node_modules/.bin/tsc -p demo/tsconfig.json

say "building the playground"
node_modules/.bin/vite build demo --logLevel error

say "installing the package into small projects"
node hosts/run.mjs --quick

say "testing"
exec node --test test/*.test.mjs
