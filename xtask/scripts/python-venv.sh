#!/usr/bin/env bash
# Makes a virtual environment with what pip is told to install, and prints its folder: without arguments the one in
# which the Python package is built and tested. Quick the second time. Installs what it needs from Debian
# and PyPI.
#
#   venv=$(bash xtask/scripts/python-venv.sh [NAME REQUIREMENT…|NAME -r FILE])
#
# PYTHON names another interpreter than `python3`; it must be 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Tests are skipped by this code.
fail() { echo "python-venv.sh: $*" >&2; exit 77; }

sh xtask/scripts/apt.sh cc:gcc "${PYTHON:-python3}:python3" >&2
python=$(command -v "${PYTHON:-python3}")
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "the package needs Python 3.11 or later, and $python is $version: set PYTHON to a later one"
# Debian has the module that installs pip in a package of its own.
library=$("$python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
sh xtask/scripts/apt.sh "$library/ensurepip:python3-venv" >&2

target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
[ $# -gt 0 ] || set -- python -r bindings-python/tests/requirements.txt
venv=$target/$1
shift
requirements=$*
[ "$1" != -r ] || requirements=$(grep -v '^#' "$2")
stamp=$venv/requirements.$version
if [ "$requirements" != "$(cat "$stamp" 2>/dev/null)" ]; then
    rm -rf "$venv"
    mkdir -p "$target"
    "$python" -m venv "$venv" >&2
    echo "installing with pip: ${requirements//$'\n'/ }" >&2
    "$venv/bin/pip" install -q --disable-pip-version-check "$@" >&2 || fail "pip can't install these, for the reason above: $*"
    echo "$requirements" >"$stamp"
fi
echo "$venv"
