#!/usr/bin/env bash
# Builds the Java packages and installs them into your local Maven repository, for projects that name them as
# dependencies. Needs Rust, make, Maven, and a JDK for Java 22 or later.
#
#   bindings-java/build.sh [--wasm] [ARGUMENT OF MAVEN…]      by default: install
#
# --wasm also builds paylint-wasm, which needs what bindings-c/build-wasm.sh needs.
set -euo pipefail
cd "$(dirname "$0")/.."
# A relative one is of the project's folder.
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target
cd bindings-java

JAVA_HOME=$(sh jdk.sh)
export JAVA_HOME
# A release has built the library already.
[ -n "${BUILT:-}" ] || make -s -C ../bindings-c
case $(uname -s) in
Darwin) file=libpaylint.dylib platform=macos-$(uname -m | sed 's/arm64/aarch64/') ;;
*) file=libpaylint.so platform=linux-$(uname -m) ;;
esac
rm -rf "$target/java/libraries"
mkdir -p "$target/java/libraries/$platform"
cp "${BUILT:-$target/release}/$file" "$target/java/libraries/$platform"

if [ "${1:-}" = --wasm ]; then
    shift
    ../bindings-c/build-wasm.sh
    cp "$target/release/libpaylint.wasm" "$target/java"
    set -- -Pwasm "${@:-install}"
fi
[ $# -gt 0 ] || set -- install
exec mvn --batch-mode --no-transfer-progress --quiet -Dpaylint.target="$target/java" \
    ${SOURCE_DATE_EPOCH:+"-Dproject.build.outputTimestamp=$SOURCE_DATE_EPOCH"} "$@"
