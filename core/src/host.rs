//! JSON from the host: facts and policies. Read strictly, at leisure; every error says at which member.
//!
//! The texts are small and read once, so this favours plain code; it shares the lexical layer of
//! [`crate::read`], because numbers must be read from their digits and no value may come up in an error.

use crate::decimal::{Decimal, Literal};
use crate::distance::distance;
use crate::output::{joined, put, put_integer};
use crate::read::{self, JsonType, scan};
use core::fmt;

/// Why facts or a policy cannot be used: where, and what to do. Never shows a value that may be a secret.
///
/// A word, so that what returns it stays small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostError(Box<Wrong>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Wrong {
    member: String,
    problem: String,
}

impl HostError {
    #[cold]
    pub(crate) fn new(member: &str, problem: impl Into<String>) -> HostError {
        HostError(Box::new(Wrong { member: member.to_owned(), problem: problem.into() }))
    }

    /// The member, dotted: `merchant.hold_days`. Empty for the whole.
    pub(crate) fn member(&self) -> &str {
        &self.0.member
    }

    /// What is wrong there.
    pub(crate) fn problem(&self) -> &str {
        &self.0.problem
    }

    /// Both in a sentence, behind what it is about.
    #[inline(never)]
    pub(crate) fn message(&self, about: &str) -> String {
        let colon = if self.member().is_empty() { "" } else { ": " };
        joined(&[about, self.member(), colon, self.problem()])
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(""))
    }
}

type Result<T> = core::result::Result<T, HostError>;

/// A position in a JSON text that is known to be well-formed, and the member that it belongs to.
pub(crate) struct Json<'a> {
    text: &'a [u8],
    at: usize,
    member: String,
}

impl<'a> Json<'a> {
    /// Checks that the text is one JSON text, and stands at its value.
    pub(crate) fn new(text: &'a [u8]) -> Result<Json<'a>> {
        if read::is_white_space(text) {
            return Err(HostError::new("", "empty, expected a JSON object"));
        }
        if let Err(malformed) = read::check_syntax(text) {
            let (line, column) = read::line_and_column(text, malformed.at);
            let mut problem = String::from("not JSON: line ");
            put_integer(&mut problem, line.into());
            put(&mut problem, ", column ");
            put_integer(&mut problem, column.into());
            return Err(HostError::new("", problem));
        }
        let mut json = Json { text, at: 0, member: String::new() };
        json.skip_white_space();
        Ok(json)
    }

    /// The error that something is wrong with the value here.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(&self, problem: &str) -> HostError {
        HostError::new(&self.member, problem)
    }

    fn skip_white_space(&mut self) {
        self.at = scan::skip_white_space(self.text, self.at);
    }

    fn byte(&self) -> u8 {
        scan::byte_at(self.text, self.at)
    }

    /// The type of the value here.
    pub(crate) fn json_type(&self) -> JsonType {
        JsonType::of(self.byte())
    }

    fn expect(&self, expected: JsonType, words: &str) -> Result<()> {
        let actual = self.json_type();
        if actual == expected {
            return Ok(());
        }
        Err(self.error(&joined(&["expected ", words, ", found ", actual.name()])))
    }

