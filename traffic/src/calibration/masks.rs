//! Signs in a log that something of a body was left out.

use crate::values;

/// Whether a body that isn't JSON ends with a log's note that it was cut: `...`, `…`, `[truncated 212 bytes]`.
pub(super) fn has_cut_mark(body: &[u8]) -> bool {
    let end = &body[body.len().saturating_sub(40)..];
    let end = String::from_utf8_lossy(end).trim_end().to_ascii_lowercase();
    end.ends_with("...") || end.ends_with('…') || end.contains("truncated")
}

/// Whether the JSON of a value is a string that a log has masked.
pub(super) fn is_masked_json(json: &str) -> bool {
    json.starts_with('"') && values::text("", json).is_ok_and(|text| is_masked_text(&text))
}

/// Whether a log has put signs in the place of a value: `411111******1111`, `xxxx 1234`, `[FILTERED]`.
pub(super) fn is_masked_text(text: &str) -> bool {
    const WORDS: [&str; 6] = ["redacted", "filtered", "masked", "hidden", "removed", "secret"];
    let is_crossed = |sign: &u8| matches!(sign, b'x' | b'X');
    let is_rest =
        |sign: u8| is_crossed(&sign) || sign.is_ascii_digit() || matches!(sign, b' ' | b'.' | b'-');
    let is_bracket = |sign: char| matches!(sign, '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>');
    let is_upper =
        matches!(text.len(), 6..=8) && text.bytes().all(|sign| sign.is_ascii_uppercase());
    let may_be_word = is_upper || text.starts_with(is_bracket) || text.ends_with(is_bracket);
    let word = || text.trim_matches(is_bracket);
    let is_word = || WORDS.iter().any(|known| known.eq_ignore_ascii_case(word()));
    // Of three signs in a row a byte is the last of three. Most texts have none there.
    let (threes, _) = text.as_bytes().as_chunks();
    let has_sign = threes.iter().any(|[_, _, last]| *last == b'*' || !last.is_ascii());
    has_sign && (text.contains("***") || text.contains("•••"))
        || text.bytes().all(is_rest) && text.bytes().filter(is_crossed).count() >= 4
        || text.len() <= 32 && may_be_word && is_word()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_found_wherever_they_stand() {
        for before in ["", "4", "41", "ē", "•4"] {
            for mask in ["***", "•••"] {
                assert!(is_masked_text(&format!("{before}{mask}1")), "{before}");
            }
            assert!(!is_masked_text(&format!("{before}**1••")), "{before}");
        }
    }
}
