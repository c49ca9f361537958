#!/usr/bin/env bash
# Random cases, and all others, through every binding: all give the report that Rust gives.
#
#   cargo xtask long identity [--cases CASES] [--seed SEED]
. "$(dirname "$0")/common.sh"

cases=$1
seed=$2
bindings=(cli c python php java go node)
need gcc:gcc make:make php:php-cli javac:default-jdk-headless mvn:maven
fresh long/identity
say "the same report from every binding: $cases random cases, and all others"
[ -n "${JSON_TEST_SUITE:-}" ] || say "without JSONTestSuite, because JSON_TEST_SUITE is not set"
cargo run -q --release -p paylint-tests --example corpus -- "$work" "$cases" "$seed"

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
echo "result: $(wc -l <"$work/rust") cases ($(grep -c '^error$' "$work/rust" || true) of them errors" \
    "of the host) through rust ${bindings[*]}: one digest, ${digest%% *}"
