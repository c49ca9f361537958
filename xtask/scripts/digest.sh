#!/usr/bin/env bash
# Prints a digest of the sources: of every file of the project but pages (docs and *.md) and the
# fuzzer's inputs. Results are kept for it, because what is proved of other sources says nothing.
#
#   digest.sh [PROOF]        of the sources that a proof of `cargo xtask soak all` is about
#   digest.sh fuzz TARGET    of those that a target of the fuzzer is built of
set -euo pipefail
cd "$(dirname "$0")/../.."
about=(.)
of() { sha256sum -- "$@"; }
case ${1:-} in
# Days of a processor, which another test or another binding doesn't undo: what its targets are built of.
fuzz)
    about=(Cargo.toml core/Cargo.toml core/src tests/Cargo.toml fuzz/Cargo.* fuzz/c-binding
        "fuzz/fuzz_targets/${2:+$2.rs}" xtask/scripts/fuzz.sh ':!core/src/*tests.rs')
    case ${2:-} in
    '') about+=(tests/src arrow/Cargo.toml arrow/src arrow/tests/stream bindings-c/src) ;;
    arrow) about+=(arrow/Cargo.toml arrow/src arrow/tests/stream) ;;
    c_calls) about+=(bindings-c/src) ;;
    *) about+=(tests/src) ;;
    esac
    # Unit tests, which stand at the end of a file, aren't built into them.
    of() { sed -s -e '1F' -e '/^#\[cfg(test)\]$/,$d' -- "$@"; }
    ;;
# Hours of a processor, which a binding doesn't undo: the core, its tests, and how mutants are tried.
mutants)
    about=(Cargo.toml core tests .cargo/mutants.toml xtask/scripts/mutants.sh xtask/scripts/mutants)
    ;;
esac
git ls-files -coz --exclude-standard -- "${about[@]}" ':!docs' ':!*.md' ':!fuzz/corpus' |
    LC_ALL=C sort -zu |
    while IFS= read -r -d '' file; do
        # What git knows may be deleted, or be a link to a folder.
        [ ! -f "$file" ] || printf '%s\0' "$file"
    done | { mapfile -d '' files; of "${files[@]}"; } | sha256sum | cut -c1-16
