#!/usr/bin/env bash
# Where the instructions of a check go, as a section of docs/performance.md: counted by callgrind, which
# produces the same figures however busy the machine is.
#
#   xtask/scripts/profile.sh OUT.md
set -euo pipefail
cd "$(dirname "$0")/../.."

sh xtask/scripts/apt.sh cc:gcc valgrind:valgrind
out=$(realpath -m "$1")
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
# With names of functions, in a separate folder: the binaries that are timed have none.
export CARGO_TARGET_DIR=$target/profile
CARGO_PROFILE_DIST_DEBUG=1 cargo build -q --profile dist -p paylint-benches --bin profile
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

# One line for each request: its name, and the instructions of the yardstick, of a check, and of a report as JSON.
counts=${out%.md}.tsv
: > "$counts"

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
        reading=$(part 'paylint::(read|json)')
        rules=$(part 'paylint::(rules|operation|text|codes|time|facts::lists|compatibility)')
        printf '%s\t%s\t%s\t%s\n' "$request" "$yardstick" "$all" "$((written - all))" >> "$counts"
        # A reversal has no body to read.
        [ "$request" != reversal ] || yardstick=
        echo "| \`$request\` | $reading | $rules | $((all - reading - rules)) | $all | $yardstick |" \
            "${yardstick:+$(awk "BEGIN { printf \"%.2f\", $all / ${yardstick:-1} }")} | $((written - all)) |"
    done
    cat <<'END'

No part stands out. Reading a member with a short string takes about 96 instructions: 13 guess the member, 12 compare its
key with the text, 9 find its slot and see that it is free, 12 find the value and what it may be, 29 look for the end of the
string in its first sixteen bytes, 7 write the slot, and 14 go on to the next. A number takes 30 more, an object or an array
about 180 in all. This is safe code, with instructions that every x86-64 processor has. A rule takes 15 to 35 instructions.

What every request takes, most of a `capture`: 500 for the HTTP request and the key, of which the path takes two fifths and
the key's lists one; 300 for a body of one member; 100 for its slots; 100 for laying facts over the standing ones; 110 for
the summary; 80 for the context. What rules ask of headers is settled when `Headers` are made, so headers that stay the same
are looked through once. The path and the key's lists aren't: the path is a plain `&str` in `HttpRequest`, and a list is asked
about another fact, the card's brand or the website, so both would need a type of their own. What would make a request cheaper
yet is to keep the outcome of these rules for the next one, and then a report would depend on what came before it. A `refund`
also finds the day two years on three times, 100 each.

Policy rules, declared members, fixes and histories take under 50 instructions of a request that has nothing to do with
them: the policy is asked whether it adds anything, and the reader whether it read any of that.

A finding takes 65 to locate, 125 to count and keep, and 40 for its params. An unknown member takes 1,300, most of
them to look for the member that was meant: names of other lengths or letters are ruled out first. That can't be left to
whoever reads the report, since `field.misspelt` and `field.unknown` are two rules, which a policy can set to two levels.
Writing a finding as JSON takes 1,250. The compiler has cut its message into pieces already; what is left is mostly copying
short texts one after the other. Joining those of a rule, its name and the keys of its params, to longer ones would save
some of that, but be a second form of each rule.
END
} > "$out"
echo "written: $out" >&2
