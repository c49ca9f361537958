#!/bin/sh
# Builds the npm package into bindings-wasm/pkg/.
#
#   bindings-wasm/build.sh
#
# WASM_TOOLCHAIN=rustup|prebuilt|debian forces one way to compile (xtask/scripts/wasm-toolchain.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
cd "$root"
. xtask/scripts/wasm-toolchain.sh
target=${CARGO_TARGET_DIR:-$root/target}
# Also where cargo is configured to build elsewhere.
export CARGO_TARGET_DIR="$target"
say() { echo "build.sh: $*" >&2; }

# What else would be missed only after minutes of compiling.
sh xtask/scripts/node.sh
wasm_toolchain
say "compiling to WebAssembly ($WASM_MODE)"
# Without this machine's paths: the same bytes wherever it is built (xtask/scripts/reproducible.sh).
# Not stripped: the glue's generator and wasm-opt read the section of target features. What is
# called for every body is made fast, everything else small; and less is inlined than elsewhere,
# which costs a few hundredths of a check's time and saves 5 % of the module. A loop stays one loop
# with one test and one counter: it is unrolled if it has eight rounds at most, and never turned
# round, parted, or made of vectors but where it is written so. Texts are short, and it saves 5 %. A
# small stack makes for small addresses: nothing here goes deep.
# No flag may take a target feature away: a standard library that was built beforehand has them all,
# and the glue's generator refuses a module of two kinds.
set -- -C target-feature=+simd128 -C link-arg=-zstack-size=131072 \
    -C llvm-args=-inline-threshold=50 -C llvm-args=-inlinehint-threshold=80 \
    -C llvm-args=-unroll-full-max-count=8 -C llvm-args=-unroll-runtime=false \
    -C llvm-args=-unroll-allow-partial=false -C llvm-args=-rotation-max-header-size=0 \
    -C llvm-args=-unswitch-threshold=0 -C llvm-args=-disable-lsr \
    -C no-vectorize-loops -C no-vectorize-slp
# shellcheck disable=SC2046
CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_OPT_LEVEL=3 \
    CARGO_ENCODED_RUSTFLAGS="$(sh xtask/scripts/rustflags.sh "$@" $(wasm_size_flags))" \
    wasm_cargo build -q -p paylint-wasm --lib --release --target "$WASM_TARGET" \
    --config 'profile.release.package."*".opt-level="s"' \
    --config 'profile.release.package.wide.opt-level=3' \
    --config 'profile.release.package.smallvec.opt-level=3' \
    --config 'profile.release.package.paylint-wasm.opt-level="s"'
module=$(wasm_target_dir)/$WASM_TARGET/release/paylint_wasm.wasm

say "generating types and prose"
generated=$here/js/generated
CARGO_PROFILE_DEV_DEBUG=0 cargo run -q -p paylint-wasm --example generate -- "$generated"

say "generating the glue"
CARGO_TARGET_DIR="$target/glue" \
    cargo build -q --release --locked --manifest-path "$here/build-tool/Cargo.toml"
"$target/glue/release/paylint-wasm-glue" "$module" "$generated/glue"

cd "$here"
if ! cmp -s package-lock.json node_modules/.paylint-lock; then
    say "installing npm packages"
    npm ci --no-audit --no-fund --loglevel=error >&2
    cp package-lock.json node_modules/.paylint-lock
fi
say "optimising"
rm -rf pkg
mkdir -p pkg
# Nothing but the end of the stack is near the address 0. Zeros are left in the data: gzip takes them
# for less than what would tell where they are.
node_modules/.bin/wasm-opt -Oz --converge --low-memory-unused --skip-pass=memory-packing \
    "$generated/glue/paylint_bg.wasm" -o pkg/paylint.wasm
cp pkg/paylint.wasm "$generated/paylint.wasm"

say "bundling"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
node bundle.mjs "$version"
# For bench.mjs, which says how large the module is.
case $WASM_MODE in
    debian) echo 'its standard library built along with it' ;;
    *) echo 'a prebuilt standard library, such as that of rustup' ;;
esac >"$generated/built-with.txt"
# The tests and the demo use the package as others do.
ln -sfn ../pkg node_modules/paylint
gzipped=$(gzip -9c pkg/paylint.wasm | wc -c)
say "pkg/paylint.wasm: $(wc -c <pkg/paylint.wasm) bytes, $gzipped with gzip"
