//! Builds texts piece by piece.

use alloc::string::String;

/// The character at a position of an ASCII text.
pub(crate) fn nth(text: &str, at: usize) -> &str {
    invariant!(text.get(at..at + 1)).unwrap_or_default()
}

/// Collects what `write` appends. The initial capacity is enough for most texts.
pub(crate) fn text_of(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::with_capacity(64);
    write(&mut text);
    text
}
