#!/usr/bin/env bash
# Measures, and writes a page: the fastest of many short runs, and its ratio to the yardstick of the same run.
#
#   cargo xtask bench [--all]
#
# With --all it also measures the npm and Python packages and what others make, and the page is
# docs/performance.md, so that all of that page is of one run; else it is target/performance.md.
. "$(dirname "$0")/common.sh"
all=${1:-}

need cc:gcc
results=$target/performance
# No results of an earlier run are taken for this one's.
rm -rf "$target/criterion" "$results"
mkdir -p "$results"
page=$target/performance.md
[ -z "$all" ] || page=docs/performance.md

say "build"
cargo build --profile dist -p paylint-cli
cargo build --profile dist --manifest-path benches/Cargo.toml
cargo test -q --manifest-path benches/Cargo.toml ${all:+--features peers}
# In rounds, because others may be busy on the machine for a while.
measure() { # round, options of cargo
    local round=$1
    shift
    cargo bench -q --profile dist --manifest-path benches/Cargo.toml "$@" -- --save-baseline "$round" >"$results/round-$round.log"
}
for round in 1 2 3 4 5; do
    say "requests${all:+, others}: round $round of 5"
    measure "$round" --bench requests
    # Not together with those above: they turn on features of serde_json that slow it.
    [ -z "$all" ] || measure "$round" --features peers --bench peers
done
say "batches"
"$target/dist/batch" "$results/batch.json" "$target/dist/paylint"
say "columns"
cargo bench --profile dist --manifest-path benches/Cargo.toml --bench arrow -- "$results/columns.md"
if [ -n "$all" ]; then
    say "JavaScript"
    need "${CHROMIUM:-/usr/bin/chromium}:chromium"
    bindings-wasm/build.sh
    node bindings-wasm/bench.mjs | tee "$results/javascript.md"
    say "Python and data engines"
    venv=$(bash xtask/scripts/python-venv.sh bench -r benches/python/requirements.txt)
    wheel "$venv"
    "$venv/bin/python" benches/python/columns.py --command "$target/dist/paylint" \
        "$results/python.md"
fi
say "where the instructions go"
xtask/scripts/profile.sh "$results/profile.md"
"$target/dist/performance" "$target/criterion" "$results" "$page" \
    "cargo xtask bench${all:+ $all}"
say "written: $page"
