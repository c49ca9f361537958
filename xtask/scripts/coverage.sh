#!/usr/bin/env bash
# Coverage of core by the tests of core and of tests/: prints the table by file, and fails if a line or a function isn't reached and no comment at the code says why
# (xtask/scripts/coverage.py).
#
#   cargo xtask soak coverage
#
# Installs cargo-llvm-cov; LLVM_COV and LLVM_PROFDATA name LLVM's tools where rustup has not got
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
sh xtask/scripts/apt.sh python3:python3
if ! command -v cargo-llvm-cov >/dev/null; then
    echo "installing cargo-llvm-cov"
    cargo install --locked cargo-llvm-cov@0.9.1
fi
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/coverage"
only=(--ignore-filename-regex '(^|/)(tests|cli|bindings-c|bindings-wasm|registry|rustc)/')
results=$CARGO_TARGET_DIR/core.lcov

cargo llvm-cov clean --profraw-only
# The snapshot of the interface runs a compiler, not core.
cargo llvm-cov test -q --no-report -p paylint -p paylint-tests -- --skip the_public_interface
cargo llvm-cov report "${only[@]}"
cargo llvm-cov report "${only[@]}" --lcov --output-path "$results"
python3 xtask/scripts/coverage.py "$results"
