# shellcheck shell=sh
# Make `wasm32-unknown-unknown` buildable; POSIX sh, idempotent, quick when already set up.
#
#   . scripts/wasm-toolchain.sh
#   wasm_toolchain                      # once; installs what is missing
#   wasm_cargo build -p paylint-wasm --release --target wasm32-unknown-unknown
#
# Order: (1) the active toolchain already has the target; (2) Debian's rustc-web with std sources
# is already installed (build-std); (3) `rustup target add`, bounded in time, its host may be
# unreachable; (4) apt-get installs (2).
# WASM_TOOLCHAIN=rustup|debian forces one way.  WASM_RUSTUP_TIMEOUT (seconds, default 60).
WASM_TARGET=wasm32-unknown-unknown
WASM_OLDEST=1.88 # the workspace's rust-version

_wasm_has_std() { # does the plain `rustc` of PATH have core for the target?
    _d=$(rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null) || return 1
    for _f in "$_d"/libcore-*.rlib; do [ -e "$_f" ] && return 0; done
    return 1
}
_wasm_deb_linker() { # newest versioned wasm-ld of Debian
    # shellcheck disable=SC2012
    ls /usr/bin/wasm-ld-[0-9]* 2>/dev/null | sort -t- -k3 -n | tail -n 1
}
_wasm_new_enough() { # is the version "$1" at least the oldest that the workspace supports?
    [ -n "$1" ] && [ "$(printf '%s\n' "$WASM_OLDEST" "$1" | sort -V | head -n 1)" = "$WASM_OLDEST" ]
}
_wasm_deb_ok() {
    [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] &&
        [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ] &&
        _wasm_new_enough "$(/usr/bin/rustc --version | cut -d ' ' -f 2)" &&
        [ -n "$(_wasm_deb_linker)" ]
}
_wasm_deb_candidate() { # the version of rustc-web that apt-get would install
    apt-cache policy rustc-web 2>/dev/null | sed -n 's/.*Candidate: \([0-9.]*\).*/\1/p'
}
_wasm_deb_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    _sudo=; [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null 2>&1 && _sudo=sudo; }
    # Old package lists know an old compiler; newer ones come as security updates.
    _wasm_new_enough "$(_wasm_deb_candidate)" || $_sudo apt-get -q update || return 1
    # lld of the very LLVM that rustc-web is built with (libllvmNN <- libstd-rust-web-X.Y)
    _std=$(apt-cache depends libstd-rust-web-dev 2>/dev/null |
        sed -n 's/.*Depends: \(libstd-rust-web-[0-9.]*\).*/\1/p' | head -n 1)
    _llvm=$(apt-cache depends "$_std" 2>/dev/null |
        sed -n 's/.*Depends: libllvm\([0-9]*\).*/\1/p' | head -n 1)
    $_sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends \
        rustc-web cargo-web rust-web-src "lld${_llvm:+-$_llvm}"
}
wasm_toolchain() {
    WASM_MODE=
    _want=${WASM_TOOLCHAIN:-auto}
    if [ "$_want" != debian ] && _wasm_has_std; then WASM_MODE=rustup; fi
    if [ -z "$WASM_MODE" ] && [ "$_want" != rustup ] && _wasm_deb_ok; then WASM_MODE=debian; fi
    if [ -z "$WASM_MODE" ] && [ "$_want" != debian ] && command -v rustup >/dev/null 2>&1; then
        _limit= # macOS has no timeout
        command -v timeout >/dev/null 2>&1 && _limit="timeout ${WASM_RUSTUP_TIMEOUT:-60}"
        # shellcheck disable=SC2086
        RUST_BACKTRACE=0 $_limit rustup target add "$WASM_TARGET" >&2 || :
        if _wasm_has_std; then WASM_MODE=rustup; fi
    fi
    if [ -z "$WASM_MODE" ] && [ "$_want" != rustup ]; then
        _wasm_deb_install >&2 || :
        if _wasm_deb_ok; then WASM_MODE=debian; fi
    fi
    if [ -z "$WASM_MODE" ]; then
        echo "no way to build for $WASM_TARGET: run 'rustup target add $WASM_TARGET'," \
            "or on Debian install rustc-web cargo-web rust-web-src and lld" >&2
        return 1
    fi
    export WASM_MODE
}
# Flags for a small module, where the standard library is built along: without the texts of panics.
wasm_size_flags() {
    [ -n "${WASM_MODE:-}" ] || wasm_toolchain || return 1
    if [ "$WASM_MODE" = debian ]; then echo "-Zunstable-options -Cpanic=immediate-abort"; fi
}
wasm_cargo() {
    [ -n "${WASM_MODE:-}" ] || wasm_toolchain || return 1
    if [ "$WASM_MODE" = rustup ]; then cargo "$@"; return; fi
    _command=$1
    shift
    # Its own target dir: another rustc's artefacts would thrash the fingerprints.
    env RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$(_wasm_deb_linker)" \
        CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/wasm-debian" \
        /usr/bin/cargo "$_command" -Zbuild-std=std,panic_abort \
        -Zbuild-std-features=optimize_for_size "$@"
}
# The directory below which wasm_cargo leaves $WASM_TARGET/<profile>/*.wasm
wasm_target_dir() {
    [ -n "${WASM_MODE:-}" ] || wasm_toolchain || return 1
    _own=
    [ "$WASM_MODE" = rustup ] || _own=/wasm-debian
    echo "${CARGO_TARGET_DIR:-target}$_own"
}
