#!/usr/bin/env bash
# Checks what release.sh has built as its users do: each file in an empty project of its kind.
#
#   cargo xtask release
#   xtask/scripts/release-check.sh PART…    only some
. "$(dirname "$0")/common.sh"

need cc:gcc pkg-config:pkg-config cmake:cmake dpkg-deb:dpkg objdump:binutils php:php-cli
files=$target/release-files
# Its name has a space, as a user's may have.
fresh "release check"
host=$(rustc -vV | sed -n 's/^host: //p')
# Nothing that is set for this build may help.
unset CARGO_TARGET_DIR CARGO_ENCODED_RUSTFLAGS RUSTFLAGS PKG_CONFIG_PATH LD_LIBRARY_PATH

sums() {
    say "checksums, of all files and no other"
    (cd "$files" && quietly sha256sum --check --strict SHA256SUMS)
    diff <(cd "$files" && ls | grep -vx SHA256SUMS) \
        <(sed 's/^[0-9a-f]*  //' "$files/SHA256SUMS" | sort) || fail "SHA256SUMS: other files"
}

crates() {
    say "the programs, by cargo install"
    local name
    # `cargo xtask test crates` checks the libraries.
    unpack_crates "$files"
    for name in $(published); do [ -s "$work/$name-$version/LICENSE-MIT" ] || fail "$name: no licence"; done
    for name in paylint-cli paylint-mock; do
        CARGO_TARGET_DIR=$work/crates quietly cargo install -q --debug --config "$work/patches.toml" \
            --path "$work/$name-$version" --root "$work/installed"
    done
    runs "the command" checks "$work/installed/bin/paylint"
    [ "$("$work/installed/bin/paylint-mock" --version)" = "paylint-mock $version" ] ||
        fail "paylint-mock: another version"
}

npm_package() {
    say "the npm tarball, in an empty package"
    PATH=$(bash xtask/scripts/node.sh)
    mkdir -p "$work/npm"
    (
        cd "$work/npm"
        echo '{ "private": true }' >package.json
        quietly npm install --no-audit --no-fund --ignore-scripts "$files/paylint-$version.tgz"
        [ "$(ls node_modules)" = paylint ] || fail "npm: other packages come with it"
        cat >both.mjs <<'EOF'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Engine } from 'paylint';
const required = createRequire(import.meta.url)('paylint');
for (const engine of [new Engine(), new required.Engine()]) {
  assert.equal(engine.check('tax', { name: 'VAT', percent: 21 }).verdict, 'accept');
  assert.equal(engine.check('tax', { name: 'VAT' }).verdict, 'reject');
}
EOF
        quietly node both.mjs
    )
}

python() {
    local venv name from
    venv=$(bash xtask/scripts/python-venv.sh)
    for name in wheel sdist; do
        say "the Python $name, in an empty environment"
        "$venv/bin/python" -m venv --clear "$work/$name"
        if [ "$name" = wheel ]; then
            from=(--no-index "$files/paylint-$version"-*manylinux*.whl)
        else
            # Not optimised, because this is about whether it holds all that it needs.
            export MATURIN_PEP517_ARGS="--profile dev"
            from=("$files/paylint-$version.tar.gz")
        fi
        quietly "$work/$name/bin/python" -m pip install --disable-pip-version-check "${from[@]}"
        quietly "$work/$name/bin/python" -I bindings-python/tests/smoke.py
    done
}

