# shellcheck shell=bash
# What the long tests share. Each script begins with `. xtask/scripts/soak.sh`, in the project's folder.
# SOAK_FOLDER (else target/soak) keeps logs and findings.
say() { printf '\n== %s\n' "$*" >&2; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
mkdir -p "$CARGO_TARGET_DIR"
CARGO_TARGET_DIR=$(cd "$CARGO_TARGET_DIR" && pwd)
export SOAK_FOLDER=${SOAK_FOLDER:-$CARGO_TARGET_DIR/soak}
mkdir -p "$SOAK_FOLDER"

# Compiles a C program of the tests against the installed library: source, executable.
c_program() {
    local prefix=$SOAK_FOLDER/prefix
    make -s -C bindings-c install PREFIX="$prefix" >"$SOAK_FOLDER/make.log" 2>&1 ||
        { cat "$SOAK_FOLDER/make.log" >&2; return 1; }
    gcc -std=c99 -O2 -I"$prefix/include" "$1" -o "$2" -L"$prefix/lib" -lpaylint \
        -Wl,-rpath,"$prefix/lib"
}
