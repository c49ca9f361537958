#!/usr/bin/env bash
# Builds the Java packages, paylint and paylint-spring, and installs them into your local Maven repository, for projects that
# name them as dependencies.
# Needs what bindings-c/build-wasm.sh needs, a JDK for Java 17 or later, and Maven.
#
#   bindings-java/build.sh [ARGUMENT OF MAVEN…]      by default: -Dmaven.test.skip install
set -euo pipefail
cd "$(dirname "$0")/.."
# A relative one is relative to the project's folder.
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
CARGO_TARGET_DIR=$target bindings-c/build-wasm.sh
mkdir -p "$target/java"
cp "$target/release/libpaylint.wasm" "$target/java"
[ $# -gt 0 ] || set -- -Dmaven.test.skip install
for package in bindings-java bindings-java/spring; do
    mvn --file "$package" --batch-mode --no-transfer-progress --quiet -Dpaylint.target="$target/java" \
        ${SOURCE_DATE_EPOCH:+"-Dproject.build.outputTimestamp=$SOURCE_DATE_EPOCH"} "$@"
done
