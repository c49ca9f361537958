#!/bin/sh
# Builds libpaylint.wasm, and runs all cases through it in Node.
#
#   cargo xtask test wasm
#
# PAYLINT_CASES names a file with what is expected of every case, if an earlier run has written it.
set -eu
cd "$(dirname "$0")/../.."
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR="$target"
module=$target/release/libpaylint.wasm

PATH=$(sh xtask/scripts/node.sh)
export PATH
. xtask/scripts/wasm-toolchain.sh
wasm_toolchain
[ -z "${PREPARE_ONLY:-}" ] || exit 0

bindings-c/build-wasm.sh
if [ -z "${PAYLINT_CASES:-}" ]; then
    mkdir -p "$target/wasm-tests"
    PAYLINT_CASES=$target/wasm-tests/cases.tsv
    cargo run -q --example expected >"$PAYLINT_CASES"
fi
node bindings-c/tests/wasm/cases.mjs "$module" bindings-c/include/paylint.h "$PAYLINT_CASES"
