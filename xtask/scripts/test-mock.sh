#!/usr/bin/env bash
# Runs the tests that mock/README.md shows, in PHPUnit, Vitest, pytest and Go, against the mock gateway, and those that
# docs/samples.md shows. Installs what it needs from Debian, Node and Go from PyPI, and Vitest with npm.
#
#   cargo xtask test mock
. "$(dirname "$0")/common.sh"
work=$target/mock-tests
mkdir -p "$work/go" "$work/js"

need cc:gcc php:php-cli phpunit:phpunit
PATH=$(bash xtask/scripts/tool-path.sh node)
PATH=$(bash xtask/scripts/tool-path.sh go)
export PATH GOTOOLCHAIN=local
python3 -c 'import pytest' 2>/dev/null || need :python3-pytest
# Without a manifest of its own, npm would write into ours.
echo '{ "private": true }' >"$work/js/package.json"
(cd "$work/js" && { [ -d node_modules/vitest ] || npm install --silent --no-fund --no-audit vitest@3; })

cargo build -q --package paylint-mock
# Before the tests' requests come more than their pipes hold, under a key of their own.
mkdir -p "$work/bin"
many='{"key":"many","path":"/api/v0.6/taxes/","body":{"name":"VAT","percent":21}},'
echo "[$(seq 2500 | sed "s|.*|$many|") {\"key\":\"many\",\"path\":\"/_mock/reset\"}]" >"$work/many.json"
printf '#!/bin/sh\nexec "%s" --scenario "%s" "$@"\n' "$target/debug/paylint-mock" "$work/many.json" >"$work/bin/paylint-mock"
chmod +x "$work/bin/paylint-mock"
PATH=$work/bin:$PATH
{ echo '<?php'; fence php mock/README.md; } >"$work/DeclineTest.php"
fence python mock/README.md >"$work/test_decline.py"
fence js mock/README.md >"$work/js/decline.test.mjs"
fence go mock/README.md >"$work/go/decline_test.go"
echo 'module shop' >"$work/go/go.mod"
cd "$work"
phpunit --do-not-cache-result --fail-on-warning --fail-on-risky DeclineTest.php
python3 -m pytest -q -p no:cacheprovider test_decline.py
(cd js && npx vitest run decline.test.mjs)
(cd go && go test ./...)

# Samples are read by each runner, and taken through a shop that changes nothing.
cargo build -q --manifest-path "$root/Cargo.toml" --bin paylint
rm -rf tests
"$target/debug/paylint" sample order --count 50 --dir tests/orders
"$target/debug/paylint" sample tax --mistakes --dir tests/mistakes
{ fence php "$root/docs/samples.md"; echo 'class Shop { static function parse($body) { return $body; } static function build($order) { return $order; } }'; } >SamplesTest.php
fence python "$root/docs/samples.md" >test_samples.py
echo 'parse = build = lambda body: body
form_errors = lambda case: [finding[1] for finding in case["expect"]["findings"]]' >shop.py
fence js "$root/docs/samples.md" >js/samples.test.mjs
echo 'export const parse = (body) => body, build = parse, formErrors = ({ expect }) => expect.findings.map(([, path]) => path);' >js/shop.js
rm -rf js/tests && cp -r tests js
phpunit --do-not-cache-result --fail-on-warning --fail-on-risky SamplesTest.php
python3 -m pytest -q -p no:cacheprovider test_samples.py
(cd js && npx vitest run samples.test.mjs)
echo "the tests of mock/README.md and docs/samples.md: all passed"
