# shellcheck shell=bash
# What the long tests and the benchmarks share: `. xtask/scripts/common.sh`, in the project's folder.
say() { printf '\n== %s\n' "$*" >&2; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }

CARGO_TARGET_DIR=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
# What they write: logs, and what they compare.
LONG=$CARGO_TARGET_DIR/long
mkdir -p "$LONG"

# Compiles a C program of the tests against the installed library.
c_program() { # source, executable
    local prefix=$LONG/prefix
    { make -s -C bindings-c PROFILE=dist && make -s -C bindings-c install PROFILE=dist PREFIX="$prefix"; } \
        >"$LONG/make.log" 2>&1 || { cat "$LONG/make.log" >&2; return 1; }
    gcc -std=c99 -O2 -I"$prefix/include" "$1" -o "$2" -L"$prefix/lib" -lpaylint \
        -Wl,-rpath,"$prefix/lib"
}

# Prints a report of each case by the Java package, which is built and installed for this project alone.
java_reports() { # cases
    local repository=$CARGO_TARGET_DIR/java/repository jars
    sh xtask/scripts/apt.sh javac:default-jdk-headless mvn:maven || return
    bindings-java/build.sh -Dmaven.test.skip install -Dmaven.repo.local="$repository" >&2 || return
    jars=$(find "$repository"/{io/github/paylint,com/dylibso/chicory/{runtime,wasm}} \
        "$repository/com/fasterxml/jackson/core/jackson-core" -name '*.jar' | paste -sd:)
    java -cp "$jars" bindings-java/Reports.java "$1"
}

# Prints a report of each case by the Go module.
go_reports() { # cases
    bindings-c/build-wasm.sh >&2 || return
    cp "$CARGO_TARGET_DIR/release/libpaylint.wasm" bindings-go/
    (PATH=$(bash xtask/scripts/go.sh):$PATH && cd bindings-go && go run ./internal/reports "$1")
}