    /// Goes past a byte and the white space around it.
    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
        self.skip_white_space();
    }

    /// Calls `each` at the value of every member of the object here.
    pub(crate) fn members(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>, &str) -> Result<()>,
    ) -> Result<()> {
        self.expect(JsonType::Object, "an object")?;
        let outer = self.member.len();
        let mut seen: Vec<String> = Vec::new();
        self.step();
        if self.byte() == b'}' {
            self.step();
            return Ok(());
        }
        loop {
            let name = self.string_content();
            if outer > 0 {
                self.member.push('.');
            }
            self.member.push_str(shown_name(&name).unwrap_or("*"));
            if seen.contains(&name) {
                return Err(self.error("given twice"));
            }
            self.skip_white_space();
            self.step();
            each(self, &name)?;
            seen.push(name);
            self.member.truncate(outer);
            self.skip_white_space();
            let more = self.byte() == b',';
            self.step();
            if !more {
                return Ok(());
            }
        }
    }

    /// Calls `each` at every element of the array here.
    pub(crate) fn elements(
        &mut self,
        each: &mut dyn FnMut(&mut Json<'a>) -> Result<()>,
    ) -> Result<()> {
        self.expect(JsonType::Array, "an array")?;
        self.step();
        if self.byte() == b']' {
            self.step();
            return Ok(());
        }
        loop {
            each(self)?;
            self.skip_white_space();
            let more = self.byte() == b',';
            self.step();
            if !more {
                return Ok(());
            }
        }
    }

    /// The content of the string here, whose type was checked.
    fn string_content(&mut self) -> String {
        let start = self.at.saturating_add(1);
        let quote = scan::string(self.text, start).map_or(start, |end| end.quote);
        let mut content = Vec::new();
        read::decode(self.text.get(start..quote).unwrap_or_default(), &mut content);
        self.at = quote.saturating_add(1);
        String::from_utf8(content).unwrap_or_default()
    }

    /// The string here, blank or not.
    pub(crate) fn any_string(&mut self) -> Result<String> {
        self.expect(JsonType::String, "a string")?;
        Ok(self.string_content())
    }

    /// `true` or `false`.
    pub(crate) fn bool(&mut self) -> Result<bool> {
        self.expect(JsonType::Boolean, "true or false")?;
        let value = self.byte() == b't';
        self.skip_number_or_word();
        Ok(value)
    }

    /// An integer, written without point or exponent.
    pub(crate) fn integer(&mut self) -> Result<i64> {
        self.expect(JsonType::Number, "an integer")?;
        let literal = self.skip_number_or_word();
        if !literal.iter().all(|byte| matches!(byte, b'-' | b'0'..=b'9')) {
            return Err(self.error("expected an integer, written without point or exponent"));
        }
        let value = Literal::parse(literal).value().ok().and_then(Decimal::to_integer);
        let value = value.and_then(|value| i64::try_from(value).ok());
        // Too long for a decimal is too large for anything asked for.
        Ok(value.unwrap_or(if literal.starts_with(b"-") { i64::MIN } else { i64::MAX }))
    }

    /// A JSON number as an exact decimal; `None` if it cannot be held.
    pub(crate) fn decimal(&mut self) -> Result<Option<Decimal>> {
        self.expect(JsonType::Number, "a number")?;
        Ok(Literal::parse(self.skip_number_or_word()).value().ok())
    }

    fn skip_number_or_word(&mut self) -> &'a [u8] {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        self.at = self.at.saturating_add(length);
        rest.get(..length).unwrap_or_default()
    }

    /// The error that there is no member of this name.
    pub(crate) fn unknown_member<'k>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> HostError {
        let mut known = known.into_iter();
        self.unknown_among(name, &mut || known.next())
    }

    #[inline(never)]
    fn unknown_among<'k>(&self, name: &str, known: Next<'_, 'k>) -> HostError {
        let outer = self.member.bytes().rposition(|byte| byte == b'.');
        let outer = outer.and_then(|end| self.member.get(..end)).unwrap_or_default();
        let problem = match shown_name(name) {
            Some(_) => sentence("member", name, known),
            None => "an unknown member, whose name is not shown".to_owned(),
        };
        HostError::new(outer, problem)
    }
}

/// Where a name stands among others. Out of line, because many ask.
#[inline(never)]
pub(crate) fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|known| *known == name)
}

/// Whether there is nothing but white space.
#[inline(never)]
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// An unknown name as far as it may be shown: 1 to 64 ASCII letters, digits, `_`, `-` or `.`, at most six digits
/// among them. A card number can be a name.
#[must_use]
pub fn shown_name(name: &str) -> Option<&str> {
    is_shown(name.as_bytes()).then_some(name)
}

/// Whether an unknown name may be shown.
pub(crate) fn is_shown(name: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let digits = name.iter().filter(|byte| byte.is_ascii_digit()).count();
    (1..=64).contains(&name.len()) && name.iter().all(is_plain) && digits <= 6
}

/// `unknown rule "avs.adress_required"; did you mean "avs.address_required"?`: the sentence for a name that is
/// not known. It says no name that could be a card number, and the nearest of the known ones only if it is near.
#[must_use]
pub fn unknown_name<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> String {
    let mut known = known.into_iter();
    sentence(what, name, &mut || known.next())
}

/// The known name that is nearest, if one is near: a third of the letters may differ.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let mut known = known.into_iter();
    nearest_of(name, &mut || known.next())
}

/// Gives one name after the other: one copy of what follows for all kinds of lists.
type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

fn nearest_of<'k>(name: &str, known: Next<'_, 'k>) -> Option<&'k str> {
    let measured = core::iter::from_fn(known).map(|known| (distance(name, known), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance.saturating_mul(3) <= name.len().max(3)).then_some(nearest)
}

#[inline(never)]
fn sentence<'k>(what: &str, name: &str, known: Next<'_, 'k>) -> String {
    let Some(name) = shown_name(name) else {
        return joined(&["unknown ", what, ", whose name is not shown"]);
    };
    match nearest_of(name, known) {
        Some(near) => joined(&["unknown ", what, " \"", name, "\"; did you mean \"", near, "\"?"]),
        None => joined(&["unknown ", what, " \"", name, "\""]),
    }
}

/// `40 is not in 6..=28`; a number of over six digits is not shown: it could be a card's.
pub(crate) fn not_in(value: i64, least: i64, most: i64) -> String {
    let mut text = String::new();
    if value.unsigned_abs() < 1_000_000 {
        put_integer(&mut text, value);
        put(&mut text, " is ");
    }
    put(&mut text, "not in ");
    put_integer(&mut text, least);
    put(&mut text, "..=");
    put_integer(&mut text, most);
    text
}
