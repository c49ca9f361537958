//! Translates policy rules to JSON Schema, as far as that can express them.

use super::PolicyRule;
use super::constraint::{Constraint, Operand, Word};
use super::when::When;
use crate::base::append::text_of;
use crate::base::decimal::{Decimal, put_integer};
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
        let mut schema = self.constraint.as_ref()?.json_schema(name)?;
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
        let with = |kind: &str, keyword: &str, value: &str| {
            [r#"{"type":""#, kind, r#"",""#, keyword, r#"":"#, value, "}"].concat()
        };
        let or_absent = |schema: String| [r#"{"anyOf":["#, ABSENT, ",", &schema, "]}"].concat();
        let or_text =
            |schema: &str| [r#"{"anyOf":[{"type":["string","null"]},"#, schema, "]}"].concat();
        let number = |keyword: &str, limit: &Decimal| {
            or_text(&with("number", keyword, &text_of(|out| limit.write(out))))
        };
        let count = |kind: &str, keyword: &str, count: i64| {
            with(kind, keyword, &text_of(|out| put_integer(out, count)))
        };
        let schema = match (self.word, &self.operand) {
            (Word::Required, _) => [r#"{"not":"#, ABSENT, "}"].concat(),
            (Word::Forbidden, _) => ABSENT.into(),
            (Word::OneOf, Operand::Values(values)) => {
                let listed = [r#"{"enum":["#, &values.json().join(","), "]}"].concat();
                // A number may be written as a string in more ways than a schema can list.
                if values.are_numbers() { or_text(&listed) } else { or_absent(listed) }
            }
            (Word::NoneOf, Operand::Values(values)) => {
                [r#"{"not":{"enum":["#, &values.json().join(","), "]}}"].concat()
            }
            (Word::StartsWith, Operand::Prefixes(prefixes)) => {
                let prefixes: Vec<String> = prefixes.iter().map(|prefix| escaped(prefix)).collect();
                let pattern = ["^(?:", &prefixes.join("|"), ")"].concat();
                or_absent(text_of(|out| {
                    ObjectWriter::write(out, |text| {
                        text.text("type", "string");
                        text.text("pattern", &pattern);
                    })
                }))
            }
            (Word::Minimum, Operand::Limit(limit)) => number("minimum", limit),
            (Word::Maximum, Operand::Limit(limit)) => number("maximum", limit),
            (Word::MinLength, Operand::Count(least)) => {
                or_absent(count("string", "minLength", *least))
            }
            (Word::MaxLength, Operand::Count(most)) => {
                or_absent(count("string", "maxLength", *most))
            }
            (Word::MinItems, Operand::Count(least)) => {
                or_absent(count("array", "minItems", *least))
            }
            (Word::MaxItems, Operand::Count(most)) => or_absent(count("array", "maxItems", *most)),
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
