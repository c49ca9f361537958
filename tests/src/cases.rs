//! Conformance cases: one on each line, with its expectation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use paylint::rule::Example;
pub use paylint_traffic::expect::{Expect, mismatches};
use serde::de::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::engine::order_facts;
use crate::workspace;

/// A case, as passed to a binding.
#[derive(Clone)]
pub struct Case {
    /// The case's name: a string or an integer.
    pub id: Option<Value>,
    /// The operation's name.
    pub operation: String,
    /// The bytes of the body, if there is one.
    pub body: Option<Vec<u8>>,
    /// The facts, as JSON text; including those from the history, if there is one.
    pub facts: Option<String>,
    /// The policy, as JSON text.
    pub policy: Option<String>,
}

impl Case {
    /// The name as a text; empty if there is none.
    pub fn name(&self) -> String {
        match &self.id {
            None => String::new(),
            Some(Value::String(name)) => name.clone(),
            Some(other) => other.to_string(),
        }
    }

    /// The parts of the case that the engine needs.
    pub fn parts(&self) -> Parts<'_> {
        let body = self.body.as_deref().unwrap_or_default();
        let [facts, policy] =
            [&self.facts, &self.policy].map(|json| json.as_deref().map(str::as_bytes));
        (&self.operation, body, facts, policy)
    }
}

/// The operation's name, the body, the facts and the policy.
pub type Parts<'a> = (&'a str, &'a [u8], Option<&'a [u8]>, Option<&'a [u8]>);

/// The parts of a rule's example.
pub fn of_example(example: &Example) -> Parts<'static> {
    let given = |json: &'static str| (!json.is_empty()).then_some(json.as_bytes());
    (example.operation, example.body.as_bytes(), given(example.facts), given(example.policy))
}

/// Shows only the case's name, since a body can have card data.
impl std::fmt::Debug for Case {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Case")
            .field("id", &self.id)
            .field("operation", &self.operation)
            .finish_non_exhaustive()
    }
}

/// A line of cases, which can have an expectation even if it isn't a case.
#[derive(Clone, Debug)]
pub struct Line {
    /// The expectation, if the line has one.
    pub expect: Option<Expect>,
    /// The complete answer of fixes, in place of an expectation.
    pub fixes: Option<Value>,
    /// The case, or the error.
    pub case: Result<Case, String>,
}

/// Deserializes a member so that `null` differs from an absent one.
fn named<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(from).map(Some)
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Members {
    #[serde(deserialize_with = "named")]
    id: Option<Value>,
    #[serde(deserialize_with = "named")]
    operation: Option<String>,
    #[serde(deserialize_with = "named")]
    body: Option<Box<RawValue>>,
    #[serde(deserialize_with = "named")]
    raw: Option<String>,
    #[serde(deserialize_with = "named")]
    raw_base64: Option<String>,
    #[serde(deserialize_with = "named")]
    facts: Option<Box<RawValue>>,
    #[serde(deserialize_with = "named")]
    policy: Option<Box<RawValue>>,
    #[serde(deserialize_with = "named")]
    history: Option<Box<RawValue>>,
    #[serde(rename = "expect", alias = "fixes")]
    _expect: Option<serde::de::IgnoredAny>,
}

#[derive(serde::Deserialize)]
struct Expecting {
    expect: Option<Expect>,
    fixes: Option<Value>,
}

/// The folders of cases and of samples, from the workspace's root.
pub const FOLDERS: [&str; 2] = ["tests/cases", "examples"];

/// The folder of cases of fixes.
pub const FIXES: &str = "tests/fixes";

/// A line of a file of cases, and its place: `avs.ndjson:3`.
pub struct Placed {
    /// The file's name, and the line's number.
    pub place: String,
    /// The line.
    pub text: String,
}

/// The files of a folder with an extension, in order.
///
/// # Errors
/// If the folder can't be read.
pub fn files(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == extension));
    files.sort();
    Ok(files)
}

