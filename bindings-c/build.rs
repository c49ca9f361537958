//! Writes include/paylint.h, lists the operations and facts by their numbers, and sets the shared library's soname, whose
//! number is raised whenever a program that is already built would break.

use cbindgen::{Builder, Config};
use std::path::Path;
use std::{env, fs};

/// The modules that the header shows, in reading order.
const SOURCES: &[&str] = &[
    "version",
    "status",
    "text",
    "failure",
    "boundary",
    "engine",
    "facts",
    "check",
    "ask",
    "report/mod",
    "names",
];

/// The enumerations whose items are the core's: name, documentation, items. An item's number is its position, counted from
/// 1. Programs were built with these numbers, so new items are appended.
const NUMBERED: [(&str, &str, &str); 2] = [
    (
        "Operation",
        "A kind of request to the gateway, or the webhook that the gateway sends.",
        "order capture refund reversal payout_a2a payout_b2p payout_p2p payout_og payout_sdwo
        client tax payment card_webhook",
    ),
    (
        "Fact",
        "A fact that you can pass.",
        "now environment website terminal account_funding saving_side subsequent
        merchant_country merchant_utc_offset merchant_avs_permission merchant_ipsp_partner
        merchant_hold_days acquirer_requires_recurring_number
        card_issuer_country card_brand key_test key_three_ds key_brands key_websites
        order_scenario order_capabilities order_amount order_captured order_refunded
        order_currency order_paid_at order_reversed order_chargeback order_billing_address
        request_method request_path request_source_address request_headers
        webhook_host webhook_allowed_sources order_last_refund order_paid",
    ),
];

fn main() {
    for input in ["build.rs", "cbindgen.toml", "include/paylint.h", "src"] {
        println!("cargo:rerun-if-changed={input}");
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    for (name, _, items) in NUMBERED {
        fs::write(Path::new(&out).join(name), list(name, items)).expect("it can be written");
    }
    fs::create_dir_all("include").expect("it can be made");
    header();
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

/// The items as a list in Rust.
fn list(name: &str, items: &str) -> String {
    let variant = |item: &str| {
        let words = item.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
        format!("{name}::{}, ", words.collect::<String>())
    };
    format!("&[{}]", items.split_whitespace().map(variant).collect::<String>())
}

/// The items as an enumeration of the header.
fn enumeration((name, about, items): (&str, &str, &str)) -> String {
    let name = format!("paylint_{}", name.to_lowercase());
    let item = |(number, item)| format!("    {name}_{item} = {number},\n").to_uppercase();
    let items: String = (1..).zip(items.split_whitespace()).map(item).collect();
    format!("/// {about}\ntypedef enum {name} {{\n{items}}} {name};\n")
}

/// Writes the header if it is another than the one that is there.
fn header() {
    let mut config = Config::from_file("cbindgen.toml").expect("cbindgen.toml can be read");
    config.header = Some(include_str!("src/header.txt").trim_end().to_owned());
    config.after_includes = Some(format!(
        "\n#if defined(__GNUC__)\n\
         #define PAYLINT_MUST_USE __attribute__((warn_unused_result))\n\
         #else\n\
         #define PAYLINT_MUST_USE\n\
         #endif\n\n\
         /** The version of paylint that this header belongs to. */\n\
         #define PAYLINT_VERSION \"{}\"\n\n\
         {}",
        env!("CARGO_PKG_VERSION"),
        NUMBERED.map(enumeration).join("\n").trim_end(),
    ));
    let sources = SOURCES.iter().map(|name| format!("src/{name}.rs"));
    let builder = sources.fold(Builder::new().with_config(config), Builder::with_src);
    let mut text = Vec::new();
    builder.generate().expect("the source can be read").write(&mut text);
    // The types of src/memory.rs are plain pointers in C.
    let text = String::from_utf8(text)
        .expect("a header is text")
        .replace("TextIn ", "const char *")
        .replace("TextsIn ", "const struct paylint_text *")
        .replace("ErrorOut ", "struct paylint_error **");
    if fs::read_to_string("include/paylint.h").is_ok_and(|there| there == text) {
        return;
    }
    fs::write("include/paylint.h", text).expect("it can be written");
}
