# shellcheck shell=bash
# What the long tests and the benchmarks share: `. xtask/scripts/common.sh`, in the project's folder.
say() { printf '\n== %s\n' "$*" >&2; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }

CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR
# What they write: logs, and what they compare.
LONG=$CARGO_TARGET_DIR/long
mkdir -p "$LONG"

# Compiles a C program of the tests against the installed library.
c_program() { # source, executable
    local prefix=$LONG/prefix
    { make -s -C bindings-c && make -s -C bindings-c install PREFIX="$prefix"; } \
        >"$LONG/make.log" 2>&1 || { cat "$LONG/make.log" >&2; return 1; }
    gcc -std=c99 -O2 -I"$prefix/include" "$1" -o "$2" -L"$prefix/lib" -lpaylint \
        -Wl,-rpath,"$prefix/lib"
}
