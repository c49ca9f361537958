//! A pull reader: each part of a JSON text is read as what it is asked for, and once.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// The text isn't JSON.
#[derive(Debug)]
pub(crate) struct NotJson {
    /// The text ends too early.
    pub(crate) is_cut: bool,
    /// The column of the fault, counted from 1 in bytes.
    pub(crate) column: usize,
}

/// A position in a JSON text. Plain strings and numbers are read here, all else by `serde_json`.
pub(crate) struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Scan<'t> {
        Scan { text, at: 0 }
    }

    fn error(&self, is_cut: bool, column: usize) -> NotJson {
        NotJson { is_cut, column: self.at + column }
    }

    /// The next byte that isn't white space.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<u8, NotJson> {
        self.next_sign().ok_or_else(|| self.error(true, 0))
    }

    #[inline]
    fn next_sign(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(*byte),
            }
        }
    }

    /// Whether a sign is next, which is then skipped.
    #[inline]
    fn skips(&mut self, sign: u8) -> bool {
        let is_next = self.next_sign() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips white space, and then a sign if it is the next one. Returns whether it was.
    #[inline]
    pub(crate) fn takes(&mut self, sign: u8) -> Result<bool, NotJson> {
        if self.skips(sign) {
            return Ok(true);
        }
        self.peek().map(|_| false)
    }

    /// Skips white space, and then a sign, which must be next.
    #[inline]
    pub(crate) fn expect(&mut self, sign: u8) -> Result<(), NotJson> {
        if self.takes(sign)? { Ok(()) } else { Err(self.error(false, 1)) }
    }

    /// Goes to the next element or member of an array or object, if there is one.
    #[inline]
    pub(crate) fn next(&mut self, end: u8, is_first: &mut bool) -> Result<bool, NotJson> {
        if !*is_first && self.skips(b',') {
            return Ok(true);
        }
        if self.takes(end)? {
            return Ok(false);
        }
        if std::mem::take(is_first) { Ok(true) } else { Err(self.error(false, 1)) }
    }

    /// Goes to the next member of an object, and to its value. Returns its key.
    #[inline(always)]
    pub(crate) fn next_key(
        &mut self,
        is_first: &mut bool,
    ) -> Result<Option<Cow<'t, str>>, NotJson> {
        if !self.next(b'}', is_first)? {
            return Ok(None);
        }
        self.key().map(Some)
    }

    /// Goes from a key to its value. Returns the key.
    #[inline(always)]
    pub(crate) fn key(&mut self) -> Result<Cow<'t, str>, NotJson> {
        if self.peek()? != b'"' {
            return Err(self.error(false, 1));
        }
        let key = self.text()?;
        self.expect(b':')?;
        Ok(key)
    }

    /// Whether this is next, after white space. It is then skipped.
    #[inline(always)]
    pub(crate) fn skips_all(&mut self, text: &str) -> bool {
        let is_next = self.next_sign().is_some()
            && self.text.as_bytes()[self.at..].starts_with(text.as_bytes());
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// A string's content.
    #[inline(always)]
    pub(crate) fn text(&mut self) -> Result<Cow<'t, str>, NotJson> {
        match self.plain_text() {
            Some(content) => Ok(Cow::Borrowed(content)),
            None => self.value().map(Cow::Owned),
        }
    }

    /// The content of a string, if that is next, and has no escapes.
    #[inline(always)]
    fn plain_text(&mut self) -> Option<&'t str> {
        let content = self.text.as_bytes()[self.at..].strip_prefix(b"\"")?;
        let length = first_special(content)?;
        if content[length] != b'"' {
            return None;
        }
        let start = self.at + 1;
        self.at = start + length + 1;
        Some(&self.text[start..start + length])
    }

    /// The digits of a number that is neither long nor negative, and has no exponent.
    pub(crate) fn plain_number(&mut self) -> Option<&'t str> {
        let bytes = &self.text.as_bytes()[self.at..];
        let is_other = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'.');
        let length = bytes.iter().position(is_other).filter(|length| *length <= 15)?;
        let has_exponent = matches!(bytes.get(length), Some(b'e' | b'E'));
        let digits = &self.text[self.at..self.at + length];
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_whole = whole == "0" || !whole.is_empty() && !whole.starts_with('0');
        if has_exponent || !is_whole || decimals.is_empty() || decimals.contains('.') {
            return None;
        }
        self.at += length;
        Some(digits)
    }

    /// `null`, `true` or `false`, if that is next.
    pub(crate) fn plain_word(&mut self) -> Option<&'static str> {
        let rest = &self.text[self.at..];
        let word = ["null", "true", "false"].into_iter().find(|word| rest.starts_with(word))?;
        self.at += word.len();
        Some(word)
    }

    /// Any value.
    pub(crate) fn value<T: Deserialize<'t>>(&mut self) -> Result<T, NotJson> {
        self.peek()?;
        let mut values = serde_json::Deserializer::from_str(&self.text[self.at..]).into_iter();
        match values.next() {
            Some(Ok(value)) => {
                self.at += values.byte_offset();
                Ok(value)
            }
            Some(Err(error)) => Err(self.error(error.is_eof(), error.column())),
            None => Err(self.error(true, 0)),
        }
    }

    /// The JSON of any value.
    pub(crate) fn json(&mut self) -> Result<&'t str, NotJson> {
        self.peek()?;
        let start = self.at;
        if self.plain_text().is_none() && self.plain_number().is_none() {
            self.value::<IgnoredAny>()?;
        }
        Ok(&self.text[start..self.at])
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(mut self) -> Result<(), NotJson> {
        if self.peek().is_ok() { Err(self.error(false, 1)) } else { Ok(()) }
    }
}

/// The position of the first quote, backslash or control character: eight bytes at a time, SIMD within a register.
#[inline(always)]
fn first_special(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word;
    let equal = |word: u64, byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let marks = below(word, b' ') | equal(word, b'"') | equal(word, b'\\');
        // A borrow may mark bytes behind the first, never before it.
        let marks = marks & (ONES << 7);
        if marks != 0 {
            return Some(8 * at + marks.trailing_zeros() as usize / 8);
        }
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    Some(bytes.len() - rest.len() + rest.iter().position(is_special)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_what_serde_json_takes_for_it() {
        for text in [
            r#""a""#,
            r#""a\"b""#,
            r#""\ud800""#,
            r#""\x""#,
            r#""a"#,
            "\"\t\"",
            "\"Rīga, Brīvības iela 1\"",
            "\"eight or more\u{1f} ends\"",
            r#""eight or more\n and \"more\"""#,
            r#""eight or more"ends"#,
            "0",
            "0.5",
            "12",
            "12.50",
            "-1",
            "1e5",
            "1E5",
            "01",
            "1.",
            ".5",
            "1.2.3",
            "1e",
            "-",
            "12345678901234567890",
            "null",
            "nul",
            "{}",
            "[1,]",
            "[",
            " 1 ",
            "1 2",
            "",
            "\u{c}1",
        ] {
            let mut scan = Scan::new(text);
            let scanned =
                scan.json().and_then(|_| scan.end()).map_err(|fault| (fault.is_cut, fault.column));
            let parsed = serde_json::from_str::<IgnoredAny>(text).map(|_| ());
            assert_eq!(scanned, parsed.map_err(|error| (error.is_eof(), error.column())), "{text}");
        }
    }
}
