#!/usr/bin/env bash
# Mutants of the core, a shard of them: each must make a test fail.
#
#   cargo xtask soak mutants [K/N [FILE…]]    a shard that was stopped goes on where it was
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/soak.sh

shard=${1:-0/1}
work=$SOAK_FOLDER/mutants
files=()
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 'core/src/**'
say "mutants, shard $shard: $*"
if ! command -v cargo-mutants >/dev/null; then
    echo "installing cargo-mutants" >&2
    cargo install -q cargo-mutants --version 27.1.0 --locked
fi
for count in 3000 30000; do
    [ -s "$work/cases-$count/model" ] ||
        cargo run -q --release -p paylint-tests --example corpus -- "$work/cases-$count" $count
done
# A copy, since cargo-mutants changes the files in place.
tree=$work/tree
rm -rf "$tree"
bash xtask/scripts/copy.sh "$tree"
for file in "$@"; do files+=(--file "$file"); done
# What is known of a mutant counts only for the same sources.
kept=$work/$(bash xtask/scripts/digest.sh)
out=$kept/$(tr -c 'a-z0-9\n' '-' <<<"shard-$shard-$*")
mkdir -p "$out"
touch "$out/unviable"
total=$(cargo mutants -d "$tree" "${files[@]}" --colors never --list | wc -l)
while read -r cases pass; do
    # Exit codes 2 and 3: some survived, or did not end. What was caught before isn't tried again.
    # shellcheck disable=SC2086
    PAYLINT_OUTCOMES=$work/cases-$cases PAYLINT_CASES=$cases CARGO_PROFILE_TEST_DEBUG=0 \
        CARGO_TARGET_DIR=$work/build nice -n 19 cargo mutants -d "$tree" \
        -o "$out" --in-place --iterate --shard "$shard" --sharding round-robin \
        "${files[@]}" --colors never --test-package $pass \
        </dev/null >"$out/log" 2>&1 ||
        [[ $? = [23] ]] || { cat "$out/log" >&2; exit 1; }
    tail -n 1 "$out/log"
    # Later passes list them among those that were caught before.
    sort -u -o "$out/unviable" "$out/unviable" "$out/mutants.out/unviable.txt"
done <<'END'
3000 paylint --timeout 60 -- --test outcomes -- --ignored
3000 paylint --timeout 60 -- --lib
30000 paylint --timeout 60 -- --test outcomes -- --ignored
30000 paylint,paylint-tests --timeout 900
END
cat "$out/mutants.out/missed.txt" "$out/mutants.out/timeout.txt"
touch "$out/done"

# Of every shard that was tried to the end.
mapfile -t outs < <(find "$kept" -name done -printf '%h\n')
count() { # files
    local file
    for file; do cat "${outs[@]/%//$file}"; done | sort -u | wc -l
}
unviable=$(count unviable)
settled=$(count unviable mutants.out/previously_caught.txt mutants.out/caught.txt)
missed=$(count mutants.out/missed.txt)
timeout=$(count mutants.out/timeout.txt)
result "$((settled + missed + timeout)) of $total mutants tried: $((settled - unviable)) caught," \
    "$unviable don't compile, $missed survive, $timeout run over time"