/// Every line of a folder of cases, whose path is relative to the workspace's root.
///
/// # Panics
/// If the folder or a file in it can't be read.
pub fn lines_of(folder: &str) -> Vec<Placed> {
    let mut lines = Vec::new();
    for file in files(&workspace::path(folder), "ndjson").expect("the folder of cases") {
        let text = fs::read_to_string(&file).expect("a file of cases");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        lines.extend(text.lines().enumerate().map(|(index, line)| Placed {
            place: format!("{name}:{}", index + 1),
            text: line.to_owned(),
        }));
    }
    lines
}

/// Every case and sample, without lines that aren't cases.
///
/// # Panics
/// If a file of cases can't be read.
pub fn all() -> Vec<Case> {
    FOLDERS.into_iter().flat_map(all_of).collect()
}

/// Every case of a folder.
///
/// # Panics
/// If a file of cases can't be read.
pub fn all_of(folder: &str) -> Vec<Case> {
    let lines = lines_of(folder).into_iter();
    lines.filter_map(|line| read(&line.text).case.ok()).collect()
}

/// Every history, each with its policy: those of the cases, and those of `tests/data/histories.ndjson`. All are JSON
/// texts without tabs and line feeds.
///
/// # Panics
/// If a file can't be read, or a line isn't JSON.
pub fn histories() -> Vec<(String, Option<String>)> {
    #[derive(serde::Deserialize)]
    struct History {
        history: Option<Box<RawValue>>,
        policy: Option<Box<RawValue>>,
    }
    let others = include_str!("../data/histories.ndjson").lines().map(str::to_owned);
    let lines = lines_of(FOLDERS[0]).into_iter().map(|line| line.text).chain(others);
    let histories = lines.filter_map(|line| {
        let History { history, policy } = serde_json::from_str(&line).ok()?;
        let flat = |json: Box<RawValue>| json.get().replace('\t', " ");
        Some((flat(history?), policy.map(flat)))
    });
    histories.collect()
}

/// Reads a line.
pub fn read(line: &str) -> Line {
    match serde_json::from_str::<Expecting>(line) {
        Ok(Expecting { expect, fixes }) => Line { expect, fixes, case: read_case(line) },
        Err(error) => Line { expect: None, fixes: None, case: Err(error.to_string()) },
    }
}

/// The position at which a line isn't a case. The text there may be a secret.
fn place(error: &serde_json::Error) -> String {
    format!("not a case: line {}, column {}", error.line(), error.column())
}

fn read_case(line: &str) -> Result<Case, String> {
    let members: Members = serde_json::from_str(line).map_err(|error| place(&error))?;
    let named = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
    if !members.id.as_ref().is_none_or(named) {
        return Err("a name that is neither a string nor an integer".to_owned());
    }
    let bodies = [members.body.is_some(), members.raw.is_some(), members.raw_base64.is_some()];
    if bodies.into_iter().filter(|given| *given).count() > 1 {
        return Err("more than one body".to_owned());
    }
    let body = match (members.body, members.raw, members.raw_base64) {
        (Some(json), ..) => Some(json.get().as_bytes().to_vec()),
        (_, Some(text), _) => Some(text.into_bytes()),
        (.., Some(text)) => Some(BASE64.decode(text).map_err(|_| "not base64")?),
        _ => None,
    };
    let operation = members.operation.ok_or("no operation")?;
    let [facts, policy, history] = [members.facts, members.policy, members.history]
        .map(|json| json.map(|json| json.get().to_owned()));
    let facts = match &history {
        None => facts,
        Some(history) => Some(with_history(facts.as_deref(), history, policy.as_deref())?),
    };
    Ok(Case { id: members.id, operation, body, facts, policy })
}

/// The facts of a case, with the `order` that follows from its history.
fn with_history(
    facts: Option<&str>,
    history: &str,
    policy: Option<&str>,
) -> Result<String, String> {
    let order = order_facts(history, policy)?;
    let mut all: Map<String, Value> =
        serde_json::from_str(facts.unwrap_or("{}")).map_err(|error| place(&error))?;
    let order = serde_json::from_str(&order).map_err(|error| error.to_string())?;
    match all.insert("order".to_owned(), order) {
        None => Ok(Value::from(all).to_string()),
        Some(_) => Err("facts.order beside a history".to_owned()),
    }
}

/// RFC 4648, section 4, with its padding.
pub fn to_base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}
