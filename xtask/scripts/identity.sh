#!/usr/bin/env bash
# Cases through Rust, the command, C, Python, PHP, Java, Go, Node and Chromium: all reports have one digest.
#
#   cargo xtask long identity [--cases CASES] [--seed SEED]    so many random cases, and all others
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/common.sh

cases=$1
seed=$2
folder=$LONG/identity
bindings=(rust cli c python php java go node chromium)
say "the same report from every binding: $cases random cases, and all others"
sh xtask/scripts/apt.sh gcc:gcc make:make chromium:chromium php:php-cli
rm -rf "$folder"
cargo run -q --release -p paylint-tests --example corpus -- "$folder" "$cases" "$seed"
[ -n "${JSON_TEST_SUITE:-}" ] || echo "without JSONTestSuite, because JSON_TEST_SUITE is not set"

cargo build -q --release -p paylint-cli
# 1 and 2: some cases are rejected, and some are in error.
"$CARGO_TARGET_DIR/release/paylint" batch "$folder/cases.ndjson" 2>"$folder/cli.log" |
    sed 's/^{"error":.*/error/' >"$folder/cli" || [ "${PIPESTATUS[0]}" -le 2 ] || fail "batch"
c_program bindings-c/tests/c/reports.c "$folder/reports"
"$folder/reports" "$folder/cases.tsv" >"$folder/c"
venv=$(bash xtask/scripts/python-venv.sh)
bash xtask/scripts/wheel.sh "$venv"
"$venv/bin/python" bindings-python/tests/reports.py "$folder/cases.tsv" >"$folder/python"
PAYLINT_LIBRARY=$CARGO_TARGET_DIR/dist/libpaylint.so \
    php bindings-php/tests/reports.php "$folder/cases.tsv" >"$folder/php"
java_reports "$folder/cases.tsv" >"$folder/java"
go_reports "$folder/cases.tsv" >"$folder/go"
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh
(
    cd bindings-wasm
    node test/reports.mjs "$folder/cases.tsv" >"$folder/node"
    node test/reports.mjs "$folder/cases.tsv" browser >"$folder/chromium"
)

differ=0
for binding in "${bindings[@]}"; do
    digest=$(sha256sum <"$folder/$binding")
    printf '%-9s %7d reports  %s\n' "$binding" "$(wc -l <"$folder/$binding")" "${digest%% *}"
    cmp -s "$folder/rust" "$folder/$binding" || {
        differ=1
        # Only where they differ: reports are long.
        cmp "$folder/rust" "$folder/$binding" >&2 || true
    }
done
[ "$(wc -l <"$folder/rust")" -ge "$cases" ] || fail "fewer reports than cases"
[ "$differ" -eq 0 ] || fail "the digests differ: see $folder"
echo "result: $(wc -l <"$folder/rust") cases ($(grep -c '^error$' "$folder/rust" || true) of them errors" \
    "of the host) through ${bindings[*]}: one digest, ${digest%% *}"
