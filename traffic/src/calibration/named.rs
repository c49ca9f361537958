//! The members that the body of a gateway's answer names, and nothing else of it.

use super::seen::{is_code, key_of};
use foldhash::fast::RandomState;
use paylint::{Engine, Operation, schema::Kind, shown_name};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Keys whose value is the place of a fault, in the error bodies of common frameworks.
const PLACES: [&str; 16] = [
    "attr",
    "field",
    "fieldName",
    "field_name",
    "param",
    "parameter",
    "property",
    "propertyPath",
    "pointer",
    "instancePath",
    "dataPath",
    "loc",
    "path",
    "target",
    "member",
    "name",
];
const LISTS: [&str; 3] = ["fields", "members", "paths"];
const ENVELOPES: [&str; 6] = ["error", "errors", "detail", "details", "fields", "violations"];
/// Keys of an object that says what is wrong with a member.
const WORDS: [&str; 7] = ["message", "msg", "code", "type", "detail", "reason", "description"];
/// Names that frameworks have for the body, in front of its members.
const LEADING: [&str; 10] =
    ["#", "$", "body", "data", "attributes", "request", "payload", "json", "order", ""];

/// Where a body may name the customer; the first that does counts.
const CUSTOMERS: [&str; 4] =
    ["/client/email", "/client/original_client", "/email", "/sender_account_number"];

/// A member that an answer named, and the answer's word for what is wrong with it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Named {
    /// The member, as a pointer in which `*` is every element of an array.
    pub(super) member: String,
    /// The word at `code` or `type` beside it, if it is one.
    pub(super) code: Option<String>,
}

/// The members that the bodies of an operation can have.
#[derive(Clone, Debug)]
pub struct KnownPaths {
    /// The body first. Each outer path comes before what is inside.
    paths: Vec<KnownPath>,
}

/// A path that leads to a member, or to an object with members.
#[derive(Clone, Debug)]
pub(super) struct KnownPath {
    pub(super) path: Box<str>,
    /// Its last key, as JSON writes it.
    pub(super) key: Box<str>,
    pub(super) traits: PathTraits,
    /// The positions of what is inside, by key.
    inside: HashMap<Box<str>, usize, RandomState>,
}

/// Traits of a path that a body is read by.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathTraits {
    /// The position of the path; one that isn't known has a further one.
    pub(super) number: u32,
    /// The position of the object around it.
    pub(super) outer: u32,
    /// The kind of the member. An object in an array isn't one.
    pub(super) kind: Option<Kind>,
    /// Whether members of its own are known.
    pub(super) is_object: bool,
    /// Whether it holds codes.
    pub(super) is_code: bool,
    /// The position of this path in [`CUSTOMERS`].
    pub(super) customer: Option<usize>,
}

impl PathTraits {
    /// Traits of a member that the operation doesn't have, which is looked no further into.
    pub(super) fn unknown(number: u32, key: &str) -> PathTraits {
        PathTraits {
            number,
            outer: 0,
            kind: None,
            is_object: false,
            is_code: is_code(key),
            customer: None,
        }
    }
}

impl KnownPaths {
    /// The members of every operation, by its position, with those that the engine's policy declares.
    #[must_use]
    pub fn of_all(engine: &Engine) -> Vec<KnownPaths> {
        let operations = Operation::ALL.iter();
        operations.map(|operation| KnownPaths::new(engine, *operation)).collect()
    }

    /// The members of an operation, with those that the engine's policy declares.
    #[must_use]
    pub(super) fn new(engine: &Engine, operation: Operation) -> KnownPaths {
        let path = |number: usize, outer: usize, path: &str| KnownPath {
            path: path.into(),
            key: format!("\"{}\"", key_of(path)).into(),
            traits: PathTraits {
                is_object: path.is_empty(),
                customer: CUSTOMERS.iter().position(|place| *place == path),
                outer: outer as u32,
                ..PathTraits::unknown(number as u32, key_of(path))
            },
            inside: HashMap::default(),
        };
        let mut paths = vec![path(0, 0, "")];
        for member in engine.members(operation) {
            let (mut at, mut end) = (0, 0);
            for key in member.path.split('/').skip(1) {
                end += 1 + key.len();
                let is_last = end == member.path.len();
                let room = paths.len();
                let next = *paths[at].inside.entry(key.into()).or_insert(room);
                if next == room {
                    paths.push(path(room, at, &member.path[..end]));
                }
                paths[at].traits.is_object |= is_last;
                at = next;
            }
            paths[at].traits.kind = Some(member.kind());
        }
        KnownPaths { paths }
    }

