#!/bin/sh
# Builds the npm package into bindings-wasm/pkg/.
#
#   bindings-wasm/build.sh
#
# WASM_TOOLCHAIN=rustup|prebuilt|debian selects a toolchain (xtask/scripts/wasm-toolchain.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
cd "$root"
. xtask/scripts/wasm-toolchain.sh
target=${CARGO_TARGET_DIR:-$root/target}
# Overrides a target folder from cargo's configuration.
export CARGO_TARGET_DIR="$target"
say() { echo "build.sh: $*" >&2; }

# Checked first: otherwise a missing Node would only show after minutes of compiling.
PATH=$(bash xtask/scripts/tool-path.sh node)
export PATH
wasm_toolchain
say "this takes some minutes the first time, most of them in the compiler"
# - The flags remove this machine's paths, so that the build is reproducible
#   (xtask/scripts/reproducible.sh).
# - The module isn't stripped, because wasm-bindgen and wasm-opt read its target features.
# - Code that runs for every body is optimised at the level s: at 3 the module has 7 kB more with gzip, and a check takes 3 %
#   less time; at z 4 kB less, and a check 5 % more. (Not with `package."*"`, which would optimise the compilers of
#   macros, too.)
# - Inlining less than usual costs a few per cent of a check's time, and saves more than 5 % of the
#   module.
# - Unrolling only loops of up to eight rounds, without rotating, unswitching or vectorising them,
#   saves another 5 %. Texts are short, so this costs little.
# - A small stack makes small addresses. Nothing here recurses deeply.
# - No flag may remove a target feature: a prebuilt standard library has them all, and wasm-bindgen
#   rejects a module with mixed features.
set -- -C link-arg=-zstack-size=131072 \
    -C llvm-args=-unroll-full-max-count=8 -C llvm-args=-unroll-runtime=false \
    -C llvm-args=-unroll-allow-partial=false -C llvm-args=-rotation-max-header-size=0 \
    -C llvm-args=-unswitch-threshold=0 -C llvm-args=-disable-lsr \
    -C no-vectorize-loops -C no-vectorize-slp
inlining() { echo "-Cllvm-args=-inline-threshold=$1 -Cllvm-args=-inlinehint-threshold=$2"; }
flags=$(sh xtask/scripts/rustflags.sh $(inlining 32 48) "$@" $(wasm_size_flags))
vectors=$(sh xtask/scripts/rustflags.sh -C target-feature=+simd128 $(inlining 32 48) "$@" $(wasm_size_flags))

compile() {
    CARGO_PROFILE_DIST_STRIP=none wasm_cargo build -q -p paylint-wasm --profile dist --target "$WASM_TARGET" "$@"
}

# With SIMD, and the code that runs for every body at the optimisation level $1.
compile_vectors() {
    level=$1
    shift
    CARGO_PROFILE_DIST_OPT_LEVEL=s CARGO_ENCODED_RUSTFLAGS=$vectors compile \
        --config "profile.dist.package.paylint.opt-level=$level" \
        --config "profile.dist.package.wide.opt-level=$level" \
        --config "profile.dist.package.smallvec.opt-level=$level" \
        --config 'profile.dist.package.paylint-wasm.opt-level="z"' "$@"
}

generated=$here/js/generated
# Writes wasm-bindgen's module and types of what was compiled into the folder $1 just now.
bindgen() {
    cargo run -q -p paylint-wasm --example bindgen -- "$1/$WASM_TARGET/dist/paylint_wasm.wasm" "$generated/$2"
}

say "compiling the module ($WASM_MODE)"
compile_vectors '"s"'
bindgen "$(wasm_target_dir)" whole

# For size throughout: such a page loads once and checks a few orders, each of which takes a tenth longer.
say "compiling it for pages that only check"
# Inlining half as much saves almost another kB with gzip.
vectors=$(sh xtask/scripts/rustflags.sh -C target-feature=+simd128 $(inlining 16 24) "$@" $(wasm_size_flags))
compile_vectors '"z"' --no-default-features
bindgen "$(wasm_target_dir)" check

# Without SIMD, which JavaScript lacks, and all for size. In a folder of its own, since a build with other
# flags would undo the first.
plain_target=$(wasm_target_dir)/plain
say "compiling it for pages without WebAssembly"
CARGO_PROFILE_DIST_OPT_LEVEL=z CARGO_ENCODED_RUSTFLAGS=$flags compile --target-dir "$plain_target"
bindgen "$plain_target" plain

say "generating types and prose"
cargo run -q -p paylint-wasm --example generate -- "$generated"

sh xtask/scripts/npm-ci.sh
bin=$root/node_modules/.bin
cd "$here"
say "optimising"
# In a folder beside pkg, which takes its place when all is done: half a package isn't taken for one.
rm -rf pkg.new pkg.old
mkdir pkg.new
# Low memory is unused, because only the end of the stack is near address 0. Zeros stay in the data:
# gzip stores them in less space than the segments that would replace them.
# Naming what is calculated twice takes fewer instructions, but more bytes with gzip. So does inlining a
# large function that is called once. No host reads the list of features.
optimise() {
    "$bin/wasm-opt" -Oz --converge --low-memory-unused --skip-pass=memory-packing --skip-pass=local-cse \
        --strip-target-features --one-caller-inline-max-function-size="$3" "$generated/$1/paylint_bg.wasm" -o "pkg.new/$2.wasm"
}
optimise whole paylint 300
optimise check check 20

say "translating the one without SIMD to JavaScript"
features="--mvp-features --enable-bulk-memory --enable-bulk-memory-opt --enable-sign-ext --enable-mutable-globals
    --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types"
# shellcheck disable=SC2086
"$bin/wasm-opt" $features --strip-target-features --llvm-memory-copy-fill-lowering \
    --signext-lowering --llvm-nontrapping-fptoint-lowering --remove-unused-module-elements \
    "$generated/plain/paylint_bg.wasm" -o "$generated/plain.wasm"
"$bin/wasm-opt" --mvp-features --enable-mutable-globals -Oz --converge --low-memory-unused \
    --skip-pass=local-cse "$generated/plain.wasm" -o "$generated/plain.wasm"
"$bin/wasm2js" -Oz "$generated/plain.wasm" -o "$generated/plain.js"

say "bundling"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
node bundle.mjs "$version"
[ ! -e pkg ] || mv pkg pkg.old
mv pkg.new pkg
rm -rf pkg.old
for file in paylint.wasm check.wasm plain.js; do
    say "pkg/$file: $(wc -c <pkg/$file) bytes, $(gzip -9c pkg/$file | wc -c) with gzip"
done
