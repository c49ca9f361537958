//! Masks a body for an excerpt: only values of members that the schema marks as harmless are shown.
//!
//! An iterative tokenizer walks the text along the schema, and copies it with `…` for everything that
//! may be secret. Line breaks stay. If the text isn't valid JSON, no values and no unknown keys are shown:
//! half of a card number is short, and after a missing quote a value looks like a key. Known keys
//! are shown up to the error.

use crate::names::shown_name;
use paylint::schema::{Kind, Member, Shape};

/// Replaces a text that may be secret.
const MASK: char = '…';
/// Maximum length of a harmless value, in bytes, and its maximum number of digits. A card number has more
/// of both.
const LONGEST: usize = 11;
const MOST_DIGITS: usize = 8;

/// A text that can be shown.
pub(crate) struct Masked {
    /// The text; as many lines as the body has.
    pub(crate) text: String,
    /// Places of the wanted bytes of the body.
    pub(crate) places: Vec<MaskedByte>,
}

/// Where a byte of the body is in the masked text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaskedByte {
    /// The byte of the masked text.
    pub(crate) at: usize,
    /// Number of objects and arrays around it.
    pub(crate) depth: usize,
}

/// Masks a body of type `shape`, which is valid JSON up to the byte `broken_at`, and finds the bytes of
/// `wanted`, which ascend.
pub(crate) fn mask(
    body: &[u8],
    shape: Option<&'static Shape>,
    broken_at: Option<usize>,
    wanted: &[usize],
) -> Masked {
    let mut masker = Masker {
        body,
        at: 0,
        is_broken: broken_at.is_some(),
        sound: broken_at.unwrap_or(body.len()),
        root: shape,
        stack: Vec::new(),
        depth: 0,
        text: String::with_capacity(body.len()),
        wanted,
        places: Vec::with_capacity(wanted.len()),
    };
    while masker.at < body.len() {
        masker.token();
    }
    let end = masker.text.len();
    masker.find(0, usize::MAX, end, false);
    Masked { text: masker.text, places: masker.places }
}

/// An object or array around the current place.
struct Frame {
    is_array: bool,
    /// The type of the object, or of the array's elements.
    shape: Option<&'static Shape>,
    /// The member whose value comes next, if it is known.
    member: Option<&'static Member>,
    /// Whether the colon was passed.
    at_value: bool,
}

struct Masker<'a> {
    body: &'a [u8],
    at: usize,
    is_broken: bool,
    /// End of the valid JSON; 0 once it is passed.
    sound: usize,
    root: Option<&'static Shape>,
    stack: Vec<Frame>,
    /// Depth of the token.
    depth: usize,
    text: String,
    wanted: &'a [usize],
    places: Vec<MaskedByte>,
}

impl Masker<'_> {
    fn token(&mut self) {
        let start = self.at;
        let end = self.end_of_token();
        self.at = end;
        // Nothing after the first invalid byte can be trusted.
        if end > self.sound {
            self.sound = 0;
        }
        let sound = self.sound > 0;
        let shown_from = self.text.len();
        let token = &self.body[start..end];
        self.depth = self.stack.len();
        let verbatim = match token[0] {
            b' ' | b'\t' | b'\n' | b'\r' => {
                self.text.extend(token.iter().map(|byte| match byte {
                    b'\r' => ' ',
                    other => char::from(*other),
                }));
                true
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' => {
                self.text.push(char::from(token[0]));
                if sound {
                    self.structure(token[0]);
                }
                true
            }
            b'"' if sound && self.at_key() => self.key(token),
            b'"' => self.string(token),
            _ => self.scalar(token),
        };
        self.find(start, end, shown_from, verbatim);
    }

    /// End of the token that begins here. A string that is not closed ends with its line.
    fn end_of_token(&self) -> usize {
        let rest = &self.body[self.at..];
        let is_white = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let is_structure = |byte: &u8| matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':');
        let length = match rest[0] {
            b'"' => return self.at + length_of_string(rest),
            first if is_structure(&first) => 1,
            first if is_white(&first) => rest.iter().take_while(|byte| is_white(byte)).count(),
            _ => {
                let is_part = |byte: &&u8| !is_white(byte) && !is_structure(byte) && **byte != b'"';
                rest.iter().take_while(is_part).count()
            }
        };
        self.at + length
    }

    fn at_key(&self) -> bool {
        self.stack.last().is_some_and(|frame| !frame.is_array && !frame.at_value)
    }

    /// Keeps track of the place in the schema.
    fn structure(&mut self, byte: u8) {
        match byte {
            b'{' | b'[' => {
                let is_array = byte == b'[';
                let shape = match (self.stack.last(), self.member().map(|member| member.kind)) {
                    (None, _) if !is_array => self.root,
                    (Some(around), _) if around.is_array && !is_array => around.shape,
                    (_, Some(Kind::Object(shape))) if !is_array => Some(shape),
                    (_, Some(Kind::Array(shape))) if is_array => Some(shape),
                    _ => None,
                };
                self.stack.push(Frame { is_array, shape, member: None, at_value: false });
            }
            b'}' | b']' => _ = self.stack.pop(),
            _ => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.at_value = byte == b':';
                }
            }
        }
    }

    /// The member that the current value belongs to.
    fn member(&self) -> Option<&'static Member> {
        self.stack.last().and_then(|frame| frame.member)
    }

    /// That member, if its value can be shown.
    fn harmless(&self) -> Option<&'static Member> {
        self.member().filter(|member| !self.is_broken && member.harmless)
    }

    /// Writes a key, unmasked if it is known or could be shown in a path.
    fn key(&mut self, token: &[u8]) -> bool {
        let name = serde_json::from_slice::<String>(token).unwrap_or_default();
        let Some(frame) = self.stack.last_mut() else { return false };
        let members = frame.shape.map_or(&[] as &[Member], |shape| shape.members);
        let member = members.iter().find(|member| member.name() == name);
        frame.member = member;
        let unknown = Some(name.as_str()).filter(|_| !self.is_broken).and_then(shown_name);
        let shown = member.map(|member| member.name()).or(unknown).unwrap_or("*");
        self.text.push('"');
        self.text.push_str(shown);
        self.text.push('"');
        shown.len() + 2 == token.len()
    }

    fn string(&mut self, token: &[u8]) -> bool {
        let content = token.get(1..token.len() - 1).unwrap_or_default();
        if let Some(Member { kind, .. }) = self.harmless() {
            let is_number = matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText);
            if is_code(content, if is_number { b"-." } else { b"-" }) {
                return self.show(token);
            }
        }
        self.text.push('"');
        self.text.push(MASK);
        if token.len() > 1 && token.ends_with(b"\"") {
            self.text.push('"');
        }
        false
    }

    fn scalar(&mut self, token: &[u8]) -> bool {
        if self.harmless().is_some() && is_code(token, b"+-.") && !is_long_number(token) {
            return self.show(token);
        }
        self.text.push(MASK);
        false
    }

    fn show(&mut self, token: &[u8]) -> bool {
        self.text.extend(token.iter().map(|byte| char::from(*byte)));
        true
    }

    /// Notes the places of wanted bytes in the token from `start` to `end`, which was written at `shown`.
    fn find(&mut self, start: usize, end: usize, shown: usize, verbatim: bool) {
        while let Some((wanted, rest)) = self.wanted.split_first().filter(|(at, _)| **at < end) {
            let at = if verbatim { shown + wanted - start } else { shown };
            self.places.push(MaskedByte { at, depth: self.depth });
            self.wanted = rest;
        }
    }
}

