# shellcheck shell=sh
# Builds for wasm32-unknown-unknown with what there is. For POSIX sh, in the project's folder:
#
#   . xtask/scripts/wasm-toolchain.sh
#   wasm_toolchain                       # once: installs what is missing
#   wasm_cargo build -p paylint-wasm --profile dist --target "$WASM_TARGET"
#
# WASM_TOOLCHAIN says how:
#   rustup      with the active toolchain; its target is added if it is missing
#   prebuilt    with the active toolchain if it has the target, else with Debian's compiler and a
#               standard library like rustup's: built beforehand, with no flags of ours
#   debian      with Debian's compiler; the standard library is built along, with the module's flags
#   auto        (the default) the active toolchain if it has the target, else debian if it is
#               installed, else whichever of rustup and debian can be installed
WASM_TARGET=wasm32-unknown-unknown

# Whether the compiler $1 has a standard library for the target.
_wasm_has_std() {
    _folder=$("$1" --print target-libdir --target "$WASM_TARGET" 2>/dev/null) || return 1
    for _file in "$_folder"/libcore-*.rlib; do [ -e "$_file" ] && return 0; done
    return 1
}

# Adds the target, in limited time: rustup's server may be out of reach.
_wasm_rustup_add() {
    _limit= # macOS has no timeout
    ! command -v timeout >/dev/null 2>&1 || _limit="timeout 60"
    # shellcheck disable=SC2086
    RUST_BACKTRACE=0 $_limit rustup target add "$WASM_TARGET" >&2 && _wasm_has_std rustc
}

# What Debian's `rustc -vV` says of $1; of a version, the first number.
_wasm_debian() { /usr/bin/rustc -vV 2>/dev/null | sed -n "s/^$1: \([0-9a-z_-]*\).*/\1/p"; }
# The linker of the very LLVM that the compiler has.
_wasm_debian_linker() { echo "/usr/bin/wasm-ld-$(_wasm_debian 'LLVM version')"; }
_wasm_debian_sources=/usr/lib/rustlib/src/rust/library/std

_wasm_oldest() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

_wasm_debian_is_new_enough() {
    _oldest=$(_wasm_oldest)
    _version=$(/usr/bin/rustc --version 2>/dev/null | cut -d ' ' -f 2)
    [ -n "$_version" ] &&
        [ "$(printf '%s\n' "$_oldest" "$_version" | sort -V | head -n 1)" = "$_oldest" ]
}

_wasm_debian_is_there() {
    [ -x /usr/bin/cargo ] && [ -d "$_wasm_debian_sources" ] && _wasm_debian_is_new_enough &&
        [ -x "$(_wasm_debian_linker)" ]
}

_wasm_debian_install() {
    # Debian's ordinary rustc may be there, but is too old.
    _rustc=
    ! _wasm_debian_is_new_enough || _rustc=/usr/bin/rustc
    sh xtask/scripts/apt.sh "$_rustc:rustc-web" "${_rustc:+/usr/bin/cargo}:cargo-web" \
        "$_wasm_debian_sources:rust-web-src" || return 1
    sh xtask/scripts/apt.sh "$(_wasm_debian_linker):lld-$(_wasm_debian 'LLVM version')" || return 1
    _wasm_debian_is_there
}

# The target folder; absolute, since cargo may run elsewhere.
_wasm_target() {
    mkdir -p "${CARGO_TARGET_DIR:-target}"
    (cd "${CARGO_TARGET_DIR:-target}" && pwd)
}

# For each compiler, and each way to build one, a sysroot of its own.
_wasm_sysroot() {
    _key=$({ /usr/bin/rustc -vV && cat xtask/scripts/wasm-toolchain.sh; } | cksum)
    echo "$(_wasm_target)/wasm-sysroot/${_key%% *}"
}

