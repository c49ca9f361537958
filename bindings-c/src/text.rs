//! Texts that the library gives.

use core::ffi::c_char;

/// A text that the library gives: UTF-8, with no NUL behind it. Print it with
/// printf("%.*s", (int)text.length, text.data).
///
/// The memory is not the caller's: how long it stays is said at each function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_text {
    /// The first byte. NULL if there is no text; an empty text has an address.
    pub data: *const c_char,
    /// The number of bytes.
    pub length: usize,
}

impl paylint_text {
    /// No text.
    pub(crate) const NONE: paylint_text = paylint_text { data: core::ptr::null(), length: 0 };

    /// The text, which its owner keeps as it is for as long as the function says.
    pub(crate) fn of(text: &str) -> paylint_text {
        // The address of an empty text may be of no memory at all: give one that can be read.
        let data = if text.is_empty() { c"".as_ptr() } else { text.as_ptr().cast() };
        paylint_text { data, length: text.len() }
    }

    /// The text, if there is one.
    pub(crate) fn or_none(text: Option<&str>) -> paylint_text {
        text.map_or(paylint_text::NONE, paylint_text::of)
    }
}
