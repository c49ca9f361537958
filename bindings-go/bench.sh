#!/usr/bin/env bash
# How many checks a second there are through this package, and through libpaylint in C, in one run: bindings-go/bench.sh
. "$(dirname "$0")/../xtask/scripts/common.sh"

bindings-c/build-wasm.sh
cp "$CARGO_TARGET_DIR/release/libpaylint.wasm" bindings-go/
c_program bindings-c/benches/calls.c "$LONG/calls"
"$LONG/calls" examples/facts.json examples/order-good.json examples/order.json
cd bindings-go
# The last column but one of a benchmark's line is nanoseconds.
go test -run '^$' -bench . -benchtime 1s | awk '
    /^Benchmark/ { sub(/^BenchmarkCheck\//, "", $1); sub(/-[0-9]+$/, "", $1)
                   printf "Go  %-24s %8.1f µs, %8d a second\n", $1, $3 / 1000, 1e9 / $3 }'
