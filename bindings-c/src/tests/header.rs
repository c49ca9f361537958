//! Generates include/paylint.h with cbindgen.

use super::{numbers, path};
use cbindgen::{Builder, Config};

/// The modules, in reading order.
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

const HEADER: &str = include_str!("../header.txt");

/// The text of the header.
pub(super) fn header() -> String {
    let mut config = Config::from_file(path("cbindgen.toml")).expect("cbindgen.toml can be read");
    config.header = Some(HEADER.trim_end().to_owned());
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
        numbers::enumerations().trim_end(),
    ));
    let sources = SOURCES.iter().map(|name| path(&format!("src/{name}.rs")));
    let builder = sources.fold(Builder::new().with_config(config), Builder::with_src);
    let mut text = Vec::new();
    builder.generate().expect("the source can be read").write(&mut text);
    let text = String::from_utf8(text).expect("a header is text");
    // The types of src/memory.rs are plain pointers in C.
    text.replace("TextIn ", "const char *")
        .replace("TextsIn ", "const struct paylint_text *")
        .replace("ErrorOut ", "struct paylint_error **")
}
