#!/usr/bin/env bash
# Looks through the machine code behind the engine's entry points for what can panic, recurse, or
# use much stack; fails if there is more than xtask/scripts/panics.txt lists with its reason.
#
#   cargo xtask soak panics
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "xtask/scripts/panics.sh: reads the machine code of x86-64 Linux only; nothing is checked here"
    exit 0
fi
sh xtask/scripts/apt.sh cc:gcc objdump:binutils python3:python3
cargo build -q --profile panics -p paylint-panics
python3 xtask/scripts/panics.py "${CARGO_TARGET_DIR:-target}/panics/libpaylint_panics.so"
