#!/bin/sh
# Installs the Debian packages of commands that are missing: `sh xtask/scripts/apt.sh command:package …`.
# A command may also be a path, of a program or a folder. Does nothing if all are there. If it can't install
# them, its last line says what to do, and it exits with 77, by which tests are skipped.
set -eu
missing=
for pair in "$@"; do
    command=${pair%%:*}
    command -v "$command" >/dev/null 2>&1 || [ -e "$command" ] || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "install these, or what your system calls them:$missing" >&2
    exit 77
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
    # Without a terminal, nobody can be asked for a password.
    sudo=sudo
    [ -t 0 ] || sudo="sudo -n"
    if ! $sudo true >/dev/null 2>&1; then
        echo "run as root: apt-get install --no-install-recommends$missing" >&2
        exit 77
    fi
fi
echo "installing with apt-get:$missing" >&2
# Others may be installing, too, such as another part of the tests: wait for them.
lock=${TMPDIR:-/tmp}/paylint-apt.$(id -u).lock
exec 9>>"$lock"
! command -v flock >/dev/null 2>&1 || flock 9
set -- -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends
get() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@" >/dev/null; }
# Lists that are there may lack a newer version, or a source that was added since.
[ -s "$lock" ] || ! get -q update || echo updated >&9
# shellcheck disable=SC2086
get "$@" $missing || {
    echo "apt-get can't install these, for the reason above:$missing" >&2
    exit 77
}
