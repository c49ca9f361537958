#!/usr/bin/env bash
# Builds the npm package and tests it: in Node, in Chromium and Firefox, as a package, and the playground.
# With the argument `node`, only in Node; with `hosts`, only in small projects, all or those that are named.
#
#   cargo xtask test js
#   cargo xtask test node
#   cargo xtask long hosts [HOST…]
#
# Installs what is missing (Debian packages by apt-get, npm packages of package-lock.json).
# CHROMIUM and FIREFOX name other browsers than those of PATH. KEEP_PKG=1 tests the package that is there.
. "$(dirname "$0")/common.sh"
part=${1:-js}
shift $(($# > 0))

PATH=$(bash xtask/scripts/tool-path.sh node)
# The first of these that there is, or else Debian's.
browser() { for name; do command -v "$name" && return; done; echo "/usr/bin/$1"; }
CHROMIUM=${CHROMIUM:-$(browser chromium chromium-browser google-chrome)}
FIREFOX=${FIREFOX:-$(browser firefox-esr firefox)}
export CHROMIUM FIREFOX
[ "$part" = node ] || need "$CHROMIUM:chromium" "$FIREFOX:firefox-esr"
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh
cd bindings-wasm
[ "$part" != hosts ] || exec node hosts/run.mjs "$@"

work=$PWD/test/output
mkdir -p "$work"
expected
if [ "$part" = node ]; then
    # shellcheck disable=SC2046
    exec node --test --test-concurrency=2 $(ls test/*.test.mjs | grep -v -e /browser -e /checkout -e /package)
fi

say "building the playground"
(cd "$root/playground" && ./prepare.sh && ../node_modules/.bin/tsc && node build.mjs)

say "installing the package into small projects"
node hosts/run.mjs --quick

say "testing"
# Two files at a time: a test waits for a browser as often as it computes.
exec node --test --test-concurrency=2 test/*.test.mjs ../playground/test/*.test.mjs
