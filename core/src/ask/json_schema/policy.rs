//! The schema of policies.

use super::facts::{AMOUNT, TIME, schema_and_example};
use super::{NOT_BLANK, title};
use crate::base::append::text_of;
use crate::base::json::ObjectWriter;
use crate::base::json::put_names;
use crate::base::level::Level;
use crate::check::policy::{FACTS, Policy};
use crate::check::rule::{Basis, family};
use crate::check::rules::catalogue;
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::Operation;
use crate::model::schema::{self, DECLARED_TYPES, OnTotal};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

const EXAMPLE: &str = concat!(
    r#"{"label":"shop-2026-11","levels":{"contact.*":"allow","code.currency":"deny"},"#,
    r#""rules":[{"name":"custom.order_limit","on":["order"],"when":{"currency":"EUR"},"#,
    r#""member":"total","maximum":"10000.00","message":"orders in euro end at 10,000"}]}"#,
);

const OWN_NAME: &str = "^custom[.][a-z0-9_]{1,48}$";

/// A rule's level at a member.
const AT_MEMBER: &str = "^[a-z0-9_]+[.][A-Za-z0-9_.-]+@/[^ ]+$";

const LANGUAGE: &str = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$";

const LEVEL: &str = r##""$ref":"#/$defs/level""##;

const PATH: &str = r##"{"$ref":"#/$defs/path"}"##;

