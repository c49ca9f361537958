#!/usr/bin/env bash
# Builds what a release publishes, into target/release-files: the crate's package, the npm tarball,
# the Python wheel and source distribution, an archive of libpaylint with its headers, the command,
# and their checksums. Publishes nothing.
#
#   cargo xtask release
set -euo pipefail
cd "$(dirname "$0")/../.."

sh xtask/scripts/apt.sh cc:gcc make:make
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target
files=$target/release-files
rm -rf "$files"
mkdir -p "$files"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')

cargo package -q -p paylint
cp "$target/package/paylint-$version.crate" "$files"

bindings-wasm/build.sh
npm pack --silent --pack-destination "$files" ./bindings-wasm/pkg >/dev/null

# Zig's linker is told for which C library it links: the wheel runs on any Linux since 2014.
venv=$(bash xtask/scripts/python-venv.sh)
"$venv/bin/pip" install -q --disable-pip-version-check ziglang
(
    cd bindings-python
    export PATH=$venv/bin:$PATH
    maturin build -q --release --zig --compatibility manylinux2014 --out "$files"
    maturin sdist -q --out "$files"
)

make -s -C bindings-c install PREFIX=/usr/local DESTDIR="$target/release-libpaylint"
tar -C "$target/release-libpaylint" --owner=0 --group=0 --sort=name \
    -czf "$files/libpaylint-$version-$host.tar.gz" usr
rm -r "$target/release-libpaylint"

cargo build -q --release -p paylint-cli
tar -C "$target/release" --owner=0 --group=0 -czf "$files/paylint-$version-$host.tar.gz" paylint

cd "$files"
sha256sum -- * | tee SHA256SUMS
