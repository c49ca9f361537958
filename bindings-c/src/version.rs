//! Which library this is.

use core::ffi::c_char;

/// The number of the binary interface that this header describes. Raised, with the number behind
/// the shared library's name, whenever a program built before would break.
pub const PAYLINT_ABI: i32 = 0;

/// The library's version, "0.1.0". A C string; the memory is static. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The number of the binary interface of the library that was loaded: compare with PAYLINT_ABI.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_abi() -> i32 {
    PAYLINT_ABI
}
