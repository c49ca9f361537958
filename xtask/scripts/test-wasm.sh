#!/bin/sh
# Builds libpaylint.wasm, and runs all cases through it in Node and in wasmtime. Installs wasmtime from PyPI.
#
#   cargo xtask test wasm
#
# PAYLINT_CASES names a file with what is expected of every case, if an earlier run has written it.
set -eu
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR="$target"
module=$target/release/libpaylint.wasm

sh xtask/scripts/node.sh
bindings-c/build-wasm.sh
if [ -z "${PAYLINT_CASES:-}" ]; then
    mkdir -p "$target/wasm-tests"
    PAYLINT_CASES=$target/wasm-tests/cases.tsv
    cargo run -q --example expected >"$PAYLINT_CASES"
fi
node bindings-c/tests/wasm/cases.mjs "$module" bindings-c/include/paylint.h "$PAYLINT_CASES"
venv=$(bash xtask/scripts/python-venv.sh wasmtime bindings-c/tests/wasm/requirements.txt)
"$venv/bin/python" bindings-c/tests/wasm/cases.py "$module" "$PAYLINT_CASES"
