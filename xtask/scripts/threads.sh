#!/usr/bin/env bash
# ThreadSanitizer (nightly) over eight threads that share an engine and facts, each of which checks
# every request twice. Before, that it reports a race that is planted.
#
#   cargo xtask long threads [--cases REQUESTS]
. "$(dirname "$0")/common.sh"

host=$(rustc -vV | sed -n 's/^host: //p')
case "$host" in
    x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu | *-apple-darwin) ;;
    *) fail "Rust has no ThreadSanitizer for $host" ;;
esac
# The standard library is not instrumented; what it asks of libc is intercepted.
export RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
export CARGO_TARGET_DIR="$target/tsan" CARGO_PROFILE_TEST_OPT_LEVEL=2 CARGO_PROFILE_TEST_DEBUG=1
export TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/xtask/scripts/threads.supp"

echo "a planted race is reported"
cargo +nightly build -q --target "$host" -p paylint-tests --example race
# On a busy machine its threads may run one after the other.
for _ in {1..20}; do
    report=$("$CARGO_TARGET_DIR/$host/debug/examples/race" 2>&1) || break
    report=
done
[ -n "$report" ] || fail "the planted race was not reported"
grep -q 'WARNING: ThreadSanitizer: data race' <<<"$report" || { echo "$report" >&2; exit 1; }

export PAYLINT_CASES=$1
echo "$((16 * PAYLINT_CASES)) checks by eight threads"
cargo +nightly test -q --target "$host" \
    -p paylint-tests --test threads -- --ignored
echo "result: $((16 * PAYLINT_CASES)) checks by eight threads, no data race; the planted one is reported"
