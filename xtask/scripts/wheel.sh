#!/usr/bin/env bash
# Builds the Python package as a release does, and installs it into a virtual environment:
# `bash xtask/scripts/wheel.sh VENV`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/common.sh

builder=$(bash xtask/scripts/python-venv.sh)
wheels=$LONG/wheels
rm -rf "$wheels"
(cd bindings-python &&
    "$builder/bin/maturin" build -q --profile dist -i "$builder/bin/python" --out "$wheels")
"$1/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
