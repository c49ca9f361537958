//! Panics on demand, to test the boundary.

use core::sync::atomic::{AtomicBool, Ordering};

static ARMED: AtomicBool = AtomicBool::new(false);

/// Makes every later call panic inside; 0 turns it off again. Only in a library built for tests.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_provoke_panic(armed: i32) {
    ARMED.store(armed != 0, Ordering::Relaxed);
}

pub(crate) fn panic_if_armed() {
    assert!(!ARMED.load(Ordering::Relaxed), "a secret that must not be shown");
}
