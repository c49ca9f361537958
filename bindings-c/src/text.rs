//! Texts that the library returns, or takes as an array.

use core::ffi::c_char;

/// A text: UTF-8, without a terminating NUL. Print it with
/// printf("%.*s", (int)text.length, text.data).
///
/// You do not own the memory of a text that a function returns: the function says how long it stays
/// valid. One that you pass is borrowed for the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_text {
    /// The first byte. NULL if there is no text, but not if the text is empty.
    pub data: *const c_char,
    /// The length in bytes.
    pub length: usize,
}

impl paylint_text {
    /// No text.
    pub(crate) const NONE: paylint_text = paylint_text { data: core::ptr::null(), length: 0 };

    /// The text. Its owner must keep it unchanged for as long as the function promises.
    pub(crate) fn of(text: &str) -> paylint_text {
        // An empty `str` may have a dangling address; C programs get one that they can read.
        let data = if text.is_empty() { c"".as_ptr() } else { text.as_ptr().cast() };
        paylint_text { data, length: text.len() }
    }

    /// The text, if there is one.
    pub(crate) fn or_none(text: Option<&str>) -> paylint_text {
        text.map_or(paylint_text::NONE, paylint_text::of)
    }
}
