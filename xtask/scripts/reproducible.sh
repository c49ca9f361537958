#!/usr/bin/env bash
# Two builds of a release, each in a folder and a home of its own, give the same bytes: no file names a path of this machine.
#
#   cargo xtask long reproducible
#   xtask/scripts/reproducible.sh PART…    only some parts of release.sh
. "$(dirname "$0")/common.sh"

need cc:gcc make:make dpkg-deb:dpkg
# Not in /tmp, which may be memory: these are gigabytes.
work=$(mktemp -d -p "$target")
trap 'rm -rf "$work"' EXIT
# The tools are built once: they aren't part of the product.
venv=$(bash xtask/scripts/python-venv.sh)
zig=$(bash xtask/scripts/python-venv.sh zig 'cargo-zigbuild>=0.20' ziglang)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
unset CARGO_TARGET_DIR
folders=("$work/one" "$work/another folder/with a longer name")
for folder in "${folders[@]}"; do
    bash xtask/scripts/copy.sh "$folder"
    mkdir "$folder/target"
    ln -s "$venv" "$folder/target/python"
    ln -s "$zig" "$folder/target/zig"
    ln -s "$HOME" "$folder.home"
    ln -s "${CARGO_HOME:-$HOME/.cargo}" "$folder.cargo"
    echo "== a release, built in ${folder#"$work/"}"
    HOME=$folder.home CARGO_HOME=$folder.cargo bash "$folder/xtask/scripts/release.sh" "$@"
done
diff -r "${folders[@]/%//target/release-files}" || fail "the two releases differ"
echo "result: a release built twice, in two folders and homes: $(find "$folder/target/release-files" -type f | wc -l) files with the same bytes"
