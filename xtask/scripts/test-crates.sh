#!/usr/bin/env bash
# Packages the crates that are published, and checks each alone, as it is packaged: libraries from an empty crate, without their
# features, with each and with each pair of them, and programs as `cargo install` takes them.
#
#   cargo xtask test crates
. "$(dirname "$0")/common.sh"
need cc:gcc python3:python3
[ "$(printf '%s\n' 1.90 "$(cargo --version | cut -d ' ' -f 2)" | sort -V | head -n 1)" = 1.90 ] ||
    { echo "packaging several crates at once needs cargo 1.90 or later"; exit 77; }
fresh crates-tests
mapfile -t crates < <(published)
if [ -z "$RELEASE" ]; then
    say "cargo package"
    quietly cargo package --allow-dirty --no-verify "${crates[@]/#/--package=}"
fi
mkdir "$work/src"
touch "$work/src/lib.rs"
{
    printf '%s\n' '[package]' 'name = "shop"' 'edition = "2024"' '[workspace]' '[dependencies]'
    printf "%s = { version = \"$version\", default-features = false, optional = true }\n" "${crates[@]}"
} >"$work/Cargo.toml"
# Lets cargo take these crates, since the registry has none of them yet.
echo '[patch.crates-io]' >"$work/patches.toml"
for crate in "${crates[@]}"; do
    # In the archive all files have one old date, by which cargo would take them for an earlier run's.
    tar -C "$work" -mxf "${RELEASE:-$target/package}/$crate-$version.crate"
    [ -z "$RELEASE" ] || [ -s "$work/$crate-$version/LICENSE-MIT" ] || fail "$crate: no licence"
    # It isn't of the workspace whose folder this is.
    echo '[workspace]' >>"$work/$crate-$version/Cargo.toml"
    echo "$crate = { path = \"$work/$crate-$version\" }" >>"$work/patches.toml"
done

export CARGO_TARGET_DIR=$target/crates
cargo metadata --no-deps --format-version 1 | python3 -c '
import itertools, json, sys
for package in json.load(sys.stdin)["packages"]:
    name, features = package["name"], package["features"]
    def implied(feature):
        return {feature}.union(*map(implied, (to for to in features[feature] if to in features)))
    if package["publish"] is None and not any("lib" in target["kind"] for target in package["targets"]):
        print(name)
    elif package["publish"] is None:
        some = itertools.chain.from_iterable(itertools.combinations(features, count) for count in range(3))
        # Each set once, however it comes about.
        for all in dict.fromkeys(tuple(sorted(set().union(*map(implied, few)))) for few in some):
            print(name, ",".join([name, *(f"{name}/{feature}" for feature in all)]))' | while read -r crate features; do
    say "$crate ${features#*,}"
    at=$work
    [ -n "$features" ] || at=$work/$crate-$version
    cp Cargo.lock "$at"
    quietly cargo check -q --config "$work/patches.toml" --manifest-path "$at/Cargo.toml" ${features:+--features "$features"} </dev/null
done
echo "crates: all passed"
