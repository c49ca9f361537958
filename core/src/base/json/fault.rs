//! Explains why a text isn't valid JSON. This reads the text a second time, so that the reader
//! needn't keep track of what it expects.

use super::scan::{byte_at, hex, skip_white_space};
use super::skip::{self, Expected, Watch};

/// The token that was expected last, and where.
struct Last(usize, Expected);

impl Watch for Last {
    fn expect(&mut self, at: usize, expected: Expected) {
        *self = Last(at, expected);
    }
}

/// Describes what was expected at `at`, the first wrong byte, and what was found. Neither quotes the text.
///
/// Takes time linear in `at`, and doesn't allocate.
#[cold]
pub(crate) fn expected_and_found(text: &[u8], at: usize) -> [&'static str; 2] {
    let start = skip_white_space(text, 0);
    let mut last = Last(start, Expected::Value);
    if let Ok(end) = skip::value(text, start, 0, &mut last) {
        if at < end {
            // Only strings can have a wrong byte and still be skipped.
            return ["UTF-8", "an invalid byte"];
        }
        last = Last(end, Expected::End);
    }
    let (Last(token, expected), found) = (last, found_at(text, at));
    match (expected, byte_at(text, at)) {
        (Expected::Value | Expected::FirstElement | Expected::Key | Expected::FirstKey, _)
            if at > token =>
        {
            within(text, byte_at(text, token), at)
        }
        (Expected::Value | Expected::FirstElement, b'{' | b'[') => {
            ["at most 128 nested arrays and objects", "one more"]
        }
        (Expected::Value, _) if token == start && is_form(text) => ["JSON", "a form (a=1&b=2)"],
        (Expected::Key, b'0'..=b'9') if follows_a_number(text, at) => {
            ["a key", "a number (numbers have a decimal point, and no comma)"]
        }
        _ => [expected.name(), found],
    }
}

/// Describes a fault inside a token that begins with the byte `first`.
fn within(text: &[u8], first: u8, at: usize) -> [&'static str; 2] {
    let found = found_at(text, at);
    let is_unit = hex(text, at + 2).is_some();
    match (first, byte_at(text, at)) {
        (b'"', b'\\') if byte_at(text, at + 1) == b'u' && is_unit => {
            ["a surrogate pair", "half of one"]
        }
        (b'"', b'\\') => ["an escape of JSON", "an invalid escape"],
        (b'"', b'\n' | b'\r') => ["a closing quote", "a line break"],
        (b'"', _) if at < text.len() => ["an escape", found],
        (b'"', _) => ["a closing quote", found],
        (b't' | b'f' | b'n', _) => ["true, false or null", found],
        (_, b'0'..=b'9') => ["no digit after a leading 0", "a digit"],
        _ => ["a digit", found],
    }
}

/// Whether a text looks like a form as browsers send it: `amount=5&currency=EUR`.
fn is_form(text: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-%[]".contains(byte);
    let name = text.iter().take_while(|byte| is_name(byte)).count();
    text.first().is_some_and(u8::is_ascii_alphabetic) && byte_at(text, name) == b'='
}

/// Whether a digit and a comma come right before `at`.
fn follows_a_number(text: &[u8], at: usize) -> bool {
    matches!(text.get(..at), Some([.., b'0'..=b'9', b',']))
}

