//! JSON trees, which can be written in several styles.

use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::rng::Rng;

/// A JSON value. Numbers are literals, and keys can be repeated.
#[derive(Clone)]
pub enum Node {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its literal.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Node>),
    /// An object, with its members in order.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// A number from its literal.
    pub fn number(literal: &str) -> Node {
        Node::Number(literal.to_owned())
    }

    /// A string.
    pub fn text(text: &str) -> Node {
        Node::Text(text.to_owned())
    }

    /// An object with these members.
    pub fn object<const N: usize>(members: [(&str, Node); N]) -> Node {
        Node::Object(members.into_iter().map(|(key, node)| (key.to_owned(), node)).collect())
    }

    /// Reads JSON, and keeps the order of members and repeated ones.
    ///
    /// # Errors
    /// If a string has an unpaired surrogate.
    pub fn from_json(json: &RawValue) -> serde_json::Result<Node> {
        let text = json.get();
        Ok(match text.as_bytes().first() {
            Some(b'n') => Node::Null,
            Some(b't' | b'f') => Node::Bool(text == "true"),
            Some(b'"') => Node::Text(serde_json::from_str(text)?),
            Some(b'[') => {
                let list: Vec<&RawValue> = serde_json::from_str(text)?;
                Node::List(list.into_iter().map(Node::from_json).collect::<Result<_, _>>()?)
            }
            Some(b'{') => {
                let Members(members) = serde_json::from_str(text)?;
                let of = members.into_iter().map(|(key, value)| Ok((key, Node::from_json(value)?)));
                Node::Object(of.collect::<serde_json::Result<_>>()?)
            }
            _ => Node::number(text),
        })
    }

    /// The value at a path of keys and indices.
    pub fn at(&mut self, path: &[&str]) -> Option<&mut Node> {
        path.iter().try_fold(self, |node, step| match node {
            Node::Object(members) => {
                members.iter_mut().find(|(key, _)| key == step).map(|(_, value)| value)
            }
            Node::List(list) => list.get_mut(step.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// A random value of any JSON type.
    pub fn any(rng: &mut Rng) -> Node {
        match rng.below(9) {
            0 => Node::Null,
            1 => Node::Bool(rng.chance(50)),
            2 => Node::number(rng.pick(&["0", "1", "12.5", "-3", "1e999999999", "1.5e0"])),
            3 => Node::text(rng.pick(&["", "x", "true", "12.50", "-1", "1e2", "\u{2003}"])),
            4 => Node::List(Vec::new()),
            5 => Node::List(vec![Node::Null, Node::number("1")]),
            6 => Node::Object(Vec::new()),
            7 => Node::object([("price", Node::number("1")), ("ref", Node::text("x"))]),
            _ => Node::List(vec![Node::Object(Vec::new())]),
        }
    }

    /// Nested arrays and objects of this depth.
    pub fn nested(rng: &mut Rng, depth: usize) -> Node {
        let mut node = Node::Null;
        for level in 0..depth {
            node = match (level, rng.chance(50)) {
                (0, true) => Node::List(Vec::new()),
                (0, false) => Node::Object(Vec::new()),
                (_, true) => Node::List(vec![node]),
                (_, false) => Node::object([("in", node)]),
            };
        }
        node
    }

    /// Writes the value as JSON text.
    pub fn write(&self, rng: &mut Rng, style: Style) -> String {
        let mut out = String::new();
        write(self, rng, style, &mut out);
        out
    }
}

/// An object's members in order, with unparsed values.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(InOrder)
    }
}

/// Percentages of optional white space and optional escapes.
#[derive(Clone, Copy)]
pub struct Style {
    /// White space.
    pub white: usize,
    /// Escapes.
    pub escapes: usize,
}

impl Style {
    /// No optional white space and escapes.
    pub const PLAIN: Style = Style { white: 0, escapes: 0 };

    /// A random style, mostly plain.
    pub fn any(rng: &mut Rng) -> Style {
        Style { white: rng.pick(&[0, 0, 0, 10, 40]), escapes: rng.pick(&[0, 0, 0, 2, 30]) }
    }
}

fn white(rng: &mut Rng, style: Style, out: &mut String) {
    if style.white > 0 && rng.chance(style.white) {
        out.push_str(rng.pick(&[" ", "  ", "\n", "\r\n", "\t", " \t\n"]));
    }
}

fn write(node: &Node, rng: &mut Rng, style: Style, out: &mut String) {
    white(rng, style, out);
    match node {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Node::Number(literal) => out.push_str(literal),
        Node::Text(text) => string(text, rng, style, out),
        Node::List(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(element, rng, style, out);
            }
            white(rng, style, out);
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                white(rng, style, out);
                string(key, rng, style, out);
                white(rng, style, out);
                out.push(':');
                write(value, rng, style, out);
            }
            white(rng, style, out);
            out.push('}');
        }
    }
    white(rng, style, out);
}

fn string(text: &str, rng: &mut Rng, style: Style, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let short = match character {
            '"' => Some("\\\""),
            '\\' => Some("\\\\"),
            '/' => Some("\\/"),
            '\u{8}' => Some("\\b"),
            '\u{c}' => Some("\\f"),
            '\n' => Some("\\n"),
            '\r' => Some("\\r"),
            '\t' => Some("\\t"),
            _ => None,
        };
        let must = character < ' ' || matches!(character, '"' | '\\');
        let may = style.escapes > 0 && rng.chance(style.escapes);
        if !must && !may {
            out.push(character);
            continue;
        }
        if let Some(short) = short.filter(|_| rng.chance(70)) {
            out.push_str(short);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let written = if rng.chance(50) {
                write!(out, "\\u{unit:04x}")
            } else {
                write!(out, "\\u{unit:04X}")
            };
            written.expect("writing to a string cannot fail");
        }
    }
    out.push('"');
}
