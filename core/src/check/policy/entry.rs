//! Entries of a policy's lists, `members` and `rules`: objects that are set member by member.

use super::PolicyError;
use crate::base::append::{owned, put};
use crate::base::decimal::put_integer;
use crate::base::json::JsonType;
use crate::model::config::{ConfigError, Json, Value, unknown_name};
use crate::model::operation::{Operation, Operations};
use alloc::string::String;

/// The part of a member that a value is.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// The member itself. The parts of an array or object come after it.
    Whole,
    /// An element of an array.
    Element,
    /// A member of an object.
    Member(&'a str),
    /// An element of the array that this member of an object is.
    ElementOf(&'a str),
}

/// An entry of a list.
pub(super) trait Entry {
    /// The name of the list.
    const LIST: &'static str;
    /// The names of the members that an entry can have.
    const MEMBERS: &'static [&'static str];

    /// Its place in the list.
    fn index(&self) -> usize;

    /// Sets a member, which is one of [`Entry::MEMBERS`], or a part of one.
    fn put(&mut self, member: &str, part: Part<'_>, value: Value<'_>) -> Result<(), String>;

    /// Reads the member here.
    fn read(&mut self, json: &mut Json<'_>, name: &str) -> Result<(), ConfigError> {
        if !Self::MEMBERS.contains(&name) {
            return Err(json.unknown_member(name, Self::MEMBERS.iter().copied()));
        }
        let mut read = |json: &mut Json<'_>, part: Part<'_>| {
            let mut content = String::new();
            let value = json.value(&mut content);
            self.put(name, part, value).map_err(|problem| json.error(problem))?;
            Ok(value.json_type())
        };
        match read(json, Part::Whole)? {
            JsonType::Array => json.elements(&mut |json| read(json, Part::Element).map(drop)),
            JsonType::Object => json.members(&mut |json, name| {
                if read(json, Part::Member(name))? == JsonType::Array {
                    json.elements(&mut |json| read(json, Part::ElementOf(name)).map(drop))?;
                }
                Ok(())
            }),
            _ => Ok(()),
        }
    }

    /// The error that something is wrong with a member of the entry; with the entry, if it is empty.
    fn error(&self, member: &str, problem: String) -> PolicyError {
        let mut place = owned(Self::LIST);
        put(&mut place, ".");
        put_integer(&mut place, self.index() as i64);
        if !member.is_empty() {
            put(&mut place, ".");
            put(&mut place, member);
        }
        PolicyError::new(&place, problem)
    }
}

/// Fails unless a value is an array of one or more elements.
pub(super) fn some_elements(value: Value<'_>) -> Result<(), String> {
    match value {
        Value::Array { is_empty: false } => Ok(()),
        Value::Array { .. } => Err(owned("is an empty list")),
        _ => Err(value.mismatch("an array")),
    }
}

/// Adds an operation by its name to those of an entry.
pub(super) fn add_operation(on: &mut Operations, name: &str) -> Result<(), String> {
    let names = Operation::ALL.iter().map(|operation| operation.name());
    let operation =
        Operation::from_name(name).ok_or_else(|| unknown_name("operation", name, names))?;
    if on.contains(operation) {
        return Err(crate::base::append::joined(&[name, " is given twice"]));
    }
    *on = on.union(Operations::of(&[operation]));
    Ok(())
}
