#!/usr/bin/env bash
# What `paylint check` writes as SARIF is valid against the schema of the standard, which a package of npm carries.
#
#   cargo xtask long sarif
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/common.sh

PATH=$(sh xtask/scripts/node.sh)
export PATH
cargo build -q --bin paylint
folder=$LONG/sarif
rm -rf "$folder"
mkdir -p "$folder"
npm install --silent --prefix "$folder" @microsoft/jest-sarif@1.0.0-beta.0

check() { # log, arguments of the command
    local log=$1
    shift
    # It exits with 1 or 2: some of these are rejected, and some can't be read.
    "$CARGO_TARGET_DIR/debug/paylint" check --operation order --format sarif "$@" \
        >"$folder/$log.sarif" 2>"$folder/$log.err" || [ $? -le 2 ]
}
printf '{"client": ' >"$folder/malformed ä.json"
: >"$folder/empty.json"
check accepted examples/order-good.json
check rejected examples/order.json
check errors "$folder/malformed ä.json" "$folder/empty.json" /no/such.json
check all examples "$folder/malformed ä.json"
check input - <<<'{"client":{"city":"Rīga"},"currency":"EU"}'
node xtask/scripts/sarif.mjs "$folder" "$folder"/*.sarif