# The C example, compiled against a libpaylint that isn't where it was built for.
compiles() { # what, folder of the library; pkg-config is told by the environment
    say "$1: a program in C"
    mkdir -p "$work/c"
    local library=$2 flags linked
    flags=$(pkg-config --cflags --libs paylint) || fail "$1: pkg-config doesn't find it"
    # Twice, because pkg-config escapes the space in the folder's name.
    eval "cc -std=c99 '$root/examples/c/check.c' -o '$work/c/check' $flags"
    export LD_LIBRARY_PATH=$library
    linked=$(ldd "$work/c/check")
    [[ $linked = *"libpaylint.so.0 => $library/"* ]] || fail "$1: linked with another library"
    runs "$1" "$work/c/check"
    unset LD_LIBRARY_PATH
    rm -rf "$work/cmake"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.21)' 'project(shop C)' "find_package(paylint $version EXACT REQUIRED)" \
        "add_executable(check \"$root/examples/c/check.c\")" 'target_link_libraries(check paylint::paylint)' \
        >"$work/c/CMakeLists.txt"
    quietly cmake -S "$work/c" -B "$work/cmake" -Dpaylint_DIR="$library/cmake/paylint"
    quietly cmake --build "$work/cmake"
    runs "$1, with CMake" "$work/cmake/check"
    [ "$(pkg-config --modversion paylint)" = "$version" ] || fail "$1: another version"
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
    local at=$work/libpaylint-$version-$host newest others
    newest=$(objdump -T "$at/lib/libpaylint.so" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    others=$(objdump -p "$at/lib/libpaylint.so" | sed -n 's/^ *NEEDED *//p' |
        sed -E '/^(ld-linux.*|lib(c|dl|m|pthread|rt))\.so/d' | xargs)
    say "libpaylint.so needs $newest, and besides the C library: ${others:-nothing}"
    [ "$(printf '%s\n' GLIBC_2.17 "$newest" | sort -V | tail -n 1)" = GLIBC_2.17 ] && [ -z "$others" ] ||
        fail "libpaylint.so needs more than a Linux of 2014 has"
    export PKG_CONFIG_LIBDIR=$at/lib/pkgconfig
    compiles "the archive of libpaylint" "$at/lib"

    at=$work/debian
    unpack libpaylint0 "$at"
    [ -z "$(find "$at" -name '*.h' -o -name libpaylint.so)" ] || fail "libpaylint0 is for programs only"
    unpack libpaylint-dev "$at"
    local lib
    lib=$at/usr/lib/$(gcc -print-multiarch)
    export PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$at
    compiles "libpaylint's Debian packages" "$lib"
    unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
}

php_package() {
    say "the PHP package, in an empty project with the library beside it"
    need php:php-cli composer:composer
    local package=$work/paylint-php-$version
    mkdir -p "$work/php"
    tar -C "$work" -xf "$files/paylint-php-$version.tar.gz"
    (
        cd "$work/php"
        export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME=$work/composer COMPOSER_CACHE_DIR=$work/composer
        quietly composer init --no-interaction --name=shop/checkout --repository='{"packagist.org": false}'
        quietly composer config repositories.paylint path "$work/paylint-php-$version"
        quietly composer require --no-interaction "paylint/paylint:$version"
        mkdir "$package/lib"
        tar -xf "$files/libpaylint-$version-$host.tar.gz" -C "$package/lib" --strip-components=2 \
            "libpaylint-$version-$host/lib"
        cat >both.php <<'EOF'
<?php
require 'vendor/autoload.php';
$engine = new Paylint\Engine();
echo $engine->check('tax', ['name' => 'VAT', 'percent' => 21])->verdict->value, ' ',
    $engine->check('tax', ['name' => 'VAT'])->verdict->value;
EOF
        [ "$(env -u PAYLINT_LIBRARY php both.php)" = "accept reject" ] || fail "PHP: other verdicts"
    )
}

