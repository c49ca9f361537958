#!/usr/bin/env bash
# Measures how long a check takes in Java, and in C beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(mkdir -p "${CARGO_TARGET_DIR:-../target}" && cd "${CARGO_TARGET_DIR:-../target}" && pwd)
repository=$target/java/repository

./build.sh --wasm install -Dmaven.repo.local="$repository"
# What both need, and each library's own.
jars=$(find "$repository" -name 'paylint-api-*.jar' -o -name 'jackson-core-*.jar' -o -path '*chicory*' -name 'runtime-*.jar' \
    -o -path '*chicory*' -name 'wasm-[0-9]*.jar' | paste -sd:)
native=$(find "$repository" -name 'paylint-[0-9]*.jar')
wasm=$(find "$repository" -name 'paylint-wasm-*.jar')
cc -O2 -I../bindings-c/include bench/bench.c -o "$target/java/bench" "$target/release/libpaylint.a" \
    -lgcc_s -lutil -lrt -lpthread -lm -ldl
given=(../examples/facts.json ../examples/order-good.json ../examples/order.json)
java() { "$(sh jdk.sh)/bin/java" --enable-native-access=ALL-UNNAMED "$@"; }
"$target/java/bench" "${given[@]}"
java -cp "$jars:$native" bench/Bench.java Java 100000 "${given[@]}"
java -cp "$jars:$wasm" bench/Bench.java wasm 5000 "${given[@]}"
