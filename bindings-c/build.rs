//! Sets the shared library's soname. Its number is raised whenever a program that is already built
//! would break.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let argument = match target.as_str() {
        "macos" | "ios" => "-Wl,-install_name,@rpath/libpaylint.0.dylib",
        "windows" => return,
        _ if family == "wasm" => return,
        _ => "-Wl,-soname,libpaylint.so.0",
    };
    println!("cargo:rustc-cdylib-link-arg={argument}");
}
