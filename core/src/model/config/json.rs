//! Reading facts and policies from JSON. It is strict, and every error names the member.
//!
//! The texts are small and read once, so the code is plain rather than fast. It uses the lexical
//! layer of [`crate::base::json`], because numbers must be read from their digits, and no value may
//! appear in an error.

use super::{ConfigError, Value, put_member, sentence};
use crate::base::decimal::put_integer;
use crate::base::json::{self, scan};
use crate::base::sort::sorted;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

type Result<T> = core::result::Result<T, ConfigError>;

/// The most names that are compared with each other. More are sorted.
const FEW: usize = 8;

/// A position in a JSON text that is known to be valid, and its path from the outermost value.
#[derive(Clone)]
pub(crate) struct Json<'a> {
    text: &'a str,
    at: usize,
    path: Vec<Step<'a>>,
    /// The first raw names of each enclosing object, to detect repeated ones.
    names: Vec<&'a str>,
}

/// A step from a value to one of its parts, as errors name it.
#[derive(Clone)]
enum Step<'a> {
    /// A member, as its name is written: `.name`.
    Member(&'a str),
    /// An element that has a name: `.name`.
    Named(String),
    /// An element: `.2`.
    Number(usize),
    /// An element: `[2]`.
    Index(usize),
}

/// The path as errors show it: `merchant.hold_days`, `[2].body.total`.
#[cold]
#[inline(never)]
fn shown(path: &[Step<'_>]) -> String {
    let mut out = String::new();
    for step in path {
        if !out.is_empty() && !matches!(step, Step::Index(_)) {
            out.push('.');
        }
        match step {
            Step::Member(name) => put_member(&mut out, &decoded(name)),
            Step::Named(name) => out.push_str(name),
            Step::Number(number) => put_integer(&mut out, *number as i64),
            Step::Index(index) => {
                out.push('[');
                put_integer(&mut out, *index as i64);
                out.push(']');
            }
        }
    }
    out
}

/// The text between a string's quotes, decoded if it has escapes.
fn content(written: &str, escaped: bool) -> Cow<'_, str> {
    if escaped { Cow::Owned(decoded(written)) } else { Cow::Borrowed(written) }
}

#[cold]
fn decoded(written: &str) -> String {
    let mut content = Vec::new();
    json::decode(written.as_bytes(), &mut content);
    invariant!(String::from_utf8(content).ok()).unwrap_or_default()
}

