//! The only module that touches the caller's memory through raw pointers.
//!
//! Handles and single out-parameters are references, which C passes as pointers: `Option<&T>` is a
//! pointer that may be NULL. That leaves texts, whose length is in the next parameter.
//! Safe Rust can't make their types, so a caller in C vouches for the memory.

use crate::failure::{Failure, Result, paylint_error};
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::ffi::c_char;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// A text that the caller passes: NULL, or a pointer to as many readable bytes as the next
/// parameter says.
///
/// cbindgen:transparent-typedef
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct TextIn<'a>(*const c_char, PhantomData<&'a [u8]>);

/// Texts that the caller passes: NULL, or a pointer to as many texts as the next parameter says, each with `length`
/// readable bytes.
///
/// cbindgen:transparent-typedef
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct TextsIn<'a>(*const paylint_text, PhantomData<&'a [u8]>);

/// An out-parameter for the error: NULL, or a pointer to the caller's pointer, which is set to a new error or to NULL.
///
/// cbindgen:transparent-typedef
pub(crate) type ErrorOut<'a> = Option<&'a mut MaybeUninit<Option<Box<paylint_error>>>>;

/// Fails if `count` items of this size are larger than any memory.
fn possible(count: usize, size: usize, name: &'static str) -> Result<()> {
    match count.checked_mul(size).map(isize::try_from) {
        Some(Ok(_)) => Ok(()),
        _ => Err(Failure::new(
            paylint_status::PAYLINT_STATUS_INVALID_LENGTH,
            format!("the length of {name} is larger than PTRDIFF_MAX"),
        )),
    }
}

impl<'a> TextIn<'a> {
    /// The bytes; `None` if the pointer is NULL and the length is 0.
    pub(crate) fn bytes(self, length: usize, name: &'static str) -> Result<Option<&'a [u8]>> {
        if self.0.is_null() {
            return if length == 0 { Ok(None) } else { Err(Failure::null(name)) };
        }
        possible(length, size_of::<c_char>(), name)?;
        // SAFETY: the pointer isn't NULL and the length is possible; the type promises that the
        // bytes are there.
        Ok(Some(unsafe { core::slice::from_raw_parts(self.0.cast(), length) }))
    }

    /// The text; the pointer must not be NULL, even if the length is 0.
    pub(crate) fn text(self, length: usize, name: &'static str) -> Result<&'a str> {
        let bytes = self.bytes(length, name)?.ok_or_else(|| Failure::null(name))?;
        core::str::from_utf8(bytes).map_err(|_| {
            Failure::new(
                paylint_status::PAYLINT_STATUS_INVALID_TEXT,
                format!("{name} is not valid UTF-8"),
            )
        })
    }
}

impl<'a> TextsIn<'a> {
    /// The bytes of each; none if the pointer is NULL and the count is 0. No pointer of a text may be
    /// NULL.
    pub(crate) fn bytes(self, count: usize, name: &'static str) -> Result<Vec<&'a [u8]>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.0.is_null() {
            return Err(Failure::null(name));
        }
        possible(count, size_of::<paylint_text>(), name)?;
        // SAFETY: the pointer isn't NULL and the count is possible; the type promises that the texts
        // are there.
        let texts = unsafe { core::slice::from_raw_parts(self.0, count) };
        let bytes = texts.iter().map(|text| {
            let bytes = TextIn(text.data, PhantomData).bytes(text.length, name)?;
            bytes.ok_or_else(|| Failure::null(name))
        });
        bytes.collect()
    }
}

/// Allocates memory in the module, for what the host passes and for what functions write. It is aligned for all types
/// of paylint.h. Only in `libpaylint.wasm`.
///
/// @param size  the size in bytes.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_alloc(size: usize) -> *mut u64 {
    let words = vec![0_u64; size.div_ceil(size_of::<u64>())].into_boxed_slice();
    Box::leak(words).as_mut_ptr()
}

/// Frees memory that `paylint_alloc` returned.
///
/// @param buffer  what it returned, or NULL.
/// @param size    the size that it was called with.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_free(buffer: *mut u64, size: usize) {
    if !buffer.is_null() {
        let words = core::ptr::slice_from_raw_parts_mut(buffer, size.div_ceil(size_of::<u64>()));
        // SAFETY: the host vouches that `paylint_alloc` returned it for this size, as a box.
        drop(unsafe { Box::from_raw(words) });
    }
}
