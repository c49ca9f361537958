//! What the reader meets on its way that is not as it should be.

use crate::json::JsonType;
use crate::path::Path;

/// What is wrong at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IssueKind {
    /// A known member is given again.
    DuplicateKey,
    /// A value is of another type than the schema lists.
    WrongType(JsonType),
    /// A number has too many digits to be held.
    OutOfRange,
    /// A value is null.
    Null,
    /// A string is nothing but white space.
    Blank,
    /// A member is not one of the schema's.
    UnknownMember,
    /// A string has control characters.
    ControlCharacters,
}

/// Something that is not as it should be, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue {
    pub(crate) kind: IssueKind,
    pub(crate) path: Path,
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
}
