#!/usr/bin/env bash
# Random cases, and all others, through every binding: all give the report that Rust gives.
#
#   cargo xtask long identity [--cases CASES] [--seed SEED]
. "$(dirname "$0")/common.sh"

cases=$1
seed=$2
packages=(c node python php java go)
need gcc:gcc make:make php:php-cli phpunit:phpunit javac:default-jdk-headless mvn:maven
fresh long/identity
say "the same report from every binding: $cases random cases, and all others"
[ -n "${JSON_TEST_SUITE:-}" ] || say "without JSONTestSuite, because JSON_TEST_SUITE is not set"
cargo run -q --release -p paylint-tests --example corpus -- "$cases" "$seed" >"$work/cases.ndjson"

cargo build -q --release -p paylint-cli
paylint=$target/release/paylint
quietly make -s -C bindings-c PROFILE=dist
quietly make -s -C bindings-c install PROFILE=dist PREFIX="$work/prefix"
gcc -std=c99 -O2 -I"$work/prefix/include" bindings-c/tests/c/cases.c -o "$work/cases" \
    -L"$work/prefix/lib" -lpaylint -Wl,-rpath,"$work/prefix/lib"
venv=$(bash xtask/scripts/python-venv.sh)
wheel "$venv"
[ "${KEEP_PKG:-}" = 1 ] || bindings-wasm/build.sh

# The other packages' own tests compare their reports with these, without fields and fixes, which take long, and without
# errors: which of two comes first differs.
expected
cargo run -q --release --example expected -- "$work/cases.ndjson" | tail -n "$(wc -l <"$work/cases.ndjson")" >"$work/random.tsv"
cut -f 1-7 "$work/random.tsv" | awk -F '\t' '$6 != "!"' | cat "$PAYLINT_CASES" - >"$work/expected.tsv"
export PAYLINT_CASES=$work/expected.tsv
agrees() { # package
    case $1 in
    c) "$work/cases" "$PAYLINT_CASES" ;;
    node) (cd bindings-wasm && node --test --test-name-pattern='every case, ES modules' test/conformance.test.mjs) ;;
    python) (cd bindings-python && "$venv/bin/python" -m pytest tests/test_conformance.py) ;;
    php)
        PAYLINT_LIBRARY=$target/dist/libpaylint.so phpunit --do-not-cache-result \
            --bootstrap bindings-php/autoload.php bindings-php/tests/ConformanceTest.php
        ;;
    java)
        bindings-java/build.sh install -Dmaven.repo.local="$target/java/repository" -Dtest=ConformanceTest \
            -Dsurefire.failIfNoSpecifiedTests=false
        ;;
    go)
        bindings-c/build-wasm.sh
        cp "$target/release/libpaylint.wasm" bindings-go/
        (PATH=$(bash xtask/scripts/go.sh):$PATH && cd bindings-go && go test -count=1 -timeout 2h -run TestEveryCase .)
        ;;
    esac
}
for package in "${packages[@]}"; do
    quietly agrees "$package"
    printf '%-9s %7d reports, as expected\n' "$package" "$(wc -l <"$PAYLINT_CASES")"
done

# Some cases are rejected, and some are in error.
"$paylint" batch "$work/cases.ndjson" >"$work/batch" 2>"$work/log" || [ $? -le 2 ] || fail "the command: $(cat "$work/log")"
awk -F '\t' '{ print $6 == "!" ? "error" : $6 }' "$work/random.tsv" >"$work/rust"
sed 's/^{"error":.*/error/' "$work/batch" | cmp "$work/rust" - || fail "the command's reports differ: see $work"
[ "$(wc -l <"$work/rust")" -ge "$cases" ] || fail "fewer reports than cases"
echo "result: $(wc -l <"$work/rust") cases ($(grep -c '^error$' "$work/rust" || true) of them errors" \
    "of the host) through rust cli ${packages[*]}: the same bytes"
