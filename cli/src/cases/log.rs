//! Lines of a host's own logs: JSON objects of any form, from which pointers take a request.

mod pointers;

use super::{Case, NoCase, Read, name, not_json, object, operation_named, text};
use crate::args::Lines;
use crate::check::route;
use crate::exit::{Error, Result};
use crate::host;
use paylint::facts::{Fact, Part};
use paylint::{FactsBuf, Operation, Value};
use pointers::Pointers;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashSet;

/// Where in a line a request is.
pub(crate) struct LogMap {
    pointers: Pointers,
    body: usize,
    id: Option<usize>,
    operation: ByLine,
    /// The operation of lines that name none.
    default: Option<Operation>,
    facts: Vec<(Fact, usize)>,
}

/// How a line names its operation.
enum ByLine {
    No,
    Name(usize),
    Route { method: usize, path: usize },
}

/// What stands at the pointers of a line.
type Values<'a> = Vec<Option<&'a RawValue>>;

impl LogMap {
    /// The map that the command line draws, if the lines are those of a log.
    pub(crate) fn of(lines: &Lines, facts: &[String]) -> Result<Option<LogMap>> {
        let log = &lines.log;
        let (true, Some(body)) = (log.log, &log.body_at) else { return Ok(None) };
        let mut pointers = Pointers::default();
        let mut at = |option: &str, pointer: &str| {
            let place = pointers.add(pointer);
            place.map_err(|problem| Error::unusable(format!("{option}: {problem}")))
        };
        let body = at("--body-at", body)?;
        let id = log.id_at.as_ref().map(|pointer| at("--id-at", pointer)).transpose()?;
        let operation = match (&log.operation_at, &log.method_at, &log.path_at) {
            (Some(pointer), ..) => ByLine::Name(at("--operation-at", pointer)?),
            (None, Some(method), Some(path)) => {
                let [method, path] = [at("--method-at", method)?, at("--path-at", path)?];
                ByLine::Route { method, path }
            }
            _ => ByLine::No,
        };
        if let (ByLine::No, None) = (&operation, lines.operation) {
            return Err(Error::unusable(
                "a log needs --operation-at, --method-at and --path-at, or --operation for all lines",
            ));
        }
        let facts = facts.iter().filter_map(|text| host::fact_from_line(text));
        let facts = facts.map(|it| {
            let (fact, pointer) = it.map_err(Error::Unusable)?;
            Ok((fact, at(&format!("--fact {}", fact.name()), pointer)?))
        });
        let facts = facts.collect::<Result<_>>()?;
        let default = lines.operation;
        Ok(Some(LogMap { pointers, body, id, operation, default, facts }))
    }

    /// Reads a line. `None` if its method and path lead to no operation.
    pub(super) fn read<'a>(
        &'a self,
        line: &'a [u8],
    ) -> std::result::Result<Option<Case<'a>>, NoCase<'a>> {
        const A_LINE: &str = "a line of a log";
        let found = object(line, A_LINE)
            .and_then(|line| self.pointers.find(line).map_err(|error| not_json(&error, A_LINE)));
        let (values, problem) = match found {
            Ok(found) => found,
            Err(problem) => return Err(NoCase { id: None, problem }),
        };
        let (id, id_problem) = match self.id.and_then(|id| values[id]).map(name) {
            None => (None, None),
            Some(Ok(id)) => (Some(id), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        let read = || {
            if let Some(problem) = id_problem.or(problem) {
                return Err(problem);
            }
            let Some(operation) = self.operation(&values)? else { return Ok(None) };
            Ok(Some((operation, self.body(&values)?)))
        };
        match read() {
            Ok(None) => Ok(None),
            Ok(Some((operation, body))) => {
                let of_line = Some(OfLine { map: self, values });
                Ok(Some(Case { id, of_line, ..Case::of(operation, body) }))
            }
            Err(problem) => Err(NoCase { id, problem }),
        }
    }

    fn operation(&self, values: &Values<'_>) -> Read<Option<Operation>> {
        match self.operation {
            ByLine::Name(at) => match (values[at], self.default) {
                (Some(json), _) => operation_named(json).map(Some),
                (None, Some(default)) => Ok(Some(default)),
                (None, None) => Err(format!(
                    "nothing at {}, and --operation names no operation",
                    self.pointers.text(at)
                )),
            },
            // It is sent to addresses that no endpoint has.
            ByLine::Route { .. } | ByLine::No if self.default.is_some() => Ok(self.default),
            ByLine::Route { method, path } => {
                let method = self.needed(values, "method", method)?;
                let path = self.needed(values, "path", path)?;
                Ok(Operation::route(&method, route::path_of(&path)))
            }
            ByLine::No => Ok(None),
        }
    }

    /// A text that must be there.
    fn needed<'a>(&self, values: &Values<'a>, what: &str, at: usize) -> Read<Cow<'a, str>> {
        let json = values[at].ok_or_else(|| format!("nothing at {}", self.pointers.text(at)))?;
        text(what, json)
    }

    fn body<'a>(&self, values: &Values<'a>) -> Read<Cow<'a, [u8]>> {
        let Some(json) = values[self.body] else { return Ok(Cow::Borrowed(b"")) };
        match json.get().as_bytes() {
            bytes @ [b'{' | b'[', ..] => Ok(Cow::Borrowed(bytes)),
            [b'n', ..] => Ok(Cow::Borrowed(b"")),
            [b'"', ..] => text("body", json).map(|text| match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            }),
            other => {
                let found = if other.first().is_some_and(u8::is_ascii_alphabetic) {
                    "boolean"
                } else {
                    "number"
                };
                Err(format!("body: expected an object, an array or a string, found {found}"))
            }
        }
    }
}

