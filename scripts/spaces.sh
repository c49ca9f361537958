#!/usr/bin/env bash
# Builds and tests in a folder that has a space in its name, as a user's may have: ./test c, with
# `make install`, and the npm package, which is then loaded.
#
#   scripts/spaces.sh
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/glue" "$target/wasm-sysroot"
target=$(cd "$target" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder="$work/a folder"
bash scripts/copy.sh "$folder"
unset CARGO_TARGET_DIR
# The tool that writes the glue, and the standard library, are no part of what is tested.
mkdir "$folder/target"
ln -s "$target/glue" "$target/wasm-sysroot" "$folder/target"

cd "$folder"
./test c
bindings-wasm/build.sh
cd bindings-wasm/pkg
node --input-type=module --eval "
    import { Engine } from './node.js';
    const { verdict } = new Engine().check('order', '{}');
    if (verdict !== 'reject') throw new Error(verdict);"
echo "all of it works in '$folder'"
