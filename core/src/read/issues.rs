//! Issues: what the reader finds wrong.

use crate::json::JsonType;
use crate::path::Path;

/// What is wrong at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IssueKind {
    /// A known member is repeated.
    DuplicateKey,
    /// A value doesn't have the type that the schema lists.
    WrongType(JsonType),
    /// A number has too many digits.
    OutOfRange,
    /// A value is null.
    Null,
    /// A string is empty or only white space.
    Blank,
    /// A member isn't in the schema.
    UnknownMember,
    /// A string has control characters.
    ControlCharacters,
}

/// Something wrong, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue {
    pub(crate) kind: IssueKind,
    pub(crate) path: Path,
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
}
