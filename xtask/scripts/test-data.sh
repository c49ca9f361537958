#!/usr/bin/env bash
# Tests the Python package on data engines: the examples of docs/data.md with DuckDB, Polars, DataFusion
# and Spark, and the notebook. Installs what it needs from Debian and PyPI. Takes the wheel that test-python.sh has built.
# PAYLINT_BLESS=1 writes the notebook anew.
set -euo pipefail
cd "$(dirname "$0")/../.."

say() { printf '  - %s\n' "$*"; }

sh xtask/scripts/apt.sh java:default-jre-headless
venv=$(bash xtask/scripts/python-venv.sh data tests/scale/requirements.txt)
[ -z "${PREPARE_ONLY:-}" ] || exit 0
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target

wheel=("$target"/python-tests/paylint-*-abi3-*.whl)
"$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"
# With an example, the features are those of the tests, and nothing is compiled again.
cargo build -q --bin paylint --example expected
export PAYLINT=$target/debug/paylint PAYLINT_CASES=$target/python-tests/cases.tsv

say "the pages, and Spark"
"$venv/bin/python" -m pytest -q -p no:cacheprovider tests/scale
echo "data engines: all passed"
