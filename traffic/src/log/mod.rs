//! Requests from a host's own logs: lines that are JSON objects of any form, in which pointers say
//! where the parts of a request are.

mod facts;
mod pointers;

pub use facts::LogFacts;

use crate::scan::NotJson;
use crate::values::{self, text};
use paylint::facts::Fact;
use paylint::{Operation, Timestamp, path_of_url, unknown_name};
use pointers::Pointers;
use std::borrow::Cow;
use std::fmt;

/// Where in a line of a log a request is. Each place is a JSON Pointer (RFC 6901), such as
/// `/request/body`; whatever else is in the line is passed over.
///
/// ```
/// use paylint::Operation;
/// use paylint::facts::Fact;
/// use paylint_traffic::log::LogMap;
///
/// let map = LogMap::new("/body")?.with_route("/method", "/url")?.with_fact(Fact::Now, "/time")?;
/// let line = br#"{"time": "2026-11-20T10:15:00Z", "method": "POST", "url": "/clients/", "body": {"email": 7}}"#;
/// let request = map.read(line)?.ok_or("no operation")?;
/// assert_eq!(request.operation, Operation::Client);
/// assert_eq!(&*request.body, br#"{"email": 7}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct LogMap {
    pointers: Pointers,
    /// By position of the part.
    parts: [Option<usize>; 8],
    path_prefix: String,
    operation: ByLine,
    /// The operation of lines that name none.
    default: Option<Operation>,
    /// In the order of facts.
    facts: Vec<(Fact, usize)>,
}

/// A part of a request in a line, beside its operation and its facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The body. The bytes of an object or an array are the body, and so is the text of a string; a missing value or
    /// null means no body.
    Body,
    /// The request's name: a string or an integer.
    Id,
    /// The HTTP status of the gateway's answer, as [`values::status`] reads it.
    Status,
    /// The body of the gateway's answer.
    Answer,
    /// The time of the request (RFC 3339).
    Time,
    /// The part of the log that the line belongs to, such as a terminal.
    Split,
    /// The customer.
    Customer,
    /// The path of the request, beside the name of its operation. It only tells requests apart: it isn't a fact.
    Path,
}

/// How a line names its operation.
#[derive(Clone, Copy, Debug, Default)]
enum ByLine {
    #[default]
    No,
    Name(usize),
    Route {
        method: usize,
        path: usize,
    },
}

/// A request that a line has.
#[derive(Clone)]
pub struct LogRequest<'a> {
    /// Its name as JSON: a string in its canonical form, or an integer.
    pub id: Option<Cow<'a, str>>,
    /// Operation that is asked of the gateway.
    pub operation: Operation,
    /// The body; empty for none.
    pub body: Cow<'a, [u8]>,
    /// The facts that the line has.
    pub facts: LogFacts<'a>,
    /// The HTTP status that the gateway answered with, if it answered.
    pub status: Option<u16>,
    /// The body of the gateway's answer, as the JSON that the line has.
    pub answer: Option<&'a str>,
    /// When the request was sent.
    pub at: Option<Timestamp>,
    /// The part of the log that it belongs to.
    pub by: Option<Cow<'a, str>>,
    /// The customer.
    pub who: Option<Cow<'a, str>>,
    /// The path that it was sent to.
    pub path: Option<Cow<'a, str>>,
}

impl<'a> LogRequest<'a> {
    /// A request of which nothing else is known.
    #[must_use]
    pub fn new(operation: Operation, body: Cow<'a, [u8]>) -> LogRequest<'a> {
        let (id, by, who, path, facts) = Default::default();
        let (status, answer, at) = Default::default();
        LogRequest { id, operation, body, facts, status, answer, at, by, who, path }
    }
}

/// Shows nothing of the body and no fact.
impl fmt::Debug for LogRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogRequest").field("operation", &self.operation).finish_non_exhaustive()
    }
}

/// Why a line has no request that can be checked.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct LogError<'a> {
    /// The request's name as JSON, if it is known.
    pub id: Option<Cow<'a, str>>,
    /// The problem. Never shows a value.
    pub problem: String,
}

/// A text that isn't a JSON Pointer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidPointer(String);

/// Values at the pointers of a line.
type Values<'a> = [Option<&'a str>];

impl LogMap {
    /// A map of lines whose body is here.
    ///
    /// # Errors
    /// If the text isn't a JSON Pointer.
    pub fn new(body: &str) -> Result<LogMap, InvalidPointer> {
        LogMap::default().with(Part::Body, body)
    }

    /// A part of the request is here.
    ///
    /// # Errors
    /// If the text isn't a JSON Pointer.
    pub fn with(mut self, part: Part, pointer: &str) -> Result<LogMap, InvalidPointer> {
        self.parts[part as usize] = Some(self.add(pointer)?);
        Ok(self)
    }

