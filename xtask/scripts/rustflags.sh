#!/bin/sh
# Prints flags for CARGO_ENCODED_RUSTFLAGS: those passed, and those that keep this machine's paths
# out of what is built, since the messages of panics in crates would name the builder's home.
# RUSTFLAGS would split a path that has a space.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
set -- "$@" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/crates" \
    "--remap-path-prefix=$root=/paylint"
flags=$1
shift
for flag in "$@"; do flags=$flags$(printf '\037')$flag; done
printf %s "$flags"
