#!/usr/bin/env bash
# Where the instructions of a check go, as a section of docs/performance.md: counted by callgrind, which
# produces the same figures however busy the machine is.
#
#   xtask/scripts/profile.sh OUT.md
set -euo pipefail
cd "$(dirname "$0")/../.."

sh xtask/scripts/apt.sh cc:gcc valgrind:valgrind
out=$(realpath -m "$1")
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# With names of functions, in a separate folder: the binaries that are timed have none.
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
    echo "The instructions of one \`check_into\`, counted by callgrind (\`xtask/scripts/profile.sh\`). Both sides run about"
    echo 'as many instructions per nanosecond, so the ratio of the instructions is about the ratio of the times.'
    echo
    echo '| | reading | rules | the rest: features, total, facts, report | all | yardstick | ratio | `write_json` |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|'
    for request in order_200 order_800 order_1100_funding order_1800_airline order_invalid \
        capture refund client tax; do
        count "$request" yardstick 0 > "$CARGO_TARGET_DIR/none"
        count "$request" yardstick "$times" > "$CARGO_TARGET_DIR/all"
        yardstick=$(part '.')
        count "$request" json "$times" > "$CARGO_TARGET_DIR/all"
        written=$(part '.')
        count "$request" paylint "$times" > "$CARGO_TARGET_DIR/all"
        all=$(part '.')
        reading=$(part 'paylint::(read|json)')
        rules=$(part 'paylint::(rules|operation|text|codes|time|facts::lists|compatibility)')
        echo "| \`$request\` | $reading | $rules | $((all - reading - rules)) | $all | $yardstick |" \
            "$(awk "BEGIN { printf \"%.2f\", $all / $yardstick }") | $((written - all)) |"
    done
    cat <<'END'

No part stands out. Reading a member with a short string takes about 96 instructions: 13 guess the member, 12 compare its
key with the text, 9 find its slot and see that it is free, 12 find the value and what it may be, 29 look for the end of the
string in its first sixteen bytes, 7 write the slot, and 14 go on to the next. A number takes 30 more, an object or an array
about 180 in all. This is safe code, with instructions that every x86-64 processor has. A rule takes 15 to 35 instructions.

What every request takes, most of a `capture`: 700 for the HTTP request and the key (five headers and lists are compared, text
by text), 300 for a body of one member, 150 for its slots, 120 for laying facts over the standing ones, 110 for the summary,
80 for the context. What would make it less: facts that a host compiles once, with its headers and lists found already, which
would be a second form of facts in every binding; and rules on the HTTP request whose outcome is kept from one request to the
next, which would make a report depend on what came before. A `refund` also finds the day two years on three times, 100 each.

A finding takes 65 to build, 135 to count and keep, and 60 to locate. An unknown member takes 1,400, most of them to find the
name that was meant: names of other lengths or letters are ruled out first. Leaving that to whoever reads the report would
take it out of the check, but a report asks for it more than once, so it would have to be kept or found several times.
Writing a finding as JSON takes 1,300: its message is put together from the rule's template each time. Templates could be
cut into pieces when the program is compiled, which would be a second form of every message to keep in step.
END
} > "$out"
echo "written: $out" >&2