    /// The operation of lines that name none; if method and path are known, of all lines.
    #[must_use]
    pub fn with_operation(self, operation: Operation) -> LogMap {
        LogMap { default: Some(operation), ..self }
    }

    /// The name of the operation is here.
    ///
    /// # Errors
    /// If the text isn't a JSON Pointer.
    pub fn with_operation_at(mut self, pointer: &str) -> Result<LogMap, InvalidPointer> {
        self.operation = ByLine::Name(self.add(pointer)?);
        Ok(self)
    }

    /// The method and the path (or the URL) of the HTTP request are here. They choose the operation,
    /// unless [`with_operation`](LogMap::with_operation) says it, and are the facts `request.method`
    /// and `request.path`.
    ///
    /// # Errors
    /// If one of the texts isn't a JSON Pointer.
    pub fn with_route(mut self, method: &str, path: &str) -> Result<LogMap, InvalidPointer> {
        let (method, path) = (self.add(method)?, self.add(path)?);
        self.operation = ByLine::Route { method, path };
        self.parts[Part::Path as usize] = Some(path);
        self.put_fact(Fact::RequestMethod, method);
        self.put_fact(Fact::RequestPath, path);
        Ok(self)
    }

    /// Takes off what stands before the gateway's own paths in the log, such as `/gw`; slashes around it don't matter.
    #[must_use]
    pub fn with_path_prefix(self, prefix: &str) -> LogMap {
        let path_prefix = match prefix.trim_matches('/') {
            "" => String::new(),
            inner => format!("/{inner}"),
        };
        LogMap { path_prefix, ..self }
    }

    /// A fact is here, in the form that it has in the JSON of facts. Where there is nothing, the fact
    /// isn't known.
    ///
    /// # Errors
    /// If the text isn't a JSON Pointer.
    pub fn with_fact(mut self, fact: Fact, pointer: &str) -> Result<LogMap, InvalidPointer> {
        let at = self.add(pointer)?;
        self.put_fact(fact, at);
        Ok(self)
    }

    fn add(&mut self, pointer: &str) -> Result<usize, InvalidPointer> {
        self.pointers.add(pointer).map_err(InvalidPointer)
    }

    fn put_fact(&mut self, fact: Fact, at: usize) {
        self.facts.retain(|(other, _)| *other != fact);
        let place = self.facts.iter().take_while(|(other, _)| *other < fact).count();
        self.facts.insert(place, (fact, at));
    }

    /// Whether lines can say their operation, or it is known of all.
    #[must_use]
    pub fn knows_operations(&self) -> bool {
        self.default.is_some() || !matches!(self.operation, ByLine::No)
    }

