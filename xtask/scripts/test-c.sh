#!/usr/bin/env bash
# Builds libpaylint, installs it into a folder of the tests, and uses it from C, C# and Ruby. Installs what it
# needs from Debian. Quick the second time.
#
#   cargo xtask test c
. "$(dirname "$0")/common.sh"
# Whether a text has a line that matches. (A `grep -q` behind a pipe ends before it has read all, and
# then what writes to it fails.)
has() { grep -q "$2" <<<"$1"; }

need gcc:gcc g++:g++ clang:clang make:make valgrind:valgrind pkg-config:pkg-config cmake:cmake \
    mcs:mono-mcs mono:mono-runtime ruby:ruby python3:python3
ruby -e 'require "ffi"' 2>/dev/null || need :ruby-ffi
fresh c-tests
# Paths with a space, as a user's home may have.
prefix="$work/a prefix"
expected
cd bindings-c

say "make, and make install, which doesn't build"
if [ -n "$RELEASE" ]; then
    install_into() { mkdir -p "$1" && tar -C "$1" --strip-components=1 -xf "$RELEASE/libpaylint-$version"-*.tar.gz; }
else
    install_into() { quietly make -s install CARGO=false PREFIX="$1"; }
    quietly make -s
    if make -s install PREFIX="$prefix" CARGO_TARGET_DIR="$work/nothing" >"$work/make.log" 2>&1 ||
        ! grep -q "isn't built in" "$work/make.log"; then
        cat "$work/make.log" >&2
        fail "make install: nothing is built, and it doesn't say so"
    fi
    # The same into a package's folder: what is written into the files is the final place.
    package="$work/a package"
    quietly make -s install CARGO=false PREFIX=/usr DESTDIR="$package"
    grep -qx 'libdir=/usr/lib' "$package/usr/lib/pkgconfig/paylint.pc" || fail "paylint.pc: prefix"
    make -s uninstall PREFIX=/usr DESTDIR="$package"
    [ -z "$(find "$package" ! -type d)" ] || fail "make uninstall leaves files"
fi
install_into "$prefix"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
[ -n "$RELEASE" ] || [ "$(pkg-config --variable=libdir paylint)" = "$prefix/lib" ] || fail "paylint.pc: libdir"
[ "$(pkg-config --modversion paylint)" = "$version" ] || fail "paylint.pc: version"
# pkg-config escapes a space for the shell.
eval "cflags=($(pkg-config --cflags paylint)) libs=($(pkg-config --libs paylint))"
read -ra private <<<"$(pkg-config --static --libs-only-l paylint | sed 's/-lpaylint//')"
# Has base64, for the cases.
libs+=(-lresolv) private+=(-lresolv)

# Not optimised: the optimiser evaluates the second half of a condition first where that is
# harmless, and valgrind takes it for a use of what is not initialised.
say "a library for the tools: not optimised, panics on demand"
cargo build -q -p paylint-c --features provoke-panic --config 'profile.dev.package.paylint.opt-level=0'
for_tools=$CARGO_TARGET_DIR/debug/libpaylint.a

say "what the shared library shows: what the header declares, and nothing else"
nm -D --defined-only "$prefix/lib/libpaylint.so" | awk '{ print $3 }' | sort >"$work/symbols"
grep -oE '^(PAYLINT_MUST_USE )?[a-z].*\bpaylint_[a-z_]*\(' include/paylint.h | grep -o 'paylint_[a-z_]*($' | tr -d '(' |
    sort >"$work/declared"
diff "$work/declared" "$work/symbols" || fail "symbols and header differ"
grep -ohE 'paylint_[a-z_]+\(' tests/c/panics.c | tr -d '(' | sort -u >"$work/panicking"
untried=$(comm -23 "$work/declared" "$work/panicking" | sed -E '/^paylint_(abi|version|status_message)$/d' | xargs)
[ -z "$untried" ] || fail "tests/c/panics.c doesn't call $untried"
has "$(readelf -d "$prefix/lib/libpaylint.so")" 'soname: \[libpaylint.so.0\]' || fail "soname"

