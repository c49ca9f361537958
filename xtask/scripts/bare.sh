#!/usr/bin/env bash
# Runs README.md's two commands on a bare Debian, in a folder below target/: Debian's minimal system, the packages that
# README.md asks for, this machine's Rust, and a fresh copy of the project. As root, with debootstrap.
#
#   xtask/scripts/bare.sh RELEASE [USER [COMMAND…]]
#
# RELEASE is 12 or 13. USER is root, admin (who may become root, by sudo; the default) or guest (who may not). COMMAND
# replaces the two commands. BARE_KEEP=1 goes on with the system and the copy of an earlier run.
# This machine's certificates, and its settings for pip, npm, cargo and apt, are those of the system, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/common.sh

release=${1:-}
user=${2:-admin}
shift $(($# > 2 ? 2 : $#))
case $release in
12) name=bookworm ;;
13) name=trixie ;;
*) fail "which Debian: 12 or 13?" ;;
esac
case $user in root | admin | guest) ;; *) fail "which user: root, admin or guest?" ;; esac
[ "$(id -u)" -eq 0 ] || fail "this needs root, to make a system in a folder"
sh xtask/scripts/apt.sh debootstrap:debootstrap
# What is mounted below is seen by nothing but this script, and ends with it.
[ -n "${BARE_INSIDE:-}" ] || exec env BARE_INSIDE=1 unshare --mount bash xtask/scripts/bare.sh "$release" "$user" "$@"

system=$CARGO_TARGET_DIR/bare/$release-$user
[ -n "${BARE_KEEP:-}" ] || rm -rf "$system"
base=$CARGO_TARGET_DIR/bare/$name.tar
if [ ! -e "$base" ]; then
    say "Debian $release, with git and a C compiler"
    made=$CARGO_TARGET_DIR/bare/$name
    rm -rf "$made"
    mkdir -p "$made"
    # Its key may be newer than this system.
    debootstrap --variant=minbase --include=ca-certificates,git,gcc,libc6-dev,sudo "$name" "$made" >"$LONG/debootstrap.log" 2>&1 ||
        { tail "$LONG/debootstrap.log" >&2; fail "debootstrap"; }
    mirror=$(sed -n 's/^deb \([^ ]*\) .*/\1/p' "$made/etc/apt/sources.list")
    echo "deb $mirror-security $name-security main" >>"$made/etc/apt/sources.list"
    tar -C "$made" -cf "$base.new" .
    mv "$base.new" "$base"
    rm -rf "$made"
fi
if [ ! -d "$system" ]; then
    mkdir -p "$system"
    tar -C "$system" -xf "$base"
    for id in admin guest; do chroot "$system" useradd -m -U -s /bin/bash "$id"; done
    echo 'admin ALL=(ALL) NOPASSWD: ALL' >"$system/etc/sudoers.d/bare"
    bash xtask/scripts/copy.sh "$system/paylint"
    chroot "$system" git -C /paylint init -q
    chroot "$system" chown -R "$user": /paylint
fi

mkdir -p "$system/opt/rust"
mount --bind "$(rustc --print sysroot)" "$system/opt/rust"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
mount -t devpts devpts "$system/dev/pts" 2>/dev/null || mount --bind /dev/pts "$system/dev/pts"
# How this machine reaches its registries.
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/npmrc /etc/ssl/certs/ca-certificates.crt /etc/apt/auth.conf \
    /etc/apt/apt.conf.d/*registry*; do
    [ ! -e "$file" ] || { mkdir -p "$system${file%/*}" && cp "$file" "$system$file"; }
done
home=/home/$user
[ "$user" != root ] || home=/root
for file in .cargo/config.toml .config/pip/pip.conf .npmrc .m2/settings.xml; do
    [ ! -e "$HOME/$file" ] || install -D -o "$(chroot "$system" id -u "$user")" "$HOME/$file" "$system$home/$file"
done
settings=("HOME=$home" "USER=$user" "PATH=/opt/rust/bin:/usr/local/bin:/usr/bin:/bin" LANG=C.UTF-8)
while IFS= read -r -d '' setting; do
    case $setting in
    PIP_FIND_LINKS=*) ;;
    PIP_* | NPM_CONFIG_* | npm_config_* | CARGO_HTTP_* | CARGO_REGISTRIES_* | CARGO_SOURCE_* | GOPROXY=* | GOSUMDB=* | \
        *_proxy=* | *_PROXY=* | SSL_CERT_* | NODE_EXTRA_CA_CERTS=* | REQUESTS_CA_BUNDLE=* | CURL_CA_BUNDLE=* | MAVEN_OPTS=*)
        settings+=("$setting") ;;
    esac
done < <(env -0)

# Runs a shell's line as the user, and says how long it took.
as_user() {
    say "Debian $release, as $user: $1"
    local code=0
    time chroot --userspec="$user:" "$system" env -i "${settings[@]}" bash -c "cd /paylint && $1" || code=$?
    echo "== exit $code"
    return "$code"
}
if [ $# -gt 0 ]; then
    as_user "$*"
    exit
fi
mapfile -t commands < <(sed -n '/^```sh$/,/^```$/{/^cargo /p}' README.md | head -n 2)
code=0
as_user "${commands[0]}" || code=$?
[ "$code" -eq 1 ] || fail "the first command should reject the order"
as_user "${commands[1]}"
say "both commands did what README.md says"
