#!/usr/bin/env bash
# Builds libpaylint.wasm, and runs all cases through it in Node.
#
#   cargo xtask test wasm
. "$(dirname "$0")/common.sh"
fresh wasm-tests
PATH=$(bash xtask/scripts/tool-path.sh node)
[ -n "$RELEASE" ] || bindings-c/build-wasm.sh
expected
module=${RELEASE:+$RELEASE/libpaylint-$version.wasm}
node bindings-c/tests/wasm/cases.mjs "${module:-$target/release/libpaylint.wasm}" bindings-c/include/paylint.h "$PAYLINT_CASES"
