//! The lexical layer of JSON (RFC 8259): strings, numbers, escapes, skipping, and writing.

mod escape;
mod fault;
mod object;
pub(crate) mod scan;
pub(crate) mod skip;
mod write;

pub(crate) use escape::decode;
pub(crate) use fault::expected_and_found;
#[cfg(feature = "prose")]
pub(crate) use object::Array;
pub(crate) use object::ObjectWriter;
pub(crate) use write::{put_comma, put_escaped, put_name, put_names};

use scan::{Malformed, malformed, skip_white_space};

words! {
    /// The type of a JSON value.
    #[repr(u8)]
    pub JsonType {
        /// `null`
        Null = "null",
        /// `true` or `false`
        Boolean = "boolean",
        /// A number.
        Number = "number",
        /// A string.
        String = "string",
        /// An array.
        Array = "array",
        /// An object.
        Object = "object",
    }
}

impl JsonType {
    /// The type of the value that begins with this byte.
    pub(crate) const fn of(first: u8) -> JsonType {
        match first {
            b'n' => JsonType::Null,
            b't' | b'f' => JsonType::Boolean,
            b'"' => JsonType::String,
            b'[' => JsonType::Array,
            b'{' => JsonType::Object,
            _ => JsonType::Number,
        }
    }
}

/// The line and column of a byte, both counted from 1; the column in bytes.
pub(crate) fn line_and_column(text: &[u8], at: usize) -> (u32, u32) {
    let before = invariant!(text.get(..at)).unwrap_or(text);
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    (line as u32 + 1, column as u32 + 1)
}

/// Whether a text is empty or only JSON white space.
pub(crate) fn is_white_space(text: &[u8]) -> bool {
    skip_white_space(text, 0) >= text.len()
}

/// Trims JSON white space from the end of a text.
pub(crate) fn without_white_space_at_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t' | b'\n' | b'\r'] = text {
        text = rest;
    }
    text
}

/// Returns the text if it is valid JSON, with `depth` arrays and objects around it.
pub(crate) fn check_syntax(text: &[u8], depth: i32) -> Result<&str, Malformed> {
    let end = skip::value(text, skip_white_space(text, 0), depth, &mut false)?;
    let end = skip_white_space(text, end);
    if end != text.len() {
        return malformed(end);
    }
    core::str::from_utf8(text).or_else(|error| malformed(error.valid_up_to()))
}
