#!/bin/sh
# Fails, with a message, if there is no Node that can build and test the package.
set -eu
oldest=20.19 # Vite's
version=$(node --version 2>/dev/null || :)
if [ "$(printf '%s\n' "v$oldest" "$version" | sort -V | head -n 1)" != "v$oldest" ]; then
    echo "the npm package needs Node $oldest or later: ${version:-there is none}" >&2
    exit 1
elif ! command -v npm >/dev/null 2>&1; then
    echo "the npm package needs npm, which comes with Node: there is none" >&2
    exit 1
fi
