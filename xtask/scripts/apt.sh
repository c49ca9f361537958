#!/bin/sh
# Installs the Debian packages of commands that are missing: `sh xtask/scripts/apt.sh command:package …`.
# A command may also be a path, of a program or a folder. Does nothing if all are there. Without
# root and sudo, says what to install and fails.
set -eu
missing=
for pair in "$@"; do
    command=${pair%%:*}
    command -v "$command" >/dev/null 2>&1 || [ -e "$command" ] || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "please install these packages, or what your system calls them:$missing" >&2
    exit 1
fi
install="apt-get install --no-install-recommends$missing"
sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null 2>&1; then
        echo "some packages are missing; please run this as root, then try again:" >&2
        echo "    $install" >&2
        exit 1
    fi
fi
echo "installing with apt-get:$missing" >&2
# Others may be installing, too, such as another part of the tests: wait for them.
exec 9>"${TMPDIR:-/tmp}/paylint-apt.lock"
! command -v flock >/dev/null 2>&1 || flock 9
set -- -q -o DPkg::Lock::Timeout=300
$sudo apt-get "$@" update >/dev/null
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@" -y install --no-install-recommends \
    $missing >/dev/null
