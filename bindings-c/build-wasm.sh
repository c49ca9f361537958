#!/bin/sh
# Builds libpaylint for WebAssembly into target/release/libpaylint.wasm.
#
#   bindings-c/build-wasm.sh
#
# WASM_TOOLCHAIN=rustup|prebuilt|debian selects a toolchain (xtask/scripts/wasm-toolchain.sh).
set -eu
cd "$(dirname "$0")/.."
. xtask/scripts/wasm-toolchain.sh
target=${CARGO_TARGET_DIR:-$PWD/target}
# Overrides a target folder from cargo's configuration.
export CARGO_TARGET_DIR="$target"
say() { echo "build-wasm.sh: $*" >&2; }

wasm_toolchain
say "compiling to WebAssembly ($WASM_MODE)"
# A small stack, since nothing here recurses deeply: each instance has its own. Without SIMD, which not
# every runtime has.
# shellcheck disable=SC2046
CARGO_PROFILE_DIST_STRIP=symbols \
    CARGO_ENCODED_RUSTFLAGS="$(sh xtask/scripts/rustflags.sh -Clink-arg=-zstack-size=131072 $(wasm_size_flags))" \
    wasm_cargo rustc -q -p paylint-c --lib --crate-type cdylib --profile dist --target "$WASM_TARGET"
mkdir -p "$target/release"
# Atomically, because another part of the tests may be reading it.
cp "$(wasm_target_dir)/$WASM_TARGET/dist/paylint.wasm" "$target/release/libpaylint.wasm.$$"
mv "$target/release/libpaylint.wasm.$$" "$target/release/libpaylint.wasm"
say "$target/release/libpaylint.wasm: $(wc -c <"$target/release/libpaylint.wasm") bytes," \
    "$(gzip -9c "$target/release/libpaylint.wasm" | wc -c) with gzip"
