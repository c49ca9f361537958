//! Reads the entries of a policy's lists, `members` and `rules`.

use super::PolicyError;
use crate::base::decimal::put_integer;
use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::operation::{Operation, Operations};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// Calls `each` with every element of the array here, which must not be empty.
pub(super) fn elements(
    json: &mut Json<'_>,
    each: &mut dyn FnMut(Value<'_>) -> Result<(), String>,
) -> Result<(), ConfigError> {
    json.read(|value| match value {
        Value::Array { is_empty: false } => Ok(()),
        Value::Array { .. } => Err("is an empty list".to_owned()),
        _ => Err(value.mismatch("an array")),
    })?;
    json.elements(&mut |json| json.read(&mut *each))
}

/// Adds an operation, by its name, to those of an entry.
pub(super) fn put_operation(on: &mut Operations, value: Value<'_>) -> Result<(), String> {
    let name = value.text()?;
    let names = Operation::ALL.iter().map(|operation| operation.name());
    let operation =
        Operation::from_name(name).ok_or_else(|| unknown_name("operation", name, names))?;
    if on.contains(operation) {
        return Err([name, " is given twice"].concat());
    }
    *on = on.union(Operations::of(&[operation]));
    Ok(())
}

/// An error in a member of a list's entry, or in the entry itself if `member` is empty. It names the entry by its
/// name or else its index. The entry begins at the byte `at`.
pub(super) fn error(
    (list, index, name): (&str, usize, &str),
    at: usize,
    member: &str,
    problem: String,
) -> PolicyError {
    let mut path = [list, ".", name].concat();
    if name.is_empty() {
        put_integer(&mut path, index as i64);
    }
    if !member.is_empty() {
        path.push('.');
        path.push_str(member);
    }
    PolicyError(ConfigError::new(&path, problem).at(at))
}
