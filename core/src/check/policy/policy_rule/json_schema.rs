//! Translates policy rules to JSON Schema, as far as that can express them.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, Word};
use super::values::{Scalar, Values};
use super::when::When;
use crate::base::append::text_of;
use crate::base::text::cut_last;
use crate::model::operation::Operation;
use crate::model::schema::Kind;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const ABSENT: &str = r##"{"$ref":"#/$defs/absent"}"##;

impl PolicyRule {
    /// The schema of a body that the rule accepts. `None` if JSON Schema can't express it: the rule has conditions or
    /// dates, or is about the total or about two members.
    pub(crate) fn json_schema(&self, operation: Operation) -> Option<String> {
        let targets = self.targets.iter().find(|targets| targets.operation == operation)?;
        if self.when != When::default() {
            return None;
        }
        let (mut outer, name) = cut_last(&self.member, b'/')?;
        let mut schema = self.constraint.json_schema(name, targets.kind)?;
        while let Some((before, key)) = cut_last(outer, b'/') {
            schema = match key {
                "*" => format!(r#"{{"type":["array","null"],"items":{schema}}}"#),
                key => of_object(key, &schema, ""),
            };
            outer = before;
        }
        Some(format!(r#"{{"$comment":"{}","allOf":[{schema}]}}"#, self.name))
    }
}

/// An object whose member of this name satisfies a schema. `rest` is the rest of the object's schema.
fn of_object(name: &str, schema: &str, rest: &str) -> String {
    format!(r#"{{"type":["object","null"],"properties":{{"{name}":{schema}}}{rest}}}"#)
}

impl Constraint {
    /// The schema of the object around the member of this name and type.
    fn json_schema(&self, name: &str, kind: Kind) -> Option<String> {
        // A blank string is a value of type `any`.
        let absent = if let Kind::Any = kind { r#"{"type":"null"}"# } else { ABSENT };
        let or_absent = |schema: String| format!(r#"{{"anyOf":[{ABSENT},{schema}]}}"#);
        let or_text =
            |schema: String| format!(r#"{{"anyOf":[{{"type":["string","null"]}},{schema}]}}"#);
        let list = |values: &Values| {
            let values: Vec<String> = values.all.iter().map(Scalar::json).collect();
            format!(r#"{{"enum":[{}]}}"#, values.join(","))
        };
        let schema = match (self.word, &self.operand) {
            (Word::Required, _) => format!(r#"{{"not":{absent}}}"#),
            (Word::Forbidden, _) => absent.into(),
            (Word::OneOf, Operand::Values(values)) => match values.all.first() {
                // A number may be written as a string in more ways than a schema can list.
                Some(Scalar::Number(_)) => or_text(list(values)),
                _ => or_absent(list(values)),
            },
            (Word::NoneOf, Operand::Values(values)) => format!(r#"{{"not":{}}}"#, list(values)),
            (_, Operand::Values(prefixes)) => {
                let prefixes: Vec<String> = prefixes.texts().map(escaped).collect();
                let pattern = Scalar::Text(format!("^(?:{})", prefixes.join("|"))).json();
                or_absent(format!(r#"{{"type":"string","pattern":{pattern}}}"#))
            }
            (word, Operand::Limit(limit)) => {
                or_text(format!(r#"{{"type":"number","{}":{limit}}}"#, word.name()))
            }
            (word, Operand::Count(count)) => {
                let (kind, keyword) = match word {
                    Word::MinLength => ("string", "minLength"),
                    Word::MaxLength => ("string", "maxLength"),
                    Word::MinItems => ("array", "minItems"),
                    _ => ("array", "maxItems"),
                };
                or_absent(format!(r#"{{"type":"{kind}","{keyword}":{count}}}"#))
            }
            _ => return None,
        };
        let rest = match self.word {
            Word::Required => format!(r#","required":["{name}"]"#),
            _ => String::new(),
        };
        Some(of_object(name, &schema, &rest))
    }
}

/// The regular expression that matches a text alone.
fn escaped(text: &str) -> String {
    text_of(|out| {
        for character in text.chars() {
            if r"^$\.*+?()[]{}|/".contains(character) {
                out.push('\\');
            }
            out.push(character);
        }
    })
}
