//! The schemas of the operations' bodies.

use super::constraints::{Constraint, Demand, constraints};
use super::examples::examples;
use super::features;
use super::write::Object;
use super::{BLANK, sentence, title};
use crate::base::append::{joined, text_of};
use crate::model::operation::Operation;
use crate::model::schema::{self, DeclaredMembers, Kind, Member, Shape};
use alloc::string::String;
use alloc::vec::Vec;

/// What the description of every schema of a body ends with.
const NECESSARY: &str = " Whatever paylint accepts with the default policy satisfies this \
    schema, but not everything that satisfies it is accepted: it is a necessary subset of the \
    rules. Null and blank strings count as absent; members that aren't listed are allowed.";

/// What the description says of bodies of which the document shows only some.
const fn shown_only_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Payment => " This is the card post of an order: those of payouts aren't shown.",
        Operation::CardWebhook => " This is the payload of card events: no other is shown.",
        _ => "",
    }
}

/// Writes the schema of an operation's body.
pub(super) fn write(operation: Operation, declared: &DeclaredMembers, schema: &mut Object<'_>) {
    let of = operation.endpoint().map_or(String::new(), |path| joined(&[", POST ", path]));
    schema.text("title", &joined(&["The body of `", operation.name(), "`", &of]));
    let Some(shape) = schema::body(operation) else {
        schema.text("description", "It has no body, so that no body satisfies this schema.");
        schema.json("not", "{}");
        return;
    };
    schema.text("description", &joined(&[shape.about, shown_only_of(operation), NECESSARY]));
    schema.array("examples", |array| {
        examples(operation).iter().for_each(|body| array.json(body));
    });
    schema.text("type", "object");
    write_shape(operation, shape, declared, schema);
    schema.object("$defs", |defs| {
        for inner in inner_shapes(shape) {
            defs.object(inner.name, |def| {
                def.text("title", &title_of(inner));
                def.text("description", inner.about);
                write_shape(operation, inner, declared, def);
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

/// The types that are used within a type, each once.
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

/// The name of a type in words: `Service location`.
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
    schema: &mut Object<'_>,
) {
    let all: Vec<&Constraint> = constraints(operation, shape).collect();
    let about = |member: &Member| -> Vec<&Constraint> {
        let names = |it: &&&Constraint| it.members.split(' ').any(|name| name == member.name());
        all.iter().filter(names).copied().collect()
    };
    schema.object("properties", |properties| {
        for (index, member) in (0..).zip(shape.members) {
            properties.object(member.name(), |property| {
                property.text("title", &title(member.name()));
                property.text("description", &sentence(shape.about_member(index)));
                write_member(member, &about(member), property);
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
    let is_required =
        |member: &&Member| about(member).iter().any(|it| matches!(it.demand, Demand::Required));
    let required = shape.members.iter().filter(is_required).map(Member::name);
    let required: Vec<&str> = required.collect();
    if !required.is_empty() {
        schema.texts("required", required);
    }
    let wholes = all.iter().filter_map(|constraint| match constraint.demand {
        Demand::Whole(schema) => Some((constraint, schema)),
        _ => None,
    });
    let wholes: Vec<(&&Constraint, &str)> = wholes.collect();
    if wholes.is_empty() {
        return;
    }
    schema.array("allOf", |array| {
        for (constraint, whole) in wholes {
            array.object(|part| {
                part.text("$comment", constraint.rule().map_or("", |rule| rule.name));
                part.json("allOf", &joined(&["[", whole, "]"]));
            });
        }
        if operation == Operation::Order && shape == &schema::ORDER {
            features::write_pairs(array);
        }
    });
}

/// The constraints on a member, together.
#[derive(Default)]
struct Limits {
    is_required: bool,
    minimum: Option<&'static str>,
    more_than: Option<&'static str>,
    maximum: Option<&'static str>,
    /// What a string must be that isn't blank.
    text: Option<String>,
}

/// The limits of `number.out_of_range`. The digits behind the point aren't limited: `multipleOf` is
/// wrong where numbers are binary.
const MOST: &str = "1000000000000000";
const LEAST: &str = "-1000000000000000";

fn write_member(member: &Member, constraints: &[&Constraint], property: &mut Object<'_>) {
    let mut rules: Vec<&str> = constraints.iter().filter_map(|it| Some(it.rule()?.name)).collect();
    rules.dedup();
    if !rules.is_empty() {
        property.text("$comment", &rules.join(", "));
    }
    let mut limits = Limits::default();
    for constraint in constraints {
        match constraint.demand {
            Demand::Required => limits.is_required = true,
            Demand::Minimum(limit) => limits.minimum = Some(limit),
            Demand::MoreThan(limit) => limits.more_than = Some(limit),
            Demand::Maximum(limit) => limits.maximum = Some(limit),
            Demand::Pattern(_) | Demand::Day | Demand::OneOf(_) => {
                limits.text = Some(text_of(|out| {
                    Object::write(out, |it| write_text(&constraint.demand, it))
                }));
            }
            Demand::Absent => return property.text("$ref", "#/$defs/absent"),
            Demand::AbsentOrFalse => {
                return property.json("anyOf", r##"[{"$ref":"#/$defs/absent"},{"const":false}]"##);
            }
            Demand::Whole(_) => {} // not covered: about no member
        }
    }
    write_kind(member.kind, &limits, property);
}

/// What a string must be.
fn write_text(demand: &Demand, schema: &mut Object<'_>) {
    match demand {
        Demand::Pattern(pattern) => schema.text("pattern", pattern),
        Demand::Day => {
            schema.text("format", "date");
            schema.text("pattern", "^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$");
        }
        Demand::OneOf(texts) => schema.texts("enum", texts.iter().copied()),
        _ => {} // not covered: asked for texts only; a match must be exhaustive
    }
}

fn write_kind(kind: Kind, limits: &Limits, property: &mut Object<'_>) {
    let types: &[&str] = match kind {
        Kind::String => &["string"],
        Kind::Bool => &["boolean"],
        Kind::Number => &["number"],
        Kind::Integer => &["integer"],
        Kind::NumberOrText => &["number", "string"],
        Kind::Object(_) | Kind::Opaque => &["object"],
        Kind::Array(_) | Kind::OpaqueArray => &["array"],
        Kind::Any => return,
        Kind::Recognised => return, // not covered: each such member has to be absent
    };
    match types {
        [one] if limits.is_required => property.text("type", one),
        _ => {
            let null = if limits.is_required { None } else { Some("null") };
            property.texts("type", types.iter().copied().chain(null));
        }
    }
    match kind {
        Kind::String => write_string(limits, property),
        Kind::Number | Kind::Integer | Kind::NumberOrText => {
            match limits.more_than {
                Some(limit) => property.json("exclusiveMinimum", limit),
                None => property.json("minimum", limits.minimum.unwrap_or(LEAST)),
            }
            property.json("maximum", limits.maximum.unwrap_or(MOST));
            if matches!(kind, Kind::NumberOrText) {
                write_digits(limits, property);
            }
        }
        Kind::Object(inner) => property.text("$ref", &reference(inner)),
        Kind::Array(inner) => property.object("items", |items| {
            items.text("type", "object");
            items.text("$ref", &reference(inner));
        }),
        _ => {}
    }
}

fn reference(shape: &Shape) -> String {
    joined(&["#/$defs/", shape.name])
}

fn write_string(limits: &Limits, property: &mut Object<'_>) {
    const ABSENT: &str = r##"{"$ref":"#/$defs/absent"}"##;
    match (limits.is_required, &limits.text) {
        (true, Some(text)) => property.json("allOf", &joined(&["[", text, "]"])),
        (true, None) => property.json("not", ABSENT),
        (false, Some(text)) => property.json("anyOf", &joined(&["[", ABSENT, ",", text, "]"])),
        (false, None) => {}
    }
}

/// An amount can be digits as text, too.
fn write_digits(limits: &Limits, property: &mut Object<'_>) {
    property.array("anyOf", |array| {
        // not covered: each amount that can be text is required
        if !limits.is_required {
            array.json(r##"{"$ref":"#/$defs/absent"}"##);
        }
        array.json(r#"{"type":"number"}"#);
        array.json(r#"{"type":"string","pattern":"^0*[0-9]{1,15}(\\.[0-9]{1,8}0*)?$"}"#);
    });
}
