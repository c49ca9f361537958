//! The library's version.

use core::ffi::c_char;

/// The number of the binary interface that this header describes. It is raised, together with the
/// number in the shared library's name, whenever a program that is already built would break.
pub const PAYLINT_ABI: i32 = 0;

/// Returns the library's version, such as "0.1.0", as a static C string. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the binary interface number of the loaded library. Compare it with PAYLINT_ABI.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_abi() -> i32 {
    PAYLINT_ABI
}
