#!/usr/bin/env bash
# The action of GitHub's workflows, in a runner of its own without network, and the hooks, in pre-commit: each with a
# repository whose requests are good, and with one that has a bad one.
#
#   cargo xtask test action
. "$(dirname "$0")/common.sh"
need git:git curl:curl
fresh "action tests"
venv=$(bash xtask/scripts/python-venv.sh hooks pre-commit==4.7.0)
cargo build -q --bin paylint
commit() { git -C "$1" add . && git -C "$1" -c user.name=x -c user.email=x@example.com commit -qm "$2"; }
for name in good bad; do
    mkdir -p "$work/$name/tests/orders/of a shop"
    cp examples/order-good.json "$work/$name/tests/orders"
    cp examples/facts.json "$work/$name"
    git -C "$work/$name" init -q
done
cp examples/order.json "$work/bad/tests/orders/of a shop/bad.json"

runner=()
! unshare --map-root-user --net true 2>/dev/null || runner=(unshare --map-root-user --net)
# Runs the action; its output is in $work/log.
action() { # PATH, exit code, repository, inputs…
    local path=$1 expected=$2 status=0
    shift 2
    PATH=$path "${runner[@]}" "$venv/bin/python" xtask/scripts/action.py . "$work/$1" "${@:2}" \
        >"$work/log" 2>&1 || status=$?
    [ "$status" -eq "$expected" ] || { cat "$work/log" >&2; fail "the action ended with $status, not $expected: $*"; }
}
# Whether the log has the line.
logs() { grep -q "$1" "$work/log" || { cat "$work/log" >&2; fail "the action doesn't say: $1"; }; }
inputs=('files=tests/**/*.json' operation=order 'policy=checkout strict' facts=facts.json)

say "the action, with the command that is there"
here=$target/debug:$PATH
action "$here" 0 good "${inputs[@]}"
action "$here" 1 bad "${inputs[@]}"
logs '^::error file=tests/orders/of a shop/bad.json,line=31,.*title=json.duplicate_key::'
! grep '^::error file=tests/orders/order-good.json' "$work/log" || fail "the action rejects a good order"
"$venv/bin/python" -c 'import json, sys; assert json.load(open(sys.argv[1]))["runs"][0]["results"]' \
    "$(sed -n 's/^sarif=//p' "$work/log")" || fail "no findings in the action's SARIF"
action "$here" 1 good files=nothing/*.json operation=order
logs '^::error title=paylint::no file matches'
action "$here" 1 good files=tests operation=oder
logs 'oder'

say "the action, with the command of a release"
release="$work/releases/v$version" name=paylint-$version-$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "$release" "$work/$name"
cp "$target/debug/paylint" "$work/$name"
tar -C "$work" -czf "$release/$name.tar.gz" "$name"
(cd "$release" && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
PAYLINT_RELEASES=file://${work// /%20}/releases
export PAYLINT_RELEASES
action "$PATH" 1 bad "${inputs[@]}"
logs '^::error file=tests/orders/of a shop/bad.json'
action "$PATH" 1 good "${inputs[@]}" version=99.0.0
logs '^::error title=paylint::there is no release of this `version`'
echo x >>"$release/$name.tar.gz"
action "$PATH" 1 good "${inputs[@]}"
logs 'FAILED'

say "the hooks"
mkdir "$work/hooks"
cp .pre-commit-hooks.yaml "$work/hooks"
git -C "$work/hooks" init -q && commit "$work/hooks" "The hooks"
hook() { # hook, exit code, repository
    local status=0
    cat >"$work/$3/.pre-commit-config.yaml" <<YAML
repos:
- repo: $work/hooks
  rev: $(git -C "$work/hooks" rev-parse HEAD)
  hooks: [{id: $1, files: ^tests/orders/, args: [--operation, order]}]
YAML
    git -C "$work/$3" add .
    (cd "$work/$3" && PATH=$here PRE_COMMIT_HOME=$work/pre-commit "$venv/bin/pre-commit" run --all-files) \
        >"$work/log" 2>&1 || status=$?
    [ "$status" -eq "$2" ] || { cat "$work/log" >&2; fail "the hook $1 ended with $status, not $2"; }
}
hook paylint 0 good
hook paylint 1 bad
logs 'error\[json.duplicate_key\]'
hook paylint-fix 1 bad
[ -n "$(git -C "$work/bad" diff)" ] || fail "the hook paylint-fix fixes nothing"
echo "the action and the hooks: all passed"
