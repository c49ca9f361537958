#!/usr/bin/env bash
# Coverage of core by the tests of core and of tests/: prints the table by file, and then what coverage.py says of the lines.
#
#   cargo xtask long coverage
#
# Installs cargo-llvm-cov, and LLVM's tools where rustup doesn't have them.
. "$(dirname "$0")/common.sh"
need python3:python3

if ! [ -x "$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/llvm-cov" ]; then
    major=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    need "llvm-cov-$major:llvm-$major"
    LLVM_COV=$(command -v "llvm-cov-$major") LLVM_PROFDATA=$(command -v "llvm-profdata-$major")
    export LLVM_COV LLVM_PROFDATA
fi
sh xtask/scripts/cargo-tool.sh cargo-llvm-cov 0.9.1
export CARGO_TARGET_DIR=$target/coverage
only=(--ignore-filename-regex '(^|/)(tests|cli|bindings-c|bindings-wasm|registry|rustc)/')

cargo llvm-cov clean --profraw-only
cargo llvm-cov test -q --no-report -p paylint -p paylint-tests
cargo llvm-cov report "${only[@]}"
cargo llvm-cov report "${only[@]}" --lcov --output-path "$LONG/core.lcov"
python3 xtask/scripts/coverage.py "$LONG/core.lcov"
