//! Writes JSON.

use crate::base::append::nth;
use alloc::string::String;

/// Appends a comma, unless the next value is the first of its array or object.
pub(crate) fn put_comma(out: &mut String) {
    if !matches!(out.as_bytes().last(), Some(b'[' | b'{')) {
        out.push(',');
    }
}

/// Appends a name that needs no escapes as a JSON string, or `null`.
pub(crate) fn put_name(out: &mut String, name: Option<&str>) {
    let Some(name) = name else { return out.push_str("null") };
    out.push('"');
    out.push_str(name);
    out.push('"');
}

/// Appends names that need no escapes as a JSON array.
pub(crate) fn put_names<'a>(out: &mut String, names: impl Iterator<Item = &'a str>) {
    out.push('[');
    names.for_each(|name| put_element(out, name));
    out.push(']');
}

fn put_element(out: &mut String, name: &str) {
    put_comma(out);
    put_name(out, Some(name));
}

/// Appends the content of a JSON string, with escapes only where RFC 8259 requires them.
#[inline(never)]
pub(crate) fn put_escaped(out: &mut String, text: &str) {
    const SHORT: [u8; 7] = *b"\x08\t\n\x0C\r\"\\";
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || SHORT.contains(&byte)) {
        let (plain, special) = invariant!(rest.split_at_checked(at)).unwrap_or_default();
        out.push_str(plain);
        let byte = invariant!(special.bytes().next()).unwrap_or_default();
        match SHORT.iter().position(|short| *short == byte) {
            Some(at) => {
                out.push('\\');
                out.push_str(nth("btnfr\"\\", at));
            }
            None => {
                out.push_str(if byte < 0x10 { "\\u000" } else { "\\u001" });
                out.push_str(nth("0123456789abcdef", usize::from(byte & 0x0F)));
            }
        }
        rest = invariant!(special.get(1..)).unwrap_or_default();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_agree_with_serde_json() {
        for character in ('\0'..='\u{A0}').chain(['\u{2028}', '\u{1F600}']) {
            let text = String::from_iter(['a', character, character, 'b']);
            let mut written = String::new();
            put_escaped(&mut written, &text);
            let expected = serde_json::to_string(&text).expect("JSON");
            assert_eq!(format!("\"{written}\""), expected);
        }
    }
}
