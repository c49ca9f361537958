//! Masks a body for an excerpt: values are shown only of members that the schema marks as harmless.
//!
//! An iterative tokenizer walks the text along the schema, and writes it anew with `…` for whatever
//! may not be shown. Lines stay lines. Of a text that isn't valid JSON, no value is shown at all, nor
//! an unknown key: a card number that is cut in two is short, and where a quote is missing a value
//! looks like a key. Its known keys are shown up to the byte at which it goes wrong.

use crate::names::shown_name;
use paylint::schema::{Kind, Member, Shape};

/// Stands for what is not shown.
const MASK: char = '…';
/// No harmless value is longer, in bytes, or has more digits: a card number is longer, and has
/// more.
const LONGEST: usize = 11;
const MOST_DIGITS: usize = 8;

/// A text that can be shown.
pub(crate) struct Masked {
    /// The text; as many lines as the body has.
    pub(crate) text: String,
    /// Where the bytes of the body that were asked for are now.
    pub(crate) places: Vec<MaskedByte>,
}

/// Where a byte of the body is in the masked text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaskedByte {
    /// The byte of the masked text.
    pub(crate) at: usize,
    /// In how many objects and arrays it lies.
    pub(crate) depth: usize,
}

/// Masks a body whose type is `shape`, and which is sound JSON but for the byte `broken_at`; finds
/// the bytes of `wanted`, which ascend.
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
    /// The object's own, or that of the array's elements.
    shape: Option<&'static Shape>,
    /// The member whose value comes, if it is a known one of an object.
    member: Option<&'static Member>,
    /// The colon was passed.
    at_value: bool,
}

struct Masker<'a> {
    body: &'a [u8],
    at: usize,
    is_broken: bool,
    /// Up to where tokens are what they seem to be; 0 once that is passed.
    sound: usize,
    root: Option<&'static Shape>,
    stack: Vec<Frame>,
    /// How deep the token is.
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
        // Nothing behind the first unsound byte can be trusted.
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

    /// Keeps account of where in the schema the text is.
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

    /// The member whose value this is.
    fn member(&self) -> Option<&'static Member> {
        self.stack.last().and_then(|frame| frame.member)
    }

    /// A key: shown if it is known, or would be shown in a path.
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
        let as_number =
            |kind: Kind| matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText);
        let is_shown = self
            .member()
            .filter(|member| !self.is_broken && member.harmless)
            .is_some_and(|member| {
                is_code(content, |byte| {
                    byte.is_ascii_alphanumeric()
                        || byte == b'-'
                        || byte == b'.' && as_number(member.kind)
                })
            });
        if is_shown {
            return self.show(token);
        }
        self.text.push('"');
        self.text.push(MASK);
        if token.len() > 1 && token.ends_with(b"\"") {
            self.text.push('"');
        }
        false
    }

    fn scalar(&mut self, token: &[u8]) -> bool {
        let is_shown = !self.is_broken
            && self.member().is_some_and(|member| member.harmless)
            && is_code(token, |byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            && !is_long_number(token);
        if is_shown {
            return self.show(token);
        }
        self.text.push(MASK);
        false
    }

    fn show(&mut self, token: &[u8]) -> bool {
        self.text.extend(token.iter().map(|byte| char::from(*byte)));
        true
    }

    /// Finds the wanted bytes of the token from `start` to `end`, which is now at `shown`.
    fn find(&mut self, start: usize, end: usize, shown: usize, verbatim: bool) {
        while let Some((wanted, rest)) = self.wanted.split_first().filter(|(at, _)| **at < end) {
            let at = if verbatim { shown + wanted - start } else { shown };
            self.places.push(MaskedByte { at, depth: self.depth });
            self.wanted = rest;
        }
    }
}

/// Whether a value is short and of the characters of codes.
fn is_code(content: &[u8], is_part: impl Fn(u8) -> bool) -> bool {
    let digits = content.iter().filter(|byte| byte.is_ascii_digit()).count();
    content.len() <= LONGEST && digits <= MOST_DIGITS && content.iter().all(|byte| is_part(*byte))
}

/// Whether a number has twelve or more digits before the point, once its exponent is written out.
/// A float decides that without fail for a literal no longer than a code.
fn is_long_number(literal: &[u8]) -> bool {
    let number = std::str::from_utf8(literal).ok().and_then(|text| text.parse::<f64>().ok());
    number.is_some_and(|number| number.abs() >= 1e11)
}

/// How long the string at the beginning is, with its quotes.
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
