#!/usr/bin/env bash
# Runs the tests, or some parts of them, in a copy of the project whose folder has a space in its name,
# as a user's may have. Nothing is built there yet.
#
#   cargo xtask test --in-copy [PART…]
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/glue"
target=$(cd "$target" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash xtask/scripts/copy.sh "$work/a folder"
unset CARGO_TARGET_DIR
# The tool that writes the glue is built once: it isn't part of the product.
mkdir "$work/a folder/target"
ln -s "$target/glue" "$work/a folder/target/glue"
cd "$work/a folder"
cargo xtask test "$@"