/// Whether a value is short and has only letters, digits and these signs.
fn is_code(content: &[u8], signs: &[u8]) -> bool {
    let digits = content.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || signs.contains(byte);
    content.len() <= LONGEST && digits <= MOST_DIGITS && content.iter().all(is_part)
}

/// Whether a number has twelve or more digits before the decimal point, with its exponent expanded.
/// A float is exact enough for a literal as short as a code.
fn is_long_number(literal: &[u8]) -> bool {
    let number = std::str::from_utf8(literal).ok().and_then(|text| text.parse::<f64>().ok());
    number.is_some_and(|number| number.abs() >= 1e11)
}

/// Length of the string at the beginning, with its quotes.
fn length_of_string(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if text.get(at + 1).is_some_and(|next| *next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::Operation;
    use paylint::schema;

    fn masked(body: &str) -> String {
        mask(body.as_bytes(), schema::body(Operation::Order), None, &[]).text
    }

    #[test]
    fn harmless_values_of_known_members_are_shown() {
        for (body, expected) in [
            (r#"{"currency":"EUR"}"#, r#"{"currency":"EUR"}"#),
            (r#"{"curr\u0065ncy":"EUR"}"#, r#"{"currency":"EUR"}"#),
            (r#"{"currency":"EUR "}"#, r#"{"currency":"…"}"#),
            (r#"{"currency":"\u0045UR"}"#, r#"{"currency":"…"}"#),
            (r#"{"currency":"ABCDEFGHIJKL"}"#, r#"{"currency":"…"}"#),
            (r#"{"currency":"123456789"}"#, r#"{"currency":"…"}"#),
            (r#"{"currency":null,"is_moto":true}"#, r#"{"currency":null,"is_moto":true}"#),
            (r#"{"dynamic_descriptor":"EUR"}"#, r#"{"dynamic_descriptor":"…"}"#),
            (r#"{"dynamic_descriptor":null}"#, r#"{"dynamic_descriptor":…}"#),
            (r#"{"products":[{"price":1e2},7]}"#, r#"{"products":[{"price":1e2},…]}"#),
            (r#"{"products":[{"price":"1.50"}]}"#, r#"{"products":[{"price":"1.50"}]}"#),
            (r#"{"products":[{"price":123456789}]}"#, r#"{"products":[{"price":…}]}"#),
            (r#"{"products":[{"price":9.9999e10}]}"#, r#"{"products":[{"price":9.9999e10}]}"#),
            (r#"{"products":[{"price":1e11}]}"#, r#"{"products":[{"price":…}]}"#),
            (r#"{"products":[{"price":-4.1111e12}]}"#, r#"{"products":[{"price":…}]}"#),
            (r#"{"products":{"price":1}}"#, r#"{"products":{"price":…}}"#),
            (r#"{"client":{"currency":"EUR"}}"#, r#"{"client":{"currency":"…"}}"#),
            (r#"{"sku":1,"4929883":1,"a b":1}"#, r#"{"sku":…,"*":…,"*":…}"#),
            (r#"{"x":{"currency":"EUR"}}"#, r#"{"x":{"currency":"…"}}"#),
            (r#"{"x":[1],"currency":"EUR"}"#, r#"{"x":[…],"currency":"EUR"}"#),
            (r#"{"client":{},"currency":"EUR"}"#, r#"{"client":{},"currency":"EUR"}"#),
        ] {
            assert_eq!(masked(body), expected, "{body}");
        }
    }
}
