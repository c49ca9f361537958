#!/usr/bin/env bash
# Measures, and writes a page: medians, and ratios to the yardstick of the same run.
#
#   cargo xtask bench [--all]
#
# With --all it also measures the npm and Python packages and what others make, and the page is
# docs/performance.md, so that all of that page is of one run; else it is target/performance.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

all=${1:-}
. xtask/scripts/soak.sh

sh xtask/scripts/apt.sh cc:gcc
# The benchmarks run in their own folder, and find this one all the same.
target=$CARGO_TARGET_DIR
results=$target/performance
# No results of an earlier run are taken for this one's.
rm -rf "$target/criterion" "$results"
mkdir -p "$results"
page=$target/performance.md
[ -z "$all" ] || page=docs/performance.md

say "build"
cargo build --release -p paylint-cli -p paylint-benches
say "orders"
cargo bench -p paylint-benches --bench orders
say "the other operations"
cargo bench -p paylint-benches --bench operations
say "what if"
cargo bench -p paylint-benches --bench whatif
say "batches"
"$target/release/batch" "$results/batch.json" "$target/release/paylint"
say "columns"
cargo bench -p paylint-benches --bench arrow -- "$results/columns.md"
say "the C binding"
cargo build --release -p paylint-c
cargo bench -p paylint-c --bench overhead -- "$results/c.md"
if [ -n "$all" ]; then
    say "others"
    cargo bench -p paylint-benches --features peers --bench peers
    say "JavaScript"
    sh xtask/scripts/apt.sh "${CHROMIUM:-/usr/bin/chromium}:chromium"
    bindings-wasm/build.sh
    node bindings-wasm/bench.mjs "$results/javascript.md"
    say "Python and data engines"
    venv=$(bash xtask/scripts/python-venv.sh bench benches/python/requirements.txt)
    install_wheel "$venv"
    "$venv/bin/python" benches/python/columns.py --command "$target/release/paylint" \
        "$results/python.md"
fi
say "where the instructions go"
xtask/scripts/profile.sh "$results/profile.md"
"$target/release/performance" "$target/criterion" "$results" "$page" \
    "cargo xtask bench${all:+ $all}"
say "written: $page"
