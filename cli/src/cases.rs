//! Cases, one per line: JSON with an operation, a body, facts and a policy, or a line of a log.

mod engines;
mod facts;
mod problems;
mod run;

pub(crate) use crate::stream::Line;
pub(crate) use engines::Engines;
pub(crate) use facts::CaseFacts;
pub(crate) use run::{Check, Outcome, RunSettings, run};

use crate::args::Lines;
use crate::{host, members, names};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use paylint::{Operation, path_of_url};
use paylint_traffic::log::{LogError, LogMap, LogRequest};
use paylint_traffic::values::{self, text};
use problems::Problems;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A case. JSON values are still text.
pub(crate) struct Case<'a> {
    /// The request, with the facts that a line of a log has.
    pub(crate) request: LogRequest<'a>,
    /// The facts, if the case has its own.
    pub(crate) facts: Option<&'a str>,
    /// The policy, if the case has its own.
    pub(crate) policy: Option<&'a str>,
    /// The order's history, which replaces the facts `order`.
    pub(crate) history: Option<&'a str>,
    /// The gateway's answer, as a case's member.
    answer: Option<&'a str>,
}

impl<'a> Case<'a> {
    /// A case without any other members.
    fn of(request: LogRequest<'a>) -> Case<'a> {
        Case { request, facts: None, policy: None, history: None, answer: None }
    }

    /// Reads the gateway's answer, if it is a member of the case, into the request.
    pub(crate) fn read_answer(&mut self) -> Result<(), String> {
        let Some(json) = self.answer else { return Ok(()) };
        let answer: AnswerMember<'a> = serde_json::from_str(json)
            .map_err(|_| "answer: expected an object with status and body".to_owned())?;
        self.request.status = answer.status.map_or(Ok(None), |json| values::status(json.get()))?;
        self.request.answer = answer.body.map(RawValue::get);
        Ok(())
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerMember<'a> {
    #[serde(borrow)]
    status: Option<&'a RawValue>,
    #[serde(borrow)]
    body: Option<&'a RawValue>,
}

/// Error for a line that ends inside the JSON.
const INCOMPLETE: &str = "not a case: the JSON is not complete at the end of the line; a case takes \
                          one line, and `paylint check` takes a body over several";

/// Error for a log whose JSON is spread over several lines.
const LAID_OUT: &str = "not a line of a log: the JSON is not complete at the end of the line; each \
                        request takes one line (`jq -c .` writes it so)";

/// Error for an empty line.
const EMPTY: &str = "an empty line isn't a case";

/// Reads a line: of a log if there is a map of it, a body if lines are bodies, else a case. Returns `None` for
/// a line of a log whose method and path belong to no operation.
pub(crate) fn read_line<'a>(
    line: &'a [u8],
    lines: &Lines,
    log: Option<&LogMap>,
) -> Result<Option<Case<'a>>, LogError<'a>> {
    match (log, lines.operation_of_bodies()) {
        (Some(log), _) => of_log(line, log),
        (None, Some(operation)) if !is_empty(line) => {
            Ok(Some(Case::of(LogRequest::new(operation, Cow::Borrowed(line)))))
        }
        _ => read(line, lines.operation).map(Some),
    }
}

/// Reads a line of a log.
fn of_log<'a>(line: &'a [u8], log: &LogMap) -> Result<Option<Case<'a>>, LogError<'a>> {
    if let Some(mark) = host::byte_order_mark(line) {
        let problem = format!("not a line of a log: the line {mark}");
        return Err(LogError { id: None, problem });
    }
    if matches!(line.trim_ascii(), b"{" | b"[") {
        return Err(LogError { id: None, problem: LAID_OUT.to_owned() });
    }
    log.read(line).map(|request| request.map(Case::of))
}

/// Reads a case. `operation` applies if the case names none.
fn read(line: &[u8], operation: Option<Operation>) -> Result<Case<'_>, LogError<'_>> {
    let no_case = |problem: String| LogError { id: None, problem };
    if let Some(mark) = host::byte_order_mark(line) {
        return Err(no_case(format!("not a case: the line {mark}")));
    }
    let line = std::str::from_utf8(line).map_err(|error| {
        no_case(format!("not a case: not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    if is_empty(line.as_bytes()) {
        return Err(no_case(EMPTY.to_owned()));
    }
    if !line.trim_start_matches([' ', '\t', '\r']).starts_with('{') {
        return Err(no_case("not a case: expected a JSON object".to_owned()));
    }
    let members: Members<'_> = serde_json::from_str(line).map_err(|error| {
        if error.is_eof() {
            return no_case(INCOMPLETE.to_owned());
        }
        // The library's message may show a value.
        no_case(format!("not a case: not JSON at column {}", error.column()))
    })?;
    let (id, id_problem) = match members.get("id").map(values::id) {
        None => (None, None),
        Some(Ok(id)) => (Some(id), None),
        Some(Err(problem)) => (None, Some(problem)),
    };
    if let Some(problem) = id_problem.or_else(|| members.problem.clone()) {
        return Err(LogError { id, problem });
    }
    match request(&members, operation) {
        Ok(request) => Ok(Case {
            request: LogRequest { id, ..request },
            facts: members.get("facts"),
            policy: members.get("policy"),
            history: members.get("history"),
            answer: members.get("answer"),
        }),
        Err(problem) => Err(LogError { id, problem }),
    }
}

fn request<'a>(
    members: &Members<'a>,
    operation: Option<Operation>,
) -> Result<LogRequest<'a>, String> {
    let text_at = |member| members.get(member).map(|json| text(member, json)).transpose();
    let at = members.get("at").map(values::time).transpose()?;
    let (by, who) = (text_at("by")?, text_at("who")?);
    let http = members.get("http").and_then(|json| serde_json::from_str::<[String; 2]>(json).ok());
    let path = http.map(|[_, path]| Cow::Owned(path_of_url(&path).to_owned()));
    let request = LogRequest::new(operation_of(members, operation)?, body_of(members)?);
    Ok(LogRequest { at, by, who, path, ..request })
}

