//! Failures of calls.

use crate::status::paylint_status;
use std::borrow::Cow;

/// The reason why a call failed.
pub(crate) struct Failure {
    pub(crate) status: paylint_status,
    pub(crate) text: Cow<'static, str>,
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
        let text = format!("unknown {what} {number}");
        Failure::new(paylint_status::PAYLINT_STATUS_INVALID_NUMBER, text)
    }

    /// There is nothing to return. This isn't a failure, so no message is remembered.
    pub(crate) const fn none() -> Failure {
        Failure { status: paylint_status::PAYLINT_STATUS_NONE, text: Cow::Borrowed("") }
    }
}

/// A pointer that must not be NULL.
pub(crate) trait NotNull<T> {
    /// The value, or a failure that names the parameter.
    fn not_null(self, name: &'static str) -> Result<T>;
}

impl<T> NotNull<T> for Option<T> {
    #[inline]
    fn not_null(self, name: &'static str) -> Result<T> {
        self.ok_or_else(|| Failure::null(name))
    }
}

/// Why a call failed. It belongs to no thread: you can read and free it on any.
pub struct paylint_error(pub(crate) Failure);
