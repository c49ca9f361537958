#!/usr/bin/env bash
# Measures, and writes a page: medians, and ratios to the yardstick of the same run.
#
#   cargo xtask bench [--peers] [--js]
#
# With both options it is docs/performance.md, so that all of that page is of one run; else
# target/performance.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

peers=
js=
for argument in "$@"; do
    case "$argument" in
        --peers) peers=--peers ;;
        --js) js=--js ;;
    esac
done
say() { printf '\n== %s\n' "$*"; }

sh xtask/scripts/apt.sh cc:gcc
# The benchmarks run in their own folder, and find this one all the same.
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR="$target"
results=$target/performance
# No results of an earlier run are taken for this one's.
rm -rf "$target/criterion" "$results"
mkdir -p "$results"
page=$target/performance.md
if [ -n "$peers" ] && [ -n "$js" ]; then
    page=docs/performance.md
fi

say "build"
cargo build --release -p paylint-cli -p paylint-benches
say "orders"
cargo bench -p paylint-benches --bench orders
say "the other operations"
cargo bench -p paylint-benches --bench operations
say "batches"
"$target/release/batch" "$results/batch.json" "$target/release/paylint"
say "columns"
cargo bench -p paylint-benches --bench arrow -- "$results/columns.md"
say "the C binding"
cargo build --release -p paylint-c
cargo bench -p paylint-c --bench overhead -- "$results/c.md"
if [ -n "$peers" ]; then
    say "others"
    cargo bench -p paylint-benches --features peers --bench peers
fi
if [ -n "$js" ]; then
    say "JavaScript"
    sh xtask/scripts/apt.sh "${CHROMIUM:-/usr/bin/chromium}:chromium"
    bindings-wasm/build.sh
    node bindings-wasm/bench.mjs "$results/javascript.md"
fi
say "where the instructions go"
xtask/scripts/profile.sh "$results/profile.md"
"$target/release/performance" "$target/criterion" "$results" "$page" \
    "cargo xtask bench${peers:+ $peers}${js:+ $js}"
say "written: $page"
