#!/usr/bin/env bash
# Runs the tests that mock/README.md shows, in PHPUnit, Vitest, pytest and Go, against the mock gateway. Installs what
# it needs from Debian, and Vitest with npm.
#
#   cargo xtask test mock
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
work=$target/mock-tests
mkdir -p "$work/go" "$work/js"

sh xtask/scripts/apt.sh php:php-cli phpunit:phpunit go:golang-go
python3 -c 'import pytest' 2>/dev/null || sh xtask/scripts/apt.sh :python3-pytest
# Without a manifest of its own, npm would write into ours.
echo '{ "private": true }' >"$work/js/package.json"
(cd "$work/js" && { [ -d node_modules/vitest ] || npm install --silent --no-fund --no-audit vitest@3; })
[ -z "${PREPARE_ONLY:-}" ] || exit 0

cargo build -q --package paylint-mock
PATH=$target/debug:$PATH
echo '{"merchant": {"hold_days": 7}}' >"$work/facts.json"
cp "$work/facts.json" "$work/go"
cp "$work/facts.json" "$work/js"
shown() { sed -n '/^```'"$1"'$/,/^```$/p' mock/README.md | sed '/^```/d'; }
{ echo '<?php'; shown php; } >"$work/HoldTest.php"
shown python >"$work/test_hold.py"
shown js >"$work/js/hold.test.mjs"
shown go >"$work/go/hold_test.go"
echo 'module shop' >"$work/go/go.mod"
cd "$work"
phpunit --do-not-cache-result --fail-on-warning --fail-on-risky HoldTest.php
python3 -m pytest -q -p no:cacheprovider test_hold.py
(cd js && npx vitest run hold.test.mjs)
(cd go && go test ./...)
echo "the tests of mock/README.md: all passed"
