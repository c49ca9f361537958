//! A strict reader of JSON (RFC 8259) into a plain tree.

/// A JSON value as it was written: members in order, repeated keys kept, numbers as their literals.
pub(crate) use paylint_samples::node::Node as Json;

/// How deep arrays and objects may be nested.
const DEEPEST: usize = 128;

/// The model needs to know that something is wrong, not what.
#[derive(Debug)]
pub(crate) struct Malformed;

/// The four characters that are white space between JSON's tokens.
pub(crate) fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Reads one JSON text that fills all the bytes. A byte order mark isn't JSON white space, so it
/// is refused without being looked for.
pub(crate) fn parse(bytes: &[u8]) -> Result<Json, Malformed> {
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_white();
    let value = reader.value()?;
    reader.skip_white();
    if reader.at == text.len() { Ok(value) } else { Err(Malformed) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Result<u8, Malformed> {
        let byte = self.peek().ok_or(Malformed)?;
        self.at += 1;
        Ok(byte)
    }

    fn skip_white(&mut self) {
        while self.peek().is_some_and(is_white) {
            self.at += 1;
        }
    }

    fn expect(&mut self, word: &str) -> Result<(), Malformed> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            Err(Malformed)
        }
    }

    fn value(&mut self) -> Result<Json, Malformed> {
        match self.peek().ok_or(Malformed)? {
            b'n' => self.expect("null").map(|()| Json::Null),
            b't' => self.expect("true").map(|()| Json::Bool(true)),
            b'f' => self.expect("false").map(|()| Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.nested(Self::list),
            b'{' => self.nested(Self::object),
            b'-' | b'0'..=b'9' => self.number().map(Json::Number),
            _ => Err(Malformed),
        }
    }

    fn nested(
        &mut self,
        inner: fn(&mut Self) -> Result<Json, Malformed>,
    ) -> Result<Json, Malformed> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Malformed);
        }
        self.at += 1;
        self.skip_white();
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<Json, Malformed> {
        let mut elements = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(elements));
        }
        loop {
            self.skip_white();
            elements.push(self.value()?);
            self.skip_white();
            match self.next()? {
                b',' => {}
                b']' => return Ok(Json::List(elements)),
                _ => return Err(Malformed),
            }
        }
    }

    fn object(&mut self) -> Result<Json, Malformed> {
        let mut members = Vec::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_white();
            let key = self.string()?;
            self.skip_white();
            self.expect(":")?;
            self.skip_white();
            members.push((key, self.value()?));
            self.skip_white();
            match self.next()? {
                b',' => {}
                b'}' => return Ok(Json::Object(members)),
                _ => return Err(Malformed),
            }
        }
    }

    /// Takes digits, at least one.
    fn digits(&mut self) -> Result<(), Malformed> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(Malformed) }
    }

    fn number(&mut self) -> Result<String, Malformed> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            // Nothing but a point or an exponent may follow; a digit is left over and fails later.
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(self.text[start..self.at].to_owned())
    }

    fn string(&mut self) -> Result<String, Malformed> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            // All the bytes that end a run are ASCII, so that runs are cut between characters.
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.next()? {
                b'"' => return Ok(out),
                b'\\' => out.push(self.escape()?),
                _ => return Err(Malformed),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Malformed> {
        Ok(match self.next()? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.escaped_unit(),
            _ => return Err(Malformed),
        })
    }

    /// A `\uXXXX` escape, or two that make a surrogate pair.
    fn escaped_unit(&mut self) -> Result<char, Malformed> {
        let first = self.four_hex_digits()?;
        let code = match first {
            0xD800..=0xDBFF => {
                self.expect("\\u")?;
                let second = self.four_hex_digits()?;
                if !(0xDC00..=0xDFFF).contains(&second) {
                    return Err(Malformed);
                }
                0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)
            }
            other => other,
        };
        // A low surrogate by itself isn't a character, and fails here.
        char::from_u32(code).ok_or(Malformed)
    }

    fn four_hex_digits(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = char::from(self.next()?).to_digit(16).ok_or(Malformed)?;
            code = code * 16 + digit;
        }
        Ok(code)
    }
}
