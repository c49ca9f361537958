//! Fixes: what to change so that findings go away.

use crate::boundary::{NotNull, guard_with};
use crate::check::{or_default, request};
use crate::engine::paylint_engine;
use crate::facts;
use crate::memory::{BufferOut, ErrorOut, TextIn};
use crate::status::paylint_status;
use core::mem::MaybeUninit;

/// Says what to change in a body so that its findings go away, as linters do: for each finding the changes that help,
/// each `safe` (a program can make it), `unsafe` (a person must confirm it) or a `placeholder` (a value that only the
/// sender knows is missing). The engine makes each change and checks again: for an ordinary request about as often as it
/// has findings.
///
/// @param engine        the engine, or NULL for the default policy.
/// @param operation     the operation, PAYLINT_OPERATION_….
/// @param body          the body. NULL or white space means no body. Borrowed for the call.
/// @param body_length   the length of the body in bytes.
/// @param facts         the facts as JSON, or NULL for none. Borrowed for the call.
/// @param facts_length  the length of the facts in bytes.
/// @param buffer        receives the answer as JSON, without a terminating NUL. May be NULL if the
///                      capacity is 0.
/// @param capacity      the size of the buffer in bytes.
/// @param length        set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL,
///                      set to the number of bytes needed, and nothing else is written.
/// @param error         set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER, PAYLINT_STATUS_INVALID_FACTS,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_fixes_json(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    facts: TextIn<'_>,
    facts_length: usize,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let length = length.not_null("length")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = facts::from_text(facts, facts_length)?;
        let engine = or_default(engine);
        let json = engine.fixes(operation, body, &facts.as_facts()).to_json();
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}

/// Makes the changes that are safe, and hands over the body. Bytes that no change touches stay as they are. A placeholder
/// is never applied.
///
/// @param engine        the engine, or NULL for the default policy.
/// @param operation     the operation, PAYLINT_OPERATION_….
/// @param body          the body. NULL or white space means no body. Borrowed for the call.
/// @param body_length   the length of the body in bytes.
/// @param facts         the facts as JSON, or NULL for none. Borrowed for the call.
/// @param facts_length  the length of the facts in bytes.
/// @param also_unsafe   0 for safe changes only. With any other number, changes that a person must confirm are made, too:
///                      those of findings at level deny, and of misspelt members.
/// @param buffer        receives the body, without a terminating NUL. May be NULL if the capacity
///                      is 0. Must not overlap the body.
/// @param capacity      the size of the buffer in bytes.
/// @param length        set to the number of bytes written; 0 means that there is no body any more.
///                      With PAYLINT_STATUS_BUFFER_TOO_SMALL, set to the number of bytes needed, and
///                      nothing else is written.
/// @param error         set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER, PAYLINT_STATUS_INVALID_FACTS,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_apply(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    facts: TextIn<'_>,
    facts_length: usize,
    also_unsafe: i32,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let length = length.not_null("length")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = facts::from_text(facts, facts_length)?;
        let engine = or_default(engine);
        let fixed = engine.apply(operation, body, &facts.as_facts(), also_unsafe != 0);
        buffer.hand_over(capacity, &fixed, "buffer", Some(length))
    })
}
