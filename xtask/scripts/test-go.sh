#!/usr/bin/env bash
# Builds libpaylint.wasm and tests the Go package: format, vet, all cases with the race detector, a million checks, and
# README.md's program in an empty module. Quick the second time.
#
#   cargo xtask test go
#
# Installs Go from PyPI if there is none, or one that is too old.
. "$(dirname "$0")/common.sh"
fresh go-tests

PATH=$(bash xtask/scripts/tool-path.sh go)
# Not another than this one, and with C for the race detector alone.
export PATH GOTOOLCHAIN=local GOFLAGS=
need cc:gcc

say "the module"
if [ -n "$RELEASE" ]; then
    cp "$RELEASE/libpaylint-$version.wasm" bindings-go/libpaylint.wasm
else
    bindings-c/build-wasm.sh
    cp "$target/release/libpaylint.wasm" bindings-go/
fi

expected

cd bindings-go
say "format, vet, and what go.mod lists"
[ -z "$(gofmt -l .)" ] || fail "run gofmt -w: $(gofmt -l . | xargs)"
go mod tidy -diff
go vet ./...

say "the tests, with the race detector"
CGO_ENABLED=1 go test -race -count=1 -timeout 2h ./...

module=github.com/paylint/paylint/bindings-go
if [ -n "$RELEASE" ]; then
    tar -C "$work" -xf "$RELEASE/paylint-go-$version.tar.gz"
    # In a cache of its own, because the next release of this version is another.
    GOPROXY=file://${work// /%20}/paylint-go-$version,$(go env GOPROXY)
    export GOPROXY GONOSUMDB=$module GOMODCACHE=$work/go-cache GOFLAGS=-modcacherw
fi
# Runs a program that a page shows, in a module of its own. Standard input has what goes before.
shown() { # folder, page
    mkdir "$work/$1"
    { cat && fence go "$2"; } >"$work/$1/main.go"
    cd "$work/$1"
    quietly go mod init example.test/shop
    [ -n "$RELEASE" ] || quietly go mod edit -replace "$module=$root/bindings-go"
    quietly go get "$module@v$version"
    CGO_ENABLED=0 go run . 2>"$work/log" || { cat "$work/log" >&2; fail "$2"; }
}
say "what README.md and docs/calibration.md show, in an empty module without cgo"
[ "$(shown shop "$root/bindings-go/README.md" </dev/null)" = 'reject avs.zip_code_required
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
[ "$(echo "$watched" | sed 's/"at":"[^"]*",//')" = '{"operation":"order","verdict":"reject","findings":[["order.client_required","/client","deny"],["order.products_required","/products","deny"]],"status":404}
paylint: the gateway'"'"'s interface description doesn'"'"'t show this endpoint, so paylint has no rules for it' ] ||
    fail "docs/calibration.md: $watched"

echo "Go: all passed"
