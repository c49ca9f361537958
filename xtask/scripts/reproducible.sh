#!/usr/bin/env bash
# Two builds in two folders produce the same libpaylint.so and paylint.wasm, byte for byte, and neither
# has a path of this machine in it.
#
#   cargo xtask soak reproducible
set -euo pipefail
cd "$(dirname "$0")/../.."

set -- so wasm
sh xtask/scripts/apt.sh cc:gcc make:make strings:binutils
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CARGO_TARGET_DIR
folders=("$work/one" "$work/another folder/with a longer name")

build() { # what
    case "$1" in
        so) make -s -C bindings-c all ;;
        wasm)
            # The tool that writes the glue is built once: it isn't part of the product.
            mkdir -p target "$work/glue"
            ln -sfn "$work/glue" target/glue
            bindings-wasm/build.sh
            ;;
    esac
}

for folder in "${folders[@]}"; do
    bash xtask/scripts/copy.sh "$folder"
    for what in "$@"; do (cd "$folder" && build "$what"); done
done
for what in "$@"; do
    case "$what" in
        so) files=(target/release/libpaylint.so) ;;
        wasm) files=(bindings-wasm/pkg/{paylint,what-if}.wasm bindings-wasm/pkg/index.js) ;;
    esac
    for file in "${files[@]}"; do
        cmp "${folders[0]}/$file" "${folders[1]}/$file"
        if strings "${folders[0]}/$file" | grep -F -e "$work" -e "$HOME/" -e "$PWD"; then
            echo "xtask/scripts/reproducible.sh: $file names a path of this machine" >&2
            exit 1
        fi
        echo "the same: $file, $(sha256sum <"${folders[0]}/$file" | cut -c1-16)"
    done
done
echo "result: two builds in two folders give the same libpaylint.so and npm package, and name no path"
