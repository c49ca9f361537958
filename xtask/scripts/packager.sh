#!/bin/sh
# Fails, with a message, if cargo can't package crates of which one depends on another.
set -eu
oldest=1.90
version=$(cargo --version | cut -d ' ' -f 2)
if [ "$(printf '%s\n' "$oldest" "$version" | sort -V | head -n 1)" != "$oldest" ]; then
    echo "packaging several crates at once needs cargo $oldest or later: this is $version" >&2
    exit 1
fi
