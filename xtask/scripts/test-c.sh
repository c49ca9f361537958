#!/usr/bin/env bash
# Builds libpaylint, installs it into a folder of the tests, and uses it from C and C++. Installs what it needs from Debian. Quick the second time.
#
#   cargo xtask test c
set -euo pipefail
cd "$(dirname "$0")/../.."
# A relative one is of the project's folder.
CARGO_TARGET_DIR=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
cd bindings-c

say() { printf '  - %s\n' "$*"; }
fail() { echo "test-c.sh: $*" >&2; exit 1; }
# Whether a text has a line that matches. (A `grep -q` behind a pipe ends before it has read all, and
# then what writes to it fails.)
has() { grep -q "$2" <<<"$1"; }

sh ../xtask/scripts/apt.sh gcc:gcc g++:g++ clang:clang make:make valgrind:valgrind \
    pkg-config:pkg-config
[ -z "${PREPARE_ONLY:-}" ] || exit 0

work=$CARGO_TARGET_DIR/c-tests
# Paths with a space, as a user's home may have.
prefix="$work/a prefix"
rm -rf "$work"
mkdir -p "$work"

say "make, and make install, which doesn't build"
make -s >"$work/make.log" 2>&1 || { cat "$work/make.log" >&2; exit 1; }
if make -s install PREFIX="$prefix" CARGO_TARGET_DIR="$work/nothing" >"$work/make.log" 2>&1 ||
    ! grep -q "isn't built in" "$work/make.log"; then
    cat "$work/make.log" >&2
    fail "make install: nothing is built, and it doesn't say so"
fi
make -s install CARGO=false PREFIX="$prefix" >"$work/make.log" 2>&1 ||
    { cat "$work/make.log" >&2; exit 1; }
# The same into a package's folder: what is written into the files is the final place.
package="$work/a package"
make -s install CARGO=false PREFIX=/usr DESTDIR="$package" >"$work/make.log" 2>&1 ||
    { cat "$work/make.log" >&2; exit 1; }
grep -qx 'libdir=/usr/lib' "$package/usr/lib/pkgconfig/paylint.pc" || fail "paylint.pc: prefix"
make -s uninstall PREFIX=/usr DESTDIR="$package"
[ -z "$(find "$package" ! -type d)" ] || fail "make uninstall leaves files"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
[ "$(pkg-config --variable=libdir paylint)" = "$prefix/lib" ] || fail "paylint.pc: libdir"
# pkg-config escapes a space for the shell.
eval "cflags=($(pkg-config --cflags paylint)) libs=($(pkg-config --libs paylint))"
read -ra private <<<"$(pkg-config --static --libs-only-l paylint | sed 's/-lpaylint//')"

# Not optimised: the optimiser evaluates the second half of a condition first where that is
# harmless, and valgrind takes it for a use of what is not initialised.
say "a library for the tools: not optimised, panics on demand"
cargo build -q -p paylint-c --features provoke-panic --config 'profile.dev.package.paylint.opt-level=0'
for_tools=$CARGO_TARGET_DIR/debug/libpaylint.a

say "what the shared library shows: what the header declares, and nothing else"
nm -D --defined-only "$prefix/lib/libpaylint.so" | awk '{ print $3 }' | sort >"$work/symbols"
grep -o '^[a-z].*\bpaylint_[a-z_]*(' include/paylint.h | grep -o 'paylint_[a-z_]*($' | tr -d '(' |
    sort >"$work/declared"
diff "$work/declared" "$work/symbols" || fail "symbols and header differ"
has "$(readelf -d "$prefix/lib/libpaylint.so")" 'soname: \[libpaylint.so.0\]' || fail "soname"

say "the headers alone, as C99 and C++17"
strict=(-Wall -Wextra -Wpedantic -Werror)
echo '#include <paylint.h>' >"$work/alone.c"
echo '#include <paylint.hpp>' >"$work/alone.cpp"
for compiler in gcc clang; do
    "$compiler" -std=c99 "${strict[@]}" "${cflags[@]}" -fsyntax-only "$work/alone.c"
    "$compiler" -std=c++17 "${strict[@]}" "${cflags[@]}" -x c++ -fsyntax-only "$work/alone.c"
    "$compiler" -std=c++17 "${strict[@]}" "${cflags[@]}" -fsyntax-only "$work/alone.cpp"
done

say "the cases"
(cd .. && cargo run -q --example write_cases -- "$work")
cases=("$work/cases.tsv" "$work/expected.ndjson")
questions=("$work/questions.ndjson" "$work/answers.ndjson")

say "C: gcc and clang with the shared library"
for compiler in gcc clang; do
    for program in cases threads contract; do
        "$compiler" -std=c99 "${strict[@]}" -O2 "${cflags[@]}" "tests/c/$program.c" \
            -o "$work/$program" "${libs[@]}" -lpthread
        "$work/$program" "${cases[@]}"
    done
done

say "C: a steady host allocates nothing"
# Only in a static link can the linker put a counter in front of malloc.
gcc -std=c99 "${strict[@]}" -O2 "${cflags[@]}" tests/c/allocations.c -o "$work/allocations" \
    -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=posix_memalign,--wrap=aligned_alloc \
    "$prefix/lib/libpaylint.a" "${private[@]}"
"$work/allocations"

say "C: what README.md shows"
{
    sed -n '/^```c$/,/^```$/p' README.md | grep '^#include'
    echo 'int readme(const char *body, size_t body_length);'
    echo 'int readme(const char *body, size_t body_length) {'
    sed -n '/^```c$/,/^```$/p' README.md | grep -v -e '^```' -e '^#include'
    echo 'paylint_engine_free(engine); return verdict; }'
    echo 'int main(void) { return readme("{}", 2) != PAYLINT_VERDICT_REJECT; }'
} >"$work/readme.c"
gcc -std=c99 "${strict[@]}" -O2 "${cflags[@]}" "$work/readme.c" -o "$work/readme" "${libs[@]}"
"$work/readme" >/dev/null