wrappers() {
    say "the .nupkg in Mono, and the gem: what docs/languages.md shows"
    need mcs:mono-mcs mono:mono-runtime gem:ruby
    ruby -e 'require "ffi"' 2>/dev/null || need :ruby-ffi
    mkdir -p "$work/csharp" "$work/ruby"
    # NuGet isn't where Mono is: what it would put beside the program.
    python3 -m zipfile -e "$files/Paylint.$version.nupkg" "$work/nupkg"
    cp "$work"/nupkg/lib/netstandard2.0/Paylint.dll "$work"/nupkg/runtimes/*/native/libpaylint.so.0 "$work/csharp"
    fence csharp docs/languages.md >"$work/csharp/Check.cs"
    fence ruby docs/languages.md >"$work/ruby/check.rb"
    (cd "$work/csharp" && quietly mcs -r:Paylint.dll Check.cs && [ "$(mono Check.exe 2>"$work/log")" = reject ]) ||
        fail "C#: another verdict"
    export GEM_HOME=$work/gems
    quietly gem install --local --no-document "$files/paylint-$version"-*.gem
    [ "$(cd "$work/ruby" && ruby check.rb 2>"$work/log")" = reject ] || fail "Ruby: another verdict"
}

go_module() {
    say "the Go module, in an empty module, from a proxy of its own"
    local module shown
    module=$(sed -n 's/^module //p' bindings-go/go.mod)
    mkdir -p "$work/go"
    tar -C "$work" -xf "$files/paylint-go-$version.tar.gz"
    fence go bindings-go/README.md >"$work/go/main.go"
    PATH=$(bash xtask/scripts/go.sh):$PATH
    (
        cd "$work/go"
        # In a cache of its own, because the next release of this version is another.
        GOPROXY=file://${work// /%20}/paylint-go-$version,$(go env GOPROXY)
        export GOPROXY GONOSUMDB=$module GOMODCACHE=$work/go-cache GOFLAGS=-modcacherw
        quietly go mod init shop
        quietly go get "$module@v$version"
        shown=$(go run . 2>"$work/log") || { cat "$work/log" >&2; fail "Go"; }
        [[ $shown = "reject avs.zip_code_required"* ]] || fail "Go: it prints $shown"
    )
}

module() {
    say "libpaylint.wasm, in Node"
    PATH=$(bash xtask/scripts/node.sh)
    cargo run -q --example expected >"$work/cases.tsv"
    quietly node bindings-c/tests/wasm/cases.mjs "$files/libpaylint-$version.wasm" \
        bindings-c/include/paylint.h "$work/cases.tsv"
}

java_package() {
    say "the Java packages, in an empty project, and in one of Spring Boot"
    local folder=$work/java repository=$work/paylint-java-$version at file
    need javac:default-jdk-headless mvn:maven
    tar -C "$work" -xf "$files/paylint-java-$version.tar.gz"
    mkdir -p "$folder/src/main/java"
    for at in paylint paylint-spring; do
        for file in {,-sources,-javadoc}.jar .pom; do
            [ -s "$repository/io/github/paylint/$at/$version/$at-$version$file" ] || fail "$at: no $file"
        done
    done
    cat >"$work/settings.xml" <<EOF
<settings>
  <profiles><profile>
    <id>release</id>
    <repositories><repository><id>release</id><url>file://${repository// /%20}</url></repository></repositories>
  </profile></profiles>
  <activeProfiles><activeProfile>release</activeProfile></activeProfiles>
</settings>
EOF
    pom </dev/null >"$folder/pom.xml"
    fence java bindings-java/README.md >"$folder/src/main/java/Shop.java"
    cp -R examples/spring "$work/spring"
    # Nothing that was taken from an earlier release helps.
    rm -rf "$target/java/released/io/github/paylint"
    maven() { # folder, main class
        (cd "$1" && quietly mvn -q --batch-mode --no-transfer-progress --settings "$work/settings.xml" \
            -Dmaven.repo.local="$target/java/released" compile exec:java -Dexec.mainClass="$2")
    }
    maven "$folder" Shop
    grep -q 'avs.zip_code_required /client/zip_code' "$LONG/quiet.$$" || fail "Java: other findings"
    maven "$work/spring" shop.Shop
    grep -q '"product.price_minimum":"deny"' "$LONG/quiet.$$" || fail "Spring: other findings"
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

parts=(sums crates npm_package python library php_package wrappers module go_module java_package command_line)
[ $# -gt 0 ] || set -- "${parts[@]}"
for part; do "$part"; done
echo "every file of the release works: $*"
