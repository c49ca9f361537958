//! The schema of facts.

use super::write::Object;
use super::{NOT_BLANK, title};
use crate::base::append::{joined, put, text_of};
use crate::base::decimal::put_integer;
use crate::model::facts::{
    AccountFunding, Environment, Fact, FactKind, HoldDays, SavingSide, Subsequent, Terminal,
};
use crate::model::feature::{Feature, FeatureSet};
use alloc::string::String;

const EXAMPLE: &str = concat!(
    r#"{"now":"2026-11-20T10:15:00Z","environment":"live","#,
    r#""merchant":{"country":"LV","avs_permission":true,"hold_days":7},"#,
    r#""order":{"scenario":"two_step","amount":"20.00","captured":"0","currency":"EUR"}}"#,
);

/// Writes the schema of facts.
pub(super) fn write(schema: &mut Object<'_>) {
    schema.text("title", "Facts");
    schema.text(
        "description",
        "What you know about a request and its body can't say. Every fact is optional: a rule \
         whose outcome depends on one that is missing is unchecked.",
    );
    schema.array("examples", |array| array.json(EXAMPLE));
    schema.text("type", "object");
    schema.object("properties", |properties| {
        for fact in Fact::ALL.iter().filter(|fact| fact.path().0.is_none()) {
            properties.object(fact.name(), |property| write_fact(*fact, property));
        }
        for (group, about) in Fact::GROUPS {
            properties.object(group, |property| {
                property.text("title", &title(group));
                property.text("description", about);
                property.text("type", "object");
                property.object("properties", |properties| {
                    let of_group = Fact::ALL.iter().filter(|fact| fact.path().0 == Some(group));
                    for fact in of_group {
                        properties.object(fact.path().1, |member| write_fact(*fact, member));
                    }
                });
                property.json("additionalProperties", "false");
            });
        }
    });
    schema.json("additionalProperties", "false");
}

fn write_fact(fact: Fact, property: &mut Object<'_>) {
    property.text("title", &title(fact.path().1));
    property.text("description", fact.doc());
    write_kind(fact.kind(), property);
    property.array("examples", |array| array.json(&example(fact)));
}

fn write_kind(kind: FactKind, property: &mut Object<'_>) {
    match kind {
        FactKind::Text => write_text(property),
        FactKind::Time => {
            property.text("type", "string");
            property.text("format", "date-time");
            // With an offset the year can be one more or less than in UTC.
            property.text(
                "pattern",
                "^(1969|19[7-9][0-9]|2[01][0-9]{2}|2200)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\
                 T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?\
                 (Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
            );
        }
        FactKind::Flag => property.text("type", "boolean"),
        FactKind::Days => {
            let [least, most] = [HoldDays::MIN, HoldDays::MAX].map(HoldDays::get);
            property.text("type", "integer");
            property.json("minimum", &text_of(|out| put_integer(out, least.into())));
            property.json("maximum", &text_of(|out| put_integer(out, most.into())));
        }
        FactKind::Amount => write_amount(property),
        FactKind::Country => {
            property.text("type", "string");
            property.text("pattern", "^[A-Z]{2}$");
        }
        FactKind::UtcOffset => {
            property.text("type", "string");
            property.text(
                "pattern",
                "^(\\+(0[0-9]|1[0-3]):[0-5][0-9]|\\+14:00|-(0[0-9]|1[01]):[0-5][0-9]|-12:00)$",
            );
        }
        FactKind::Environment => property.texts("enum", Environment::NAMES.iter().copied()),
        FactKind::Terminal => property.texts("enum", Terminal::NAMES.iter().copied()),
        FactKind::AccountFunding => property.texts("enum", AccountFunding::NAMES.iter().copied()),
        FactKind::SavingSide => property.texts("enum", SavingSide::NAMES.iter().copied()),
        FactKind::Subsequent => property.texts("enum", Subsequent::NAMES.iter().copied()),
        FactKind::Scenario => {
            property.texts("enum", FeatureSet::ORIGINALS.iter().map(Feature::name))
        }
        FactKind::Capabilities => {
            let capabilities = FeatureSet::ALL.difference(FeatureSet::SCENARIOS);
            property.text("type", "array");
            property.object("items", |items| {
                items.texts("enum", capabilities.iter().map(Feature::name));
            });
        }
        FactKind::Texts => write_list(property, write_text),
        FactKind::Address => write_address(property),
        FactKind::Addresses => write_list(property, write_address),
        FactKind::Headers => {
            property.text("type", "object");
            property.object("additionalProperties", |header| header.text("type", "string"));
        }
    }
}

fn write_text(property: &mut Object<'_>) {
    property.text("type", "string");
    property.json("pattern", NOT_BLANK);
}

/// An amount of 0 or more: a number, or its digits as text.
pub(super) fn write_amount(property: &mut Object<'_>) {
    property.json("type", r#"["number","string"]"#);
    property.json("minimum", "0");
    property.json("maximum", "1000000000000000");
    property.text("pattern", r"^0*[0-9]{1,15}(\.[0-9]{1,8}0*)?$");
}

fn write_list(property: &mut Object<'_>, element: fn(&mut Object<'_>)) {
    property.text("type", "array");
    property.object("items", element);
    property.json("minItems", "1");
}

fn write_address(property: &mut Object<'_>) {
    property.text("type", "string");
    property.json("anyOf", r#"[{"format":"ipv4"},{"format":"ipv6"}]"#);
    property.text("pattern", "^[0-9A-Fa-f:.]+$");
}

/// An ordinary value of a fact, as JSON.
fn example(fact: Fact) -> String {
    let text = |text: &str| joined(&["\"", text, "\""]);
    match fact {
        Fact::Website => text("shop.example"),
        Fact::CardBrand => text("visa"),
        Fact::KeyBrands => joined(&["[", &text("visa"), "]"]),
        Fact::KeyWebsites => joined(&["[", &text("shop.example"), "]"]),
        Fact::OrderCurrency => text("EUR"),
        Fact::RequestMethod => text("POST"),
        Fact::RequestPath => text("/api/v0.6/orders/"),
        Fact::WebhookHost => text("merchant.example"),
        _ => example_of(fact.kind()),
    }
}

fn example_of(kind: FactKind) -> String {
    let json = match kind {
        FactKind::Time => r#""2026-11-20T10:15:00Z""#,
        FactKind::Flag => "true",
        FactKind::Days => "7",
        FactKind::Amount => r#""20.00""#,
        FactKind::Country => r#""LV""#,
        FactKind::UtcOffset => r#""+02:00""#,
        FactKind::Environment => return quoted(Environment::Live.name()),
        FactKind::Terminal => return quoted(Terminal::Standard.name()),
        FactKind::AccountFunding => return quoted(AccountFunding::CardNetwork.name()),
        FactKind::SavingSide => return quoted(SavingSide::Service.name()),
        FactKind::Subsequent => return quoted(Subsequent::Recurring.name()),
        FactKind::Scenario => return quoted(Feature::OneStep.name()),
        FactKind::Capabilities => r#"["avs","moto"]"#,
        FactKind::Address => r#""192.0.2.7""#,
        FactKind::Addresses => r#"["192.0.2.7"]"#,
        FactKind::Headers => r#"{"Content-Type":"application/json"}"#,
        // not covered: texts mean different things, so that each such fact has an example of its own
        FactKind::Text | FactKind::Texts => "null",
    };
    text_of(|out| put(out, json))
}

fn quoted(name: &str) -> String {
    joined(&["\"", name, "\""])
}