fn found_at(text: &[u8], at: usize) -> &'static str {
    let rest = invariant!(text.get(at..)).unwrap_or_default();
    match rest {
        [] => "the end of the text",
        [0xEF, 0xBB, 0xBF, ..] => "a byte order mark",
        [b'{', ..] => "`{`",
        [b'}', ..] => "`}`",
        [b'[', ..] => "`[`",
        [b']', ..] => "`]`",
        [b',', ..] => "`,`",
        [b':', ..] => "`:`",
        [b'"', ..] => "a string",
        [b'\'', ..] => "a single quote (JSON has double quotes)",
        [b'/', b'/' | b'*', ..] => "a comment (JSON has none)",
        [b'-' | b'0'..=b'9', ..] => "a number",
        [b'N', b'a', b'N', ..] | [b'I', b'n', b'f', ..] => "NaN or Infinity (JSON has neither)",
        [b'T', b'r', b'u', b'e', ..]
        | [b'F', b'a', b'l', b's', b'e', ..]
        | [b'N', b'o', b'n', b'e', ..] => "True, False or None (JSON has true, false and null)",
        [b'a'..=b'z' | b'A'..=b'Z', ..] => "a letter",
        [0..=b' ' | 0x7F, ..] => "a control character",
        [0x80..=0xFF, ..] => "a character beyond ASCII",
        _ => "another character",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::json::check_syntax;

    fn fault(text: &[u8]) -> (usize, [&'static str; 2]) {
        let at = check_syntax(text, 0).expect_err("not JSON").at;
        (at, expected_and_found(text, at))
    }

    #[test]
    fn fault_says_what_was_expected_and_found() {
        for (text, at, expected, found) in [
            (r#"{"a":1,}"#, 7, "a key", "`}`"),
            (r#"{"a":1 "b":2}"#, 7, "`,` or `}`", "a string"),
            (r#"{"a":1"#, 6, "`,` or `}`", "the end of the text"),
            (r#"{"a":"b" "c":1}"#, 9, "`,` or `}`", "a string"),
            (r#"{"a" 1}"#, 5, "`:`", "a number"),
            (r#"{"a":}"#, 5, "a value", "`}`"),
            (r#"{"a":1}}"#, 7, "the end of the text", "`}`"),
            (r"{'a':1}", 1, "a key or `}`", "a single quote (JSON has double quotes)"),
            ("a_b[c]=1&d=2", 0, "JSON", "a form (a=1&b=2)"),
            ("a", 0, "a value", "a letter"),
            (r#"{"a":12,50}"#, 8, "a key", "a number (numbers have a decimal point, and no comma)"),
            (r#"{"a":"b",5}"#, 9, "a key", "a number"),
            (r#"{"a":NaN}"#, 5, "a value", "NaN or Infinity (JSON has neither)"),
            (r#"{"a":-Infinity}"#, 6, "a digit", "NaN or Infinity (JSON has neither)"),
            (r#"{"a":None}"#, 5, "a value", "True, False or None (JSON has true, false and null)"),
            (r"{a:1}", 1, "a key or `}`", "a letter"),
            (r"{", 1, "a key or `}`", "the end of the text"),
            (r"[1,]", 3, "a value", "`]`"),
            (r"[,1]", 1, "a value or `]`", "`,`"),
            (r"[1:2]", 2, "`,` or `]`", "`:`"),
            (r#"[{"a":[1}]"#, 8, "`,` or `]`", "`}`"),
            (r#"{"a":[]]"#, 7, "`,` or `}`", "`]`"),
            (r#"{"a":True}"#, 5, "a value", "True, False or None (JSON has true, false and null)"),
            (r#"{"a":nul}"#, 8, "true, false or null", "`}`"),
            (r#"{"a":tru"#, 8, "true, false or null", "the end of the text"),
            (r#"{"a":falsy}"#, 9, "true, false or null", "a letter"),
            ("[1 [", 3, "`,` or `]`", "`[`"),
            ("[1 {", 3, "`,` or `]`", "`{`"),
            ("[// one\n1]", 1, "a value or `]`", "a comment (JSON has none)"),
            ("[?]", 1, "a value or `]`", "another character"),
            ("\u{FEFF}{}", 0, "a value", "a byte order mark"),
            ("{}\u{FEFF}", 2, "the end of the text", "a byte order mark"),
            ("[1,\u{201C}a\u{201D}]", 3, "a value", "a character beyond ASCII"),
            ("[\u{1}]", 1, "a value or `]`", "a control character"),
            ("[01]", 2, "no digit after a leading 0", "a digit"),
            ("[-]", 2, "a digit", "`]`"),
            ("[1.]", 3, "a digit", "`]`"),
            ("[1e+", 4, "a digit", "the end of the text"),
            ("[\"a", 3, "a closing quote", "the end of the text"),
            ("[\"a\n\"]", 3, "a closing quote", "a line break"),
            ("[\"a\t\"]", 3, "an escape", "a control character"),
            ("[\"\0\"]", 2, "an escape", "a control character"),
            (r#"["\x"]"#, 2, "an escape of JSON", "an invalid escape"),
            (r#"["\u12"]"#, 2, "an escape of JSON", "an invalid escape"),
            (r#"["\"#, 2, "an escape of JSON", "an invalid escape"),
            (r#"["\ud800\u0041"]"#, 2, "a surrogate pair", "half of one"),
            (r#"["\ud800\ndc00"]"#, 2, "a surrogate pair", "half of one"),
            (r#"["\ud800/udc00"]"#, 2, "a surrogate pair", "half of one"),
            (r#"{"\udc00":1}"#, 2, "a surrogate pair", "half of one"),
        ] {
            assert_eq!(fault(text.as_bytes()), (at, [expected, found]), "{text}");
        }
        assert_eq!(fault(b"{\"a\xFF\":1}"), (3, ["UTF-8", "an invalid byte"]));
    }

    #[test]
    fn too_deep_nesting_is_named() {
        for (open, inside, close) in [("[", "", "]"), ("{\"a\":", "1", "}")] {
            let nested = |depth| [open.repeat(depth), inside.into(), close.repeat(depth)].concat();
            assert!(check_syntax(nested(128).as_bytes(), 0).is_ok());
            let words = ["at most 128 nested arrays and objects", "one more"];
            let (at, said) = fault(nested(129).as_bytes());
            assert_eq!((at, said), (128 * open.len(), words));
        }
    }
}