# Builds a sysroot that has a standard library for the target, as a toolchain of rustup's has. Its
# bin/rustc is the compiler of that toolchain.
_wasm_build_sysroot() {
    _sysroot=$(_wasm_sysroot)
    [ ! -x "$_sysroot/bin/rustc" ] || return 0
    _host=$(_wasm_debian host)
    _new=$_sysroot.$$
    mkdir -p "$_new/bin" "$_new/lib/rustlib/$WASM_TARGET/lib" "$_new/nothing/src"
    printf '[package]\nname = "nothing"\nedition = "2024"\n[workspace]\n' >"$_new/nothing/Cargo.toml"
    : >"$_new/nothing/src/lib.rs"
    echo "building a standard library for $WASM_TARGET" >&2
    # With what link-time optimisation reads, as rustup's has it.
    env CARGO_ENCODED_RUSTFLAGS=-Cembed-bitcode=yes RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_DIR="$_new/nothing/target" \
        /usr/bin/cargo -Zbuild-std=std,panic_abort build -q --release --target "$WASM_TARGET" \
        --manifest-path "$_new/nothing/Cargo.toml" || { rm -r "$_new"; return 1; }
    rm "$_new/nothing/target/$WASM_TARGET"/release/deps/libnothing-*.rlib
    mv "$_new/nothing/target/$WASM_TARGET"/release/deps/*.rlib "$_new/lib/rustlib/$WASM_TARGET/lib"
    rm -r "$_new/nothing"
    ln -s "$(/usr/bin/rustc --print sysroot)/lib/rustlib/$_host" "$_new/lib/rustlib/$_host"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nexec /usr/bin/rustc --sysroot "${0%%/bin/rustc}" "$@"\n' >"$_new/bin/rustc"
    chmod +x "$_new/bin/rustc"
    # In one step, so that nobody meets half of one; another's may be there by now.
    mv -T "$_new" "$_sysroot" 2>/dev/null || rm -rf "$_new"
    _wasm_has_std "$_sysroot/bin/rustc"
}

# Sets WASM_MODE: rustup, prebuilt (only of our own making) or debian.
wasm_toolchain() {
    _want=${WASM_TOOLCHAIN:-auto}
    case $_want in
        auto | rustup | prebuilt | debian) ;;
        *)
            echo "WASM_TOOLCHAIN can't be '$_want': auto, rustup, prebuilt, debian" >&2
            return 2
            ;;
    esac
    WASM_MODE=rustup
    if [ "$_want" != debian ] && _wasm_has_std rustc; then return; fi
    case $_want in
        auto) if ! _wasm_debian_is_there && _wasm_rustup_add; then return; fi ;;
        rustup) if _wasm_rustup_add; then return; fi ;;
    esac
    if [ "$_want" = rustup ] || ! { _wasm_debian_is_there || _wasm_debian_install; }; then
        echo "no way to build for $WASM_TARGET with WASM_TOOLCHAIN=$_want: run 'rustup target add $WASM_TARGET'; or, on" \
            "Debian, install rustc-web, cargo-web and rust-web-src, $(_wasm_oldest) or later, and the lld of their LLVM" >&2
        return 77 # By which tests are skipped.
    fi
    WASM_MODE=debian
    if [ "$_want" = prebuilt ]; then
        _wasm_build_sysroot || return 1
        WASM_MODE=prebuilt
    fi
}

# Flags that only a standard library built along can have: without the texts of panics.
wasm_size_flags() {
    [ "$WASM_MODE" != debian ] || echo "-Zunstable-options -Cpanic=immediate-abort"
}

wasm_cargo() {
    if [ "$WASM_MODE" = rustup ]; then cargo "$@"; return; fi
    _rustc=$(_wasm_sysroot)/bin/rustc
    _bootstrap=
    if [ "$WASM_MODE" = debian ]; then
        _rustc=/usr/bin/rustc
        _bootstrap=RUSTC_BOOTSTRAP=1 # for the -Z below
        set -- -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size "$@"
    fi
    # Its own target folder: two compilers would undo each other's work.
    # shellcheck disable=SC2086
    env $_bootstrap RUSTC="$_rustc" CARGO_TARGET_DIR="$(wasm_target_dir)" \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$(_wasm_debian_linker)" /usr/bin/cargo "$@"
}

# The folder below which wasm_cargo leaves $WASM_TARGET/<profile>/*.wasm.
wasm_target_dir() {
    if [ "$WASM_MODE" = rustup ]; then _wasm_target; else echo "$(_wasm_target)/wasm-$WASM_MODE"; fi
}
