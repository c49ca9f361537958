#!/usr/bin/env bash
# Where the instructions of a check go, as a section of docs/performance.md: counted by callgrind, which
# gives the same figures however busy the machine is.
#
#   xtask/scripts/profile.sh OUT.md
set -euo pipefail
cd "$(dirname "$0")/../.."

sh xtask/scripts/apt.sh cc:gcc valgrind:valgrind
out=$(realpath -m "$1")
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# With names of functions, in a folder of its own: the binaries that are timed have none.
export CARGO_TARGET_DIR=$target/profile
CARGO_PROFILE_RELEASE_DEBUG=1 cargo build -q --release -p paylint-benches --bin profile
profile=$CARGO_TARGET_DIR/release/profile
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
    echo "Of one \`check_into\`, counted by callgrind (\`xtask/scripts/profile.sh\`). Both sides run about as many"
    echo 'instructions in a nanosecond, so the ratio of the instructions is about the ratio of the times.'
    echo
    echo '| | reading | rules | the rest: features, total, facts, report | all | yardstick | ratio |'
    echo '|---|---:|---:|---:|---:|---:|---:|'
    for order in order_200 order_800 order_1100_funding order_1800_airline; do
        count "$order" yardstick 0 > "$CARGO_TARGET_DIR/none"
        count "$order" yardstick "$times" > "$CARGO_TARGET_DIR/all"
        yardstick=$(part '.')
        count "$order" paylint "$times" > "$CARGO_TARGET_DIR/all"
        all=$(part '.')
        reading=$(part 'paylint::(read|json)')
        rules=$(part 'paylint::(rules|operation|text|codes|time|facts::lists|compatibility)')
        echo "| \`$order\` | $reading | $rules | $((all - reading - rules)) | $all | $yardstick |" \
            "$(awk "BEGIN { printf \"%.2f\", $all / $yardstick }") |"
    done
    cat <<'END'

No part stands out. Of the reading, a member with a short string takes some 96 instructions, and all of them do
something: 13 guess the member, 12 compare its key with what is written, 9 find its slot and see that it is free, 12 find
the value and what it may be, 29 look at the first sixteen bytes of the string for its end or what is not plain, 7 write the
slot, 14 go on to the next. A number takes 30 more, an object or an array some 180 in all. This is in safe code, with
instructions that every x86-64 processor has. A third of the yardstick is 7,200 instructions for the 800 B order: it would
leave 2,000 for all that is not reading, where the rules alone take 1,600, at 15 to 35 each, and 1,300 go to what every
request takes: its facts, features and report. For the smallest order these 1,300 are more than half of a third of the
yardstick. For the order with 25 mistakes, half of the yardstick would leave about 7 ns for each finding behind the
reading; to find it, to place it and to keep it takes some 30.
END
} > "$out"
echo "written: $out" >&2
