#!/usr/bin/env bash
# Builds libpaylint, and runs all cases through the wrappers of examples/csharp and examples/ruby, and what
# docs/languages.md shows. Installs what it needs from Debian. Quick the second time.
#
#   cargo xtask test languages
#
# PAYLINT_CASES names a file with what is expected of every case, if an earlier run has written it.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target
work=$target/languages-tests
rm -rf "$work"
mkdir -p "$work"

say() { printf '  - %s\n' "$*"; }
fail() { echo "test-languages.sh: $*" >&2; exit 1; }
# Runs a command whose output is shown only if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

sh xtask/scripts/apt.sh make:make cc:gcc mcs:mono-mcs mono:mono-runtime ruby:ruby
ruby -e 'require "ffi"' 2>/dev/null || sh xtask/scripts/apt.sh :ruby-ffi
[ -z "${PREPARE_ONLY:-}" ] || exit 0

say "the library"
# With the flags that test-c.sh builds with, so that it is built once.
quietly make -s -C bindings-c
cp "$target/release/libpaylint.so" "$work/libpaylint.so.0"
export LD_LIBRARY_PATH=$work

if [ -z "${PAYLINT_CASES:-}" ]; then
    say "what is expected of every case"
    cargo run -q --example expected >"$work/cases.tsv"
    PAYLINT_CASES=$work/cases.tsv
fi

# What docs/languages.md shows, compiled and run as it says.
shows() { # language, its file, the wrapper
    local command
    mkdir "$work/$1"
    cp "$root/examples/$1/$3" "$work/$1"
    sed -n '/^```'"$1"'$/,/^```$/p' docs/languages.md | sed '/^```/d' >"$work/$1/$2"
    command=$(grep -o '`[^`]* '"$2"'[^`]*`' docs/languages.md | tr -d '`' | head -n 1)
    [ -s "$work/$1/$2" ] && [ -n "$command" ] || fail "docs/languages.md shows no $1"
    (cd "$work/$1" && eval "$command") >"$work/out" 2>"$work/log" || { cat "$work/log" >&2; fail "$command"; }
    [ "$(cat "$work/out")" = reject ] || fail "$1: docs/languages.md isn't what it says it prints"
}

say "C#"
quietly mcs -warnaserror -out:"$work/Cases.exe" bindings-c/tests/csharp/Cases.cs examples/csharp/Paylint.cs
mono "$work/Cases.exe" "$PAYLINT_CASES"
shows csharp Check.cs Paylint.cs

say "Ruby"
ruby -w bindings-c/tests/ruby/cases.rb "$PAYLINT_CASES"
shows ruby check.rb paylint.rb

echo "C#, Ruby: all passed"
