#!/usr/bin/env bash
# Builds libpaylint.wasm, and runs all cases through it in Node.
#
#   cargo xtask test wasm
. "$(dirname "$0")/common.sh"
fresh wasm-tests
module=$target/release/libpaylint.wasm

PATH=$(sh xtask/scripts/node.sh)
. xtask/scripts/wasm-toolchain.sh
wasm_toolchain

bindings-c/build-wasm.sh
expected
node bindings-c/tests/wasm/cases.mjs "$module" bindings-c/include/paylint.h "$PAYLINT_CASES"