say "the header alone, as C99 and C++17"
strict=(-Wall -Wextra -Wpedantic -Werror)
echo '#include <paylint.h>' >"$work/alone.c"
for compiler in gcc clang; do
    "$compiler" -std=c99 "${strict[@]}" "${cflags[@]}" -fsyntax-only "$work/alone.c"
    "$compiler" -std=c++17 "${strict[@]}" "${cflags[@]}" -x c++ -fsyntax-only "$work/alone.c"
done

say "C: gcc and clang with the shared library"
for compiler in gcc clang; do
    for program in cases contract; do
        "$compiler" -std=c99 "${strict[@]}" -O2 "${cflags[@]}" "tests/c/$program.c" \
            -o "$work/$program" "${libs[@]}"
        "$work/$program" "$PAYLINT_CASES"
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
    fence c README.md | grep '^#include'
    echo 'int readme(const char *body, size_t body_length);'
    echo 'int readme(const char *body, size_t body_length) {'
    fence c README.md | grep -v '^#include'
    echo 'paylint_engine_free(engine); return verdict; }'
    echo 'int main(void) { return readme("{}", 2) != PAYLINT_VERDICT_REJECT; }'
} >"$work/readme.c"
gcc -std=c99 "${strict[@]}" -O2 "${cflags[@]}" "$work/readme.c" -o "$work/readme" "${libs[@]}"
"$work/readme" >/dev/null

say "C++: what docs/languages.md shows, built as it says"
mkdir "$work/project"
fence cpp ../docs/languages.md >"$work/project/check.cpp"
(cd "$work/project" && g++ -std=c++17 "${strict[@]}" check.cpp -o cpp "${cflags[@]}" "${libs[@]}" &&
    [ "$(./cpp 2>errors)" = reject ] && grep -q 'must be at least 0.01' errors) || fail "docs/languages.md"

say "C: with the static library, linked as bindings-c/README.md says"
install_into "$work/prefix"
cp "$work/readme.c" "$work/project/check.c"
sed 's/^int main/int shop/' "$work/readme.c" >"$work/project/shop.c"
in_project() { (cd "$work/project" && PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig eval "$1") || fail "bindings-c/README.md: $1"; }
in_project "$(sed -n '/^cc check\.c .*\\$/,/[^\\]$/p' README.md)"
in_project ./a.out >/dev/null
! has "$(ldd "$work/project/a.out")" libpaylint || fail "bindings-c/README.md: not the static library"
in_project "$(grep '^cc -static' README.md)"
in_project ./a.out >/dev/null
! ldd "$work/project/a.out" >"$work/log" 2>&1 || fail "bindings-c/README.md: the program isn't static"
# Where both are, the linker takes the shared one.
rm "$work"/prefix/lib/libpaylint.so*
in_project "$(grep '^cc -shared' README.md)"
[ "$(nm -D --defined-only "$work/project/libshop.so" | awk '{ print $3 }' | sort | xargs)" = "readme shop" ] ||
    fail "bindings-c/README.md: a library that wraps the static one shows more than its own symbols"
install_into "$work/prefix"

say "CMake, as bindings-c/README.md says"
cat >"$work/project/CMakeLists.txt" <<'EOF'
cmake_minimum_required(VERSION 3.21)
project(shop C)
find_package(paylint ${WANTED} REQUIRED)
foreach(target paylint paylint_static)
  add_executable(${target} check.c)
  target_link_libraries(${target} paylint::${target})
