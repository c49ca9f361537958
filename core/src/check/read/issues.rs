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
    /// A value doesn't have the schema's type; and the reason, if it is clear.
    WrongType(JsonType, Option<&'static str>),
    OutOfRange,
    /// A number has a binary tail; this one is meant.
    BinaryTail(Decimal),
    Null,
    Blank,
    /// An unknown member is likely meant to be this one of its object.
    MisspeltMember(MemberRef),
    /// An unknown member belongs at this path, where it is missing.
    MisplacedMember(Path),
    UnknownMember,
    ControlCharacters,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Issue<'a> {
    pub(crate) kind: IssueKind,
    pub(crate) path: Path,
    /// If the path ends with a declared member, its position and its declaration.
    pub(crate) declared: Option<(u16, &'a Declared)>,
    /// The name of an unknown member; empty if it isn't shown.
    pub(crate) name: &'a [u8],
    /// The value, or the key of an unknown or repeated member.
    pub(crate) start: u32,
    pub(crate) end: u32,
}