say "C: what the project's README.md shows, built as it says, printing what it says"
mkdir -p "$work/project"
fence() { sed -n '/^```'"$1"'$/,/^```$/p' ../README.md | grep -v '^```'; }
fence c >"$work/project/check.c"
fence json >"$work/project/expected"
command=$(grep -o '`cc check\.c [^`]*`' ../README.md | tr -d '`')
# Twice, as bindings-c/README.md says of a path with a space.
(cd "$work/project" && eval "eval \"$command -std=c99 ${strict[*]}\"" && ./a.out >printed &&
    [ -s printed ] && diff expected printed) || fail "README.md: the program in C"

say "C++: what docs/languages.md shows, built as it says"
sed -n '/^```cpp$/,/^```$/p' ../docs/languages.md | grep -v '^```' >"$work/project/check.cpp"
(cd "$work/project" && g++ -std=c++17 "${strict[@]}" check.cpp -o cpp "${cflags[@]}" "${libs[@]}" &&
    [ "$(./cpp 2>errors)" = reject ] && grep -q 'must be at least 0.01' errors) || fail "docs/languages.md"

say "C: the same program with the static library, linked as bindings-c/README.md says"
make -s install CARGO=false PREFIX="$work/prefix"
command=$(sed -n '/^cc check\.c .*\\$/,/[^\\]$/p' README.md)
(cd "$work/project" && export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig && eval "$command" &&
    ./a.out >printed && diff expected printed) || fail "bindings-c/README.md: the static library"
! has "$(ldd "$work/project/a.out")" libpaylint || fail "bindings-c/README.md: not the static library"

san=(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1)
say "C: AddressSanitizer and UndefinedBehaviorSanitizer"
gcc -std=c99 "${strict[@]}" "${san[@]}" "${cflags[@]}" tests/c/ask.c -o "$work/asan_ask" \
    "$prefix/lib/libpaylint.a" "${private[@]}"
"$work/asan_ask" "${questions[@]}"
for program in cases threads contract panics faults; do
    library=$prefix/lib/libpaylint.a
    [ "$program" != panics ] || library=$for_tools
    gcc -std=c99 "${strict[@]}" "${san[@]}" "${cflags[@]}" "tests/c/$program.c" \
        -o "$work/asan_$program" "$library" "${private[@]}"
    [ "$program" = faults ] || "$work/asan_$program" "${cases[@]}"
done

grind=(valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible)
say "C: valgrind"
for program in cases threads contract panics faults; do
    gcc -std=c99 "${strict[@]}" -g -O1 "${cflags[@]}" "tests/c/$program.c" \
        -o "$work/grind_$program" "$for_tools" "${private[@]}"
    rounds=()
    # Twenty times as slow, and one thread at a time.
    [ "$program" != threads ] || rounds=(1)
    [ "$program" = faults ] || "${grind[@]}" "$work/grind_$program" "${cases[@]}" "${rounds[@]}"
done
# The boundary is silent: what the C program does not print is not printed.
[ -z "$("$work/grind_panics" 2>&1 >/dev/null)" ] || fail "a panic was printed"

say "C: loaded and unloaded many times, the library leaves no memory behind"
gcc -std=c99 "${strict[@]}" -g -O1 "${cflags[@]}" tests/c/unload.c -o "$work/unload" -lpthread -ldl
"$work/unload" "$prefix/lib/libpaylint.so.0"
"${grind[@]}" "$work/unload" "$prefix/lib/libpaylint.so.0" 3

say "planted faults are found"
for fault in leak use_after_free undefined; do
    if "$work/asan_faults" "$fault" >/dev/null 2>"$work/fault.log"; then
        fail "the sanitizers missed $fault"
    fi
    grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' "$work/fault.log" ||
        fail "$fault: another error"
done
for fault in leak use_after_free overflow uninitialised; do
    status=0
    "${grind[@]}" "$work/grind_faults" "$fault" >/dev/null 2>&1 || status=$?
    [ "$status" -eq 99 ] || fail "valgrind missed $fault"
done
"$work/asan_faults" none && "${grind[@]}" "$work/grind_faults" none || fail "a fault where none is"

say "C++"
g++ -std=c++17 "${strict[@]}" "${san[@]}" "${cflags[@]}" tests/cpp/cases.cpp \
    -o "$work/cpp" "${libs[@]}"
"$work/cpp" "${cases[@]}" "${questions[@]}"

say "the example, from the installed library, shared and static"
example() { # folder, what pkg-config is asked
    mkdir -p "$work/$1"
    cp ../examples/c/check.c ../examples/c/Makefile "$work/$1"
    make -s -C "$work/$1" STATIC="$2" CFLAGS="-O2 ${strict[*]}"
    (cd ../examples && "$work/$1/check" order order-good.json facts.json) | tail -n 1 |
        grep -qx accept || fail "example ($1): the good order"
    status=0
    (cd ../examples && "$work/$1/check" order order.json facts.json) >"$work/$1/out" || status=$?
    [ "$status" -eq 1 ] && grep -q '^error /' "$work/$1/out" || fail "example ($1): the bad order"
}
example shared ""
has "$(ldd "$work/shared/check")" libpaylint.so.0 || fail "the example: not the shared library"
# Where there is no shared library, the linker takes the static one.
rm "$prefix"/lib/libpaylint.so*
example static --static
! has "$(ldd "$work/static/check")" libpaylint || fail "the example: not the static library"

echo "C, C++: all passed"
