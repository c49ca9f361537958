#!/usr/bin/env bash
# Many cases through every binding: all give the report that Rust gives. With `secrets`, the cases are bodies with fresh
# secrets, and nothing that is written shows one.
#
#   cargo xtask long identity [--cases CASES] [--seed SEED]    so many random cases, and all others
#   cargo xtask long secrets [--cases BODIES]
. "$(dirname "$0")/common.sh"

what=$1
cases=$2
bindings=(cli c python php java go node)
need gcc:gcc make:make php:php-cli javac:default-jdk-headless mvn:maven
fresh "long/$what"
case $what in
identity)
    say "the same report from every binding: $cases random cases, and all others"
    [ -n "${JSON_TEST_SUITE:-}" ] || say "without JSONTestSuite, because JSON_TEST_SUITE is not set"
    cargo run -q --release -p paylint-tests --example corpus -- "$work" "$cases" "$3"
    ;;
secrets)
    some=$((cases < 100000 ? cases : 100000))
    say "fresh secrets: $cases bodies in Rust, $some through the other bindings"
    PAYLINT_SECRETS=$cases cargo test -q --release -p paylint-tests --test secrets fresh -- --nocapture |
        tee "$work/log"
    counts=$(sed -n 's/.*\b\([0-9]\+ bodies, [0-9]\+ findings\)$/\1/p' "$work/log")
    [ -n "$counts" ] || fail "the test doesn't say how many bodies it has tried"
    PAYLINT_SECRETS=$some PAYLINT_SECRETS_FOLDER=$work \
        cargo test -q --release -p paylint-tests --test secrets nothing_of_fresh
    cases=$some
    ;;
esac

cargo build -q --release -p paylint-cli
paylint=$target/release/paylint
c_program bindings-c/tests/c/reports.c "$work/reports"
venv=$(bash xtask/scripts/python-venv.sh)
wheel "$venv"
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh

# Prints a report of each case.
reports() { # binding, cases
    local repository=$target/java/repository jars
    case $1 in
    # 1 and 2: some cases are rejected, and some are in error.
    cli) "$paylint" batch "$work/cases.ndjson" | sed 's/^{"error":.*/error/' || [ "${PIPESTATUS[0]}" -le 2 ] ;;
    c) "$work/reports" "$2" ;;
    python) "$venv/bin/python" bindings-python/tests/reports.py "$2" ;;
    php) PAYLINT_LIBRARY=$target/dist/libpaylint.so php bindings-php/tests/reports.php "$2" ;;
    java)
        quietly bindings-java/build.sh -Dmaven.test.skip install -Dmaven.repo.local="$repository"
        jars=$(find "$repository"/{io/github/paylint,com/dylibso/chicory/{runtime,wasm}} \
            "$repository/com/fasterxml/jackson/core/jackson-core" -name '*.jar' | paste -sd:)
        java -cp "$jars" bindings-java/Reports.java "$2"
        ;;
    go)
        quietly bindings-c/build-wasm.sh
        cp "$target/release/libpaylint.wasm" bindings-go/
        (PATH=$(bash xtask/scripts/go.sh):$PATH && cd bindings-go && go run ./internal/reports "$2")
        ;;
    node) (cd bindings-wasm && node test/reports.mjs "$2") ;;
    esac
}

differ=0
for binding in "${bindings[@]}"; do
    reports "$binding" "$work/cases.tsv" >"$work/$binding" 2>"$work/$binding.log" ||
        { cat "$work/$binding.log" >&2; fail "$binding"; }
done
for binding in rust "${bindings[@]}"; do
    digest=$(sha256sum <"$work/$binding")
    printf '%-9s %7d reports  %s\n' "$binding" "$(wc -l <"$work/$binding")" "${digest%% *}"
    # Only where they differ: reports are long.
    cmp "$work/rust" "$work/$binding" || differ=1
done
[ "$(wc -l <"$work/rust")" -ge "$cases" ] || fail "fewer reports than cases"
[ "$differ" -eq 0 ] || fail "the digests differ: see $work"
if [ "$what" = identity ]; then
    echo "result: $(wc -l <"$work/rust") cases ($(grep -c '^error$' "$work/rust" || true) of them errors" \
        "of the host) through rust ${bindings[*]}: one digest, ${digest%% *}"
    exit
fi

# Excerpts of bodies, each a separate file here.
mkdir "$work/bodies"
head -n 5000 "$work/cases.tsv" | awk -F '\t' -v folder="$work/bodies" '$2 == "order" {
    print $3 | ("base64 -d >" folder "/" NR ".json"); close("base64 -d >" folder "/" NR ".json")
}'
formats=(human json github problem sarif)
for format in "${formats[@]}"; do
    find "$work/bodies" -name '*.json' -print0 | sort -z | xargs -0 "$paylint" check \
        --operation order --format "$format" >"$work/$format" 2>"$work/$format.log" ||
        [ $? -eq 123 ]
    # The names of files and the places in them are numbers. The catalogue, which SARIF carries, is the same for all bodies.
    sed -Ei -e 's/[0-9]+\.json//g' -e 's/"(start|end)(Line|Column)": ?[0-9]+//g' \
        -e 's/"byte(Offset|Length)": ?[0-9]+//g' -e '/^ {10}"rules": \[$/,/^ {10}\]/d' "$work/$format"
done
# Four digits, or four letters, in a row that only the planted secrets have (tests/tests/secrets/fresh.rs).
row='[5-9][- ]?[5-9][- ]?[5-9][- ]?[5-9]|[qxzj][- ]?[qxzj][- ]?[qxzj][- ]?[qxzj]'
for name in rust "${bindings[@]}" "${formats[@]}"; do
    [ -s "$work/$name" ] || fail "$name says nothing"
    for file in "$work/$name" "$work/$name.log"; do
        [ "$file" != "$work/rust.log" ] || continue
        ! LC_ALL=C grep -m 1 -nioE ".{0,60}($row)" "$file" >&2 || fail "$name shows a secret: $file"
    done
done
echo "result: $counts through Rust, $some through the other bindings, with the same output: no secret"
