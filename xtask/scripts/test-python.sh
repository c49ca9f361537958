#!/usr/bin/env bash
# Builds the Python package, checks its types, and tests it: the wheel in an environment with pyarrow
# and Polars, then the wheel and the source distribution each in an empty one, then with data engines. Installs what it
# needs from Debian and PyPI. Quick the second time.
#
#   cargo xtask test python
#
# PYTHON names another interpreter than `python3`; it must be 3.11 or later.
. "$(dirname "$0")/common.sh"

need java:default-jre-headless
venv=$(bash xtask/scripts/python-venv.sh)
engines=$(bash xtask/scripts/python-venv.sh data -r tests/scale/requirements.txt)
fresh python-tests

expected
say "the command's OpenAPI documents"
export PAYLINT_OPENAPI=$work/openapi
mkdir "$PAYLINT_OPENAPI"
for policy in default shop-members; do
    cargo run -q --bin paylint -- schema openapi --policy "$policy" >"$PAYLINT_OPENAPI/$policy.json"
done

export PAYLINT_SCHEMAS=$work/schemas
mkdir "$PAYLINT_SCHEMAS"
cargo run -q -p paylint-tests --example answers >"$PAYLINT_SCHEMAS/answers.json"
cargo run -q -p paylint-tests --example corpus -- 20000 >"$PAYLINT_SCHEMAS/random.ndjson"

cd bindings-python
if [ -z "$RELEASE" ]; then
    say "the wheel and the source distribution"
    cp ../LICENSE-* .
    quietly "$venv/bin/maturin" build --release --interpreter "$venv/bin/python" --out "$work"
    quietly "$venv/bin/maturin" sdist --out "$work"
fi
wheel=("${RELEASE:-$work}"/paylint-*-abi3-*.whl)
"$venv/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"

say "format, lint and types"
"$venv/bin/ruff" format -q --check python tests
"$venv/bin/ruff" check -q python tests
others=(../benches/python ../examples/traffic ../tests/scale ../xtask/scripts)
"$venv/bin/ruff" format -q --check --line-length 120 "${others[@]}"
"$venv/bin/ruff" check -q --select B,E4,E7,E9,F,SIM,UP "${others[@]}"
export MYPY_CACHE_DIR=$target/mypy
# What libraries declare differs by version of Python: the oldest that is supported.
"$venv/bin/mypy" --no-error-summary --python-version 3.11 python tests
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
bin=$(empty sdist)
# Not optimised, because this is about whether it holds all that it needs. In a new target folder: the files of a
# source distribution have the same old date in each, so that cargo would take what it built of another for new.
CARGO_TARGET_DIR=$work/sdist/target MATURIN_PEP517_ARGS="--profile dev" \
    "$bin/pip" install -q --disable-pip-version-check "${RELEASE:-$work}/paylint-$version.tar.gz"
"$bin/python" -I tests/smoke.py

say "data engines: what docs/data.md and docs/calibration.md show, and Spark"
"$engines/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"
# With an example, the features are those of the tests, and nothing is compiled again.
(cd "$root" && cargo build -q --bin paylint --example expected)
export PAYLINT=$target/debug/paylint
"$engines/bin/python" -m pytest -q -p no:cacheprovider "$root/tests/scale"
(cd "$root" && cargo test -q --test calibrate -- --ignored)

echo "Python: all passed"
