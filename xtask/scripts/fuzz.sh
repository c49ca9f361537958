#!/usr/bin/env bash
# Fuzzes: builds the targets, runs each for a number of minutes of processor time, in turns, two at a time
# with one worker each, and prints how many inputs were tried and what was found.
#
#   cargo xtask soak fuzz [MINUTES [TARGET…]]
#   cargo xtask soak fuzz-minimise    renews fuzz/corpus from what the campaigns kept
#
# SOAK_FOLDER (else target/soak) keeps corpora, logs and findings from one run to the next; minutes
# that a target has had there count if it was built of the same sources (xtask/scripts/digest.sh fuzz TARGET).
# docs/proofs/fuzz.known (in SOAK_FOLDER, if that is set: results/fuzz.known) keeps the minutes from one
# machine to another, and fuzz/corpus the inputs. Where something was found, no minutes count.
# SOAK_BUILT=1 runs the targets that are built already.
set -euo pipefail
cd "$(dirname "$0")/../.."
all=(check reader model host c_calls arrow policies)
minutes=${1:?how many minutes for each target?}
shift
turn=${SOAK_TURN:-360} # seconds
results=${SOAK_FOLDER:+$SOAK_FOLDER/results}
results=${results:-docs/proofs}
work=${SOAK_FOLDER:-${CARGO_TARGET_DIR:-$PWD/target}/soak}/fuzz
mkdir -p "$results" "$work"
work=$(cd "$work" && pwd)
declare -A sources=() logs=() found=() # of each target
for target in "${all[@]}"; do
    sources[$target]=$(bash xtask/scripts/digest.sh fuzz "$target")
    logs[$target]=$work/log/$target/${sources[$target]}
    found[$target]=$work/found/$target/${sources[$target]}
    mkdir -p "${logs[$target]}/failed" "${found[$target]}"
done
# A file for each target that has no more turns in this campaign.
stopped=$(mktemp -d)
trap 'rm -rf "$stopped"' EXIT

say() { printf '  - %s\n' "$*" >&2; }

build() {
    if ! command -v cargo-fuzz >/dev/null; then
        say "installing cargo-fuzz"
        cargo install -q cargo-fuzz --locked
    fi
    rustup toolchain list | grep -q '^nightly' ||
        { echo "fuzzing needs a nightly toolchain: rustup toolchain install nightly" >&2; exit 1; }
    say "building with AddressSanitizer: $*"
    local target host
    host=$(rustc -vV | sed -n 's/^host: //p')
    for target in "$@"; do
        CARGO_TARGET_DIR=$work/build nice cargo +nightly fuzz build "$target" 2>"$work/log/build" ||
            { cat "$work/log/build" >&2; exit 1; }
        # A copy: what runs is not replaced by a later build.
        install -D "$work/build/$host/release/$target" "$work/bin/$target"
    done
}

