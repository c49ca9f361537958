//! Translates policy rules to JSON Schema, as far as that can express them.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, Word};
use super::values::{Scalar, Values};
use super::when::When;
use crate::base::append::text_of;
use crate::base::decimal::put_integer;
use crate::base::json::ObjectWriter;
use crate::base::text::cut_last;
use crate::model::operation::Operation;
use alloc::string::String;
use alloc::vec::Vec;

const ABSENT: &str = r##"{"$ref":"#/$defs/absent"}"##;

impl PolicyRule {
    /// The schema of a body that the rule accepts. `None` if JSON Schema can't express it: the rule has conditions or
    /// dates, or is about the total or about two members.
    pub(crate) fn json_schema(&self, operation: Operation) -> Option<String> {
        if !self.on.contains(operation) || self.when != When::default() {
            return None;
        }
        let (mut outer, name) = cut_last(&self.member, b'/')?;
        let mut schema = self.constraint.json_schema(name)?;
        while let Some((before, key)) = cut_last(outer, b'/') {
            schema = match key {
                "*" => text_of(|out| {
                    ObjectWriter::write(out, |array| {
                        array.json("type", r#"["array","null"]"#);
                        array.json("items", &schema);
                    })
                }),
                key => of_object(key, &schema, false),
            };
            outer = before;
        }
        Some(text_of(|out| {
            ObjectWriter::write(out, |part| {
                part.text("$comment", &self.name);
                part.json("allOf", &["[", &schema, "]"].concat());
            })
        }))
    }
}

/// An object whose member of this name satisfies a schema.
fn of_object(name: &str, schema: &str, is_required: bool) -> String {
    text_of(|out| {
        ObjectWriter::write(out, |object| {
            object.json("type", r#"["object","null"]"#);
            object.object("properties", |properties| properties.json(name, schema));
            if is_required {
                object.texts("required", [name]);
            }
        })
    })
}

impl Constraint {
    /// The schema of the object around the member of this name.
    fn json_schema(&self, name: &str) -> Option<String> {
        let any_of = |one: &str, other: &str| [r#"{"anyOf":["#, one, ",", other, "]}"].concat();
        let or_absent = |schema: &str| any_of(ABSENT, schema);
        let or_text = |schema: &str| any_of(r#"{"type":["string","null"]}"#, schema);
        let limited = |kind: &str, keyword: &str, limit: &str| {
            [r#"{"type":""#, kind, r#"",""#, keyword, r#"":"#, limit, "}"].concat()
        };
        let list = |values: &Values| {
            let values: Vec<String> = values.all.iter().map(Scalar::json).collect();
            [r#"{"enum":["#, &values.join(","), "]}"].concat()
        };
        let schema = match (self.word, &self.operand) {
            (Word::Required, _) => [r#"{"not":"#, ABSENT, "}"].concat(),
            (Word::Forbidden, _) => ABSENT.into(),
            (Word::OneOf, Operand::Values(values)) => match values.all.first() {
                // A number may be written as a string in more ways than a schema can list.
                Some(Scalar::Number(_)) => or_text(&list(values)),
                _ => or_absent(&list(values)),
            },
            (Word::NoneOf, Operand::Values(values)) => [r#"{"not":"#, &list(values), "}"].concat(),
            (_, Operand::Values(prefixes)) => {
                let prefixes: Vec<String> = prefixes.texts().map(escaped).collect();
                let pattern = ["^(?:", &prefixes.join("|"), ")"].concat();
                or_absent(&text_of(|out| {
                    ObjectWriter::write(out, |text| {
                        text.text("type", "string");
                        text.text("pattern", &pattern);
                    })
                }))
            }
            (word, Operand::Limit(limit)) => {
                or_text(&limited("number", word.name(), &text_of(|out| limit.write(out))))
            }
            (word, Operand::Count(count)) => {
                let (kind, keyword) = match word {
                    Word::MinLength => ("string", "minLength"),
                    Word::MaxLength => ("string", "maxLength"),
                    Word::MinItems => ("array", "minItems"),
                    _ => ("array", "maxItems"),
                };
                or_absent(&limited(kind, keyword, &text_of(|out| put_integer(out, *count))))
            }
            _ => return None,
        };
        Some(of_object(name, &schema, self.word == Word::Required))
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