/// The facts of a line.
pub(super) struct OfLine<'a> {
    map: &'a LogMap,
    values: Values<'a>,
}

impl OfLine<'_> {
    /// Replaces the facts with those of the line.
    pub(super) fn read(&self, facts: &mut FactsBuf) -> Read<()> {
        facts.clear();
        if let ByLine::Route { method, path } = self.map.operation {
            for (fact, at) in [(Fact::RequestMethod, method), (Fact::RequestPath, path)] {
                let Some(json) = self.values[at] else { continue };
                let text = text(fact.name(), json)?;
                let text = if fact == Fact::RequestPath { route::path_of(&text) } else { &text };
                facts.set_text(fact, text).map_err(|error| error.to_string())?;
            }
        }
        for (fact, at) in &self.map.facts {
            if let Some(json) = self.values[*at] {
                set(facts, *fact, json)?;
            }
        }
        Ok(())
    }
}

/// Sets a fact to a JSON value.
fn set(facts: &mut FactsBuf, fact: Fact, json: &RawValue) -> Read<()> {
    put(facts, fact, Part::Whole, json)?;
    // What is valid JSON and begins so can be taken apart.
    match json.get().as_bytes() {
        [b'[', ..] => {
            let elements: Vec<&RawValue> = parts(json)?;
            elements.into_iter().try_for_each(|json| put(facts, fact, Part::Element, json))
        }
        [b'{', ..] => {
            let members: Members<'_> = parts(json)?;
            let mut seen = HashSet::new();
            members.0.into_iter().try_for_each(|(name, json)| {
                put(facts, fact, Part::Member(&name), json)?;
                match seen.insert(name) {
                    true => Ok(()),
                    false => Err(format!("invalid facts: {}: a name is given twice", fact.name())),
                }
            })
        }
        _ => Ok(()),
    }
}

fn parts<'a, T: serde::Deserialize<'a>>(json: &'a RawValue) -> Read<T> {
    serde_json::from_str(json.get()).map_err(|error| not_json(&error, "a fact"))
}

/// Sets a fact, or a part of it, to the value here.
fn put(facts: &mut FactsBuf, fact: Fact, part: Part<'_>, json: &RawValue) -> Read<()> {
    let content;
    let value = match json.get().as_bytes() {
        [b'"', ..] => {
            content = text(fact.name(), json)?;
            Value::Text(&content)
        }
        [b'{', ..] => Value::Object,
        [b'[', rest @ ..] => Value::Array { is_empty: rest.trim_ascii() == b"]" },
        [b'n', ..] => Value::Null,
        [b't', ..] => Value::Boolean(true),
        [b'f', ..] => Value::Boolean(false),
        _ => Value::Number(json.get()),
    };
    facts.set(fact, part, value).map_err(|error| error.to_string())
}

/// The members of an object, in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Members<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(
        from: D,
    ) -> std::result::Result<Members<'a>, D::Error> {
        struct Object;

        impl<'de> serde::de::Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> std::result::Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }

        from.deserialize_map(Object).map(|members: Members<'de>| members)
    }
}