endforeach()
EOF
cmake_finds() { # version
    cmake -S "$work/project" -B "$work/cmake" -Dpaylint_DIR="$work/prefix/lib/cmake/paylint" -DWANTED="$1" >"$work/log" 2>&1
}
cmake_finds "$(sed -n 's/.*find_package(paylint \([0-9.]*\) .*/\1/p' README.md)" || fail "CMake: $(cat "$work/log")"
quietly cmake --build "$work/cmake"
for program in paylint paylint_static; do quietly "$work/cmake/$program"; done
! has "$(ldd "$work/cmake/paylint_static")" libpaylint || fail "CMake: paylint_static isn't static"
for wanted in 0.0 "$version.1" 0.99 1; do ! cmake_finds "$wanted" || fail "CMake takes $version for $wanted"; done

san=(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1)
say "C: AddressSanitizer and UndefinedBehaviorSanitizer"
for program in cases contract panics; do
    library=$prefix/lib/libpaylint.a
    [ "$program" != panics ] || library=$for_tools
    gcc -std=c99 "${strict[@]}" "${san[@]}" "${cflags[@]}" "tests/c/$program.c" \
        -o "$work/asan_$program" "$library" "${private[@]}"
    "$work/asan_$program" "$PAYLINT_CASES"
done

grind=(valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible)
say "C: valgrind"
for program in cases contract panics; do
    gcc -std=c99 "${strict[@]}" -g -O1 "${cflags[@]}" "tests/c/$program.c" \
        -o "$work/grind_$program" "$for_tools" "${private[@]}"
    "${grind[@]}" "$work/grind_$program" "$PAYLINT_CASES"
done
# The boundary is silent: what the C program does not print is not printed.
[ -z "$("$work/grind_panics" 2>&1 >/dev/null)" ] || fail "a panic was printed"

# What docs/languages.md shows, compiled and run as it says, in a folder.
shows() { # language, its file
    local command
    fence "$1" ../docs/languages.md >"$work/$1/$2"
    command=$(grep -o '`[^`]* '"$2"'[^`]*`' ../docs/languages.md | tr -d '`' | head -n 1)
    [ -s "$work/$1/$2" ] && [ -n "$command" ] || fail "docs/languages.md shows no $1"
    [ "$(cd "$work/$1" && eval "$command" 2>"$work/log")" = reject ] ||
        { cat "$work/log" >&2; fail "$1: docs/languages.md isn't what it says it prints"; }
}
packages=${RELEASE:-$work/packages}
[ -n "$RELEASE" ] || quietly ./pack.sh "$packages"
[ -f "$packages/Paylint.$version.nupkg" ] && [ -n "$(find "$packages" -name "paylint-$version-*.gem")" ] ||
    fail "the packages aren't of version $version"

say "C#, with the files of the package beside the program"
mkdir "$work/csharp"
python3 -m zipfile -e "$packages/Paylint.$version.nupkg" "$work/nupkg"
cp "$work"/nupkg/lib/netstandard2.0/Paylint.dll "$work"/nupkg/runtimes/*/native/libpaylint.so.0 "$work/csharp"
quietly mcs -warnaserror -r:"$work/csharp/Paylint.dll" -out:"$work/csharp/Cases.exe" tests/csharp/Cases.cs
mono "$work/csharp/Cases.exe" "$PAYLINT_CASES"
shows csharp Check.cs

say "Ruby, with the gem"
mkdir "$work/ruby"
export GEM_HOME=$work/gems
quietly gem install --local --no-document "$packages/paylint-$version"-*.gem
ruby -w tests/ruby/cases.rb "$PAYLINT_CASES"
shows ruby check.rb

say "the example, from the installed library"
mkdir "$work/example"
cp ../examples/c/check.c ../examples/c/Makefile "$work/example"
make -s -C "$work/example" CFLAGS="-O2 ${strict[*]}"
(cd ../examples && "$work/example/check" order order-good.json facts.json) | tail -n 1 | grep -qx accept || fail "example: the good order"
status=0
(cd ../examples && "$work/example/check" order order.json facts.json) >"$work/log" || status=$?
[ "$status" -eq 1 ] && grep -q '^error /' "$work/log" || fail "example: the bad order"

echo "C, C++, C#, Ruby: all passed"
