#!/usr/bin/env bash
# Builds what a release publishes, into target/release-files, with checksums. Publishes nothing.
#
#   cargo xtask release
#   xtask/scripts/release.sh PART…      only some
#
# SOURCE_DATE_EPOCH is the time of all files; by default that of the last commit. PROFILE is cargo's, by default `dist`:
# to try the scripts, `PROFILE=dev` is quicker.
. "$(dirname "$0")/common.sh"

need cc:gcc make:make dpkg-deb:dpkg objdump:binutils xz:xz-utils
files=$target/release-files
work=$target/release-work
rm -rf "$work"
parts=(notes crates npm_package python php_package library wrappers module go_module java_package command_line bills)
[ $# -gt 0 ] || { rm -rf "$files" && set -- "${parts[@]}"; }
mkdir -p "$files" "$work"
repository=$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
profile=${PROFILE:-dist}
built=${profile/#dev/debug}
host=$(rustc -vV | sed -n 's/^host: //p')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# No path of this machine is in what is built.
CARGO_ENCODED_RUSTFLAGS=$(sh xtask/scripts/rustflags.sh)
export SOURCE_DATE_EPOCH
umask 022

# An archive of a folder of $work: the same bytes whoever makes it, and when.
archive() { # folder
    tar -C "$work" --owner=0 --group=0 --numeric-owner --sort=name --format=gnu \
        --mtime="@$SOURCE_DATE_EPOCH" --mode=go=rX,u+rw,a-s -cf - "$1" | gzip -9n >"$files/$1.tar.gz"
}

# What every archive and package has beside its own.
documents() { # folder
    install -m 644 -D -t "$1" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT
}

# A Debian package of a folder, by dpkg-deb alone: our files are few, and no helper has to guess.
debian() { # folder, name, section, what it depends on, summary
    local documents=$1/usr/share/doc/$2
    mkdir -p "$1/DEBIAN" "$documents"
    cat LICENSE-MIT LICENSE-APACHE >"$documents/copyright"
    gzip -9nc CHANGELOG.md >"$documents/changelog.gz"
    cat >"$1/DEBIAN/control" <<EOF
Package: $2
Version: $version
Architecture: $(dpkg --print-architecture)
Section: $3
Priority: optional
Maintainer: the contributors to paylint <$repository/issues>
Homepage: $repository
${4:+Depends: $4
}Description: $5
 paylint tells you whether the gateway can accept a card-payment request and,
 if not, everything that is wrong and where.
EOF
    find "$1" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$1" "$files" >/dev/null
}

# What a file needs, in Debian's words.
needs() { # file
    local newest unwinder=
    newest=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    [[ $(objdump -p "$1") != *NEEDED*libgcc_s* ]] || unwinder=", libgcc-s1"
    echo "libc6 (>= ${newest#GLIBC_})$unwinder"
}

# What CHANGELOG.md says of this version, or before it has a day, of what isn't released.
notes() {
    say "release notes"
    local heading="## $version - "
    grep -q "^$heading" CHANGELOG.md || heading="## Unreleased"
    awk -v heading="$heading" '/^## / { shown = index($0, heading) == 1; next } shown' CHANGELOG.md >"$files/NOTES.md"
    [ -s "$files/NOTES.md" ] || fail "CHANGELOG.md has nothing about $version"
}

crates() {
    say "crates"
    local crate packages=() folders=(core traffic arrow tower samples mock cli)
    mapfile -t packages < <(published)
    for crate in "${folders[@]}"; do cp LICENSE-* "$crate"; done
    # They are built in an empty project by test-crates.sh.
    cargo package -q --allow-dirty --no-verify "${packages[@]/#/--package=}"
    rm -- "${folders[@]/%//LICENSE-APACHE}" "${folders[@]/%//LICENSE-MIT}"
    for crate in "${packages[@]}"; do cp "$target/package/$crate-$version.crate" "$files"; done
}

npm_package() {
    say "npm"
    PATH=$(bash xtask/scripts/tool-path.sh node)
    # It sets the compiler's flags itself.
    env -u CARGO_ENCODED_RUSTFLAGS bindings-wasm/build.sh
    npm pack --silent --pack-destination "$files" ./bindings-wasm/pkg >/dev/null
}

python() {
    say "Python: wheel and source distribution"
    # Zig's linker is told for which C library it links: the wheel runs on any Linux since 2014.
    local venv
    venv=$(bash xtask/scripts/python-venv.sh)
    "$venv/bin/pip" install -q --disable-pip-version-check ziglang
    (
        cd bindings-python
        export PATH=$venv/bin:$PATH CARGO_ENCODED_RUSTFLAGS
        cp ../LICENSE-* .
        maturin build -q --profile "$profile" --zig --compatibility manylinux2014 --out "$files"
        # It can't be told to be quiet.
        maturin sdist --out "$files" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    )
}

php_package() {
    say "PHP"
    local name=paylint-php-$version
    mkdir "$work/$name"
    cp LICENSE-APACHE LICENSE-MIT "$work/$name"
    (cd bindings-php && cp -R README.md composer.json autoload.php preload.php src "$work/$name")
    archive "$name"
}

library() {
    say "libpaylint"
    local name=libpaylint-$version-$host lib dev venv
    # As the wheel is linked: it runs on any Linux since 2014.
    venv=$(bash xtask/scripts/python-venv.sh zig 'cargo-zigbuild>=0.20' ziglang)
    PATH=$venv/bin:$PATH CARGO_ENCODED_RUSTFLAGS=$CARGO_ENCODED_RUSTFLAGS \
        cargo zigbuild -q --profile "$profile" -p paylint-c --target "$host.2.17"
    export BUILT=$target/$host/$built
    make -s -C bindings-c install PREFIX= DESTDIR="$work/$name"
    # Wherever it is unpacked, it is found from there. pkg-config quotes the folder itself.
    sed -i -e 's|^prefix=.*|prefix=${pcfiledir}/../..|' -e 's|^libdir=.*|libdir=${prefix}/lib|' \
        -e 's|^includedir=.*|includedir=${prefix}/include|' -e 's|"||g' \
        "$work/$name/lib/pkgconfig/paylint.pc"
    documents "$work/$name"
    archive "$name"

    # In Debian's way: programs need the one to run, and the other to be compiled.
    lib=usr/lib/$(gcc -print-multiarch)
    dev=$work/libpaylint-dev
    make -s -C bindings-c install PREFIX=/usr LIBDIR="/$lib" DESTDIR="$dev"
    mkdir -p "$work/libpaylint0/$lib"
    mv "$dev/$lib"/libpaylint.so.0* "$work/libpaylint0/$lib"
    debian "$work/libpaylint0" libpaylint0 libs "$(needs "$work/libpaylint0/$lib/libpaylint.so.0")" \
        "Validates card-payment requests (shared library)"
    debian "$dev" libpaylint-dev libdevel "libpaylint0 (= $version)" \
        "Validates card-payment requests (headers and static library)"
}

# The .nupkg and the gem, with the library that the archive has.
wrappers() {
    say "C# and Ruby"
    need mcs:mono-mcs gem:ruby python3:python3
    bindings-c/pack.sh "$files" "$target/$host/$built/libpaylint.so"
}

module() {
    say "libpaylint.wasm"
    # It sets the compiler's flags itself.
    env -u CARGO_ENCODED_RUSTFLAGS bindings-c/build-wasm.sh
    install -m 644 "$target/release/libpaylint.wasm" "$files/libpaylint-$version.wasm"
}

# In the layout of a module proxy. The tag for Go is on a commit with the same files.
go_module() {
    say "Go"
    need zip:zip
    local name=paylint-go-$version module at folder
    module=$(sed -n 's/^module //p' bindings-go/go.mod)
    at=$work/$name/$module/@v
    folder=$work/go/$module@v$version
    mkdir -p "$at" "$folder"
    cp -R bindings-go/. "$folder"
    install -m 644 "$files/libpaylint-$version.wasm" "$folder/libpaylint.wasm"
    # pkg.go.dev looks for this name.
    cat LICENSE-MIT LICENSE-APACHE >"$folder/LICENSE"
    find "$work/go" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
    (cd "$work/go" && find . -type f | LC_ALL=C sort | TZ=UTC zip -qX "$at/v$version.zip" -@)
    cp bindings-go/go.mod "$at/v$version.mod"
    echo "{\"Version\":\"v$version\",\"Time\":\"$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)\"}" >"$at/v$version.info"
    archive "$name"
}

# In the layout of a Maven repository, with what Maven Central asks for but signatures.
java_package() {
    say "Java"
    local name=paylint-java-$version plugins=org.apache.maven.plugins
    # It sets the compiler's flags itself.
    env -u CARGO_ENCODED_RUSTFLAGS bindings-java/build.sh -Dmaven.test.skip package \
        "$plugins:maven-source-plugin:3.4.0:jar-no-fork" "$plugins:maven-javadoc-plugin:3.12.0:jar" \
        install:install deploy:deploy \
        -Dmaven.repo.local="$target/java/repository" -DaltDeploymentRepository="release::file://${work// /%20}/$name"
    # They have the time.
    find "$work/$name" -name 'maven-metadata.xml*' -delete
    archive "$name"
}

command_line() {
    say "the command"
    local root=$work/paylint paylint page triple=$host flags
    # Static, so that it runs on any Linux, and alone in a container: with musl, if rustc has it.
    [ ! -d "$(rustc --print target-libdir --target "${host/gnu/musl}")" ] || triple=${host/gnu/musl}
    local name=paylint-$version-$triple
    flags=$(sh xtask/scripts/rustflags.sh -Ctarget-feature=+crt-static)
    CARGO_ENCODED_RUSTFLAGS=$flags cargo build -q --profile "$profile" -p paylint-cli --target "$triple"
    install -m 755 -D -t "$root/usr/bin" "$target/$triple/$built/paylint"
    paylint=$root/usr/bin/paylint
    mkdir -p "$root"/usr/share/{man/man1,bash-completion/completions,zsh/vendor-completions} \
        "$root/usr/share/fish/vendor_completions.d"
    "$paylint" completions bash >"$root/usr/share/bash-completion/completions/paylint"
    "$paylint" completions zsh >"$root/usr/share/zsh/vendor-completions/_paylint"
    "$paylint" completions fish >"$root/usr/share/fish/vendor_completions.d/paylint.fish"
    "$paylint" man >"$work/paylint.1"
    for page in $(grep -o 'paylint\\-[a-z]*(1)' "$work/paylint.1" | sed 's/.*-//; s/(1)//'); do
        "$paylint" man "$page" >"$work/paylint-$page.1"
    done

    mkdir -p "$work/$name"/{man,completions}
    cp "$paylint" cli/Containerfile "$work/$name"
    cp "$work"/paylint*.1 "$work/$name/man"
    cp "$root"/usr/share/{bash-completion/completions/paylint,zsh/vendor-completions/_paylint} \
        "$root/usr/share/fish/vendor_completions.d/paylint.fish" "$work/$name/completions"
    mv "$work/$name/completions/paylint" "$work/$name/completions/paylint.bash"
    documents "$work/$name"
    archive "$name"

    for page in "$work"/paylint*.1; do
        gzip -9nc "$page" >"$root/usr/share/man/man1/${page##*/}.gz"
    done
    debian "$root" paylint utils "" "Validates card-payment requests (command)"
}

# What is linked into each, in CycloneDX. The npm package has no other packages in it.
bills() {
    say "bills of materials"
    sh xtask/scripts/cargo-tool.sh cargo-cyclonedx 0.5.9
    # In a copy, because it writes beside each manifest.
    local source=$work/source crate what
    mkdir -p "$source"
    tar --exclude=./target --exclude=./.git --exclude=node_modules -cf - . | tar -C "$source" -xf -
    (cd "$source" && cargo cyclonedx -qq --format json --spec-version 1.5 --target all \
        --override-filename bill)
    while read -r crate what; do
        # Where it was made is nobody's business, and no part of it.
        sed "s|$(sed 's/ /%20/g' <<<"$source")|/paylint|g" "$source/$crate/bill.json" \
            >"$files/$what-$version.cdx.json"
    done <<'EOF'
cli paylint
bindings-c libpaylint
bindings-wasm paylint-npm
bindings-python paylint-python
EOF
}

for part; do "$part"; done
say "checksums"
cd "$files"
rm -f SHA256SUMS
sha256sum -- * >"$work/SHA256SUMS"
mv "$work/SHA256SUMS" .
cat SHA256SUMS