# A turn of a target, its CPU seconds in the last line of the log. If it finds something or can't run,
# it is stopped, since another turn could end at once, again and again.
run() { # target, seconds
    local log status=0 folder=${logs[$1]} finds=${found[$1]}
    # What ends the campaign ends libFuzzer, too, and its time must still be written down.
    trap : HUP INT TERM
    log=$(mktemp "$folder/turn.XXXXXX")
    mkdir -p "$work/corpus/$1"
    TIMEFORMAT='cpu: %U %S'
    { time nice -n 19 "$work/bin/$1" "$work/corpus/$1" "fuzz/corpus/$1" -max_total_time="$2" \
        -max_len=4096 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -print_funcs=0 \
        -artifact_prefix="$finds/" -report_slow_units=60 || status=$?; } >"$log" 2>&1
    # Minutes in which something was found don't show that there is no fault: they don't count.
    if [ -n "$(ls "$finds")" ]; then
        find "$folder" -maxdepth 1 -type f -exec mv -t "$folder/failed" {} +
        log=$folder/failed/${log##*/}
        status="$status, and something is found"
    fi
    keep
    # Without the folder, the campaign has been ended.
    [ "$status" != 0 ] && [ -d "$stopped" ] || return 0
    say "$1 is stopped, exit status $status: $log"
    : >"$stopped/$1"
}

# Of each target that has run on these sources: its name, their digest, inputs and CPU seconds.
totals() { # targets
    local target
    for target in "$@"; do
        find "${logs[$target]}" -maxdepth 1 -type f -exec cat {} + |
            awk -v target="$target" -v sources="${sources[$target]}" '
            /^stat::number_of_executed_units/ { inputs += $2 }
            /^cpu: / { cpu += $2 + $3 }
            END { if (cpu) printf "%s %s %.0f %.3f\n", target, sources, inputs, cpu }'
    done
}

# How long a target has run, in seconds of a processor, in the campaigns that are kept.
cpu() { # target
    totals "$1" | awk '{ cpu = $4 } END { printf "%d", cpu }'
}

keep() {
    local new
    new=$(mktemp "$work/known.XXXXXX")
    # Two turns can end at once: what is written last must have counted both.
    (
        flock 9
        totals "${all[@]}" >"$new"
        chmod 644 "$new"
        mv "$new" "$results/fuzz.known"
    ) 9>"$work/known.lock"
}

# What is kept of a target is a log like any other; of one that has run here, too, what it had elsewhere and not here.
restore() {
    local target of inputs cpu
    [ -e "$results/fuzz.known" ] || return 0
    while read -r target of inputs cpu; do
        [ -n "$of" ] && [ "$of" = "${sources[$target]:-}" ] || continue
        totals "$target" | awk -v inputs="$inputs" -v cpu="$cpu" '
            { inputs -= $3; cpu -= $4 }
            END { if (cpu > 0.01) printf "stat::number_of_executed_units: %.0f\ncpu: %.3f 0\n", inputs, cpu }' \
            >>"${logs[$target]}/kept"
        mkdir -p "$work/corpus/$target"
    done <"$results/fuzz.known"
}

# Until each target has had so many minutes of a processor, however busy the machine is, or is stopped.
campaign() { # minutes, targets
    local seconds=$(($1 * 60)) is_done='' target
    shift
    while [ -z "$is_done" ]; do
        is_done=1
        for target in "$@"; do
            [ ! -e "$stopped/$target" ] && [ "$(cpu "$target")" -lt "$seconds" ] || continue
            is_done=''
            while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
            run "$target" "$turn" &
        done
        wait
    done
}

summary() {
    local target of inputs cpu
    printf '%-8s %12s %9s %8s %6s\n' target inputs 'CPU min' corpus found
    totals "$@" | while read -r target of inputs cpu; do
        printf '%-8s %12s %9s %8d %6d\n' "$target" "$inputs" "$(awk -v cpu="$cpu" 'BEGIN { printf "%.1f", cpu / 60 }')" \
            "$(find "$work/corpus/$target" -type f | wc -l)" "$(find "${found[$target]}" -type f | wc -l)"
    done
    # The exit status says it, too.
    for target in "$@"; do
        [ -z "$(ls "${found[$target]}")" ] || { echo "findings are in ${found[$target]}" >&2; return 1; }
    done
    [ -z "$(ls "$stopped")" ] || { echo "failed, though nothing was found: $(ls "$stopped")" >&2; return 1; }
}

# One sentence about every target that has run on these sources.
result() {
    totals "${all[@]}" | awk '
        { inputs += $3; cpu += $4; each = each ", " $3 " " $1 }
        END { printf "result: %.0f inputs in %.0f minutes of a processor, and no fault (%s)\n",
            inputs, cpu / 60, substr(each, 3) }'
}

# The few inputs that reach the most code: the tests run them every time.
minimise() {
    local target from least=$work/least
    for target in "${all[@]}"; do
        rm -rf "$least"
        mkdir -p "$least/from" "$least/merged" "$least/to" "fuzz/corpus/$target"
        # Copies, since a campaign may be running; of up to four kilobytes.
        for from in "fuzz/corpus/$target" "$work/corpus/$target"; do
            find "$from" -type f -size -9 -exec cp -t "$least/from" {} +
        done
        "$work/bin/$target" -merge=1 -use_counters=0 -merge_control_file="$least/control" \
            "$least/merged" "$least/from" 2>"$work/log/minimise"
        say "$target: $(python3 fuzz/least.py "$least/control" "$least/to" 58)"
        rm -rf "fuzz/corpus/$target"
        mv "$least/to" "fuzz/corpus/$target"
    done
    say "$(find fuzz/corpus -type f | wc -l) inputs, $(du -sh --apparent-size fuzz/corpus)"
}

if [ "$minutes" = minimise ]; then
    [ -n "${SOAK_BUILT:-}" ] || build "${all[@]}"
    minimise
    exit
fi
[ $# -gt 0 ] || set -- "${all[@]}"
[ -n "${SOAK_BUILT:-}" ] || build "$@"
restore
campaign "$minutes" "$@"
summary "$@"
result
