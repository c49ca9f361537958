//! The only place where memory of the caller's is touched through a bare pointer.
//!
//! Handles and single out-parameters come as references, which C passes as pointers: `Option<&T>`
//! is a pointer that may be NULL. What is left are texts and buffers of a length that stands in the
//! next parameter. Their types cannot be made in safe Rust: whoever passes one promises that the
//! memory is there.

use crate::boundary::{Failure, Given, Result};
use crate::status::paylint_status;
use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// A text of the caller's: NULL, or the start of as many readable bytes as the parameter after it
/// says.
///
/// cbindgen:transparent-typedef
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct TextIn<'a>(*const c_char, PhantomData<&'a [u8]>);

/// A buffer of the caller's: NULL, or the start of as many writable bytes as the parameter after it
/// says.
///
/// cbindgen:transparent-typedef
#[repr(transparent)]
pub struct BufferOut<'a>(*mut c_char, PhantomData<&'a mut [u8]>);

impl<'a> TextIn<'a> {
    /// The bytes; `None` if the pointer is NULL and the length 0.
    pub(crate) fn bytes(self, length: usize, name: &'static str) -> Result<Option<&'a [u8]>> {
        if self.0.is_null() {
            return if length == 0 { Ok(None) } else { Err(Failure::null(name)) };
        }
        if isize::try_from(length).is_err() {
            return Err(Failure::new(
                paylint_status::PAYLINT_STATUS_INVALID_LENGTH,
                format!("the length of {name} is more than any object can have"),
            ));
        }
        // SAFETY: not NULL and of a possible length; that the bytes are there is what the type
        // promises.
        Ok(Some(unsafe { core::slice::from_raw_parts(self.0.cast(), length) }))
    }

    /// The text; the pointer must not be NULL, whatever the length.
    pub(crate) fn text(self, length: usize, name: &'static str) -> Result<&'a str> {
        let bytes = self.bytes(length, name)?.ok_or_else(|| Failure::null(name))?;
        core::str::from_utf8(bytes).map_err(|_| {
            Failure::new(
                paylint_status::PAYLINT_STATUS_INVALID_TEXT,
                format!("{name} is not UTF-8"),
            )
        })
    }
}

impl BufferOut<'_> {
    /// Copies a text to the start of the buffer and says its length; of one that is too long, the
    /// length alone.
    pub(crate) fn hand_over(
        self,
        capacity: usize,
        text: &str,
        name: &'static str,
        length: Option<&mut MaybeUninit<usize>>,
    ) -> Result<()> {
        let length = length.given("length")?;
        if self.0.is_null() && capacity > 0 {
            return Err(Failure::null(name));
        }
        length.write(text.len());
        if text.len() > capacity {
            return Err(Failure::new(
                paylint_status::PAYLINT_STATUS_BUFFER_TOO_SMALL,
                format!("{name} takes {capacity} bytes, and {} are to be written", text.len()),
            ));
        }
        if !text.is_empty() {
            // SAFETY: not NULL, and at least as long as the text; that the bytes are there is what
            // the type promises, and a text of the library's own does not overlap a buffer of the
            // caller's.
            unsafe { core::ptr::copy_nonoverlapping(text.as_ptr(), self.0.cast(), text.len()) };
        }
        Ok(())
    }
}

#[cfg(test)]
impl<'a> From<&'a str> for TextIn<'a> {
    fn from(text: &'a str) -> TextIn<'a> {
        TextIn(text.as_ptr().cast(), PhantomData)
    }
}
