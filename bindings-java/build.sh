#!/usr/bin/env bash
# Builds the Java packages and installs them into your local Maven repository, for projects that name them as
# dependencies. Needs Rust, make, Maven, and a JDK for Java 22 or later.
#
#   bindings-java/build.sh [ARGUMENT OF MAVEN…]      by default: install
set -euo pipefail
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-../target}")

JAVA_HOME=$(sh jdk.sh)
export JAVA_HOME
make -s -C ../bindings-c TARGET="$target"
case $(uname -s) in
Darwin) file=libpaylint.dylib platform=macos-$(uname -m | sed 's/arm64/aarch64/') ;;
*) file=libpaylint.so platform=linux-$(uname -m) ;;
esac
rm -rf "$target/java/libraries"
mkdir -p "$target/java/libraries/$platform"
cp "$target/release/$file" "$target/java/libraries/$platform"

[ $# -gt 0 ] || set -- install
exec mvn --batch-mode --no-transfer-progress --quiet -Dpaylint.target="$target/java" \
    -Dproject.build.outputTimestamp="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" "$@"
