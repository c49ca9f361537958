#!/usr/bin/env bash
# Mutants of the core, a shard of them: each must make a test fail.
#
#   cargo xtask soak mutants [K/N [FILE…]]    what was tried before isn't tried again
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/soak.sh

export LC_ALL=C

shard=${1:-0/1}
work=$SOAK_FOLDER/mutants
files=()
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 'core/src/**'
for file in "$@"; do files+=(--file "$file"); done
say "mutants, shard $shard: $*"
if ! command -v cargo-mutants >/dev/null; then
    echo "installing cargo-mutants" >&2
    cargo install -q cargo-mutants --version 27.1.0 --locked
fi

# What is known of a mutant holds for the same core and the same model. Tests may be added meanwhile.
digest() {
    git ls-files -coz --exclude-standard -- core/src tests/src | sort -zu |
        xargs -0 sed -s -e '/^#\[cfg(test)\]$/,$d' -e '/^$/d' | sha256sum | cut -c1-16
}
kept=$work/$(digest)
mkdir -p "$kept"
for count in 3000 30000; do
    [ -s "$kept/cases-$count/model" ] ||
        cargo run -q --release -p paylint-tests --example corpus -- "$kept/cases-$count" $count
done

# Of a lane: what the last run of cargo-mutants came to, whether it ended or not.
collect() { # folder
    local kind cases pair from
    [ -e "$1/kind" ] || return 0
    read -r kind cases <"$1/kind"
    for pair in caught:"$kind" missed:"outlived-$kind-$cases" unviable:unviable timeout:overdue; do
        from=$1/mutants.out/${pair%%:*}.txt
        [ ! -e "$from" ] || cat "$from" >>"$1/${pair#*:}"
    done
    rm -rf "$1"/mutants.out*
}

# Of all lanes, sorted.
of() { # lists
    local list
    for list; do cat "$kept"/lane-*/"$list" 2>/dev/null || true; done | sort -u
}
settled() { of outcomes tests unviable overdue; }

# Most mutants are caught by little work, so the compiler's counts more.
unoptimised=-C=--config=profile.dev.opt-level=0
# Tests of what is said of a rule, of single functions, those that take less than a second each, and some
# seconds, compiled quickly.
of_tests() { # names
    echo --timeout 300 -C=--package=paylint-tests "${@/#/-C=--test=}" \
        -C=--config=profile.dev.package.paylint-tests.opt-level=0
}
described="$(of_tests catalogue) $unoptimised -- -- docs_are_current the_catalogue every_rule_rests"
functions="--timeout 60 -C=--lib $unoptimised -- -- --skip an_address_that_is_plain_is_one"
quick=$(of_tests agreement api conformance custom_rules given json_schema layers limits messages policy serde shown tenant)
slower="-C=--lib $(of_tests excerpts fuzz_corpus json_suite presence whatif windows)"

# Half of the shard, in a copy of the project, since cargo-mutants changes the files in place. Each list
# is one of mutants, as cargo-mutants names them.
lane() { # number
    local tree=$work/tree-$1 own=$kept/lane-$1 kind cases tests status
    bash xtask/scripts/copy.sh "$tree"
    # A run that was stopped may have left a build of a mutant, or half of one.
    cargo clean -q --manifest-path "$tree/Cargo.toml" --target-dir "$work/build-$1" \
        -p paylint -p paylint-tests
    while read -r kind cases tests; do
        awk -v lane="$1" 'NR % 2 == lane' "$kept/shard" | sort >"$own/mine"
        {
            settled
            # The outcomes of cases stay the same, while there may be more tests than the last time.
            [ "$kind" = tests ] || of "outlived-$kind-$cases"
        } | sort -u | comm -23 "$own/mine" - >"$own/todo"
        [ -s "$own/todo" ] || continue
        # cargo-mutants takes no list of mutants, but leaves out what an earlier run has caught.
        mkdir "$own/mutants.out"
        sort "$kept/all" | comm -13 "$own/todo" - >"$own/mutants.out/previously_caught.txt"
        echo "$kind $cases" >"$own/kind"
        status=0
        # shellcheck disable=SC2086
        PAYLINT_OUTCOMES=$kept/cases-$cases PAYLINT_CASES=$cases CARGO_PROFILE_TEST_DEBUG=0 \
            CARGO_TARGET_DIR=$work/build-$1 nice -n 19 cargo mutants -d "$tree" -o "$own" \
            --in-place --iterate "${files[@]}" --colors never --test-package $tests \
            </dev/null >"$own/log" 2>&1 || status=$?
        # Exit codes 2 and 3: some survived, or did not end.
        [[ $status = [023] ]] || { cat "$own/log" >&2; return 1; }
        collect "$own"
        echo "${tests%% *}, $cases cases: $(tail -n 1 "$own/log")"
    done <<END
outcomes 3000 paylint --timeout 20 -C=--test=outcomes $unoptimised -- -- --ignored
tests 300 paylint,paylint-tests $described
tests 300 paylint $functions
tests 300 paylint,paylint-tests $quick
tests 300 paylint,paylint-tests $slower
outcomes 30000 paylint --timeout 60 -C=--test=outcomes -- -- --ignored
tests 3000 paylint,paylint-tests --timeout 1800
END
    settled | comm -23 "$own/mine" - >>"$own/missed"
}

mkdir -p "$kept/lane-0" "$kept/lane-1"
for folder in "$kept"/lane-*; do collect "$folder"; done
rm -rf "$work"/tree-*
cargo mutants "${files[@]}" --colors never --list >"$kept/all"
awk -v k="${shard%/*}" -v n="${shard#*/}" '(NR - 1) % n == k' "$kept/all" >"$kept/shard"
lane 0 &
first=$!
lane 1 &
status=0
wait $first || status=$?
wait $! || status=$?
[ $status = 0 ] || exit $status

sort "$kept/all" >"$kept/sorted"
these() { # list
    if [ "$1" = missed ]; then of missed | comm -23 - <(settled); else of "$1"; fi |
        comm -12 - "$kept/sorted"
}
count() { for list; do these "$list"; done | wc -l; }
echo "| file | mutants | don't compile | caught by the outcomes | by other tests | run over time | survive |"
echo "|---|---:|---:|---:|---:|---:|---:|"
for list in unviable outcomes tests overdue missed; do
    these $list | sed "s/:.*/ $list/"
done | awk '
    { ++all[$1]; ++is[$1, $2] }
    function count(it) { return it ? it : "" }
    END {
        for (file in all) printf "| `%s` | %d | %s | %s | %s | %s | %s |\n", file, all[file],
            count(is[file, "unviable"]), count(is[file, "outcomes"]), count(is[file, "tests"]),
            count(is[file, "overdue"]), count(is[file, "missed"])
    }' | sort
these missed
result "$(count unviable outcomes tests overdue missed) of $(wc -l <"$kept/all") mutants tried:" \
    "$(count outcomes tests) caught, $(count unviable) don't compile, $(count overdue) run over time," \
    "$(count missed) survive"
