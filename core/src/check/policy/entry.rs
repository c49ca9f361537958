//! Reads the entries of a policy's lists, `members` and `rules`.

use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::operation::{Operation, Operations};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// A problem of an entry: its member, empty for the entry itself, and what is wrong with it.
pub(super) type Problem = (&'static str, String);

/// Calls `each` at every element of the array here, which must not be empty.
pub(super) fn elements<'a>(
    json: &mut Json<'a>,
    each: &mut dyn FnMut(&mut Json<'a>) -> Result<(), ConfigError>,
) -> Result<(), ConfigError> {
    json.read(|value| match value {
        Value::Array { is_empty: false } => Ok(()),
        Value::Array { .. } => Err("is an empty list".to_owned()),
        _ => Err(value.mismatch("an array")),
    })?;
    json.elements(each)
}

/// Reads the operations of an entry, at least one.
pub(super) fn operations(json: &mut Json<'_>) -> Result<Operations, ConfigError> {
    let mut on = Operations::EMPTY;
    elements(json, &mut |json| {
        json.read(|value| {
            let name = value.text()?;
            let names = Operation::NAMES.iter().copied();
            let operation =
                Operation::from_name(name).ok_or_else(|| unknown_name("operation", name, names))?;
            if on.contains(operation) {
                return Err([name, " is given twice"].concat());
            }
            on = on.union(Operations::of(&[operation]));
            Ok(())
        })
    })?;
    Ok(on)
}

/// Calls `read` at every entry of a list, with the offset where it begins.
pub(super) fn entries<'a>(
    json: &mut Json<'a>,
    read: &mut dyn FnMut(&mut Json<'a>, usize) -> Result<(), ConfigError>,
) -> Result<(), ConfigError> {
    json.array()?;
    json.numbered(&mut |json| {
        let at = json.at();
        json.object()?;
        read(json, at)
    })
}

/// The error for a problem of the current entry, which begins at this offset.
pub(super) fn in_entry(json: &Json<'_>, at: usize, (member, problem): Problem) -> ConfigError {
    let dot = if member.is_empty() { "" } else { "." };
    json.error_in(dot, member, problem).at(at)
}