/// Whether a line is empty, apart from a carriage return.
fn is_empty(line: &[u8]) -> bool {
    matches!(line, b"" | b"\r")
}

/// The maximum length of a case's line, given that of its body: every byte of the body may be escaped
/// (`\u007b`), and there is room for a name, facts and a policy.
pub(crate) fn longest_line(max_body_bytes: usize) -> usize {
    6 * max_body_bytes + (1 << 20)
}

fn operation_of(members: &Members<'_>, default: Option<Operation>) -> Result<Operation, String> {
    let json = match (members.get("operation"), members.get("http")) {
        (Some(_), Some(_)) => return Err("operation and http: a case has one of them".to_owned()),
        (Some(json), None) => json,
        (None, Some(json)) => return routed(json),
        (None, None) => {
            return default.ok_or_else(|| "no operation, and --operation names none".to_owned());
        }
    };
    let name = text("operation", json)?;
    let known = || Operation::ALL.iter().map(|operation| operation.name());
    Operation::from_name(&name).ok_or_else(|| names::unknown("operation", &name, known()))
}

/// The operation of a method and a path, or a URL, given as a JSON array.
fn routed(json: &str) -> Result<Operation, String> {
    let [method, url]: [String; 2] = serde_json::from_str(json)
        .map_err(|_| "http: expected a method and a path, such as [\"POST\",\"/orders/\"]")?;
    let operation = Operation::route(&method, path_of_url(&url));
    operation.ok_or_else(|| "http: this method and path lead to no operation".to_owned())
}

fn body_of<'a>(members: &Members<'a>) -> Result<Cow<'a, [u8]>, String> {
    let ways = ["body", "raw", "raw_base64"];
    let mut given = ways.into_iter().filter_map(|way| Some((way, members.get(way)?)));
    let Some((way, json)) = given.next() else { return Ok(Cow::Borrowed(b"")) };
    if let Some((other, _)) = given.next() {
        return Err(format!("{way} and {other}: a case has one body"));
    }
    Ok(match way {
        "raw" => match text("raw", json)? {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
        "raw_base64" => {
            let text = text("raw_base64", json)?;
            let bytes = BASE64.decode(text.as_bytes());
            Cow::Owned(bytes.map_err(|_| "raw_base64: not base64 (RFC 4648, with padding)")?)
        }
        _ => Cow::Borrowed(json.as_bytes()),
    })
}

/// The members that a case can have. Tests of fixes and of histories have `fixes` or `order` instead of `expect`.
const MEMBERS: [&str; 16] = [
    "id",
    "operation",
    "http",
    "body",
    "raw",
    "raw_base64",
    "facts",
    "policy",
    "history",
    "answer",
    "at",
    "by",
    "who",
    "expect",
    "fixes",
    "order",
];

/// Hint for lines that are bodies.
const BARE_BODY: &str =
    "a case has its body in the member body; lines that are bodies need --bodies";

/// The members of a case, as text. A line with a wrong member is still read to its end, to find its `id`.
#[derive(Default)]
struct Members<'a> {
    values: Vec<(&'static str, &'a RawValue)>,
    /// The first error.
    problem: Option<String>,
}

impl<'a> Members<'a> {
    /// The member's value as JSON, which can be `null`.
    fn get(&self, name: &str) -> Option<&'a str> {
        self.values.iter().find(|(member, _)| *member == name).map(|(_, value)| value.get())
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'de>, D::Error> {
        from.deserialize_map(Members::default())
    }
}

impl<'de> Visitor<'de> for Members<'de> {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Members<'de>, A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            let problem = match MEMBERS.into_iter().find(|member| *member == key) {
                Some(name) if self.get(name).is_none() => {
                    self.values.push((name, map.next_value()?));
                    continue;
                }
                Some(name) => format!("the member {name} is given twice"),
                None if members::is_of_a_body(&key) => {
                    format!("unknown member \"{key}\": {BARE_BODY}")
                }
                None => names::unknown("member", &key, MEMBERS),
            };
            map.next_value::<IgnoredAny>()?;
            self.problem.get_or_insert(problem);
        }
        Ok(self)
    }
}

/// A key, borrowed unless it has escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
