//! The schema of facts.

use super::{NOT_BLANK, title};
use crate::base::append::text_of;
use crate::base::json::ObjectWriter;
use crate::base::json::put_names;
use crate::model::facts::{
    AccountFunding, Environment, Fact, FactKind, HoldDays, SavingSide, Subsequent, Terminal,
};
use crate::model::feature::{Feature, FeatureSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const EXAMPLE: &str = concat!(
    r#"{"now":"2026-11-20T10:15:00Z","environment":"live","#,
    r#""merchant":{"country":"LV","avs_permission":true,"hold_days":7},"#,
    r#""order":{"scenario":"two_step","amount":"20.00","captured":"0","currency":"EUR"}}"#,
);

/// An amount of 0 or more: a number, or its digits as text.
pub(super) const AMOUNT: &str = concat!(
    r#""anyOf":[{"type":"number","minimum":0,"maximum":1000000000000000},"#,
    r#"{"type":"string","pattern":"^0*[0-9]{1,15}(\\.[0-9]{1,8}0*)?$"}]"#,
);

/// An instant. With an offset the year can differ by one from that in UTC.
pub(super) const TIME: &str = concat!(
    r#""type":"string","format":"date-time","pattern":"^(1969|19[7-9][0-9]|2[01][0-9]{2}|2200)"#,
    r#"-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"#,
    r#"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?"#,
    r#"(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$""#,
);

const UTC_OFFSET: &str = concat!(
    r#""type":"string","pattern":"#,
    r#""^(\\+(0[0-9]|1[0-3]):[0-5][0-9]|\\+14:00|-(0[0-9]|1[01]):[0-5][0-9]|-12:00)$""#,
);

const ADDRESS: &str = concat!(
    r#""type":"string","anyOf":[{"format":"ipv4"},{"format":"ipv6"}],"#,
    r#""pattern":"^[0-9A-Fa-f:.]+$""#,
);

pub(super) fn write(schema: &mut ObjectWriter<'_>) {
    schema.text("title", "Facts");
    schema.text(
        "description",
        "What you know about a request and its body can't say. Every fact is optional: a rule \
         whose outcome depends on one that is missing is unchecked.",
    );
    schema.array("examples", |array| array.json(EXAMPLE));
    schema.text("type", "object");
    schema.object("properties", |properties| {
        write_facts(None, properties);
        for (group, about) in Fact::GROUPS {
            properties.object(group, |property| {
                property.text("title", &title(group));
                property.text("description", about);
                property.text("type", "object");
                property.object("properties", |properties| write_facts(Some(group), properties));
                property.json("additionalProperties", "false");
            });
        }
    });
    schema.json("additionalProperties", "false");
}

fn write_facts(group: Option<&str>, properties: &mut ObjectWriter<'_>) {
    for fact in Fact::ALL.iter().filter(|fact| fact.path().0 == group) {
        let name = fact.path().1;
        properties.object(name, |property| {
            property.text("title", &title(name));
            property.text("description", fact.doc());
            let (schema, example) = schema_and_example(fact.kind());
            property.rest(&schema);
            let example = example_of(*fact).unwrap_or(&example);
            property.array("examples", |array| array.json(example));
        });
    }
}

/// The schema of a kind of facts, and a typical value.
pub(super) fn schema_and_example(kind: FactKind) -> (String, String) {
    let one_of = |names: &[&str], example: &str| {
        let names = text_of(|out| put_names(out, names.iter().copied()));
        (format!(r#""enum":{names}"#), format!("\"{example}\""))
    };
    let features = |of: FeatureSet| Vec::from_iter(of.iter().map(Feature::name));
    let list_of = |element: &str| format!(r#""type":"array","items":{{{element}}},"minItems":1"#);
    let (schema, example): (&str, &str) = match kind {
        FactKind::Environment => return one_of(Environment::NAMES, "live"),
        FactKind::Terminal => return one_of(Terminal::NAMES, "standard"),
        FactKind::AccountFunding => return one_of(AccountFunding::NAMES, "card_network"),
        FactKind::SavingSide => return one_of(SavingSide::NAMES, "service"),
        FactKind::Subsequent => return one_of(Subsequent::NAMES, "recurring"),
        FactKind::Scenario => return one_of(&features(FeatureSet::ORIGINALS), "one_step"),
        FactKind::Capabilities => {
            let (items, _) =
                one_of(&features(FeatureSet::ALL.difference(FeatureSet::SCENARIOS)), "");
            (&format!(r#""type":"array","items":{{{items}}}"#), r#"["avs","moto"]"#)
        }
        FactKind::Days => {
            let [least, most] = [HoldDays::MIN, HoldDays::MAX].map(HoldDays::get);
            (&format!(r#""type":"integer","minimum":{least},"maximum":{most}"#), "7")
        }
        FactKind::Flag => (r#""type":"boolean""#, "true"),
        FactKind::Time => (TIME, r#""2026-11-20T10:15:00Z""#),
        FactKind::Amount => (AMOUNT, r#""20.00""#),
        FactKind::Country => (r#""type":"string","pattern":"^[A-Z]{2}$""#, r#""LV""#),
        FactKind::UtcOffset => (UTC_OFFSET, r#""+02:00""#),
        FactKind::Address => (ADDRESS, r#""192.0.2.7""#),
        FactKind::Addresses => (&list_of(ADDRESS), r#"["192.0.2.7"]"#),
        FactKind::Headers => (
            r#""type":"object","additionalProperties":{"type":"string"}"#,
            r#"{"Content-Type":"application/json"}"#,
        ),
        // Texts have different meanings, so each such fact has its own example.
        FactKind::Text => (NOT_BLANK, "null"),
        FactKind::Texts => (&list_of(NOT_BLANK), "null"),
    };
    (schema.to_string(), example.to_string())
}

/// A typical value of a fact, if it differs from that of its kind.
fn example_of(fact: Fact) -> Option<&'static str> {
    Some(match fact {
        Fact::Website => r#""shop.example""#,
        Fact::CardBrand => r#""visa""#,
        Fact::KeyBrands => r#"["visa"]"#,
        Fact::KeyWebsites => r#"["shop.example"]"#,
        Fact::OrderCurrency => r#""EUR""#,
        Fact::RequestMethod => r#""POST""#,
        Fact::RequestPath => r#""/api/v0.6/orders/""#,
        Fact::WebhookHost => r#""merchant.example""#,
        _ => return None,
    })
}
