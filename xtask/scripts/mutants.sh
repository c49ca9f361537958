#!/usr/bin/env bash
# Mutants of the core, a shard of them: each must make a test fail. xtask/scripts/mutants says how.
#
#   cargo xtask soak mutants [K/N [FILE…]]    what was tried before isn't tried again
set -euo pipefail
cd "$(dirname "$0")/../.."
# Where what is known is kept from one machine to another.
results=${SOAK_FOLDER:+$SOAK_FOLDER/results}
results=${results:-docs/proofs}
. xtask/scripts/soak.sh

export LC_ALL=C

shard=${1:-0/1}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 'core/src/**'
say "mutants, shard $shard: $*"

# What is known of a mutant holds for the same core and the same model. Tests may be added meanwhile, and what only
# tests of fields and the fuzzer's checks use may change.
digest() {
    git ls-files -coz --exclude-standard -- core/src tests/src ':!*tests.rs' ':!tests/src/fuzz.rs' ':!tests/src/fields' |
        sort -zu |
        xargs -0 sed -s -e '/^#\[cfg(test)\]$/,$d' -e '/^$/d' | sha256sum | cut -c1-16
}
sources=$(digest)
kept=$SOAK_FOLDER/mutants/$sources
mkdir -p "$kept" "$results"
if [ ! -e "$kept/known" ] && [ "$(head -n 1 "$results/mutants.known" 2>/dev/null)" = "$sources" ]; then
    tail -n +2 "$results/mutants.known" >"$kept/known"
fi
# What the naive model says of random cases, for a test of the core that needn't build the model. Other tests
# of random cases take few, so that they are quick enough to be tried.
export PAYLINT_CASES=300 PAYLINT_OUTCOMES=$kept/cases
[ -s "$kept/cases/model" ] ||
    cargo run -q --release -p paylint-tests --example corpus -- "$kept/cases" 3000
if ! command -v cargo-mutants >/dev/null; then
    echo "installing cargo-mutants" >&2
    cargo install -q cargo-mutants --version 27.1.0 --locked
fi
sh xtask/scripts/apt.sh patch:patch
venv=$(bash xtask/scripts/python-venv.sh mutants xtask/scripts/mutants/requirements.txt)
trap '[ ! -s "$kept/known" ] || { echo "$sources"; cat "$kept/known"; } >"$results/mutants.known"' EXIT
nice "$venv/bin/python" xtask/scripts/mutants "$kept" "$shard" "$@"
