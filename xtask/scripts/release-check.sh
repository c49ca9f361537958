#!/usr/bin/env bash
# Checks what release.sh has built as its users do: each file in an empty project of its kind. The files of the other
# bindings go through their tests: `RELEASE=target/release-files cargo xtask test php` …
#
#   cargo xtask release
#   xtask/scripts/release-check.sh PART…    only some
. "$(dirname "$0")/common.sh"

need cc:gcc pkg-config:pkg-config dpkg-deb:dpkg objdump:binutils php:php-cli
files=$target/release-files
# Its name has a space, as a user's may have.
fresh "release check"
host=$(rustc -vV | sed -n 's/^host: //p')
# Nothing that is set for this build may help.
unset CARGO_TARGET_DIR CARGO_ENCODED_RUSTFLAGS RUSTFLAGS PKG_CONFIG_PATH LD_LIBRARY_PATH

npm_package() {
    say "the npm tarball, in an empty package"
    KEEP_PKG=1 PAYLINT_TARBALL=$files/paylint-$version.tgz quietly bash xtask/scripts/test-js.sh hosts node
}

# A good order and a bad one.
runs() { # what, command…
    local what=$1 status=0
    shift
    (cd examples && quietly "$@" order order-good.json facts.json)
    (cd examples && "$@" order order.json facts.json) >"$work/log" 2>&1 || status=$?
    if [ "$status" -ne 1 ] || ! grep -q 'product\.' "$work/log"; then
        cat "$work/log" >&2
        fail "$what: the bad order"
    fi
}

# The same arguments as the C example has.
checks() { # command, operation, body, facts
    "$1" check --operation "$2" --facts "$4" "$3"
}

library() {
    tar -C "$work" -xf "$files/libpaylint-$version-$host.tar.gz"
    local library=$work/libpaylint-$version-$host/lib/libpaylint.so at=$work/debian newest others
    newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    others=$(objdump -p "$library" | sed -n 's/^ *NEEDED *//p' |
        sed -E '/^(ld-linux.*|lib(c|dl|m|pthread|rt))\.so/d' | xargs)
    say "libpaylint.so needs $newest, and besides the C library: ${others:-nothing}"
    [ "$(printf '%s\n' GLIBC_2.17 "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] && [ -z "$others" ] ||
        fail "libpaylint.so needs more than a Linux of 2014 has"

    say "libpaylint's Debian packages: a program in C"
    unpack libpaylint0 "$at"
    [ -z "$(find "$at" -name '*.h' -o -name libpaylint.so)" ] || fail "libpaylint0 is for programs only"
    unpack libpaylint-dev "$at"
    library=$at/usr/lib/$(gcc -print-multiarch)
    # Twice, because pkg-config escapes the space in the folder's name.
    eval "cc -std=c99 examples/c/check.c -o '$work/check' \
        $(PKG_CONFIG_LIBDIR=$library/pkgconfig PKG_CONFIG_SYSROOT_DIR=$at pkg-config --cflags --libs paylint)"
    runs "libpaylint's Debian packages" env LD_LIBRARY_PATH="$library" "$work/check"
}

# Unpacks a Debian package.
unpack() { # name, folder
    mkdir -p "$2"
    dpkg-deb -x "$(echo "$files/$1_${version}_"*.deb)" "$2"
}

command_line() {
    local paylint at alone=(chroot)
    tar -C "$work" -xf "$files/paylint-$version-"*-linux-*.tar.gz
    at=$(echo "$work/paylint-$version-"*-linux-*)
    unpack paylint "$work/debian"
    for paylint in "$at/paylint" "$work/debian/usr/bin/paylint"; do
        say "the command, of ${paylint#"$work/"}"
        [[ $("$paylint" --version | head -n 1) = "paylint $version" ]] || fail "another version"
        runs "the command" checks "$paylint"
    done
    gzip -dc "$work/debian/usr/share/man/man1/paylint-check.1.gz" | grep -q '^\.TH paylint' || fail "no manual page"
    bash -n "$work/debian/usr/share/bash-completion/completions/paylint"

    say "the command alone in a folder, without any library"
    ! objdump -p "$at/paylint" | grep NEEDED || fail "the command isn't static"
    mkdir -p "$work/alone/requests"
    cp "$at/paylint" "$work/alone"
    cp examples/order*.json examples/facts.json "$work/alone/requests"
    [ "$(id -u)" -eq 0 ] || alone=(unshare --map-root-user chroot)
    alone() { "${alone[@]}" "$work/alone" /paylint check --operation "$1" --facts "/requests/$3" "/requests/$2"; }
    runs "the command in an empty root" alone
    printf '#!/bin/sh\nexec %s "%s" /paylint "$@"\n' "${alone[*]}" "$work/alone" >"$work/in-root"
    chmod +x "$work/in-root"
    [ "$(PAYLINT_COMMAND=$work/in-root php -n -r 'require "bindings-php/autoload.php";
        echo (new Paylint\Engine())->check("tax", ["name" => "VAT"])->verdict->value;')" = reject ] || fail "PHP, over the command in an empty root"

    command -v buildah >/dev/null || { say "no image: buildah isn't here"; return; }
    say "the image, as its user"
    local image container user
    image=(buildah --root "$work/containers" --runroot "$work/run" --storage-driver vfs)
    quietly "${image[@]}" build --isolation chroot -f "$at/Containerfile" -t paylint "$at"
    user=$("${image[@]}" inspect --type image --format '{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}}' paylint)
    [ "$user" = "65534:65534 [/paylint]" ] || fail "the image runs as $user"
    container=$("${image[@]}" from paylint)
    contained() {
        "${image[@]}" run --isolation chroot --volume "$PWD:/work:ro" "$container" \
            /paylint check --operation "$1" --facts "$3" "$2"
    }
    runs "the image" contained
}

parts=(npm_package library command_line)
[ $# -gt 0 ] || set -- "${parts[@]}"
for part; do "$part"; done
echo "every file of the release works: $*"