impl<'a> Json<'a> {
    /// Checks that the text is valid JSON, and begins at its value.
    pub(crate) fn new(text: &'a [u8]) -> Result<Json<'a>> {
        Json::within(text, 0)
    }

    /// Does what [`new`](Json::new) does for a text inside `depth` arrays and objects; -1 if the outermost array or
    /// object of the text itself doesn't count.
    pub(crate) fn within(text: &'a [u8], depth: i32) -> Result<Json<'a>> {
        if json::is_white_space(text) {
            return Err(ConfigError::new("", "empty, expected a JSON object"));
        }
        let text = json::check_syntax(text, depth)
            .map_err(|malformed| ConfigError::new("", not_json(text, malformed.at)))?;
        Ok(Json::known(text))
    }

    /// Begins at the value of a text that is known to be valid JSON.
    pub(crate) fn known(text: &'a str) -> Json<'a> {
        let mut json = Json { text, at: 0, path: Vec::new(), names: Vec::new() };
        json.skip_white_space();
        json
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, problem: impl Into<String>) -> ConfigError {
        ConfigError::new(&shown(&self.path), problem).at(self.at)
    }

    /// The offset of the current value in the text.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether the current value begins with this byte.
    pub(crate) fn is_at(&self, first: u8) -> bool {
        self.byte() == first
    }

    /// Makes errors call the current element by a name, in place of its number.
    pub(crate) fn rename(&mut self, name: &str) {
        if let Some(last) = invariant!(self.path.last_mut()) {
            *last = Step::Named(name.into());
        }
    }

    /// A second reader at this position, to look ahead.
    fn ahead(&self) -> Json<'a> {
        Json { text: self.text, at: self.at, path: Vec::new(), names: Vec::new() }
    }

    /// The string value of a member of the current object, if it has one.
    pub(crate) fn text_of(&self, name: &str) -> Option<Cow<'a, str>> {
        let (mut ahead, mut found) = (self.ahead(), None);
        let read = ahead.parts(b'}', &mut |json| {
            let is_it = json.string_content() == name;
            json.skip_white_space();
            json.step();
            match is_it && json.is_at(b'"') {
                true => found = Some(json.string_content()),
                false => _ = json.skip(),
            }
            Ok(())
        });
        read.ok().and(found)
    }

    /// An error about a part of the current value, whose path ends with `dot` and `name`.
    pub(crate) fn error_in(
        &self,
        dot: &str,
        name: &str,
        problem: impl Into<String>,
    ) -> ConfigError {
        ConfigError::new(&[&*shown(&self.path), dot, name].concat(), problem).at(self.at)
    }

    fn skip_white_space(&mut self) {
        self.at = scan::skip_white_space(self.text.as_bytes(), self.at);
    }

    fn byte(&self) -> u8 {
        scan::byte_at(self.text.as_bytes(), self.at)
    }

    /// Skips a byte and the white space after it.
    fn step(&mut self) {
        self.at += 1;
        self.skip_white_space();
    }

    /// Reads the current value. Stops before the parts of an array or object. A string with escapes is decoded into
    /// `content`.
    pub(crate) fn value<'c>(&mut self, content: &'c mut String) -> Value<'c>
    where
        'a: 'c,
    {
        match self.byte() {
            b'{' => Value::Object,
            b'[' => {
                let after = scan::skip_white_space(self.text.as_bytes(), self.at + 1);
                Value::Array { is_empty: scan::byte_at(self.text.as_bytes(), after) == b']' }
            }
            b'"' => match self.string() {
                (written, false) => Value::Text(written),
                (written, true) => {
                    *content = decoded(written);
                    Value::Text(content)
                }
            },
            first => match (first, self.number_or_word()) {
                (b'n', _) => Value::Null,
                (b't' | b'f', word) => Value::Boolean(word == "true"),
                (_, literal) => Value::Number(literal),
            },
        }
    }

    /// Reads the current value with `read`, whose error says what is wrong with it.
    pub(crate) fn read<T>(
        &mut self,
        read: impl FnOnce(Value<'_>) -> core::result::Result<T, String>,
    ) -> Result<T> {
        let (start, mut content) = (self.at, String::new());
        let value = read(self.value(&mut content));
        value.map_err(|problem| self.error(problem).at(start))
    }

    pub(crate) fn text(&mut self) -> Result<Cow<'a, str>> {
        match self.is_at(b'"') {
            true => Ok(self.string_content()),
            false => self.read(|value| Err(value.mismatch("a string"))),
        }
    }