    /// The number of paths.
    pub(super) fn len(&self) -> usize {
        self.paths.len()
    }

    /// The path with a number.
    pub(super) fn get(&self, number: usize) -> Option<&KnownPath> {
        self.paths.get(number)
    }

    pub(super) fn body(&self) -> &KnownPath {
        &self.paths[0]
    }

    /// The path inside another that has this key, or is of the elements for `*`.
    pub(super) fn inside(&self, outer: &KnownPath, key: &str) -> Option<&KnownPath> {
        outer.inside.get(key).map(|position| &self.paths[*position])
    }

    /// The object with members, or else the member, that a path leads to, as the answer or as JSON writes its keys.
    fn find(&self, parts: &[String], is_object: bool) -> Option<&KnownPath> {
        let find = |parts: &[String]| {
            let mut parts = parts.iter();
            let found = parts.try_fold(self.body(), |outer, key| self.inside(outer, key));
            found.filter(|KnownPath { traits, .. }| match is_object {
                true => traits.is_object,
                false => traits.kind.is_some(),
            })
        };
        find(parts).or_else(|| find(&snake_case(parts)))
    }

    /// The members that an answer names: its places, such as `{"field":"client.email"}`, and if there are none, the
    /// members that are its keys, such as `{"client":{"email":["…"]}}`. A text that holds JSON is read as that.
    pub(super) fn named_by(&self, answer: &str) -> Vec<Named> {
        let value = match serde_json::from_str(answer) {
            Ok(Value::String(text)) => serde_json::from_str(&text).unwrap_or_default(),
            Ok(value) => value,
            Err(_) => Value::Null,
        };
        let mut named = BTreeSet::new();
        // serde_json reads no deeper than 128.
        self.places(&value, None, &mut named);
        if named.is_empty() {
            self.keys(&value, &[], false, &mut named);
        }
        named.into_iter().collect()
    }

    fn places(&self, value: &Value, outer: Option<&str>, named: &mut BTreeSet<Named>) {
        match value {
            Value::Array(elements) => {
                elements.iter().for_each(|value| self.places(value, outer, named));
            }
            Value::Object(members) => {
                let code = code_in(value).or(outer.filter(|_| members.len() == 1));
                let is_text = |value: &Value| value.is_string() || value.is_array();
                let texts = members.values().filter(|value| is_text(value)).count();
                for (key, value) in members {
                    // The path of the request in the answers of Spring, and the name of an error: `ValidationError`.
                    let text = value.as_str().unwrap_or_default();
                    let takes_new = key != "name" || !text.starts_with(is_capital);
                    let may_be_place = texts > 1 || members.len() == 1;
                    if may_be_place && is_place(key) && Operation::route("POST", text).is_none() {
                        self.add(&parts(value), takes_new, code, named);
                    }
                    if let (true, Value::Array(list)) = (LISTS.contains(&key.as_str()), value) {
                        let texts = list.iter().filter_map(Value::as_str);
                        texts.for_each(|text| self.add(&split(text), true, code, named));
                    }
                    self.places(value, code, named);
                }
            }
            _ => {}
        }
    }

    fn keys(&self, value: &Value, at: &[String], in_envelope: bool, named: &mut BTreeSet<Named>) {
        if let Value::Array(elements) = value {
            let at = [at, &["*".to_owned()]].concat();
            let outer = if self.find(&at, true).is_some() { &at[..] } else { &at[..at.len() - 1] };
            elements.iter().for_each(|value| self.keys(value, outer, in_envelope, named));
        }
        let Value::Object(members) = value else { return };
        // Of an object that says what is wrong the other texts do, too: its title, its status.
        let says_what = |(key, value): (&String, &Value)| {
            value.is_string() && (WORDS.contains(&key.as_str()) || key == "title")
        };
        let has_words = members.iter().any(says_what);
        for (key, value) in members {
            if ENVELOPES.contains(&key.as_str()) {
                self.keys(value, at, true, named);
                continue;
            }
            let at = [at, &split(key)].concat();
            let says = match value {
                Value::Array(texts) => !texts.is_empty() && texts.iter().all(Value::is_string),
                Value::Object(words) => {
                    let is_word = |(key, value): (&String, &Value)| {
                        WORDS.contains(&key.as_str()) && value.is_string()
                    };
                    !words.is_empty() && words.iter().all(is_word)
                }
                Value::String(_) => in_envelope,
                _ => false,
            };
            if says {
                let takes_new = !(value.is_string() && (has_words || is_place(key)));
                self.add(&at, takes_new, code_in(value), named);
            } else {
                self.keys(value, &at, in_envelope, named);
            }
        }
    }

