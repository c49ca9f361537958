#!/usr/bin/env bash
# Copies the project's files, also those not committed yet, but nothing that is built or ignored.
#
#   xtask/scripts/copy.sh FOLDER
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
    # What git knows may be deleted.
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -cf - | tar -C "$folder" -xpf -
