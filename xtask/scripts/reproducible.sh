#!/usr/bin/env bash
# Two builds of a release in two folders give the same bytes, and no file names a path of this machine.
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
zig=$(bash xtask/scripts/python-venv.sh zig xtask/scripts/zig.txt)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
unset CARGO_TARGET_DIR
folders=("$work/one" "$work/another folder/with a longer name")
for folder in "${folders[@]}"; do
    bash xtask/scripts/copy.sh "$folder"
    mkdir "$folder/target"
    ln -s "$venv" "$folder/target/python"
    ln -s "$zig" "$folder/target/zig"
    echo "== a release, built in ${folder#"$work/"}"
    bash "$folder/xtask/scripts/release.sh" "$@"
done
files=("${folders[@]/%//target/release-files}")

# Unpacks what is packed, so that it can be looked through.
unpack() { # file, folder
    mkdir -p "$2"
    case "$1" in
        *.tar.gz | *.tgz | *.crate | *.gem) tar -C "$2" -xf "$1" ;;
        *.whl | *.nupkg) "$venv/bin/python" -m zipfile -e "$1" "$2" ;;
        *.deb) dpkg-deb -R "$1" "$2" ;;
        *) cp "$1" "$2" ;;
    esac
    # In the folder of the Java packages.
    find "$2" -name '*.jar' -exec "$venv/bin/python" -m zipfile -e {} {}.unpacked \;
}

[ "$(ls "${files[0]}")" = "$(ls "${files[1]}")" ] || fail "the two releases have other files"
same=0
faults=0
for file in "${files[0]}"/*; do
    name=${file##*/}
    # They follow from the others.
    [ "$name" != SHA256SUMS ] || continue
    unpack "$file" "$work/unpacked/$name"
    if grep -rlF -e "$work" -e "$HOME/" -e "$PWD" "$work/unpacked/$name"; then
        echo "NAMES A PATH of this machine: $name"
        faults=$((faults + 1))
    fi
    if cmp -s "$file" "${files[1]}/$name"; then
        echo "the same: $name, $(sha256sum <"$file" | cut -c1-16)"
        same=$((same + 1))
    else
        echo "DIFFERS:  $name"
        unpack "${files[1]}/$name" "$work/unpacked/other $name"
        diff -rq "$work/unpacked/$name" "$work/unpacked/other $name" || true
        faults=$((faults + 1))
    fi
done
[ "$faults" -eq 0 ] || fail "$faults files are not as they should be"
echo "result: a release built twice in two folders: $same files with the same bytes; none names a path of the machine"
