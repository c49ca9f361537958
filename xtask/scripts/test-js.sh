#!/bin/sh
# Builds the npm package and tests it: in Node, in Chromium and Firefox, as a package, its types, and the
# playground. With the argument `node`, only in Node.
#
#   cargo xtask test js
#   cargo xtask test node
#
# Installs what is missing (Debian packages by apt-get, npm packages of package-lock.json).
# CHROMIUM and FIREFOX name other browsers than those of PATH. KEEP_PKG=1 tests the package that is there.
# PAYLINT_CASES names a file with what is expected of every case, if an earlier run has written it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/bindings-wasm
say() { echo "test-js.sh: $*" >&2; }

PATH=$(sh "$root/xtask/scripts/node.sh")
export PATH
part=${1:-js}
# The first of these that there is, or else Debian's.
browser() { for name; do command -v "$name" && return; done; echo "/usr/bin/$1"; }
CHROMIUM=${CHROMIUM:-$(browser chromium chromium-browser google-chrome)}
FIREFOX=${FIREFOX:-$(browser firefox-esr firefox)}
export CHROMIUM FIREFOX
[ "$part" = node ] || sh "$root/xtask/scripts/apt.sh" "$CHROMIUM:chromium" "$FIREFOX:firefox-esr"
# shellcheck source=wasm-toolchain.sh
(cd "$root" && . xtask/scripts/wasm-toolchain.sh && wasm_toolchain)
[ -z "${PREPARE_ONLY:-}" ] || exit 0

[ "${KEEP_PKG:-}" = 1 ] || "$here/build.sh"

if [ -z "${PAYLINT_CASES:-}" ]; then
    say "writing what is expected of every case"
    mkdir -p "$here/test/output"
    PAYLINT_CASES=$here/test/output/cases.tsv
    (cd "$root" && cargo run -q --example expected) >"$PAYLINT_CASES"
    export PAYLINT_CASES
fi

if [ -z "${PAYLINT_HISTORIES:-}" ]; then
    mkdir -p "$here/test/output"
    PAYLINT_HISTORIES=$here/test/output/histories.tsv
    (cd "$root" && cargo run -q --example histories) >"$PAYLINT_HISTORIES"
    export PAYLINT_HISTORIES
fi

cd "$here"
if [ "$part" = node ]; then
    say "testing in Node"
    # shellcheck disable=SC2046
    exec node --test --test-concurrency=2 $(ls test/*.test.mjs | grep -v -e /browser -e /checkout -e /package)
fi

say "testing the module's Rust"
(cd "$root" && cargo test -q -p paylint-wasm --lib)

say "checking types"
bin=$root/node_modules/.bin
"$bin/tsc" -p test/tsconfig.json

say "building the playground"
(cd "$root/playground" && ./prepare.sh && "$bin/tsc" && "$bin/vite" build --logLevel error)

say "installing the package into small projects"
node hosts/run.mjs --quick

say "testing"
# Two files at a time: a test waits for a browser as often as it computes.
exec node --test --test-concurrency=2 test/*.test.mjs ../playground/test/*.test.mjs
