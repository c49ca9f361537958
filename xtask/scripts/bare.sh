#!/usr/bin/env bash
# Runs README.md's two commands on a bare Debian, in a folder below target/: its minimal system, what README.md asks for,
# this machine's Rust, certificates and settings for package registries, and a copy of the project. As root.
#
#   xtask/scripts/bare.sh 12|13 root|admin|guest [COMMAND]
#
# An admin may become root, by sudo; a guest may not. COMMAND replaces the two. BARE_KEEP=1 goes on with the last run's system.
. "$(dirname "$0")/common.sh"

release=$1 user=$2
case $release in 12) name=bookworm ;; 13) name=trixie ;; *) fail "which Debian: 12 or 13?" ;; esac
need debootstrap:debootstrap
# Only this script sees what is mounted below, and it ends with it.
[ -n "${BARE_INSIDE:-}" ] || exec env BARE_INSIDE=1 unshare --mount bash xtask/scripts/bare.sh "$@"

system=$target/bare/$release-$user
base=$target/bare/$name
[ -n "${BARE_KEEP:-}" ] || rm -rf "$system"
if [ ! -e "$base.tar" ]; then
    say "Debian $release, with git and a C compiler"
    rm -rf "$base"
    mkdir -p "$base"
    quietly debootstrap --variant=minbase --include=ca-certificates,git,gcc,libc6-dev,sudo "$name" "$base"
    sed -n 's/^\(deb [^ ]*\) .*/\1-security '"$name"'-security main/p' "$base/etc/apt/sources.list" >"$base/etc/apt/sources.list.d/security.list"
    tar -C "$base" -cf "$base.new" .
    mv "$base.new" "$base.tar"
    rm -rf "$base"
fi
if [ ! -d "$system" ]; then
    mkdir -p "$system/opt/rust"
    tar -C "$system" -xf "$base.tar"
    for id in admin guest; do chroot "$system" useradd -m -s /bin/bash "$id"; done
    echo 'admin ALL=(ALL) NOPASSWD: ALL' >"$system/etc/sudoers.d/bare"
    bash xtask/scripts/copy.sh "$system/paylint"
    chroot "$system" git init -q /paylint
    for file in /etc/{hosts,resolv.conf,pip.conf,npmrc} /etc/apt/{auth.conf,auth.conf.d/*,apt.conf.d/*{registry,proxy}*}; do
        [ ! -e "$file" ] || install -D -m 644 "$file" "$system$file"
    done
    home=$(chroot "$system" sh -c "echo ~$user")
    for file in .cargo/config.toml .config/pip/pip.conf .npmrc .m2/settings.xml; do
        [ ! -e "$HOME/$file" ] || install -D -m 600 "$HOME/$file" "$system$home/$file"
    done
    chroot "$system" chown -R "$user": /paylint "$home"
    # Java takes only those that this command knows.
    awk -v to="$system/usr/local/share/ca-certificates/" '/BEGIN/ { file = to (++count) ".crt" } { print >file }' /etc/ssl/certs/ca-certificates.crt
    quietly chroot "$system" update-ca-certificates
fi
mount --bind "$(rustc --print sysroot)" "$system/opt/rust"
mount -t proc proc "$system/proc"
mount --rbind /dev "$system/dev"
mapfile -d '' -t settings < <(env -0 |
    grep -zE '^(PIP_(CERT|INDEX_URL|DEFAULT_TIMEOUT)|NPM_CONFIG_.*|CARGO_HTTP_.*|GOPROXY|GOSUMDB|SSL_CERT_.*|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|.*_(proxy|PROXY))=')

as_user() { # command
    say "Debian $release, as $user: $1"
    time chroot "$system" setpriv --reuid="$user" --regid="$user" --init-groups --reset-env env "${settings[@]}" LANG=C.UTF-8 \
        PATH=/opt/rust/bin:/usr/local/bin:/usr/bin:/bin bash -c "cd /paylint && $1; code=\$?; du -sh target; exit \$code"
}
[ $# -lt 3 ] || { as_user "$3"; exit; }
mapfile -t commands < <(sed -n 's/^\(cargo .*[^ ]\)  *# .*/\1/p' README.md)
as_user "${commands[0]}; [ \$? -eq 1 ]"
as_user "${commands[1]}"
say "both commands did what README.md says"
