#!/usr/bin/env bash
# Builds the Python package, checks its types, and tests it: the wheel in an environment with pyarrow
# and Polars, then the wheel and the source distribution each in an empty one. Installs what it needs
# from Debian and PyPI. Quick the second time.
#
#   cargo xtask test python
#
# PYTHON names another interpreter than `python3`; it must be 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/../.."

say() { printf '  - %s\n' "$*"; }
# Runs a command whose output is shown only if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

venv=$(bash xtask/scripts/python-venv.sh)
[ -z "${PREPARE_ONLY:-}" ] || exit 0
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target
work=$target/python-tests
rm -rf "$work"
mkdir -p "$work"

say "what is expected of every case"
cargo run -q --example expected >"$work/cases.tsv"
export PAYLINT_CASES=$work/cases.tsv
cargo run -q --example histories >"$work/histories.tsv"
export PAYLINT_HISTORIES=$work/histories.tsv
say "the command's OpenAPI documents"
export PAYLINT_OPENAPI=$work/openapi
mkdir "$PAYLINT_OPENAPI"
for policy in default shop-members; do
    cargo run -q --bin paylint -- schema openapi --policy "$policy" >"$PAYLINT_OPENAPI/$policy.json"
done

cd bindings-python
say "the wheel"
quietly "$venv/bin/maturin" build --release --interpreter "$venv/bin/python" --out "$work"
wheel=("$work"/paylint-*-abi3-*.whl)
"$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"

say "format, lint and types"
"$venv/bin/ruff" format -q --check python tests
"$venv/bin/ruff" check -q python tests
others=(../benches/python ../examples/traffic ../tests/scale ../xtask/scripts)
"$venv/bin/ruff" format -q --check --line-length 120 "${others[@]}"
"$venv/bin/ruff" check -q --select B,E4,E7,E9,F,SIM,UP "${others[@]}"
export MYPY_CACHE_DIR=$target/mypy
"$venv/bin/mypy" --no-error-summary python tests
quietly "$venv/bin/python" -m mypy.stubtest paylint --allowlist tests/stubtest.txt \
    --mypy-config-file pyproject.toml

say "tests"
"$venv/bin/python" -m pytest

# What a user does who has nothing but Python.
empty() { # name
    "$venv/bin/python" -m venv --clear "$work/$1"
    printf '%s' "$work/$1/bin"
}
say "the wheel in an empty environment"
bin=$(empty wheel)
"$bin/pip" install -q --disable-pip-version-check --no-index "${wheel[0]}"
"$bin/python" -I tests/smoke.py

say "the source distribution, built in an empty environment"
quietly "$venv/bin/maturin" sdist --out "$work"
bin=$(empty sdist)
# Not optimised, because this is about whether it holds all that it needs. In a new target folder: the files of a
# source distribution have the same old date in each, so that cargo would take what it built of another for new.
CARGO_TARGET_DIR=$work/sdist/target MATURIN_PEP517_ARGS="--profile dev" \
    "$bin/pip" install -q --disable-pip-version-check "$work"/paylint-*.tar.gz
"$bin/python" -I tests/smoke.py

echo "Python: all passed"
