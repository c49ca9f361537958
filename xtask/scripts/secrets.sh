#!/usr/bin/env bash
# Bodies with fresh secrets through every binding: no output shows one.
#
#   cargo xtask long secrets [--cases BODIES]
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/common.sh

# What shows four digits, or four letters, in a row that only the planted secrets have
# (tests/tests/secrets/fresh.rs) ends the run.
shows_no_secret() { # binding, file
    local row='[5-9][- ]?[5-9][- ]?[5-9][- ]?[5-9]|[qxzj][- ]?[qxzj][- ]?[qxzj][- ]?[qxzj]'
    [ -s "$2" ] || [ "${2##*.}" = log ] || fail "$1 says nothing"
    ! LC_ALL=C grep -m 1 -nioE ".{0,60}($row)" "$2" >&2 || fail "$1 shows a secret: $2"
    printf '%-24s %9d lines, no secret\n' "$1" "$(wc -l <"$2")"
}

bodies=$1
folder=$LONG/secrets
some=$((bodies < 100000 ? bodies : 100000))
say "fresh secrets: $bodies bodies in Rust, $some through the other bindings"
sh xtask/scripts/apt.sh gcc:gcc make:make php:php-cli
rm -rf "$folder"
mkdir -p "$folder/bodies"
PAYLINT_SECRETS=$bodies cargo test -q --release -p paylint-tests --test secrets fresh -- \
    --nocapture | tee "$folder/log"
counts=$(sed -n 's/.*\b\([0-9]\+ bodies, [0-9]\+ findings\)$/\1/p' "$folder/log")
[ -n "$counts" ] || fail "the test doesn't say how many bodies it has tried"
PAYLINT_SECRETS=$some PAYLINT_SECRETS_FOLDER=$folder \
    cargo test -q --release -p paylint-tests --test secrets nothing_of_fresh
shows_no_secret "Rust, JSON" "$folder/rust"

cargo build -q --release -p paylint-cli
paylint=$CARGO_TARGET_DIR/release/paylint
"$paylint" batch "$folder/cases.ndjson" >"$folder/cli" 2>"$folder/cli.log" || [ $? -eq 1 ]
shows_no_secret "paylint batch" "$folder/cli"
shows_no_secret "its standard error" "$folder/cli.log"
# Excerpts of bodies, each a separate file here.
head -n 5000 "$folder/cases.tsv" | awk -F '\t' -v folder="$folder/bodies" '$2 == "order" {
    print $3 | ("base64 -d >" folder "/" NR ".json"); close("base64 -d >" folder "/" NR ".json")
}'
for format in human json github problem sarif; do
    find "$folder/bodies" -name '*.json' -print0 | sort -z | xargs -0 "$paylint" check \
        --operation order --format "$format" >"$folder/$format" 2>"$folder/$format.log" ||
        [ $? -eq 123 ]
    # The names of files and the places in them are numbers. The catalogue, which SARIF carries, is the same for all bodies.
    sed -Ei -e 's/[0-9]+\.json//g' -e 's/"(start|end)(Line|Column)": ?[0-9]+//g' \
        -e 's/"byte(Offset|Length)": ?[0-9]+//g' -e '/^ {10}"rules": \[$/,/^ {10}\]/d' "$folder/$format"
    shows_no_secret "paylint check, $format" "$folder/$format"
    shows_no_secret "its standard error" "$folder/$format.log"
done

c_program bindings-c/tests/c/reports.c "$folder/reports"
"$folder/reports" "$folder/cases.tsv" >"$folder/c" 2>"$folder/c.log"
shows_no_secret C "$folder/c"
shows_no_secret "its standard error" "$folder/c.log"
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh
(cd bindings-wasm && node test/reports.mjs "$folder/cases.tsv") \
    >"$folder/node" 2>"$folder/node.log"
shows_no_secret Node "$folder/node"
shows_no_secret "its standard error" "$folder/node.log"
venv=$(bash xtask/scripts/python-venv.sh)
bash xtask/scripts/wheel.sh "$venv"
"$venv/bin/python" bindings-python/tests/reports.py "$folder/cases.tsv" \
    >"$folder/python" 2>"$folder/python.log"
shows_no_secret Python "$folder/python"
shows_no_secret "its standard error" "$folder/python.log"
PAYLINT_LIBRARY=$CARGO_TARGET_DIR/dist/libpaylint.so \
    php bindings-php/tests/reports.php "$folder/cases.tsv" >"$folder/php" 2>"$folder/php.log"
shows_no_secret PHP "$folder/php"
shows_no_secret "its standard error" "$folder/php.log"
java_reports "$folder/cases.tsv" >"$folder/java" 2>"$folder/java.log"
shows_no_secret Java "$folder/java"
shows_no_secret "its standard error" "$folder/java.log"
go_reports "$folder/cases.tsv" >"$folder/go" 2>"$folder/go.log"
shows_no_secret Go "$folder/go"
shows_no_secret "its standard error" "$folder/go.log"
for binding in cli c node python php java go; do cmp "$folder/rust" "$folder/$binding"; done
echo "result: $counts through Rust, $some through the other bindings, with the same output: no secret"
