//! What every call goes through: no panic leaves the library, and a failure is remembered in words.

use crate::memory::BufferOut;
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::cell::{Cell, RefCell};
use core::fmt::Write;
use core::mem::MaybeUninit;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::OnceLock;

#[cfg(panic = "abort")]
compile_error!("libpaylint turns panics into statuses: build it with panic = \"unwind\"");

/// Why a call failed.
pub(crate) struct Failure {
    status: paylint_status,
    text: Cow<'static, str>,
}

pub(crate) type Result<T> = core::result::Result<T, Failure>;

impl Failure {
    #[cold]
    pub(crate) fn new(status: paylint_status, text: impl Into<Cow<'static, str>>) -> Failure {
        Failure { status, text: text.into() }
    }

    #[cold]
    pub(crate) fn null(name: &'static str) -> Failure {
        Failure::new(paylint_status::PAYLINT_STATUS_NULL_POINTER, format!("{name} is NULL"))
    }

    #[cold]
    pub(crate) fn number(what: &'static str, number: impl core::fmt::Display) -> Failure {
        let text = format!("{number} is no {what}");
        Failure::new(paylint_status::PAYLINT_STATUS_INVALID_NUMBER, text)
    }

    /// There is nothing to give: no failure, and nothing to remember.
    pub(crate) const fn none() -> Failure {
        Failure { status: paylint_status::PAYLINT_STATUS_NONE, text: Cow::Borrowed("") }
    }

    /// The failure, not to be remembered in words.
    fn quiet(self) -> Failure {
        Failure { text: Cow::Borrowed(""), ..self }
    }
}

/// What is behind a pointer that must not be NULL.
pub(crate) trait Given<T> {
    /// The value, or the failure that names the parameter.
    fn given(self, name: &'static str) -> Result<T>;
}

impl<T> Given<T> for Option<T> {
    #[inline]
    fn given(self, name: &'static str) -> Result<T> {
        self.ok_or_else(|| Failure::null(name))
    }
}

thread_local! {
    /// Whether this thread is inside the library: then a panic is the library's own.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does the work of a call: its status is that of the failure, if there is one, and a panic's is
/// `PAYLINT_STATUS_INTERNAL_ERROR`.
#[inline]
pub(crate) fn guard(work: impl FnOnce() -> Result<()>) -> paylint_status {
    silence_panics();
    INSIDE.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(feature = "provoke-panic")]
        crate::provoke::panic_if_armed();
        work()
    }));
    INSIDE.set(false);
    match outcome {
        Ok(Ok(())) => paylint_status::PAYLINT_STATUS_OK,
        Ok(Err(failure)) => fail(failure),
        Err(payload) => {
            // What was thrown may panic in turn when it is dropped.
            _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
            paylint_status::PAYLINT_STATUS_INTERNAL_ERROR
        }
    }
}

#[cold]
fn fail(failure: Failure) -> paylint_status {
    if !failure.text.is_empty() {
        remember(|last| last.push_str(&failure.text));
    }
    failure.status
}

/// Writes this thread's last error anew; says nothing on a thread that is being torn down.
fn remember(write: impl FnOnce(&mut String)) {
    _ = LAST_ERROR.try_with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            last.clear();
            write(&mut last);
        }
    });
}

/// The library prints nothing. Where it shares Rust's runtime with others, their panics are
/// reported as before.
fn silence_panics() {
    type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;
    // Kept here: a closure that holds it is memory, which an unloaded library would leave behind.
    static OTHERS: OnceLock<Hook> = OnceLock::new();
    OTHERS.get_or_init(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(|panic| {
            if !INSIDE.try_with(Cell::get).unwrap_or(false) {
                return OTHERS.get().map_or((), |others| others(panic));
            }
            // Where, never what: a panic's text can hold a value of the request's.
            remember(|last| {
                last.push_str("internal error of the library");
                if let Some(place) = panic.location() {
                    _ = write!(last, " at {}:{}", place.file(), place.line());
                }
            });
        }));
        others
    });
}

/// Why the last failed call on this thread failed, as one English sentence. Holds no secret and no
/// personal data: it may be logged.
///
/// Calls that succeed, or return PAYLINT_STATUS_NONE, leave it as it is: ask right after a failure.
///
/// @param text  set to the text, empty if no call failed yet. The memory is the library's, and
///              stays as it is until the next call on this thread that fails, or the thread's end.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_last_error(
    text: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let text = text.given("text")?;
        let last = LAST_ERROR.try_with(|last| paylint_text::of(&last.borrow()));
        text.write(last.unwrap_or(paylint_text::of("")));
        Ok(())
    })
}

/// Like paylint_last_error(), into a buffer of the caller's.
///
/// @param buffer    receives the text, without a NUL behind it. May be NULL if the capacity is 0.
/// @param capacity  the bytes that the buffer takes.
/// @param length    set to the bytes written; with PAYLINT_STATUS_BUFFER_TOO_SMALL, to those
///                  needed. Nothing is written to the buffer then, and the text is still the old
///                  one.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_last_error_copy(
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    guard(|| {
        let last = LAST_ERROR.try_with(|last| last.borrow().clone()).unwrap_or_default();
        // A failure to hand the text over must not replace it.
        buffer.hand_over(capacity, &last, "buffer", length).map_err(Failure::quiet)
    })
}
