//! The history of an order: what was sent for it, as the facts of its next request.

use crate::boundary::{Failure, NotNull, guard_with};
use crate::check::or_default;
use crate::engine::paylint_engine;
use crate::memory::{BufferOut, ErrorOut, TextIn};
use crate::status::paylint_status;
use core::mem::MaybeUninit;

/// Adds up what was sent for an order: the facts "order" of its next request.
///
/// @param engine         the engine, whose policy can declare members that change a total, or NULL for
///                       the default policy.
/// @param events         the events as JSON, an array: first the order or the payout. Borrowed for
///                       the call.
/// @param events_length  the length of the events in bytes.
/// @param buffer         receives the facts "order" as JSON, without a terminating NUL. May be NULL if
///                       the capacity is 0.
/// @param capacity       the size of the buffer in bytes.
/// @param length         set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL,
///                       set to the number of bytes needed, and nothing else is written.
/// @param error          set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_HISTORY, PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_history_json(
    engine: Option<&paylint_engine>,
    events: TextIn<'_>,
    events_length: usize,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let length = length.not_null("length")?;
        let events = events.bytes(events_length, "events")?.not_null("events")?;
        let engine = or_default(engine);
        let json = engine.order_facts_json(events).map_err(|error| {
            Failure::new(paylint_status::PAYLINT_STATUS_INVALID_HISTORY, error.message())
        })?;
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}