    fn add(
        &self,
        parts: &[String],
        takes_new: bool,
        code: Option<&str>,
        named: &mut BTreeSet<Named>,
    ) {
        if let Some(member) = self.resolve(parts, takes_new) {
            named.insert(Named { member, code: code.map(str::to_owned) });
        }
    }

    /// The member that a place means; one that isn't known only if new ones are taken. An index after it is one of its
    /// array.
    fn resolve(&self, all: &[String], takes_new: bool) -> Option<String> {
        let end = all.iter().rposition(|part| part != "*")? + 1;
        let parts = &all[..end];
        let leading = parts.iter().take_while(|part| LEADING.contains(&part.as_str())).count();
        let mut readings = (0..=leading).map(|from| &parts[from..]).filter(|rest| !rest.is_empty());
        // `client.7` is a member that has digits for its name.
        let is_meant = |known: &&KnownPath| {
            end == all.len() || !matches!(known.traits.kind, Some(Kind::Object(_)))
        };
        if let Some(known) = readings.clone().find_map(|parts| self.find(parts, false)) {
            return Some(known).filter(is_meant).map(|known| known.path.to_string());
        }
        if !takes_new {
            return None;
        }
        readings.find_map(|parts| {
            // `PhoneNumber` as .NET writes it.
            let mut letters = parts.last()?.chars();
            let is_pascal = letters.next().is_some_and(is_capital)
                && letters.next().is_some_and(char::is_lowercase);
            let parts = if is_pascal { &snake_case(parts) } else { parts };
            let (key, object) = parts.split_last()?;
            let object = &self.find(object, true)?.path;
            let is_word = [&ENVELOPES[..], &WORDS, &LEADING].concat().contains(&key.as_str());
            // Django's names for errors about no member.
            let is_of_none = key.starts_with("__") || *key == "non_field_errors";
            let is_shown = shown_name(key).is_some() && !is_of_none && !is_word;
            is_shown.then(|| format!("{object}/{key}"))
        })
    }
}

fn is_place(key: &str) -> bool {
    PLACES.contains(&key)
}

/// The word at `code` or `type`, if it is made of a–z and `_`.
fn code_in(value: &Value) -> Option<&str> {
    let is_word = |word: &&str| {
        (1..=40).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    ["code", "type"].iter().find_map(|key| value.get(key)?.as_str().filter(is_word))
}

/// The parts of a place such as `/client/email`, `client.email`, or `products[0].price`; an index as `*`.
fn split(text: &str) -> Vec<String> {
    let parts = text.split(['/', '.', '[', ']']).filter(|part| !part.is_empty());
    parts.map(|part| if is_index(part) { "*" } else { part }.to_owned()).collect()
}

/// The parts of a place, which may be a list of them.
fn parts(place: &Value) -> Vec<String> {
    match place {
        Value::String(text) => split(text),
        Value::Number(_) => vec!["*".to_owned()],
        Value::Array(parts) => parts.iter().flat_map(self::parts).collect(),
        _ => Vec::new(),
    }
}

/// `postalCode` as `postal_code`.
fn snake_case(parts: &[String]) -> Vec<String> {
    let in_words = |part: &String| {
        part.chars().fold(String::new(), |mut words, letter| {
            if letter.is_ascii_uppercase() && !words.is_empty() {
                words.push('_');
            }
            words.push(letter.to_ascii_lowercase());
            words
        })
    };
    parts.iter().map(in_words).collect()
}

fn is_capital(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn is_index(key: &str) -> bool {
    key == "*" || !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_name_members_and_show_nothing_else() {
        let known = KnownPaths::new(&Engine::default(), Operation::Order);
        let rows = include_str!("../../tests/named.txt").lines();
        for (named, answer) in rows.filter_map(|row| row.split_once('\t')) {
            let found = known.named_by(answer).into_iter();
            let found = found.map(|named| {
                named.member + &named.code.map_or(String::new(), |code| format!(":{code}"))
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), named, "{answer}");
        }
    }
}
