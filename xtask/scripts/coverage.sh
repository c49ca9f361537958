#!/usr/bin/env bash
# Coverage of core by the tests of core and of tests/: prints the table by file, and writes what was reached
# line by line in lcov's format.
#
#   xtask/scripts/coverage.sh LCOV
#
# Installs cargo-llvm-cov; LLVM_COV and LLVM_PROFDATA name LLVM's tools where rustup doesn't have
# them (they must be as new as rustc's LLVM).
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ -z "${LLVM_COV:-}" ] && ! [ -x "$(rustc --print sysroot)/lib/rustlib/$(rustc -vV |
    sed -n 's/^host: //p')/bin/llvm-cov" ]; then
    major=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    sh xtask/scripts/apt.sh "llvm-cov-$major:llvm-$major"
    export LLVM_COV=llvm-cov-$major LLVM_PROFDATA=llvm-profdata-$major
    LLVM_COV=$(command -v "$LLVM_COV") LLVM_PROFDATA=$(command -v "$LLVM_PROFDATA")
fi
sh xtask/scripts/cargo-tool.sh cargo-llvm-cov 0.9.1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/coverage"
only=(--ignore-filename-regex '(^|/)(tests|cli|bindings-c|bindings-wasm|registry|rustc)/')

cargo llvm-cov clean --profraw-only
cargo llvm-cov test -q --no-report -p paylint -p paylint-tests
cargo llvm-cov report "${only[@]}"
cargo llvm-cov report "${only[@]}" --lcov --output-path "$1"
