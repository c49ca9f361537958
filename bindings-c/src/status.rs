//! The enumerations that aren't generated. Their values are stable and never reused.

use core::ffi::{CStr, c_char};
use paylint_core::{Basis, Level, Verdict};

/// The outcome of a call.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum paylint_status {
    /// The call succeeded.
    PAYLINT_STATUS_OK = 0,
    /// There is nothing to return, for an unknown name or an index out of range. Not a failure.
    PAYLINT_STATUS_NONE = 1,
    /// A pointer is NULL but must not be.
    PAYLINT_STATUS_NULL_POINTER = 2,
    /// A length is larger than PTRDIFF_MAX.
    PAYLINT_STATUS_INVALID_LENGTH = 3,
    /// A number does not belong to its enumeration.
    PAYLINT_STATUS_INVALID_NUMBER = 4,
    /// A text is not valid UTF-8.
    PAYLINT_STATUS_INVALID_TEXT = 5,
    /// The policy is invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_POLICY = 6,
    /// The facts are invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_FACTS = 7,
    /// The report holds no result: no request was checked into it, or the last check failed.
    PAYLINT_STATUS_EMPTY_REPORT = 8,
    /// There is a bug in the library. You can still use and free the handles that you passed.
    PAYLINT_STATUS_INTERNAL_ERROR = 10,
    /// The history is invalid: the error names the event and says why.
    PAYLINT_STATUS_INVALID_HISTORY = 11,
    /// The question is invalid: the error names the member and says why.
    PAYLINT_STATUS_INVALID_QUESTION = 12,
}

/// Whether the gateway can accept the request.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_verdict {
    /// No finding is at level deny, and no unchecked rule rejects.
    PAYLINT_VERDICT_ACCEPT = 1,
    /// At least one finding is at level deny; or one rule at level deny is unchecked, and the policy
    /// says that such rules reject.
    PAYLINT_VERDICT_REJECT = 2,
}

/// The level that a policy gives a rule.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_level {
    /// The rule is not checked.
    PAYLINT_LEVEL_ALLOW = 1,
    /// Violations are reported, but the request is not rejected.
    PAYLINT_LEVEL_WARN = 2,
    /// Violations are reported, and the request is rejected.
    PAYLINT_LEVEL_DENY = 3,
}

/// A rule's basis: why it exists.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum paylint_basis {
    /// Stated by the gateway's documentation.
    PAYLINT_BASIS_STATED = 1,
    /// Follows from the documentation, which does not state it.
    PAYLINT_BASIS_INFERRED = 2,
    /// Common practice in card payments.
    PAYLINT_BASIS_CONVENTION = 3,
    /// Needed to read the input.
    PAYLINT_BASIS_INTEGRITY = 4,
    /// A policy rule.
    PAYLINT_BASIS_CUSTOM = 5,
}

pub(crate) const MESSAGES: &[(paylint_status, &CStr)] = &[
    (paylint_status::PAYLINT_STATUS_OK, c"the call succeeded"),
    (paylint_status::PAYLINT_STATUS_NONE, c"there is nothing to return"),
    (paylint_status::PAYLINT_STATUS_NULL_POINTER, c"a pointer is NULL but must not be"),
    (paylint_status::PAYLINT_STATUS_INVALID_LENGTH, c"a length is larger than PTRDIFF_MAX"),
    (paylint_status::PAYLINT_STATUS_INVALID_NUMBER, c"a number is not one of its enumeration"),
    (paylint_status::PAYLINT_STATUS_INVALID_TEXT, c"a text is not valid UTF-8"),
    (paylint_status::PAYLINT_STATUS_INVALID_POLICY, c"the policy is invalid"),
    (paylint_status::PAYLINT_STATUS_INVALID_FACTS, c"the facts are invalid"),
    (paylint_status::PAYLINT_STATUS_EMPTY_REPORT, c"the report holds no result"),
    (paylint_status::PAYLINT_STATUS_INTERNAL_ERROR, c"there is a bug in libpaylint"),
    (paylint_status::PAYLINT_STATUS_INVALID_HISTORY, c"the history is invalid"),
    (paylint_status::PAYLINT_STATUS_INVALID_QUESTION, c"the question is invalid"),
];

/// Returns what a status means, as a static C string. Never NULL: it is "unknown status" for other
/// numbers.
///
/// @param status  the status, PAYLINT_STATUS_….
#[unsafe(no_mangle)]
pub extern "C" fn paylint_status_message(status: i32) -> *const c_char {
    let known = MESSAGES.iter().find(|(known, _)| *known as i32 == status);
    known.map_or(c"unknown status", |(_, message)| message).as_ptr()
}

pub(crate) const fn verdict(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Accept => paylint_verdict::PAYLINT_VERDICT_ACCEPT as i32,
        Verdict::Reject => paylint_verdict::PAYLINT_VERDICT_REJECT as i32,
    }
}

pub(crate) const fn level(level: Level) -> i32 {
    match level {
        Level::Allow => paylint_level::PAYLINT_LEVEL_ALLOW as i32,
        Level::Warn => paylint_level::PAYLINT_LEVEL_WARN as i32,
        Level::Deny => paylint_level::PAYLINT_LEVEL_DENY as i32,
    }
}

pub(crate) const fn basis(basis: Basis) -> i32 {
    match basis {
        Basis::Stated => paylint_basis::PAYLINT_BASIS_STATED as i32,
        Basis::Inferred => paylint_basis::PAYLINT_BASIS_INFERRED as i32,
        Basis::Convention => paylint_basis::PAYLINT_BASIS_CONVENTION as i32,
        Basis::Integrity => paylint_basis::PAYLINT_BASIS_INTEGRITY as i32,
        Basis::Custom => paylint_basis::PAYLINT_BASIS_CUSTOM as i32,
    }
}
