//! Fields: which members of a request may be given, and which must be.

use crate::boundary::{NotNull, guard_with};
use crate::check::{or_default, request};
use crate::engine::paylint_engine;
use crate::facts;
use crate::memory::{BufferOut, ErrorOut, TextIn};
use crate::status::paylint_status;
use core::mem::MaybeUninit;

/// Says of every known member of a request whether it may be given and whether it must be, for a
/// form or an editor. The engine answers by checking changed bodies: for an ordinary order about a
/// hundred times, at most 4096 times.
///
/// @param engine        the engine, or NULL for the default policy.
/// @param operation     the operation, PAYLINT_OPERATION_….
/// @param body          the body as far as there is one. NULL or white space means no body.
///                      Borrowed for the call.
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
pub extern "C" fn paylint_fields_json(
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
        let json = engine.fields(operation, body, &facts.as_facts()).to_json();
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}
