#!/usr/bin/env bash
# Checks what release.sh has built as its users do: each file in an empty project of its kind.
#
#   cargo xtask release --dry-run
#   xtask/scripts/release-check.sh PART…    only some: sums crates npm_package python library php_package module java_package command_line
. "$(dirname "$0")/common.sh"

need cc:gcc pkg-config:pkg-config dpkg-deb:dpkg objdump:binutils
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
    say "the crates, from an empty package"
    local name
    for name in paylint paylint-traffic paylint-arrow paylint-tower; do tar -C "$work" -xf "$files/$name-$version.crate"; done
    mkdir -p "$work/crates/src"
    # The registry has none of them yet.
    cat >"$work/crates/Cargo.toml" <<EOF
[package]
name = "user"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
arrow-array = "60"
paylint = "$version"
paylint-arrow = "$version"
paylint-tower = "$version"
[patch.crates-io]
paylint = { path = "../paylint-$version" }
paylint-arrow = { path = "../paylint-arrow-$version" }
paylint-traffic = { path = "../paylint-traffic-$version" }
paylint-tower = { path = "../paylint-tower-$version" }
EOF
    cat >"$work/crates/src/main.rs" <<'EOF'
use arrow_array::{Array, BinaryArray, cast::AsArray};
use paylint::{Engine, Facts, FactsBuf, Operation, Verdict};
use paylint_arrow::{FactsColumn, OperationColumn, Want, check_batch};
use paylint_tower::CheckLayer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bodies = [r#"{"name":"VAT","percent":21}"#, r#"{"name":"VAT","percent":"21"}"#];
    let engine = Engine::default();
    let verdicts = bodies
        .map(|body| engine.check(Operation::Tax, body.as_bytes(), &Facts::default()).verdict());
    assert_eq!(verdicts, [Verdict::Accept, Verdict::Reject]);

    let column = BinaryArray::from_vec(bodies.map(str::as_bytes).to_vec());
    let standing = FactsBuf::from_json(b"{}")?;
    let (operation, facts) = (OperationColumn::All(Operation::Tax), FactsColumn::All(&standing));
    let checked = check_batch(&engine, operation, &column, facts, Want::Verdict)?;
    let verdicts = checked.column_by_name("verdict").ok_or("no verdict")?.as_string::<i32>();
    assert_eq!((verdicts.len(), verdicts.value(0), verdicts.value(1)), (2, "accept", "reject"));

    let _layer = CheckLayer::new(engine);
    Ok(())
}
EOF
    (cd "$work/crates" && quietly cargo run -q)
}

npm_package() {
    say "the npm tarball, in an empty package"
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
  assert.equal(engine.check('tax', { name: 'VAT', percent: '21' }).verdict, 'reject');
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
    $engine->check('tax', ['name' => 'VAT', 'percent' => '21'])->verdict->value;
EOF
        [ "$(env -u PAYLINT_LIBRARY php both.php)" = "accept reject" ] || fail "PHP: other verdicts"
    )
}

module() {
    say "libpaylint.wasm, in Node"
    cargo run -q --example expected >"$work/cases.tsv"
    quietly node bindings-c/tests/wasm/cases.mjs "$files/libpaylint-$version.wasm" \
        bindings-c/include/paylint.h "$work/cases.tsv"
}

java_package() {
    say "the Java package, in an empty project"
    local folder=$work/java
    need javac:default-jdk-headless mvn:maven
    tar -C "$work" -xf "$files/paylint-java-$version.tar.gz"
    mkdir -p "$folder/src/main/java"
    cat >"$folder/src/main/java/Both.java" <<'EOF'
import io.github.paylint.*;

class Both {
    public static void main(String[] arguments) {
        for (var percent : new String[] {"21", "\"21\""}) {
            var body = "{\"name\":\"VAT\",\"percent\":" + percent + "}";
            System.out.println(new Engine().check(Operation.TAX, body).verdict());
        }
    }
}
EOF
    cat >"$folder/pom.xml" <<EOF
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>checkout</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
  </properties>
  <repositories>
    <repository><id>release</id><url>file://${work// /%20}/paylint-java-$version</url></repository>
  </repositories>
  <dependencies>
    <dependency>
      <groupId>io.github.paylint</groupId>
      <artifactId>paylint</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
</project>
EOF
    # Nothing that was taken from an earlier release helps.
    rm -rf "$target/java/released/io/github/paylint"
    (cd "$folder" && quietly mvn -q --batch-mode --no-transfer-progress \
        -Dmaven.repo.local="$target/java/released" compile exec:java -Dexec.mainClass=Both)
    [ "$(sed 's/\x1b\[0*m//g' "$LONG/quiet.$$" | grep -x 'accept\|reject' | xargs)" = "accept reject" ] ||
        fail "Java: other verdicts"
}

# Unpacks a Debian package.
unpack() { # name, folder
    mkdir -p "$2"
    dpkg-deb -x "$(echo "$files/$1_${version}_"*.deb)" "$2"
}

command_line() {
    local paylint
    tar -C "$work" -xf "$files/paylint-$version-$host.tar.gz"
    unpack paylint "$work/debian"
    for paylint in "$work/paylint-$version-$host/paylint" "$work/debian/usr/bin/paylint"; do
        say "the command, of ${paylint#"$work/"}"
        [[ $("$paylint" --version | head -n 1) = "paylint $version" ]] || fail "another version"
        runs "the command" checks "$paylint"
    done
    gzip -dc "$work/debian/usr/share/man/man1/paylint-check.1.gz" | grep -q '^\.TH paylint' || fail "no manual page"
    bash -n "$work/debian/usr/share/bash-completion/completions/paylint"
}

[ $# -gt 0 ] || set -- sums crates npm_package python library php_package module java_package command_line
for part; do "$part"; done
echo "every file of the release works: $*"
