//! Issues: what the reader finds wrong.

use crate::base::decimal::Decimal;
use crate::base::json::JsonType;
use crate::model::document::MemberRef;
use crate::model::path::Path;
use crate::model::schema::Declared;

/// A problem at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IssueKind {
    /// A known member is repeated.
    DuplicateKey,
    /// An unknown key differs only in case from a known one that is there, too.
    AmbiguousKey,
    NumberAsString,
    /// A value doesn't have the type that the schema lists; why, if that is plain.
    WrongType(JsonType, Option<&'static str>),
    OutOfRange,
    /// A number has a binary tail, and stands for this one.
    BinaryTail(Decimal),
    Null,
    Blank,
    /// A member isn't in the schema, but is likely meant to be this one of its object.
    MisspeltMember(MemberRef),
    /// A member isn't in the schema of its object, but belongs at this path, where there is none.
    MisplacedMember(Path),
    UnknownMember,
    ControlCharacters,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue<'a> {
    pub(crate) kind: IssueKind,
    pub(crate) path: Path,
    /// If the path ends with a member that the policy declares: its position, and what it is.
    pub(crate) declared: Option<(u16, &'a Declared)>,
    /// The name of an unknown member; empty if it isn't shown.
    pub(crate) name: &'a [u8],
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
}
