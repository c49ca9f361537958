# shellcheck shell=bash
# What the scripts share: `. "$(dirname "$0")/common.sh"`. Goes to the project's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
CARGO_TARGET_DIR=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
target=$CARGO_TARGET_DIR
# What long tests and benchmarks write: logs, and what they compare.
LONG=$target/long
mkdir -p "$LONG"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# The folder of a release's files: `cargo xtask release` tests these instead of what the tree builds.
RELEASE=${RELEASE:-}

say() { printf '  - %s\n' "$*" >&2; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }
# Runs a command whose output is shown only if it fails.
quietly() { "$@" >"$LONG/quiet.$$" 2>&1 || { cat "$LONG/quiet.$$" >&2; fail "failed: $*"; }; }
# Installs the Debian packages of missing commands: `need command:package …`.
need() { sh "$root/xtask/scripts/apt.sh" "$@"; }

# Prints the names of the crates that are published.
published() {
    cargo metadata --no-deps --format-version 1 |
        python3 -c 'import json, sys
for it in json.load(sys.stdin)["packages"]:
    if it["publish"] is None: print(it["name"])'
}

# Makes an empty folder to work in: $work.
fresh() { # name
    work=$target/$1
    rm -rf "$work"
    mkdir -p "$work"
}

# Writes what is expected of every case and every history, unless an earlier run has: $PAYLINT_CASES.
expected() {
    if [ -z "${PAYLINT_CASES:-}" ]; then
        (cd "$root" && cargo run -q --example expected) >"$work/expected-cases.tsv"
        export PAYLINT_CASES=$work/expected-cases.tsv
    fi
}

# Prints the first fenced block of a page in a language.
fence() { # language, page
    awk -v open="\`\`\`$1" '
        /^```/ && shown { exit }
        shown { print }
        $0 == open { shown = 1 }' "$2"
}

# Builds the Python package as a release does, and installs it into a virtual environment.
wheel() { # environment
    local builder wheels=$LONG/wheels
    builder=$(bash xtask/scripts/python-venv.sh)
    rm -rf "$wheels"
    (cd bindings-python && "$builder/bin/maturin" build -q --profile dist -i "$builder/bin/python" --out "$wheels")
    "$1/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
}
