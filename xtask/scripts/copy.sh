#!/usr/bin/env bash
# Copies the project's files, also those not committed yet, but nothing that is built, ignored or deleted.
#
#   xtask/scripts/copy.sh FOLDER
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/../.."
git ls-files -coz --exclude-standard | grep -zvxFf <(git ls-files -d) | tar --null -T - -cf - | tar -C "$folder" -xpf -
