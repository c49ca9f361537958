#!/usr/bin/env bash
# Random cases, and all others, through every binding's tests and the command: all give the report that Rust gives.
#
#   cargo xtask long identity [--cases CASES] [--seed SEED]
. "$(dirname "$0")/common.sh"

cases=$1
seed=$2
fresh long/identity
say "$cases random cases, and all others"
[ -n "${JSON_TEST_SUITE:-}" ] || say "without JSONTestSuite, because JSON_TEST_SUITE is not set"
cargo run -q --release -p paylint-tests --example corpus -- "$cases" "$seed" >"$work/cases.ndjson"
# Without fields and fixes, which take long, and without errors: which of two comes first differs.
expected
cargo run -q --release -p paylint-tests --example expected -- "$work/cases.ndjson" |
    tail -n "$(wc -l <"$work/cases.ndjson")" | cut -f 1-7 >"$work/random.tsv"
awk -F '\t' '$6 != "!"' "$work/random.tsv" | cat "$PAYLINT_CASES" - >"$work/expected.tsv"
export PAYLINT_CASES=$work/expected.tsv
cargo xtask test --all c php java go wasm
venv=$(bash xtask/scripts/python-venv.sh)
wheel "$venv"
(cd bindings-python && quietly "$venv/bin/python" -m pytest tests/test_conformance.py)
PATH=$(bash xtask/scripts/tool-path.sh node)
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh
(cd bindings-wasm && quietly node --test --test-name-pattern='every case, ES modules' test/conformance.test.mjs)

# Some cases are rejected, and some are in error.
cargo run -q --release --bin paylint -- batch "$work/cases.ndjson" >"$work/batch" 2>"$work/log" || [ $? -le 2 ] ||
    fail "the command: $(cat "$work/log")"
awk -F '\t' '{ print $6 == "!" ? "error" : $6 }' "$work/random.tsv" >"$work/rust"
sed 's/^{"error":.*/error/' "$work/batch" | cmp "$work/rust" - || fail "the command's reports differ: see $work"
[ "$(wc -l <"$work/rust")" -ge "$cases" ] || fail "fewer reports than cases"
echo "result: $(wc -l <"$work/rust") random cases ($(grep -c '^error$' "$work/rust" || true) of them errors of the host) and all" \
    "others through Rust, the command and every binding: the same bytes"