    /// Skips the current value. Returns its text.
    pub(crate) fn skip(&mut self) -> &'a str {
        let start = self.at;
        let end = json::skip::value(self.text.as_bytes(), start, 0, &mut false);
        self.at = invariant!(end.ok()).unwrap_or(self.text.len());
        self.part(start..self.at)
    }

    pub(crate) fn object(&mut self) -> Result<()> {
        self.read(|value| value.object())
    }

    pub(crate) fn array(&mut self) -> Result<()> {
        self.read(|value| value.array())
    }

    /// Calls `each` at the value of every member of the current object.
    pub(crate) fn members(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>, &str) -> Result<()>,
    ) -> Result<()> {
        // `Some` once the names were compared by sorting: the offset of the first repeated one, if any.
        let (start, outer, mut repeated) = (self.at, self.names.len(), None);
        self.parts(b'}', &mut |json| {
            let at = json.at;
            let (written, escaped) = json.string();
            let name = content(written, escaped);
            let before = json.names.get(outer..).unwrap_or_default();
            if repeated.is_none() && (before.len() == FEW || matches!(name, Cow::Owned(_))) {
                repeated = Some(Json { at: start, ..json.ahead() }.repeated_member());
            }
            let is_repeated = match repeated {
                Some(first) => first == Some(at),
                None => before.contains(&written),
            };
            json.path.push(Step::Member(written));
            if is_repeated {
                return Err(json.error("given twice"));
            }
            json.skip_white_space();
            json.step();
            each(json, &name)?;
            if repeated.is_none() {
                json.names.push(written);
            }
            json.path.pop();
            Ok(())
        })?;
        self.names.truncate(outer);
        Ok(())
    }

    /// The offset of the current object's first member whose name repeats an earlier one. Sorts the names, since there
    /// can be as many as fit into the text.
    fn repeated_member(mut self) -> Option<usize> {
        let mut names = Vec::new();
        let read = self.parts(b'}', &mut |json| {
            let at = json.at;
            names.push((json.string_content(), at));
            json.skip_white_space();
            json.step();
            json.skip();
            Ok(())
        });
        read.ok()?;
        let names = sorted(names);
        let again =
            names.iter().zip(names.iter().skip(1)).filter(|(first, next)| first.0 == next.0);
        again.map(|(_, (_, at))| *at).min()
    }

    /// Calls `each` at every element of the current array.
    pub(crate) fn elements(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        self.parts(b']', each)
    }

    /// Calls `each` at every element of the current array. Errors show its number: `.2`.
    pub(crate) fn numbered(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        self.counted(Step::Number, each)
    }

    /// Calls `each` at every element of the current array. Errors show its index: `[2]`.
    pub(crate) fn indexed(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        self.counted(Step::Index, each)
    }

    fn counted(
        &mut self,
        step: fn(usize) -> Step<'a>,
        each: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        let mut number = 0;
        self.elements(&mut |json| {
            json.path.push(step(number));
            each(json)?;
            json.path.pop();
            number += 1;
            Ok(())
        })
    }

    /// Calls `part` at every part of the current array or object, which ends with `close`.
    fn parts(
        &mut self,
        close: u8,
        part: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        self.step();
        let mut more = self.byte() != close;
        if !more {
            self.step();
        }
        while more {
            part(self)?;
            self.skip_white_space();
            more = self.byte() == b',';
            self.step();
        }
        Ok(())
    }

    /// Skips the current value, which must be a string. Returns the text between its quotes, and whether it has
    /// escapes.
    fn string(&mut self) -> (&'a str, bool) {
        let start = self.at + 1;
        let end = invariant!(scan::string(self.text.as_bytes(), start).ok());
        let (quote, escaped) = end.map_or((start, false), |end| (end.quote, end.escaped));
        self.at = quote + 1;
        (self.part(start..quote), escaped)
    }

    fn string_content(&mut self) -> Cow<'a, str> {
        let (written, escaped) = self.string();
        content(written, escaped)
    }

    fn number_or_word(&mut self) -> &'a str {
        let start = self.at;
        while matches!(self.byte(), b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'+' | b'-' | b'.') {
            self.at += 1;
        }
        self.part(start..self.at)
    }

    fn part(&self, range: Range<usize>) -> &'a str {
        invariant!(self.text.get(range)).unwrap_or_default()
    }

    pub(crate) fn unknown_member<'k>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> ConfigError {
        let mut known = known.into_iter();
        let outer = self.path.split_last().map_or_else(String::new, |(_, outer)| shown(outer));
        ConfigError::new(&outer, sentence("member", name, &mut || known.next())).at(self.at)
    }
}

/// Says where a text stops being JSON.
pub(crate) fn not_json(text: &[u8], at: usize) -> String {
    let (line, column) = json::line_and_column(text, at);
    let mut problem = String::from("not JSON: line ");
    put_integer(&mut problem, line.into());
    problem.push_str(", column ");
    put_integer(&mut problem, column.into());
    if at == 0 && text.starts_with(b"\xEF\xBB\xBF") {
        problem.push_str("; it begins with a byte order mark, which JSON doesn't allow");
    }
    if text.ends_with(b".json") {
        problem.push_str("; pass what the file holds, not its name");
    }
    problem
}
