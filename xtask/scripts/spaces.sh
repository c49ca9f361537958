#!/usr/bin/env bash
# Runs the tests, or some parts of them, in a copy of the project whose folder has a space in its name,
# as a user's may have. Of what is built it gets only the dependencies.
#
#   cargo xtask test --in-copy [PART…]
set -euo pipefail
cd "$(dirname "$0")/../.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
mkdir -p "$target/glue"
work=$(mktemp -d -p "$target")
trap 'rm -rf "$work"' EXIT
copy="$work/a folder"
bash xtask/scripts/copy.sh "$copy"
unset CARGO_TARGET_DIR
# Cargo rebuilds what lies in another folder, which is all of the project but none of what it depends on.
mkdir -p "$copy/target/debug"
for part in deps build .fingerprint; do
    [ ! -d "$target/debug/$part" ] || cp -al "$target/debug/$part" "$copy/target/debug/$part"
done
# The tool that writes the glue is built once: it isn't part of the product.
ln -s "$target/glue" "$copy/target/glue"
cd "$copy"
cargo xtask test "$@"
