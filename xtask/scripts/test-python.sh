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

venv=$(bash xtask/scripts/python-venv.sh)
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target
work=$target/python-tests
rm -rf "$work"
mkdir -p "$work"

say "what is expected of every case"
cargo run -q -p paylint-tests --example expected >"$work/cases.tsv"
export PAYLINT_CASES=$work/cases.tsv

cd bindings-python
say "the wheel"
"$venv/bin/maturin" build -q --release --out "$work"
wheel=("$work"/paylint-*-abi3-*.whl)
"$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"

say "format, lint and types"
"$venv/bin/ruff" format -q --check .
"$venv/bin/ruff" check -q .
"$venv/bin/mypy" --no-error-summary --cache-dir "$target/mypy" python tests
MYPY_CACHE_DIR=$target/mypy "$venv/bin/python" -m mypy.stubtest paylint \
    --allowlist tests/stubtest.txt >"$work/stubtest.log" || { cat "$work/stubtest.log" >&2; exit 1; }

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
"$venv/bin/maturin" sdist -q --out "$work"
bin=$(empty sdist)
# Not optimised, because this is about whether it holds all that it needs.
MATURIN_PEP517_ARGS="--profile dev" CARGO_PROFILE_DEV_DEBUG=0 \
    "$bin/pip" install -q --disable-pip-version-check --no-cache-dir "$work"/paylint-*.tar.gz
"$bin/python" -I tests/smoke.py

echo "Python: all passed"
