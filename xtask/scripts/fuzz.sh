#!/usr/bin/env bash
# Fuzzes some targets, one after another, each for some minutes, with AddressSanitizer (nightly).
#
#   cargo xtask long fuzz [--minutes MINUTES] [TARGET…]
#
# It begins with fuzz/seeds and with what earlier runs left in fuzz/corpus, which isn't checked in.
# An input that fails is kept in fuzz/artifacts: put it into fuzz/seeds.
. "$(dirname "$0")/common.sh"

minutes=$1
shift
rustup toolchain list | grep -q '^nightly' ||
    fail "fuzzing needs a nightly toolchain: rustup toolchain install nightly"
sh xtask/scripts/cargo-tool.sh cargo-fuzz 0.13.2

inputs=0
failed=()
for target in "$@"; do
    say "fuzzing $target"
    corpus=fuzz/corpus/$target
    mkdir -p "$corpus"
    cargo +nightly fuzz run "$target" "$corpus" "fuzz/seeds/$target" -- \
        -max_total_time=$((60 * minutes)) -max_len=4096 -timeout=60 -rss_limit_mb=2048 \
        -print_funcs=0 -print_final_stats=1 2>&1 | tee "$LONG/fuzz-$target.log" ||
        failed+=("$target")
    tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$LONG/fuzz-$target.log")
    inputs=$((inputs + ${tried:-0}))
done
[ ${#failed[@]} -eq 0 ] || fail "failed: ${failed[*]}; see fuzz/artifacts"
echo "result: $inputs inputs in $minutes minutes for each of $# targets: none fails"
