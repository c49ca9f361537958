#!/usr/bin/env bash
# Measures how long a check takes in Java, and in C beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-../target}")
repository=$target/java/repository

./build.sh install -Dmaven.repo.local="$repository"
jars=$(find "$repository" -name 'paylint-*.jar' -o -name 'jackson-core-*.jar' | paste -sd:)
cc -O2 -I../bindings-c/include bench/bench.c -o "$target/java/bench" "$target/release/libpaylint.a" \
    -lgcc_s -lutil -lrt -lpthread -lm -ldl
given=(../examples/facts.json ../examples/order-good.json ../examples/order.json)
"$target/java/bench" "${given[@]}"
"$(sh jdk.sh)/bin/java" --enable-native-access=ALL-UNNAMED -cp "$jars" bench/Bench.java "${given[@]}"
