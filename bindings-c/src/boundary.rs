//! The boundary that every call goes through: it stops panics, and passes the caller the message of a failure.

pub(crate) use crate::failure::{Failure, NotNull, Result};

use crate::failure::paylint_error;
use crate::memory::ErrorOut;
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::cell::{Cell, RefCell};
use core::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::OnceLock;

// In WebAssembly a panic ends the instance, and the host makes another.
#[cfg(all(panic = "abort", not(target_family = "wasm")))]
compile_error!("libpaylint turns panics into statuses: build it with panic = \"unwind\"");

thread_local! {
    /// Whether this thread is inside the library, so that a panic is the library's own.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// The location of the library's last panic.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does the work of a call and returns its status. A panic becomes
/// `PAYLINT_STATUS_INTERNAL_ERROR`.
#[inline]
pub(crate) fn guard(work: impl FnOnce() -> Result<()>) -> paylint_status {
    guard_with(None, work)
}

/// Frees a handle.
pub(crate) fn free<T>(handle: Option<Box<T>>) {
    _ = guard(|| {
        drop(handle);
        Ok(())
    });
}

/// Does what `guard` does, and also gives the caller the failure's message.
#[inline]
pub(crate) fn guard_with(error: ErrorOut<'_>, work: impl FnOnce() -> Result<()>) -> paylint_status {
    silence_panics();
    INSIDE.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(feature = "provoke-panic")]
        crate::provoke::panic_if_armed();
        work()
    }));
    INSIDE.set(false);
    match outcome {
        Ok(Ok(())) => {
            if let Some(error) = error {
                error.write(None);
            }
            paylint_status::PAYLINT_STATUS_OK
        }
        Ok(Err(failure)) => fail(failure, error),
        Err(payload) => {
            // Dropping the payload may panic, too.
            _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
            let place = PLACE.try_with(RefCell::take).unwrap_or_default();
            let text = format!("internal error in libpaylint{place}");
            fail(Failure::new(paylint_status::PAYLINT_STATUS_INTERNAL_ERROR, text), error)
        }
    }
}

#[cold]
fn fail(failure: Failure, error: ErrorOut<'_>) -> paylint_status {
    let status = failure.status;
    if let Some(error) = error {
        let has_text = !failure.text.is_empty();
        error.write(has_text.then(|| Box::new(paylint_error(failure))));
    }
    status
}

/// Keeps the library's own panics from being printed. Other panics go to the hook that was there
/// before, because the library may share Rust's runtime with other code.
fn silence_panics() {
    type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;
    // Kept in a static: a closure that owned it would be boxed, and leak when the library is unloaded.
    static OTHERS: OnceLock<Hook> = OnceLock::new();
    OTHERS.get_or_init(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(|panic| {
            if !INSIDE.try_with(Cell::get).unwrap_or(false) {
                return OTHERS.get().map_or((), |others| others(panic));
            }
            // Only the location: a panic's message can contain a value from the request.
            if let Some(place) = panic.location() {
                let text = format!(" at {}:{}", place.file(), place.line());
                // Does nothing if the thread's storage is already gone.
                _ = PLACE.try_with(|place| place.replace(text));
            }
        }));
        others
    });
}

/// Returns why a call failed, as one English sentence. It contains no secrets and no personal data,
/// so you can log it.
///
/// @param text  set to the text, which the error owns.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_error_text(
    error: Option<&paylint_error>,
    text: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let error = error.not_null("error")?;
        text.not_null("text")?.write(paylint_text::of(&error.0.text));
        Ok(())
    })
}

/// Frees an error.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_error_free(error: Option<Box<paylint_error>>) {
    free(error);
}