    /// Reads a line. `None` if its method and path lead to no operation.
    ///
    /// # Errors
    /// If the line isn't a JSON object, doesn't say its operation, or has a value of another type
    /// where something is. Its facts aren't looked at.
    pub fn read<'a>(&self, line: &'a [u8]) -> Result<Option<LogRequest<'a>>, LogError<'a>> {
        let found = object(line).and_then(|line| {
            let not_json = |error: NotJson| {
                format!("not a line of a log: not JSON at column {}", error.column)
            };
            self.pointers.find(line).map_err(not_json)
        });
        let (values, problem) = match found {
            Ok(found) => found,
            Err(problem) => return Err(LogError { id: None, problem }),
        };
        let (id, id_problem) = match self.part(&values, Part::Id).map(values::id) {
            None => (None, None),
            Some(Ok(id)) => (Some(id), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        let read = match id_problem.or(problem) {
            None => self.request(&values),
            Some(problem) => Err(problem),
        };
        match read {
            Ok(request) => Ok(request.map(|request| LogRequest { id, ..request })),
            Err(problem) => Err(LogError { id, problem }),
        }
    }

    fn request<'a>(&self, values: &Values<'a>) -> Result<Option<LogRequest<'a>>, String> {
        let Some(operation) = self.operation(values)? else { return Ok(None) };
        let body = self.body(values)?;
        let status = self.part(values, Part::Status).map_or(Ok(None), values::status)?;
        let given = |part| self.part(values, part).filter(|json| *json != "null");
        let at = given(Part::Time).map(values::time).transpose()?;
        let by = given(Part::Split).map(|json| scalar("by", json)).transpose()?;
        let who = given(Part::Customer).map(|json| scalar("who", json)).transpose()?;
        let path = given(Part::Path).map(|json| text("path", json)).transpose()?;
        let path = path.map(|path| match path {
            Cow::Borrowed(path) => Cow::Borrowed(self.own_path(path)),
            Cow::Owned(path) => Cow::Owned(self.own_path(&path).to_owned()),
        });
        let answer = self.part(values, Part::Answer);
        let facts = self.facts(values);
        let id = None;
        let request = LogRequest { id, operation, body, facts, status, answer, at, by, who, path };
        Ok(Some(request))
    }

    fn part<'a>(&self, values: &Values<'a>, part: Part) -> Option<&'a str> {
        value(values, self.parts[part as usize]?)
    }

    /// A path, or that of a URL, without the prefix.
    fn own_path<'a>(&self, path: &'a str) -> &'a str {
        let path = path_of_url(path);
        let rest = path.strip_prefix(self.path_prefix.as_str());
        rest.filter(|rest| rest.starts_with('/')).unwrap_or(path)
    }

    /// The path of a line that leads to no operation, as it was looked up.
    #[must_use]
    pub fn path_of(&self, line: &[u8]) -> Option<String> {
        let ByLine::Route { path, .. } = self.operation else { return None };
        let (values, _) = self.pointers.find(object(line).ok()?).ok()?;
        let path = text("path", value(&values, path)?).ok()?;
        Some(self.own_path(&path).to_owned())
    }

    fn operation(&self, values: &Values<'_>) -> Result<Option<Operation>, String> {
        match self.operation {
            ByLine::Name(at) => match (value(values, at), self.default) {
                (Some(json), _) => operation_named(json).map(Some),
                (None, Some(default)) => Ok(Some(default)),
                (None, None) => Err(self.nothing_at(at)),
            },
            _ if self.default.is_some() => Ok(self.default),
            ByLine::Route { method, path } => {
                let needed = |what, at| match value(values, at) {
                    Some(json) => text(what, json),
                    None => Err(self.nothing_at(at)),
                };
                let (method, path) = (needed("method", method)?, needed("path", path)?);
                Ok(Operation::route(&method, self.own_path(&path)))
            }
            ByLine::No => Err("nothing says what the operation is".to_owned()),
        }
    }

    fn nothing_at(&self, at: usize) -> String {
        format!("nothing at {}", self.pointers.text(at))
    }

    fn body<'a>(&self, values: &Values<'a>) -> Result<Cow<'a, [u8]>, String> {
        const NONE: Cow<'_, [u8]> = Cow::Borrowed(b"");
        let Some(json) = self.part(values, Part::Body) else { return Ok(NONE) };
        let found = match json.as_bytes() {
            bytes @ [b'{' | b'[', ..] => return Ok(Cow::Borrowed(bytes)),
            [b'n', ..] => return Ok(NONE),
            b"\"-\"" => return Ok(NONE),
            [b'"', ..] => {
                return text("body", json).map(|text| match text {
                    Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                    Cow::Owned(text) => Cow::Owned(text.into_bytes()),
                });
            }
            [b't' | b'f', ..] => "boolean",
            _ => "number",
        };
        Err(format!("body: expected an object, an array or a string, found {found}"))
    }

    fn facts<'a>(&self, values: &Values<'a>) -> LogFacts<'a> {
        let facts = self.facts.iter().filter_map(|(fact, at)| {
            let json = value(values, *at)?;
            let is_longer = !self.path_prefix.is_empty() || json.contains("://");
            let is_longer = *fact == Fact::RequestPath && is_longer;
            let path = is_longer.then(|| text("path", json).ok()).flatten();
            let path = path.and_then(|path| serde_json::to_string(self.own_path(&path)).ok());
            Some((*fact, path.map_or(Cow::Borrowed(json), Cow::Owned)))
        });
        LogFacts { facts: facts.collect() }
    }
}

/// A text, or a number as it is written.
fn scalar<'a>(member: &str, json: &'a str) -> Result<Cow<'a, str>, String> {
    match json.as_bytes() {
        [b'0'..=b'9' | b'-', ..] => Ok(Cow::Borrowed(json)),
        _ => text(member, json),
    }
}

fn value<'a>(values: &Values<'a>, at: usize) -> Option<&'a str> {
    values.get(at).copied().flatten()
}

/// The text of a line that is a JSON object.
fn object(line: &[u8]) -> Result<&str, String> {
    let line = std::str::from_utf8(line).map_err(|error| {
        format!("not a line of a log: not UTF-8 at byte {}", error.valid_up_to() + 1)
    })?;
    match line.trim_start_matches([' ', '\t', '\r', '\n']) {
        "" => Err("an empty line isn't a line of a log".to_owned()),
        text if text.starts_with('{') => Ok(line),
        _ => Err("not a line of a log: expected a JSON object".to_owned()),
    }
}

fn operation_named(json: &str) -> Result<Operation, String> {
    let name = text("operation", json)?;
    let known = || Operation::ALL.iter().map(|operation| operation.name());
    Operation::from_name(&name).ok_or_else(|| unknown_name("operation", &name, known()))
}
