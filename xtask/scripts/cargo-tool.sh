#!/bin/sh
# Installs a program of crates.io if it is missing: `sh xtask/scripts/cargo-tool.sh NAME VERSION [OPTIONS…]`.
set -eu
command -v "$1" >/dev/null 2>&1 && exit 0
echo "installing $1 $2" >&2
program=$1@$2
shift 2
cargo install --quiet --locked "$program" "$@"
