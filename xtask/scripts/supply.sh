#!/usr/bin/env bash
# What comes into a build: licences, sources and known vulnerabilities of crates and npm packages,
# and lock files. Then the crates as they would be published.
#
#   cargo xtask long supply
set -euo pipefail
cd "$(dirname "$0")/../.."

sh xtask/scripts/packager.sh
sh xtask/scripts/cargo-tool.sh cargo-deny 0.20.2
advisories="no known vulnerability"
echo "== crates: lock file, licences, sources"
cargo metadata --locked --format-version 1 >/dev/null
deny=(cargo deny --log-level error check)
"${deny[@]}" --hide-inclusion-graph --allow duplicate licenses bans sources
# Without the network there is no database of advisories: that is said, and isn't a failure.
if ! found=$("${deny[@]}" advisories 2>&1); then
    if grep -q 'failed to fetch advisory database' <<<"$found"; then
        advisories="advisories weren't looked at, because the database couldn't be fetched"
        echo "$advisories"
    else
        echo "$found" >&2
        exit 1
    fi
fi

PATH=$(sh xtask/scripts/node.sh)
export PATH
echo "== npm: licences, hashes, scripts"
npm=$(node xtask/scripts/npm-lock.mjs package-lock.json)

echo "== the crates as they would be published"
cargo package -q -p paylint -p paylint-arrow -p paylint-tower --allow-dirty
crates=$(grep -c '^name = ' Cargo.lock)
echo "result: $crates crates and $npm, with allowed licences and sources; the crates build from what is published; $advisories"
