//! The schemas of the operations' bodies.

use super::constraints::{Demand, Demanded, demands};
use super::examples::examples;
use super::features;
use super::{BLANK, sentence, title};
use crate::base::append::text_of;
use crate::base::decimal::Decimal;
use crate::base::json::ObjectWriter;
use crate::check::rule::{Format, Must};
use crate::model::operation::Operation;
use crate::model::schema::{self, DeclaredMembers, Kind, Member, Shape};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// End of the description of every schema of a body.
const NECESSARY: &str = " Whatever paylint accepts with the default policy satisfies this \
    schema, but not everything that satisfies it is accepted: it is a necessary subset of the \
    rules. Null and blank strings count as absent; members that aren't listed are allowed.";

/// Part of the description of bodies that the document shows only partly.
const fn shown_only_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Payment => " This is the card post of an order: those of payouts aren't shown.",
        Operation::CardWebhook => " This is the payload of card events: no other is shown.",
        _ => "",
    }
}

pub(super) fn write(
    operation: Operation,
    declared: &DeclaredMembers,
    rules: &[String],
    schema: &mut ObjectWriter<'_>,
) {
    let of = operation.endpoint().map_or(String::new(), |path| [", POST ", path].concat());
    schema.text("title", &["The body of `", operation.name(), "`", &of].concat());
    let Some(shape) = schema::body(operation) else {
        schema.text("description", "It has no body, so that no body satisfies this schema.");
        schema.json("not", "{}");
        return;
    };
    schema.text("description", &[shape.about, shown_only_of(operation), NECESSARY].concat());
    schema.array("examples", |array| {
        examples(operation).iter().for_each(|body| array.json(body));
    });
    schema.text("type", "object");
    write_shape(operation, shape, declared, rules, schema);
    schema.object("$defs", |defs| {
        for inner in inner_shapes(shape) {
            defs.object(inner.name, |def| {
                def.text("title", &title_of(inner));
                def.text("description", inner.about);
                def.json("type", r#"["object","null"]"#);
                write_shape(operation, inner, declared, &[], def);
            });
        }
        defs.object("absent", |def| {
            def.text("description", "What counts as absent: null, or a string of white space.");
            def.json("type", r#"["string","null"]"#);
            def.json("pattern", BLANK);
        });
        if operation == Operation::Order {
            features::write_definitions(defs);
        }
    });
}

/// The types used inside a type, each once.
fn inner_shapes(shape: &'static Shape) -> Vec<&'static Shape> {
    let mut all = Vec::from([shape]);
    let mut next = 0;
    while let Some(shape) = all.get(next) {
        for inner in shape.members.iter().filter_map(|member| member.kind.inner()) {
            if !all.contains(&inner) {
                all.push(inner);
            }
        }
        next += 1;
    }
    all.split_off(1)
}

/// The name of a type in words, such as `Service location`.
fn title_of(shape: &Shape) -> String {
    text_of(|out| {
        for (at, letter) in shape.name.char_indices() {
            if letter.is_ascii_uppercase() && at > 0 {
                out.push(' ');
            }
            out.push(if at > 0 { letter.to_ascii_lowercase() } else { letter });
        }
    })
}

fn write_shape(
    operation: Operation,
    shape: &'static Shape,
    declared: &DeclaredMembers,
    rules: &[String],
    schema: &mut ObjectWriter<'_>,
) {
    let all: Vec<Demanded> = demands(operation, shape).collect();
    let about = |index: u8| -> Vec<&Demanded> {
        // `sdwo_merchant_id` activates nothing in an SDWO payout.
        let is_free = operation == Operation::PayoutSdwo
            && shape.member(index).is_some_and(|member| member.name() == "sdwo_merchant_id");
        all.iter().filter(|condition| !is_free && condition.members >> index & 1 == 1).collect()
    };
    schema.object("properties", |properties| {
        for (index, member) in (0..).zip(shape.members) {
            properties.object(member.name(), |property| {
                property.text("title", &title(member.name()));
                property.text("description", &sentence(shape.about_member(index)));
                write_member(member, &about(index), property);
                // An object's members have examples of their own.
                if member.kind.inner().is_none() && !matches!(member.kind, Kind::Recognised) {
                    let example = text_of(|out| shape.put_example(index, out));
                    property.array("examples", |array| array.json(&example));
                }
            });
        }
        for (_, declared) in declared.of(shape) {
            properties.object(&declared.name, |property| {
                property.text("title", &title(&declared.name));
                property.text("description", "Declared by the policy.");
                write_kind(declared.kind, &Limits::default(), property);
            });
        }
    });
    let required =
        all.iter().filter(|demand| matches!(demand.demand, Demand::That(Must::BePresent)));
    let required = required.fold(0, |bits, condition| bits | condition.members);
    let required: Vec<&str> = shape.names(required).collect();
    if !required.is_empty() {
        schema.texts("required", required);
    }
    let wholes = all.iter().filter_map(|demanded| match demanded.demand {
        Demand::Whole(schema) => Some((demanded, schema)),
        _ => None,
    });
    let wholes: Vec<(&Demanded, &str)> = wholes.collect();
    if wholes.is_empty() && rules.is_empty() {
        return;
    }
    schema.array("allOf", |array| {
        for (demanded, whole) in wholes {
            array.object(|part| {
                part.text("$comment", demanded.rule().map_or("", |rule| rule.name));
                part.json("allOf", &["[", whole, "]"].concat());
            });
        }
        if operation == Operation::Order && shape == &schema::ORDER {
            features::write_pairs(array);
        }
        rules.iter().for_each(|rule| array.json(rule));
    });
}

#[derive(Default)]
struct Limits {
    is_required: bool,
    minimum: Option<Decimal>,
    more_than: Option<Decimal>,
    maximum: Option<Decimal>,
    /// Pattern of a string that isn't blank.
    text: Option<String>,
}

/// The limit of `number.out_of_range`. Decimal places aren't limited, because validators that use binary numbers get
/// `multipleOf` wrong.
const MOST: &str = "1000000000000000";
const LEAST: &str = "-1000000000000000";

fn write_member(member: &Member, demands: &[&Demanded], property: &mut ObjectWriter<'_>) {
    let mut rules: Vec<&str> =
        demands.iter().filter_map(|demand| Some(demand.rule()?.name)).collect();
    rules.dedup();
    if !rules.is_empty() {
        property.text("$comment", &rules.join(", "));
    }
    let mut limits = Limits::default();
    for demanded in demands {
        match demanded.demand {
            Demand::Absent => return property.text("$ref", "#/$defs/absent"),
            Demand::That(must) => limits.add(must),
            Demand::AbsentOrFalse => {
                return property.json("anyOf", r##"[{"$ref":"#/$defs/absent"},{"const":false}]"##);
            }
            Demand::Whole(_) => {} // not covered: not about a member
        }
    }
    write_kind(member.kind, &limits, property);
}

impl Limits {
    fn add(&mut self, must: Must) {
        match must {
            Must::BePresent => self.is_required = true,
            Must::BeAtLeast(limit) => self.minimum = Some(limit),
            Must::BeMoreThan(limit) => self.more_than = Some(limit),
            Must::BeWithin(least, most) => {
                (self.minimum, self.maximum) = (Some(least), Some(most));
            }
            // No rule at level deny has these.
            Must::NotBeTrue | Must::HaveElements => {}
            Must::BeNoLongerThan(length) => {
                self.text = Some(format!(r#"{{"maxLength":{length}}}"#));
            }
            Must::HaveDigits(count) => {
                self.text = Some(format!(r#"{{"pattern":"^[0-9]{{{count}}}$"}}"#));
            }
            Must::BeOneOf(texts) => {
                self.set_text(|schema| schema.texts("enum", texts.iter().copied()))
            }
            Must::Match(Format { name, pattern, .. }) => self.set_text(|schema| {
                if !name.is_empty() {
                    schema.text("format", name);
                }
                schema.text("pattern", pattern);
            }),
        }
    }

    fn set_text(&mut self, schema: impl FnOnce(&mut ObjectWriter<'_>)) {
        self.text = Some(ObjectWriter::text_of(schema));
    }
}

/// Union types are written as alternatives, because ajv's strict mode requires it.
fn write_kind(kind: Kind, limits: &Limits, property: &mut ObjectWriter<'_>) {
    let one = match kind {
        Kind::String | Kind::Text => "string",
        Kind::Bool => "boolean",
        Kind::Object(_) | Kind::Opaque => "object",
        Kind::Array(_) | Kind::OpaqueArray => "array",
        Kind::Number | Kind::Integer | Kind::NumberOrText => {
            return write_number(kind, limits, property);
        }
        Kind::OpaqueOrText => {
            return property.json("anyOf", r#"[{"type":"object"},{"type":["string","null"]}]"#);
        }
        Kind::Any | Kind::Recognised => return,
    };
    match limits.is_required {
        true => property.text("type", one),
        false => property.texts("type", [one, "null"]),
    }
    match kind {
        Kind::String | Kind::Text => write_string(limits, property),
        Kind::Object(inner) => property.text("$ref", &reference(inner)),
        Kind::Array(inner) => property.object("items", |items| {
            items.text("type", "object");
            items.text("$ref", &reference(inner));
        }),
        _ => {}
    }
}

fn limit_or(limit: Option<Decimal>, all: &str) -> String {
    limit.map_or_else(|| all.into(), |limit| limit.to_string())
}

fn reference(shape: &Shape) -> String {
    ["#/$defs/", shape.name].concat()
}

fn write_string(limits: &Limits, property: &mut ObjectWriter<'_>) {
    const ABSENT: &str = r##"{"$ref":"#/$defs/absent"}"##;
    match (limits.is_required, &limits.text) {
        (true, Some(text)) => property.json("allOf", &["[", text, "]"].concat()),
        (true, None) => property.json("not", ABSENT),
        (false, Some(text)) => property.json("anyOf", &["[", ABSENT, ",", text, "]"].concat()),
        (false, None) => {}
    }
}

/// A number may also be a string of digits, since the default policy only warns about those.
fn write_number(kind: Kind, limits: &Limits, property: &mut ObjectWriter<'_>) {
    let (name, digits) = match kind {
        Kind::Integer => ("integer", r#"{"type":"string","pattern":"^-?0*[0-9]{1,15}(\\.0+)?$"}"#),
        _ => ("number", r#"{"type":"string","pattern":"^-?0*[0-9]{1,15}(\\.[0-9]{1,8}0*)?$"}"#),
    };
    property.array("anyOf", |array| {
        if !limits.is_required {
            array.json(r##"{"$ref":"#/$defs/absent"}"##);
        }
        array.object(|number| {
            number.text("type", name);
            match limits.more_than {
                Some(limit) => number.json("exclusiveMinimum", &limit.to_string()),
                None => number.json("minimum", &limit_or(limits.minimum, LEAST)),
            }
            number.json("maximum", &limit_or(limits.maximum, MOST));
        });
        array.json(digits);
    });
}
