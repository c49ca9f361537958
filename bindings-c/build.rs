//! Sets the shared library's soname, whose number is raised whenever a program that is already built
//! would break, and lists the operations and facts by their numbers.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=include/paylint.h");
    let header = fs::read_to_string("include/paylint.h").expect("the header can be read");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for kind in ["Operation", "Fact"] {
        fs::write(Path::new(&out).join(kind), numbered(&header, kind)).expect("it can be written");
    }
    let target = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let argument = match target.as_str() {
        "macos" | "ios" => "-Wl,-install_name,@rpath/libpaylint.0.dylib",
        "windows" => return,
        _ if family == "wasm" => return,
        _ => "-Wl,-soname,libpaylint.so.0",
    };
    println!("cargo:rustc-cdylib-link-arg={argument}");
}

/// The items of an enumeration of the header, in its order.
fn numbered(header: &str, kind: &str) -> String {
    let start = format!("    PAYLINT_{}_", kind.to_uppercase());
    let names = header.lines().filter_map(|line| line.strip_prefix(&start)?.split_once(" = "));
    let items = names.map(|(name, _)| {
        let words = name.split('_').map(|word| word[..1].to_owned() + &word[1..].to_lowercase());
        format!("{kind}::{}, ", words.collect::<String>())
    });
    format!("&[{}]", items.collect::<String>())
}
