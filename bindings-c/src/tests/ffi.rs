//! Generates include/paylint.ffi.h: the header as a C11 preprocessor leaves it, for parsers that have no preprocessor,
//! such as LuaJIT's.

use super::header::header;

const TITLE: &str = "\
/* paylint.h without comments and preprocessor directives, for FFI parsers that have no preprocessor,\n \
 * such as LuaJIT's. Generated. Do not edit. */\n";

/// The text of include/paylint.ffi.h.
pub(super) fn ffi_header() -> String {
    format!("{TITLE}{}", declarations(&header()))
}

fn declarations(header: &str) -> String {
    let mut out = String::new();
    // Whether the lines of each condition around the present one are read.
    let mut read: Vec<bool> = Vec::new();
    for line in without_comments(header).lines().map(str::trim_end) {
        let directive =
            line.strip_prefix('#').map(|rest| rest.split_once(' ').unwrap_or((rest, "")));
        match directive {
            Some(("if" | "ifdef" | "ifndef", _)) => read.push(holds(line)),
            Some(("else", _)) => {
                let last = read.last_mut().expect("an #else is in a condition");
                *last = !*last;
            }
            Some(("endif", _)) => _ = read.pop().expect("an #endif ends a condition"),
            Some(("define", rest)) if rest.starts_with("PAYLINT_ABI ") => {
                out += &format!("enum {{ {} }};\n", rest.replacen(' ', " = ", 1));
            }
            Some(("define" | "include", _)) => {}
            Some(_) => panic!("{line}: unknown directive"),
            None if read.contains(&false) || line.is_empty() => {}
            None => out += &format!("{}\n", line.replace("PAYLINT_MUST_USE", "")),
        }
    }
    assert!(read.is_empty(), "a condition has no end");
    out.replace("\n {\n", " {\n").replace("\n\n", "\n")
}

/// Whether a condition holds in C11.
fn holds(condition: &str) -> bool {
    match condition {
        "#ifndef PAYLINT_H" | "#ifndef __cplusplus" => true,
        "#if defined(__GNUC__)"
        | "#ifdef __cplusplus"
        | "#if __STDC_VERSION__ >= 202311L"
        | "#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L" => false,
        _ => panic!("{condition}: unknown condition"),
    }
}

fn without_comments(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.lines().map(|line| format!("{}\n", line.split("//").next().unwrap_or_default())).collect()
}

#[test]
fn nothing_is_left_for_a_preprocessor() {
    let text = ffi_header();
    let code = text.strip_prefix(TITLE).expect("the title");
    for word in ["#", "/*", "//", "PAYLINT_MUST_USE", "__cplusplus", "202311L", "bool *"] {
        assert!(!code.contains(word), "{word} is in paylint.ffi.h");
    }
    let functions = |text: &str| text.matches("\npaylint_status paylint_").count();
    assert_eq!(functions(code), functions(&header()));
    assert!(code.contains("enum { PAYLINT_ABI = 0 };"));
}
