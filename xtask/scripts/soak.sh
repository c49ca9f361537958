# shellcheck shell=bash
# What the long tests and the benchmarks share. Each script begins with `. xtask/scripts/soak.sh`, in the project's folder.
# SOAK_FOLDER (else target/soak) keeps logs and findings.
say() { printf '\n== %s\n' "$*" >&2; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }
# The last line: what `cargo xtask soak all` writes down.
result() { echo "result: $*"; }

# Relative ones are of the project's folder.
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
SOAK_FOLDER=$(realpath -m "${SOAK_FOLDER:-$CARGO_TARGET_DIR/soak}")
export CARGO_TARGET_DIR SOAK_FOLDER
mkdir -p "$CARGO_TARGET_DIR" "$SOAK_FOLDER"

# Builds the Python package as a release does, and installs it into a virtual environment.
install_wheel() { # venv
    local builder wheels=$SOAK_FOLDER/wheels
    builder=$(bash xtask/scripts/python-venv.sh)
    rm -rf "$wheels"
    (cd bindings-python && "$builder/bin/maturin" build -q --release -i "$builder/bin/python" \
        --out "$wheels")
    "$1/bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
}

# Compiles a C program of the tests against the installed library: source, executable.
c_program() {
    local prefix=$SOAK_FOLDER/prefix
    { make -s -C bindings-c && make -s -C bindings-c install PREFIX="$prefix"; } \
        >"$SOAK_FOLDER/make.log" 2>&1 || { cat "$SOAK_FOLDER/make.log" >&2; return 1; }
    gcc -std=c99 -O2 -I"$prefix/include" "$1" -o "$2" -L"$prefix/lib" -lpaylint \
        -Wl,-rpath,"$prefix/lib"
}
