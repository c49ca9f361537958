//! The schema of policies.

use super::facts::write_amount;
use super::write::Object;
use super::{NOT_BLANK, title};
use crate::base::append::{joined, owned, text_of};
use crate::base::decimal::put_integer;
use crate::base::level::Level;
use crate::check::policy::Policy;
use crate::check::rule::{Basis, family};
use crate::check::rules::catalogue;
use crate::model::facts::{Environment, Terminal};
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::schema::{self, DECLARED_TYPES, OnTotal};
use alloc::string::String;
use alloc::vec::Vec;

const EXAMPLE: &str = concat!(
    r#"{"label":"shop-2026-11","levels":{"contact.*":"allow","code.currency":"deny"},"#,
    r#""rules":[{"name":"custom.order_limit","on":["order"],"when":{"currency":"EUR"},"#,
    r#""member":"total","maximum":"10000.00","message":"orders in euro end at 10,000"}]}"#,
);

/// The name of a policy rule.
const OWN_NAME: &str = "^custom[.][a-z0-9_]{1,48}$";

const LEVEL: &str = "#/$defs/level";

/// Writes the schema of policies.
pub(super) fn write(schema: &mut Object<'_>) {
    schema.text("title", "Policy");
    schema.text(
        "description",
        "How strict to be: levels and limits; members that you send and the document doesn't show; \
         and policy rules.",
    );
    schema.array("examples", |array| array.json(EXAMPLE));
    schema.text("type", "object");
    schema.object("properties", |properties| {
        member(properties, "label", "What the policy is called.", |label| {
            label.text("type", "string");
            label.text("pattern", "^[A-Za-z0-9._-]{1,64}$");
            label.json("examples", r#"["shop-2026-11"]"#);
        });
        let levels = "The levels that differ from the rules' own: of a rule, a family (`code.*`), \
                      a basis (`basis.stated`) or all (`*`). The narrowest wins.";
        member(properties, "levels", levels, write_levels);
        let unchecked = "What a rule at level deny does that can't be decided because a fact is \
                         missing.";
        member(properties, "unchecked", unchecked, |word| {
            word.texts("enum", ["accept", "reject"]);
            word.text("default", "accept");
            word.json("examples", r#"["reject"]"#);
        });
        let about = "Members that you send, although the source document doesn't show them.";
        member(properties, "members", about, |members| {
            members.text("type", "array");
            members.json("maxItems", &number(Policy::MAX_MEMBERS));
            members.json("items", r##"{"$ref":"#/$defs/member"}"##);
        });
        member(properties, "rules", "Policy rules, run after the catalogue.", |rules| {
            rules.text("type", "array");
            rules.json("maxItems", &number(Policy::MAX_RULES));
            rules.json("items", r##"{"$ref":"#/$defs/rule"}"##);
        });
        let findings = "How many findings of each level a report keeps.";
        limit(properties, "max_findings", findings, (100, Policy::MAX_FINDINGS));
        let bytes = "How many bytes a body may have.";
        limit(properties, "max_body_bytes", bytes, (1 << 20, Policy::MAX_BODY_BYTES));
    });
    schema.json("additionalProperties", "false");
    schema.object("$defs", |defs| {
        defs.object("level", |level| {
            level.text("description", "Whether a finding rejects, warns, or isn't looked for.");
            level.texts("enum", [Level::Deny, Level::Warn, Level::Allow].map(Level::name));
        });
        defs.object("member", write_declared);
        defs.object("rule", write_rule);
        defs.object("path", |path| {
            path.text("description", "The path of a member that each of the operations knows.");
            path.array("anyOf", |array| {
                let paths = paths();
                array.object(|known| known.texts("enum", paths.iter().map(String::as_str)));
                // That of a declared member.
                array.json(r#"{"type":"string","pattern":"^/"}"#);
            });
        });
    });
}

fn member(
    properties: &mut Object<'_>,
    name: &str,
    description: &str,
    more: impl FnOnce(&mut Object<'_>),
) {
    properties.object(name, |property| {
        property.text("title", &title(name));
        property.text("description", description);
        more(property);
    });
}

fn limit(properties: &mut Object<'_>, name: &str, about: &str, (usual, most): (usize, usize)) {
    member(properties, name, about, |limit| {
        limit.text("type", "integer");
        limit.json("minimum", "1");
        limit.json("maximum", &number(most));
        limit.json("default", &number(usual));
        limit.json("examples", &joined(&["[", &number(usual), "]"]));
    });
}

fn number(number: usize) -> String {
    text_of(|out| put_integer(out, i64::try_from(number).unwrap_or(i64::MAX)))
}

/// The entries of `levels`: each rule, family and basis by name, so that editors complete them.
fn write_levels(levels: &mut Object<'_>) {
    let level = |properties: &mut Object<'_>, name: &str, about: &str| {
        properties.object(name, |property| {
            property.text("description", about);
            property.text("$ref", LEVEL);
        });
    };
    levels.text("type", "object");
    levels.object("properties", |properties| {
        level(properties, "*", "All rules.");
        let bases =
            [Basis::Stated, Basis::Inferred, Basis::Convention, Basis::Integrity, Basis::Custom];
        for basis in bases {
            let about = joined(&["All rules of basis ", basis.name(), "."]);
            level(properties, &joined(&["basis.", basis.name()]), &about);
        }
        let mut families: Vec<&str> = Vec::new();
        for rule in catalogue() {
            let family = family(rule.name);
            if !families.contains(&family) {
                families.push(family);
            }
        }
        families.push("custom");
        for family in families {
            let about = joined(&["All rules `", family, ".*`."]);
            level(properties, &joined(&[family, ".*"]), &about);
        }
        for rule in catalogue().iter().filter(|rule| !rule.locked) {
            level(properties, rule.name, rule.docs.summary);
            // not covered: no rule of the catalogue has an old name yet
            for old in rule.old_names() {
                level(properties, old, &joined(&["An old name of `", rule.name, "`."]));
            }
        }
    });
    levels.object("patternProperties", |patterns| {
        patterns.object(OWN_NAME, |own| own.text("$ref", LEVEL));
    });
    levels.json("additionalProperties", "false");
    levels.json("examples", r#"[{"contact.*":"allow","code.currency":"deny"}]"#);
}

/// A policy rule.
fn write_rule(rule: &mut Object<'_>) {
    rule.text("title", "Policy rule");
    rule.text("description", "A constraint on a member of the bodies of some operations.");
    rule.text("type", "object");
    rule.object("properties", |properties| {
        member(properties, "name", "`custom.` and 1 to 48 of a–z 0–9 _; once.", |name| {
            name.text("type", "string");
            name.text("pattern", OWN_NAME);
            name.json("examples", r#"["custom.order_limit"]"#);
        });
        let about = "The name that it had before, which `levels` may still use.";
        member(properties, "renamed_from", about, |name| {
            name.text("type", "string");
            name.text("pattern", OWN_NAME);
            name.json("examples", r#"["custom.order_maximum"]"#);
        });
        write_operations(properties);
        member(properties, "level", "Its default level: `deny` if it is left out.", |level| {
            level.text("$ref", LEVEL);
            level.text("default", "deny");
        });
        let about = "Only for requests of which all of these hold.";
        member(properties, "when", about, write_when);
        let about = "The path of a member that each of the operations knows, `*` for every element \
                     of an array; or `total`, an order's total.";
        member(properties, "member", about, |member| {
            member.json("anyOf", r##"[{"$ref":"#/$defs/path"},{"const":"total"}]"##);
            member.json("examples", r#"["/products/*/price"]"#);
        });
        member(properties, "message", "What a finding says.", |message| {
            message.text("type", "string");
            message.json("pattern", NOT_BLANK);
            message.json("maxLength", "200");
            message.json("examples", r#"["orders in euro end at 10,000"]"#);
        });
        write_constraints(properties);
    });
    rule.texts("required", ["name", "on", "member"]);
    rule.array("oneOf", |array| {
        for constraint in CONSTRAINTS {
            array.object(|one| one.texts("required", [constraint]));
        }
    });
    rule.json("additionalProperties", "false");
}

/// The member `on` of an entry.
fn write_operations(properties: &mut Object<'_>) {
    member(properties, "on", "The operations that it belongs to.", |on| {
        on.text("type", "array");
        on.object("items", |items| {
            items.texts("enum", Operation::ALL.iter().map(|operation| operation.name()));
        });
        on.json("minItems", "1");
        on.json("uniqueItems", "true");
        on.json("examples", r#"[["order"]]"#);
    });
}

/// A declared member.
fn write_declared(declared: &mut Object<'_>) {
    declared.text("title", "Declared member");
    declared.text("description", "A member that is known from now on, and its type.");
    declared.text("type", "object");
    declared.object("properties", |properties| {
        let about = "Its path: an object that each of the operations knows, `*` for every element \
                     of an array, and a key that the object doesn't have.";
        member(properties, "member", about, |member| {
            member.text("type", "string");
            member.text("pattern", "^(/([a-z_]+|[*]))*/[A-Za-z0-9_.-]{1,64}$");
            member.json("examples", r#"["/client/phone","/products/*/sku"]"#);
        });
        write_operations(properties);
        member(properties, "type", "What kind of value it has.", |kind| {
            kind.texts("enum", DECLARED_TYPES.map(|(name, _)| name));
            kind.json("examples", r#"["string"]"#);
        });
        member(properties, "total", "What it does to an order's total.", |total| {
            total.texts("enum", OnTotal::NAMES);
            total.json("examples", r#"["subtracts"]"#);
        });
    });
    declared.texts("required", ["member", "on", "type"]);
    declared.json("additionalProperties", "false");
}

/// The conditions of a policy rule.
fn write_when(when: &mut Object<'_>) {
    let features = |is_scenario: bool| {
        let all = Feature::ALL.iter().filter(move |it| it.is_scenario() == is_scenario);
        all.map(|feature| feature.name()).collect::<Vec<_>>()
    };
    let path = r##"{"$ref":"#/$defs/path"}"##;
    let not_blank = joined(&[r#"{"type":"string","pattern":"#, NOT_BLANK, "}"]);
    let words = |words: &[&str]| {
        text_of(|out| Object::write(out, |it| it.texts("enum", words.iter().copied())))
    };
    let conditions: [(&str, &str, String); 8] = [
        ("currency", "The currency, as the request writes it.", not_blank.clone()),
        ("scenario", "The scenario.", words(&features(true))),
        ("capability", "A capability that is active.", words(&features(false))),
        ("terminal", "The fact `terminal`.", words(Terminal::NAMES)),
        ("website", "The fact `website`.", not_blank),
        ("environment", "The fact `environment`.", words(Environment::NAMES)),
        ("given", "Members that are given.", owned(path)),
        ("absent", "Members that are absent.", owned(path)),
    ];
    when.text("type", "object");
    when.object("properties", |properties| {
        for (name, about, one) in &conditions {
            member(properties, name, about, |condition| {
                condition.array("anyOf", |array| {
                    array.json(one);
                    array.object(|list| {
                        list.text("type", "array");
                        list.json("items", one);
                        list.json("minItems", "1");
                        list.json("uniqueItems", "true");
                    });
                });
            });
        }
    });
    when.json("minProperties", "1");
    when.json("additionalProperties", "false");
}

const CONSTRAINTS: [&str; 7] =
    ["required", "forbidden", "one_of", "minimum", "maximum", "min_length", "max_length"];

fn write_constraints(properties: &mut Object<'_>) {
    member(properties, "required", "The member must be given.", |it| it.json("const", "true"));
    member(properties, "forbidden", "The member must be left out.", |it| it.json("const", "true"));
    member(properties, "one_of", "The texts that the member can be.", |texts| {
        texts.text("type", "array");
        texts.object("items", |item| text(item, r#"["EUR"]"#));
        texts.json("minItems", "1");
        texts.json("uniqueItems", "true");
    });
    for (name, about, example) in [
        ("minimum", "The least that the number can be.", r#"["0.50"]"#),
        ("maximum", "The most that the number can be.", r#"["10000.00"]"#),
    ] {
        member(properties, name, about, |limit| {
            write_amount(limit);
            limit.json("examples", example);
        });
    }
    for (name, about) in [
        ("min_length", "How many characters the text must have."),
        ("max_length", "How many characters the text can have."),
    ] {
        member(properties, name, about, |length| {
            length.text("type", "integer");
            length.json("minimum", "1");
            length.json("examples", "[30]");
        });
    }
}

/// A text that isn't blank.
fn text(property: &mut Object<'_>, examples: &str) {
    property.text("type", "string");
    property.json("pattern", NOT_BLANK);
    property.json("examples", examples);
}

/// The paths of all members of all operations, each once.
fn paths() -> Vec<String> {
    let mut all = Vec::new();
    for operation in Operation::ALL {
        for member in schema::members(*operation) {
            if !all.contains(&member.path) {
                all.push(member.path);
            }
        }
    }
    all
}
