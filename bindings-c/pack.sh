#!/bin/sh
# Packs the wrappers for C# and Ruby with libpaylint into DIRECTORY: Paylint.VERSION.nupkg, for .NET on Linux and Mono, and
# paylint-VERSION-PLATFORM.gem. Needs mcs (Debian's mono-mcs), python3 and gem (ruby).
#
#   bindings-c/pack.sh DIRECTORY [LIBRARY]      by default it builds libpaylint.so
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$PWD
library=${2:-${CARGO_TARGET_DIR:-$root/target}/release/libpaylint.so}
[ $# -gt 1 ] || make -s -C bindings-c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

architecture=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
native=$work/nupkg/runtimes/linux-$architecture/native
mkdir -p "$native" "$work/nupkg/lib/netstandard2.0" "$work/nupkg/_rels"
cp "$library" "$native/libpaylint.so.0"
cp bindings-csharp/Paylint.nuspec LICENSE-* "$work/nupkg"
mcs -warnaserror -deterministic -target:library -out:"$work/nupkg/lib/netstandard2.0/Paylint.dll" bindings-csharp/Paylint.cs
# The files that make a zip a NuGet package.
cat >"$work/nupkg/[Content_Types].xml" <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" /><Default Extension="nuspec" ContentType="application/octet" /><Default Extension="dll" ContentType="application/octet" /><Default Extension="0" ContentType="application/octet" /><Override PartName="/LICENSE-MIT" ContentType="text/plain" /><Override PartName="/LICENSE-APACHE" ContentType="text/plain" /></Types>
XML
cat >"$work/nupkg/_rels/.rels" <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Paylint.nuspec" Id="manifest" /></Relationships>
XML
version=$(sed -n 's|.*<version>\(.*\)</version>.*|\1|p' bindings-csharp/Paylint.nuspec)
rm -f "$out/Paylint.$version.nupkg"
find "$work/nupkg" -exec touch -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" {} +
(cd "$work/nupkg" && TZ=UTC python3 -m zipfile -c "$out/Paylint.$version.nupkg" ./*)

cp -R bindings-ruby "$work/ruby"
cp LICENSE-* "$work/ruby"
cp "$library" "$work/ruby/lib/libpaylint.so.0"
(cd "$work/ruby" && gem build --quiet --strict paylint.gemspec >/dev/null && mv ./*.gem "$out")
