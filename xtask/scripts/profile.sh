#!/usr/bin/env bash
# Where the instructions of a check go, as a section of docs/performance.md: counted by callgrind, which
# produces the same figures however busy the machine is.
#
#   xtask/scripts/profile.sh OUT.md
. "$(dirname "$0")/common.sh"

need cc:gcc valgrind:valgrind
out=$(realpath -m "$1")
# With names of functions, in a separate folder: the binaries that are timed have none.
export CARGO_TARGET_DIR=$target/profile
CARGO_PROFILE_DIST_DEBUG=1 cargo build -q --profile dist --manifest-path benches/Cargo.toml --bin profile
profile=$CARGO_TARGET_DIR/dist/profile
times=1000

# The instructions of so many checks, function by function: `COUNT NAME` lines.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$CARGO_TARGET_DIR/callgrind" -q \
        "$profile" "$1" "$2" "$3" > /dev/null 2>&1
    callgrind_annotate --auto=no --threshold=100 "$CARGO_TARGET_DIR/callgrind" 2> /dev/null |
        sed -nE 's/^ *([0-9,]+) \([^)]*\)  [^:]*:([^[]*).*/\1 \2/p' | tr -d ,
}

# The instructions of one check in functions that match a pattern; set-up is what no checks take.
part() {
    awk -v pattern="$1" -v times="$times" '
        FNR == NR { if ($0 ~ pattern) setup += $1; next }
        $0 ~ pattern { all += $1 }
        END { printf "%d", (all - setup) / times + 0.5 }' "$CARGO_TARGET_DIR/none" "$CARGO_TARGET_DIR/all"
}

{
    echo '## Where the instructions go'
    echo
    echo "The instructions of one \`check_into\`, counted by callgrind (\`xtask/scripts/profile.sh\`), which counts the same"
    echo 'however busy the machine is.'
    echo
    echo '| | reading | rules | the rest: features, total, facts, report | all | yardstick | ratio | `write_json` |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    for request in order_200 order_800 order_1100_funding order_1800_airline order_invalid \
        capture refund reversal payout_a2a payout_b2p payout_p2p payout_og payout_sdwo client tax payment card_webhook; do
        count "$request" yardstick 0 > "$CARGO_TARGET_DIR/none"
        count "$request" yardstick "$times" > "$CARGO_TARGET_DIR/all"
        yardstick=$(part '.')
        count "$request" json "$times" > "$CARGO_TARGET_DIR/all"
        written=$(part '.')
        count "$request" paylint "$times" > "$CARGO_TARGET_DIR/all"
        all=$(part '.')
        reading=$(part 'paylint::(check::read|base::json)')
        rules=$(part 'paylint::(check::(rules?|policy|compatibility)|model::(facts::lists|operation)|base::(card|codes|text|time))')
        [ "$reading" -gt 0 ] && [ "$rules" -gt 0 ] || fail "no function has these names any more"
        # A reversal has no body to read.
        [ "$request" != reversal ] || yardstick=
        echo "| \`$request\` | $reading | $rules | $((all - reading - rules)) | $all | $yardstick |" \
            "${yardstick:+$(awk "BEGIN { printf \"%.2f\", $all / ${yardstick:-1} }")} | $((written - all)) |"
    done
} > "$out"
echo "written: $out" >&2
