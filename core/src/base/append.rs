//! Building texts piece by piece. `core::fmt` would take more code than all that is written with
//! it.

use alloc::borrow::ToOwned;
use alloc::string::String;

#[inline]
pub(crate) fn put(out: &mut String, piece: &str) {
    out.push_str(piece);
}

pub(crate) fn joined(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        put(&mut text, piece);
    }
    text
}

/// The character at a position of an ASCII text.
pub(crate) fn nth(text: &str, at: usize) -> &str {
    invariant!(text.get(at..at + 1)).unwrap_or_default()
}

/// The text that a writer appends. Most texts are written in pieces and need no more room.
pub(crate) fn text_of(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::with_capacity(64);
    write(&mut text);
    text
}

/// The text as a `String`. Out of line, because dozens of errors are made with it.
#[inline(never)]
pub(crate) fn owned(text: &str) -> String {
    text.to_owned()
}
