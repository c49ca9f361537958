#!/usr/bin/env bash
# Prints the folder of a Go that bindings-go takes: that of PATH, or else of one that it installs from PyPI, since Debian's is
# too old.
set -euo pipefail
cd "$(dirname "$0")/../.."
oldest=$(sed -n 's/^go //p' bindings-go/go.mod)
version=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null | sed 's/^go//' || :)
if [ -n "$version" ] && [ "$(printf '%s\n' "$oldest" "$version" | sort -V | head -n 1)" = "$oldest" ]; then
    go=go
else
    go=$(bash xtask/scripts/python-venv.sh go xtask/scripts/go.txt)/bin/go
fi
# There gofmt is, too.
echo "$(GOTOOLCHAIN=local "$go" env GOROOT)/bin"
