//! JSON Schemas, and the catalogue of members.

use crate::boundary::{Failure, NotNull, Result, guard_with};
use crate::engine::paylint_engine;
use crate::memory::{BufferOut, ErrorOut, TextIn};
use crate::names::Numbered;
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{JsonSchema, Operation, members_json};

/// Writes a JSON Schema (draft 2020-12). Whatever is accepted with the default policy satisfies its
/// operation's schema; the other way round doesn't hold.
///
/// @param name         whose schema: the name of an operation, "facts" or "policy". Borrowed for the
///                     call.
/// @param name_length  the length of the name in bytes.
/// @param buffer       receives the schema as JSON, without a terminating NUL. May be NULL if the
///                     capacity is 0.
/// @param capacity     the size of the buffer in bytes.
/// @param length       set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL, set
///                     to the number of bytes needed, and nothing else is written.
/// @param error        set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if there is no schema of this name,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_schema_json(
    name: TextIn<'_>,
    name_length: usize,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let length = length.not_null("length")?;
        let json = schema(name, name_length)?.to_json();
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}

/// Writes a JSON Schema as paylint_schema_json() does, with the members that an engine's policy
/// declares.
///
/// @param engine       the engine.
/// @param name         whose schema: the name of an operation, "facts" or "policy". Borrowed for the
///                     call.
/// @param name_length  the length of the name in bytes.
/// @param buffer       receives the schema as JSON, without a terminating NUL. May be NULL if the
///                     capacity is 0.
/// @param capacity     the size of the buffer in bytes.
/// @param length       set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL, set
///                     to the number of bytes needed, and nothing else is written.
/// @param error        set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if there is no schema of this name,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_schema_json(
    engine: Option<&paylint_engine>,
    name: TextIn<'_>,
    name_length: usize,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let length = length.not_null("length")?;
        let json = schema(name, name_length)?.to_json_for(&engine.engine);
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}

fn schema(name: TextIn<'_>, length: usize) -> Result<JsonSchema> {
    JsonSchema::from_name(name.text(length, "name")?).ok_or(Failure::none())
}

/// Writes the catalogue of members: a JSON array with a line for each member that a body can have, in
/// document order. Each is an object with "operation", "path" (in which * is every element of an
/// array), "type", "example" and "about".
///
/// @param operation  whose members: PAYLINT_OPERATION_..., or 0 for those of all operations.
/// @param buffer     receives the JSON, without a terminating NUL. May be NULL if the capacity is 0.
/// @param capacity   the size of the buffer in bytes.
/// @param length     set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL, set
///                   to the number of bytes needed, and nothing else is written.
/// @param error      set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_members_json(
    operation: i32,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let length = length.not_null("length")?;
        let json = match operation {
            0 => members_json(Operation::ALL),
            number => members_json(&[Operation::of_number(number)?]),
        };
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}

/// Writes the catalogue of members as paylint_members_json() does, with those that an engine's policy
/// declares.
///
/// @param engine     the engine.
/// @param operation  whose members: PAYLINT_OPERATION_..., or 0 for those of all operations.
/// @param buffer     receives the JSON, without a terminating NUL. May be NULL if the capacity is 0.
/// @param capacity   the size of the buffer in bytes.
/// @param length     set to the number of bytes written. With PAYLINT_STATUS_BUFFER_TOO_SMALL, set
///                   to the number of bytes needed, and nothing else is written.
/// @param error      set to a new error if the call fails, else to NULL. May be NULL.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_engine_members_json(
    engine: Option<&paylint_engine>,
    operation: i32,
    buffer: BufferOut<'_>,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let length = length.not_null("length")?;
        let json = match operation {
            0 => engine.engine.members_json(Operation::ALL),
            number => engine.engine.members_json(&[Operation::of_number(number)?]),
        };
        buffer.hand_over(capacity, &json, "buffer", Some(length))
    })
}
