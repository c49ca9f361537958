#!/bin/sh
# Installs Debian packages for commands that are missing: `sh scripts/apt.sh command:package …`.
# Says what it does; does nothing where all is there.
set -eu
missing=
for pair in "$@"; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "please install these, or what your system calls them:$missing" >&2
    exit 1
fi
sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
echo "installing with apt-get:$missing"
$sudo apt-get -q update >/dev/null
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $missing >/dev/null
