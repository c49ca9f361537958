#!/usr/bin/env bash
# Prints a digest of the sources: of every file of the project but pages (docs and *.md) and the
# fuzzer's inputs. Results are kept for it, because what is proved of other sources says nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files -coz --exclude-standard -- . ':!docs' ':!*.md' ':!fuzz/corpus' | LC_ALL=C sort -zu |
    while IFS= read -r -d '' file; do
        # What git knows may be deleted, or be a link to a folder.
        [ ! -f "$file" ] || printf '%s\0' "$file"
    done | xargs -0 sha256sum -- | sha256sum | cut -c1-16
