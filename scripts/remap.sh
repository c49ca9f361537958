#!/bin/sh
# Prints the compiler's flags that keep this machine's paths out of what is built: the texts of
# panics in crates would name the builder's home.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
echo "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/crates" \
    "--remap-path-prefix=$root=/paylint"