pub(super) fn write(schema: &mut ObjectWriter<'_>) {
    schema.text("title", "Policy");
    schema.text(
        "description",
        "How strict to be: levels and limits; members that you send and the document doesn't show; \
         and policy rules.",
    );
    schema.array("examples", |array| array.json(EXAMPLE));
    let limit = |usual: usize, most: usize| {
        format!(
            r#""type":"integer","minimum":1,"maximum":{most},"default":{usual},"examples":[{usual}]"#
        )
    };
    let list = |most: usize, of: &str| {
        format!(r##""type":"array","maxItems":{most},"items":{{"$ref":"#/$defs/{of}"}}"##)
    };
    #[rustfmt::skip]
    let members: [Member<'_>; 7] = [
        ("label", "What the policy is called.",
            r#""type":"string","pattern":"^[A-Za-z0-9._-]{1,64}$","examples":["shop-2026-11"]"#),
        ("levels", "The levels that differ from the rules' own: of a rule, at one member \
            (`field.blank@/client/email`) or everywhere, a family (`code.*`), a basis (`basis.stated`) or all (`*`). The \
            narrowest wins.", &levels()),
        ("unchecked", "What a rule at level deny does that can't be decided because a fact is missing.",
            r#""enum":["accept","reject"],"default":"accept","examples":["reject"]"#),
        ("members", "Members that you send, although the source document doesn't show them.",
            &list(Policy::MAX_MEMBERS, "member")),
        ("rules", "Policy rules, run after the catalogue.", &list(Policy::MAX_RULES, "rule")),
        ("max_findings", "How many findings of each level a report keeps.", &limit(100, Policy::MAX_FINDINGS)),
        ("max_body_bytes", "How many bytes a body may have.", &limit(1 << 20, Policy::MAX_BODY_BYTES)),
    ];
    write_object(schema, &members, "");
    let operations = format!(
        r#""type":"array","items":{{"enum":{}}},"minItems":1,"uniqueItems":true,"examples":[["order"]]"#,
        words(Operation::NAMES.iter().copied()),
    );
    schema.object("$defs", |defs| {
        defs.object("level", |level| {
            level.text("description", "Whether a finding rejects, warns, or isn't looked for.");
            level.texts("enum", [Level::Deny, Level::Warn, Level::Allow].map(Level::name));
        });
        defs.object("message", |message| {
            message.text(
                "description",
                "A message: 1 to 200 characters, none of them a control character.",
            );
            message.rest(&format!(r#"{NOT_BLANK},"maxLength":200"#));
        });
        defs.object("member", |declared| write_declared(declared, &operations));
        defs.object("rule", |rule| write_rule(rule, &operations));
        defs.object("path", |path| {
            path.text("description", "The path of a member that each of the operations knows.");
            path.array("anyOf", |array| {
                let paths = paths();
                array.object(|known| known.texts("enum", paths.iter().map(String::as_str)));
                // The path of a declared member.
                array.json(r#"{"type":"string","pattern":"^/"}"#);
            });
        });
    });
}

/// A member of an object: its name, its description, and the rest of its schema.
type Member<'m> = (&'m str, &'m str, &'m str);

/// Writes that a value is an object with these members and no others. `rest` is the rest of its schema.
fn write_object(schema: &mut ObjectWriter<'_>, members: &[Member<'_>], rest: &str) {
    schema.text("type", "object");
    schema.object("properties", |properties| {
        for (name, about, rest) in members {
            properties.object(name, |property| {
                property.text("title", &title(name));
                property.text("description", about);
                property.rest(rest);
            });
        }
    });
    schema.rest(rest);
    schema.json("additionalProperties", "false");
}

fn words<'w>(words: impl Iterator<Item = &'w str>) -> String {
    text_of(|out| put_names(out, words))
}

/// The entries of `levels`: each rule, family and basis by name, so that editors complete them.
fn levels() -> String {
    let entries = ObjectWriter::inside(|properties| {
        let mut level = |name: &str, about: &str| {
            properties.object(name, |property| {
                property.text("description", about);
                property.rest(LEVEL);
            });
        };
        level("*", "All rules.");
        let bases =
            [Basis::Stated, Basis::Inferred, Basis::Convention, Basis::Integrity, Basis::Custom];
        for basis in bases.map(Basis::name) {
            level(&format!("basis.{basis}"), &format!("All rules of basis {basis}."));
        }
        let mut families: Vec<&str> = catalogue().iter().map(|rule| family(rule.name)).collect();
        families.push("custom");
        for (at, family) in families.iter().enumerate() {
            if families.iter().position(|other| other == family) == Some(at) {
                level(&format!("{family}.*"), &format!("All rules `{family}.*`."));
            }
        }
        for rule in catalogue().iter().filter(|rule| !rule.locked) {
            level(rule.name, rule.docs.summary);
            // not covered: no rule of the catalogue has an old name yet
            for old in rule.old_names() {
                level(old, &format!("An old name of `{}`.", rule.name));
            }
        }
    });
    format!(
        r#""type":"object","properties":{{{entries}}},"patternProperties":{{"{OWN_NAME}":{{{LEVEL}}},"{AT_MEMBER}":{{{LEVEL}}}}},"additionalProperties":false,"examples":[{{"contact.*":"allow","code.currency":"deny"}}]"#
    )
}

fn write_rule(rule: &mut ObjectWriter<'_>, operations: &str) {
    rule.text("title", "Policy rule");
    rule.text("description", "A constraint on a member of the bodies of some operations.");
    let own_name = |example: &str| {
        format!(r#""type":"string","pattern":"{OWN_NAME}","examples":["custom.{example}"]"#)
    };
    const TRUE: &str = r#""const":true"#;
    const LENGTH: &str = r#""type":"integer","minimum":1,"examples":[30]"#;
    const MESSAGE: &str = r##""$ref":"#/$defs/message""##;
    let place = format!(r#""anyOf":[{PATH},{{"const":"total"}}]"#);
    let limit = |example: &str| {
        let member = format!(
            r#"{{"type":"object","properties":{{"member":{{{place}}}}},"required":["member"],"additionalProperties":false}}"#
        );
        format!(r#""anyOf":[{{{AMOUNT}}},{member}],"examples":["{example}"]"#)
    };
    let other = format!(r#""allOf":[{PATH}],"examples":["/service_location/country"]"#);
    let time = format!(r#"{TIME},"examples":["2027-04-01T00:00:00Z"]"#);
    let messages = format!(
        r#""anyOf":[{{{MESSAGE}}},{{"type":"object","minProperties":1,"patternProperties":{{"{LANGUAGE}":{{{MESSAGE}}}}},"additionalProperties":false}}],"examples":["orders in euro end at 10,000"]"#
    );
    #[rustfmt::skip]
    let members: [Member<'_>; 23] = [
        ("name", "`custom.` and 1 to 48 of a–z 0–9 _; once.", &own_name("order_limit")),
        ("renamed_from", "The name that it had before, which `levels` may still use.", &own_name("order_maximum")),
        ("on", "The operations that it belongs to.", operations),
        ("level", "Its default level: `deny` if it is left out.", &format!(r#"{LEVEL},"default":"deny""#)),
        ("when", "Only for requests of which all of these hold.", &when()),
        ("member", "The path of a member that each of the operations knows, `*` for every element of an array; or \
            `total`, an order's total.",
            &format!(r#"{place},"examples":["/products/*/price"]"#)),
        ("message", "What a finding says: in one language, or by language.", &messages),
        ("about", "A note for people.", &format!(r#"{NOT_BLANK},"maxLength":500,"examples":["owner: risk; ticket 4711"]"#)),
        ("from", "The instant from which it is looked at, by the fact `now`.", &time),
        ("until", "The instant before which it is looked at.", &time),
        ("required", "The member must be given.", TRUE),
        ("forbidden", "The member must be left out.", TRUE),
        ("one_of", "The values that the member can be.", &format!(r#"{},"examples":[["EUR","USD"]]"#, list_of(VALUE))),
        ("none_of", "The values that the member can't be.", &format!(r#"{},"examples":[["KP"]]"#, list_of(VALUE))),
        ("starts_with", "What the text must begin with: one of these.",
            &format!(r#"{},"examples":["SKU-"]"#, one_or_more(&format!("{{{NOT_BLANK}}}")))),
        ("minimum", "The least that the number can be, or the member that says it.", &limit("0.50")),
        ("maximum", "The most that the number can be, or the member that says it.", &limit("10000.00")),
        ("min_length", "How many characters the text must have.", LENGTH),
        ("max_length", "How many characters the text can have.", LENGTH),
        ("min_items", "How many elements the array must have.", LENGTH),
        ("max_items", "How many elements the array can have.", LENGTH),
        ("same_as", "The member that it must be equal to.", &other),
        ("differs_from", "The member that it can't be equal to.", &other),
    ];
    let constraints = members.iter().skip_while(|(name, ..)| *name != "required");
    let one_of = constraints
        .map(|(name, ..)| format!(r#"{{"properties":{{"{name}":{{}}}},"required":["{name}"]}}"#));
    let one_of = one_of.collect::<Vec<_>>().join(",");
    let rest = format!(r#""required":["name","on","member"],"oneOf":[{one_of}]"#);
    write_object(rule, &members, &rest);
}

fn write_declared(declared: &mut ObjectWriter<'_>, operations: &str) {
    declared.text("title", "Declared member");
    declared.text("description", "A member that is known from now on, and its type.");
    let types = words(DECLARED_TYPES.iter().map(|(name, _)| *name));
    let totals = words(OnTotal::NAMES.iter().copied());
    #[rustfmt::skip]
    let members: [Member<'_>; 4] = [
        ("member", "Its path: an object that each of the operations knows, `*` for every element of an array, and a \
            key that the object doesn't have.",
            r#""type":"string","pattern":"^(/([a-z_]+|[*]))*/[$@]?[A-Za-z0-9_.:-]{1,64}$","examples":["/client/phone","/products/*/sku"]"#),
        ("on", "The operations that it belongs to.", operations),
        ("type", "What kind of value it has.", &format!(r#""enum":{types},"examples":["string"]"#)),
        ("total", "What it does to an order's total.", &format!(r#""enum":{totals},"examples":["subtracts"]"#)),
    ];
    write_object(declared, &members, r#""required":["member","on","type"]"#);
}

/// The conditions of a policy rule: each is one value or a list of values.
fn when() -> String {
    let not_blank = format!("{{{NOT_BLANK}}}");
    let features =
        |all: FeatureSet| format!(r#"{{"enum":{}}}"#, words(all.iter().map(Feature::name)));
    let capabilities = FeatureSet::ALL.difference(FeatureSet::SCENARIOS);
    let values = format!(
        r#""type":"object","minProperties":1,"patternProperties":{{"^/":{{{}}}}},"additionalProperties":false,"examples":[{{"/client/country":["US"]}}]"#,
        one_or_more(VALUE)
    );
    #[rustfmt::skip]
    let conditions = [
        ("currency", "The currency, as the request writes it.", one_or_more(&not_blank)),
        ("scenario", "The scenario.", one_or_more(&features(FeatureSet::SCENARIOS))),
        ("capability", "A capability that is active.", one_or_more(&features(capabilities))),
        ("given", "Members that are given.", one_or_more(PATH)),
        ("absent", "Members that are absent.", one_or_more(PATH)),
        ("member", "Members, by path, and the values of which each is one.", values),
    ];
    let facts = FACTS.map(|fact| {
        let (schema, _) = schema_and_example(fact.kind());
        (fact.name(), format!("The fact `{}`.", fact.name()), one_or_more(&format!("{{{schema}}}")))
    });
    let conditions = conditions.iter().map(|(name, about, rest)| (*name, *about, &**rest));
    let facts = facts.iter().map(|(name, about, rest)| (*name, &**about, &**rest));
    let members: Vec<Member<'_>> = conditions.chain(facts).collect();
    ObjectWriter::inside(|when| write_object(when, &members, r#""minProperties":1"#))
}

/// A value that a member can have, as an element of a list.
const VALUE: &str = r#"{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]}"#;

/// The schema of one value or a list of different ones, each of which has the schema `one`.
fn one_or_more(one: &str) -> String {
    format!(r#""anyOf":[{one},{{{}}}]"#, list_of(one))
}

/// The schema of a list of different values, each of which has the schema `one`.
fn list_of(one: &str) -> String {
    format!(r#""type":"array","items":{one},"minItems":1,"uniqueItems":true"#)
}

/// The paths of all members of all operations, each once.
fn paths() -> Vec<String> {
    let mut all = Vec::new();
    for member in Operation::ALL.iter().flat_map(|operation| schema::members(*operation)) {
        if !all.contains(&member.path) {
            all.push(member.path);
        }
    }
    all
}
