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
# Cargo would take the members, too, with the paths of this folder compiled in: they are left out. Of
# programs the names don't tell whose they are, and dependencies have none.
for part in deps build .fingerprint; do
    mkdir -p "$copy/target/debug/$part"
    [ ! -d "$target/debug/$part" ] || cp -al "$target/debug/$part/." "$copy/target/debug/$part"
done
find "$copy/target/debug/deps" -type f ! -name 'lib*' -delete
rm -rf "$copy/target/debug"/{build,.fingerprint}/{paylint,xtask}* \
    "$copy/target/debug/deps"/lib{paylint,_paylint,xtask}*
# The tool that writes the glue is built once: it isn't part of the product.
ln -s "$target/glue" "$copy/target/glue"
(cd "$copy" && cargo xtask test "$@")
# What has a path compiled in has that of the copy.
if grep -rlF -e "$PWD/tests" -e "$PWD/xtask" "$copy/target/debug"; then
    echo "spaces.sh: these are of $PWD, not of the copy" >&2
    exit 1
fi
