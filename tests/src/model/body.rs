//! Looking at a body: which members are absent, invalid or valid.

use super::decimal::{Decimal, is_whole, without_tail};
use super::json::Json;
use super::known::Type;
use super::shapes::Kind;

/// What is known of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Absent,
    Invalid,
    Valid,
}

/// A string that is empty or only white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether a string is listed for this kind, so that a blank one is absent.
pub(crate) fn may_be_text(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::NumberOrText | Kind::Recognised)
}

/// `-?digits[.digits]`
fn is_number_text(text: &str) -> bool {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(fraction)
}

/// What counts as a number.
pub(crate) struct Number {
    /// Nothing if it can't be held.
    pub(crate) value: Option<Decimal>,
    /// Whether the value isn't that of all the digits.
    pub(crate) has_tail: bool,
    /// Whether it is written as a string.
    pub(crate) is_text: bool,
}

/// What counts as a number for this kind.
pub(crate) fn number(kind: &Kind, json: &Json) -> Option<Number> {
    if !matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText) {
        return None;
    }
    let (literal, is_text) = match json {
        Json::Number(literal) => (literal, false),
        Json::Text(text) if is_number_text(text) => (text, true),
        _ => return None,
    };
    // A program's own digits are no accident of its arithmetic.
    let tail = if is_text { None } else { without_tail(literal) };
    let whole = tail.map_or_else(|| is_whole(literal), Decimal::is_whole);
    if matches!(kind, Kind::Integer) && !whole {
        return None;
    }
    let value = tail.or_else(|| Decimal::parse(literal));
    Some(Number { value, has_tail: tail.is_some(), is_text })
}

/// Whether the JSON type is one listed for this kind; never asked of an absent member.
pub(crate) fn type_fits(kind: &Kind, json: &Json) -> bool {
    match kind {
        Kind::Text => matches!(json, Json::Text(_)),
        Kind::Flag => matches!(json, Json::Bool(_)),
        Kind::Number | Kind::Integer | Kind::NumberOrText => number(kind, json).is_some(),
        Kind::Opaque | Kind::Object(_) => matches!(json, Json::Object(_)),
        Kind::OpaqueList | Kind::List(_) => matches!(json, Json::List(_)),
        Kind::Any | Kind::Recognised => true,
    }
}

pub(crate) fn is_absent(kind: &Kind, json: Option<&Json>) -> bool {
    match json {
        None | Some(Json::Null) => true,
        Some(Json::Text(text)) => may_be_text(kind) && is_blank(text),
        Some(_) => false,
    }
}

pub(crate) fn state(kind: &Kind, json: Option<&Json>) -> State {
    let Some(json) = json.filter(|json| !is_absent(kind, Some(json))) else {
        return State::Absent;
    };
    if !type_fits(kind, json) {
        return State::Invalid;
    }
    match number(kind, json) {
        Some(Number { value: None, .. }) => State::Invalid,
        _ => State::Valid,
    }
}

/// An object of a known type at its path. Where the object itself is absent or invalid there are
/// no members: none is absent, invalid or valid, and so nothing inside it fires.
#[derive(Clone)]
pub(crate) struct Obj<'a> {
    of: Type<'a>,
    members: Option<&'a [(String, Json)]>,
    path: String,
}

impl<'a> Obj<'a> {
    pub(crate) fn new(of: Type<'a>, json: Option<&'a Json>, path: String) -> Obj<'a> {
        let members = match json {
            Some(Json::Object(members)) => Some(members.as_slice()),
            _ => None,
        };
        Obj { of, members, path }
    }

    /// The path of a member.
    pub(crate) fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.path)
    }

    fn kind(&self, name: &str) -> &'a Kind {
        self.of.kind(name).unwrap_or_else(|| panic!("no member {name} in this type"))
    }

    fn within(&self, name: &str) -> Type<'a> {
        self.of.within(name).unwrap_or_else(|| panic!("nothing is known in {name}"))
    }

    /// The member's first occurrence, whatever it is.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a Json> {
        self.members?.iter().find(|(key, _)| key == name).map(|(_, json)| json)
    }

    /// What is known of a member, if anything is.
    pub(crate) fn state(&self, name: &str) -> Option<State> {
        self.members?;
        Some(state(self.kind(name), self.raw(name)))
    }

    pub(crate) fn absent(&self, name: &str) -> bool {
        self.state(name) == Some(State::Absent)
    }

    pub(crate) fn invalid(&self, name: &str) -> bool {
        self.state(name) == Some(State::Invalid)
    }

    pub(crate) fn valid(&self, name: &str) -> bool {
        self.state(name) == Some(State::Valid)
    }

    /// Not absent: valid or invalid.
    pub(crate) fn present(&self, name: &str) -> bool {
        self.valid(name) || self.invalid(name)
    }

    fn valid_raw(&self, name: &str) -> Option<&'a Json> {
        if self.valid(name) { self.raw(name) } else { None }
    }

    /// A valid string.
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        match self.valid_raw(name) {
            Some(Json::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A valid `true` or `false`.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.valid_raw(name) {
            Some(Json::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    /// A valid number.
    pub(crate) fn number(&self, name: &str) -> Option<Decimal> {
        number(self.kind(name), self.valid_raw(name)?)?.value
    }

    /// A valid integer small enough to be counted with.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.number(name)?.small_whole()
    }

    /// An object within; nothing is known of it unless it is valid.
    pub(crate) fn object(&self, name: &str) -> Obj<'a> {
        Obj::new(self.within(name), self.valid_raw(name), self.at(name))
    }

    /// The elements of a valid array; nothing is known of those that aren't objects.
    pub(crate) fn list(&self, name: &str) -> Option<Vec<Obj<'a>>> {
        let Json::List(elements) = self.valid_raw(name)? else {
            return None;
        };
        let element = |(index, json)| {
            Obj::new(self.within(name), Some(json), format!("{}/{index}", self.at(name)))
        };
        Some(elements.iter().enumerate().map(element).collect())
    }
}
