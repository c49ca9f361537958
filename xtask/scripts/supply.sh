#!/usr/bin/env bash
# What comes into a build: lock files, licences, sources and known vulnerabilities of crates.
#
#   cargo xtask long supply
. "$(dirname "$0")/common.sh"

sh xtask/scripts/cargo-tool.sh cargo-deny 0.20.2
advisories="no known vulnerability"
say "lock file, licences, sources"
cargo metadata --locked --format-version 1 >/dev/null
deny=(cargo deny --log-level error check)
"${deny[@]}" --hide-inclusion-graph --allow duplicate licenses bans sources
# Without the network there is no database of advisories: that is said, and isn't a failure.
if ! found=$("${deny[@]}" advisories 2>&1); then
    grep -q 'failed to fetch advisory database' <<<"$found" || { echo "$found" >&2; exit 1; }
    advisories="advisories weren't looked at, because the database couldn't be fetched"
fi
echo "result: $(grep -c '^name = ' Cargo.lock) crates with allowed licences and sources; $advisories"
