//! `json.*`, `field.*` and `number.*`: the rules about all members.

use paylint::Operation;
use paylint::schema::Kind;

use super::decimal::{Decimal, is_whole, without_tail};
use super::{Decision, Json};

/// The members that an operation knows, by their paths, in which `*` is every element of an array.
struct Members(Vec<(String, Kind)>);

impl Members {
    fn of(operation: Operation) -> Members {
        let all = paylint::members(operation);
        Members(all.into_iter().map(|member| (member.path.clone(), member.kind())).collect())
    }

    /// The members of the object at a path: their names and kinds.
    fn at(&self, path: &str) -> impl Iterator<Item = (&str, Kind)> {
        self.0.iter().filter_map(move |(known, kind)| {
            let name = known.strip_prefix(path)?.strip_prefix('/')?;
            (!name.contains('/')).then_some((name, *kind))
        })
    }
}

pub(crate) fn judge(operation: Operation, body: &Json, decision: &mut Decision) {
    let mut walk = Walk { members: Members::of(operation), decision };
    match body {
        Json::Object(members) => walk.object("", "", members),
        _ => walk.decision.fire_if("field.type", true, ""),
    }
}

struct Walk<'a> {
    members: Members,
    decision: &'a mut Decision,
}

impl Walk<'_> {
    /// Decides about an object; `place` is its path with `*` for every index.
    fn object(&mut self, place: &str, path: &str, members: &[(String, Json)]) {
        let known: Vec<(String, Kind)> =
            self.members.at(place).map(|(name, kind)| (name.to_owned(), kind)).collect();
        for (name, kind) in &known {
            let at = format!("{path}/{name}");
            let mut occurrences = members.iter().filter(|(key, _)| key == name);
            if let Some((_, json)) = occurrences.next() {
                for _ in occurrences {
                    self.decision.fire_if("json.duplicate_key", true, at.as_str());
                }
                self.member(&format!("{place}/{name}"), *kind, &at, json);
            }
        }
        for (key, _) in members {
            if known.iter().any(|(name, _)| name == key) {
                continue;
            }
            let twin = known.iter().any(|(name, kind)| {
                !matches!(kind, Kind::Recognised)
                    && name.eq_ignore_ascii_case(key)
                    && members.iter().any(|(other, _)| other == name)
            });
            let rule = if twin { "json.ambiguous_key" } else { "field.unknown" };
            let shown = if is_shown(key) { key } else { "*" };
            self.decision.fire_if(rule, true, format!("{path}/{shown}"));
        }
    }

    fn member(&mut self, place: &str, kind: Kind, at: &str, json: &Json) {
        let decision = &mut *self.decision;
        decision.fire_if("field.null", matches!(json, Json::Null), at);
        if let Json::Text(text) = json {
            decision.fire_if("field.blank", may_be_text(kind) && is_blank(text), at);
        }
        if is_absent(kind, json) {
            return;
        }
        if !type_fits(kind, json) {
            return decision.fire_if("field.type", true, at);
        }
        if let Some(number) = number(kind, json) {
            let listed = matches!(kind, Kind::NumberOrText);
            decision.fire_if("field.number_as_string", number.is_text && !listed, at);
            decision.fire_if("number.out_of_range", number.value.is_none(), at);
            decision.fire_if("number.binary_tail", number.has_tail, at);
        }
        match (kind, json) {
            (Kind::String | Kind::Text | Kind::OpaqueOrText, Json::Text(text)) => {
                decision.fire_if("field.control_characters", text.chars().any(is_unseen), at);
            }
            (Kind::Object(_), Json::Object(members)) => self.object(place, at, members),
            (Kind::Array(_), Json::List(elements)) => {
                for (index, element) in elements.iter().enumerate() {
                    let at = format!("{at}/{index}");
                    match element {
                        Json::Object(members) => self.object(&format!("{place}/*"), &at, members),
                        _ => self.decision.fire_if("field.type", true, at),
                    }
                }
            }
            _ => {}
        }
    }
}

/// The first member with a name, even `null`.
pub(crate) fn member<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(members) = json else { return None };
    members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

/// Whether a character is invisible, or breaks a line or changes its direction.
fn is_unseen(c: char) -> bool {
    let unseen = [
        0..=0x1f,
        0x7f..=0x9f,
        0xad..=0xad,
        0x200b..=0x200b,
        0x200e..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x2069,
        0xfeff..=0xfeff,
    ];
    unseen.iter().any(|range| range.contains(&u32::from(c)))
}

/// Whether a text is empty or only white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Whether this kind may be a string, so that a blank one is absent.
fn may_be_text(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::String | Kind::Text | Kind::NumberOrText | Kind::OpaqueOrText | Kind::Recognised
    )
}

pub(crate) fn is_absent(kind: Kind, json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::Text(text) => may_be_text(kind) && is_blank(text),
        _ => false,
    }
}

fn type_fits(kind: Kind, json: &Json) -> bool {
    match kind {
        Kind::String | Kind::Text => matches!(json, Json::Text(_)),
        Kind::Bool => matches!(json, Json::Bool(_)),
        Kind::Number | Kind::Integer | Kind::NumberOrText => number(kind, json).is_some(),
        Kind::Opaque | Kind::Object(_) => matches!(json, Json::Object(_)),
        Kind::OpaqueOrText => matches!(json, Json::Object(_) | Json::Text(_)),
        Kind::OpaqueArray | Kind::Array(_) => matches!(json, Json::List(_)),
        Kind::Any | Kind::Recognised => true,
    }
}

/// A value that counts as a number.
pub(crate) struct Number {
    /// `None` if it can't be held.
    pub(crate) value: Option<Decimal>,
    /// Whether the value differs from the literal's because of a binary tail.
    has_tail: bool,
    /// Whether it is written as a string.
    is_text: bool,
}

/// Whether a text has the form `-?digits[.digits]`.
fn is_number_text(text: &str) -> bool {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    digits(whole) && digits(fraction)
}

/// The value as a number, if it counts as one for this kind.
pub(crate) fn number(kind: Kind, json: &Json) -> Option<Number> {
    let (literal, is_text) = match json {
        Json::Number(literal) => (literal, false),
        Json::Text(text) if is_number_text(text) => (text, true),
        _ => return None,
    };
    // A string of digits can't have a binary tail.
    let tail = if is_text { None } else { without_tail(literal) };
    let whole = tail.map_or_else(|| is_whole(literal), Decimal::is_whole);
    match kind {
        Kind::Number | Kind::NumberOrText => {}
        Kind::Integer if whole => {}
        _ => return None,
    }
    let value = tail.or_else(|| Decimal::parse(literal));
    Some(Number { value, has_tail: tail.is_some(), is_text })
}

/// Whether a key may stand in a path: a card number or a token can be a key.
fn is_shown(key: &str) -> bool {
    let key = key.strip_prefix(['$', '@']).unwrap_or(key);
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let is_token = |run: &str| run.len() >= 16 && (2..=run.len() - 2).contains(&digits(run));
    (1..=64).contains(&key.len())
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte))
        && digits(key) <= 6
        && !key.split(['_', '-', '.', ':']).any(is_token)
}
