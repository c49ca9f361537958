//! Facts and policies from values that a host has parsed already: the same as from their JSON, and
//! the same errors.

use paylint::facts::{Fact, Part};
use paylint::{Engine, FactsBuf, Level, Operation, Policy, Value};
use serde_json::{Map, Value as Json, json};

/// The problem with a value: the member, and what is wrong there.
type Refused = (String, String);

/// Calls `give` with a value, then with its parts.
fn each_part<E>(
    value: &Json,
    give: &mut dyn FnMut(Part<'_>, Value<'_>) -> Result<(), E>,
) -> Result<(), E> {
    of_value(value, &mut |given| give(Part::Whole, given))?;
    for element in value.as_array().into_iter().flatten() {
        of_value(element, &mut |given| give(Part::Element, given))?;
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        of_value(member, &mut |given| give(Part::Member(name), given))?;
    }
    Ok(())
}

fn of_value<E>(value: &Json, give: &mut dyn FnMut(Value<'_>) -> Result<(), E>) -> Result<(), E> {
    match value {
        Json::Null => give(Value::Null),
        Json::Bool(value) => give(Value::Boolean(*value)),
        Json::Number(number) => give(Value::Number(&number.to_string())),
        Json::String(text) => give(Value::Text(text)),
        Json::Array(elements) => give(Value::Array { is_empty: elements.is_empty() }),
        Json::Object(_) => give(Value::Object),
    }
}

fn facts_of(json: &Map<String, Json>) -> Result<FactsBuf, Refused> {
    let mut facts = FactsBuf::new();
    for fact in Fact::ALL {
        let (group, name) = fact.name().split_once('.').map_or(("", fact.name()), |path| path);
        let of =
            if group.is_empty() { Some(json) } else { json.get(group).and_then(Json::as_object) };
        if of.is_some() {
            facts.open_group(*fact);
        }
        if let Some(value) = of.and_then(|of| of.get(name)) {
            each_part(value, &mut |part, given| facts.set(*fact, part, given))
                .map_err(|error| (error.member().to_owned(), error.problem().to_owned()))?;
        }
    }
    Ok(facts)
}

const FACTS: &[&str] = &[
    "{}",
    r#"{"now":"2026-11-20T10:15:00Z","environment":"live","website":"shop.example"}"#,
    r#"{"merchant":{},"card":{},"key":{},"order":{},"request":{},"webhook":{},"acquirer":{}}"#,
    r#"{"merchant":{"hold_days":7,"country":"LV","utc_offset":"+02:00","avs_permission":true}}"#,
    r#"{"order":{"scenario":"one_step","capabilities":[],"amount":20,"captured":"20.00","refunded":1.5}}"#,
    r#"{"order":{"capabilities":["avs","moto"],"paid_at":"2026-11-20T10:00:00Z","currency":"EUR"}}"#,
    r#"{"key":{"brands":["visa","mastercard"],"websites":["shop.example"],"test":false}}"#,
    r#"{"request":{"method":"POST","path":"/orders/","headers":{"Authorization":"Bearer x"}}}"#,
    r#"{"request":{"source_address":"192.0.2.7","headers":{}}}"#,
    r#"{"webhook":{"host":"a.example","allowed_sources":["192.0.2.7","2001:db8::1"]}}"#,
    r#"{"now":5}"#,
    r#"{"now":"today"}"#,
    r#"{"website":" "}"#,
    r#"{"website":{}}"#,
    r#"{"terminal":"other"}"#,
    r#"{"subsequent":null}"#,
    r#"{"merchant":{"hold_days":40}}"#,
    r#"{"merchant":{"hold_days":7.0}}"#,
    r#"{"merchant":{"hold_days":"7"}}"#,
    r#"{"merchant":{"hold_days":9007199254740993}}"#,
    r#"{"merchant":{"avs_permission":"true"}}"#,
    r#"{"merchant":{"country":"lv"}}"#,
    r#"{"merchant":{"utc_offset":"2"}}"#,
    r#"{"order":{"amount":-1}}"#,
    r#"{"order":{"amount":[]}}"#,
    r#"{"order":{"amount":1e30}}"#,
    r#"{"order":{"scenario":"moto"}}"#,
    r#"{"order":{"capabilities":["two_step"]}}"#,
    r#"{"order":{"capabilities":[1]}}"#,
    r#"{"order":{"capabilities":"avs"}}"#,
    r#"{"key":{"brands":[]}}"#,
    r#"{"key":{"brands":[""]}}"#,
    r#"{"key":{"websites":{}}}"#,
    r#"{"key":{"websites":[["a"]]}}"#,
    r#"{"request":{"headers":[]}}"#,
    r#"{"request":{"headers":{"Accept":1}}}"#,
    r#"{"request":{"headers":{"4111111111111111":1}}}"#,
    r#"{"request":{"source_address":"here"}}"#,
    r#"{"webhook":{"allowed_sources":["here"]}}"#,
];

#[test]
fn facts_are_those_of_their_json() {
    let engine = Engine::default();
    let mut refused = 0;
    for json in FACTS {
        let value: Map<String, Json> = serde_json::from_str(json).expect("JSON");
        let read = FactsBuf::from_json(json.as_bytes());
        let read = read.map_err(|error| (error.member().to_owned(), error.problem().to_owned()));
        match (facts_of(&value), read) {
            (Ok(given), Ok(read)) => {
                assert_eq!(format!("{given:?}"), format!("{read:?}"), "{json}");
                for operation in Operation::ALL {
                    let report = |facts: &FactsBuf| {
                        engine.check(*operation, br#"{"amount":1}"#, &facts.as_facts()).to_json()
                    };
                    assert_eq!(report(&given), report(&read), "{json}");
                }
            }
            (given, read) => {
                assert_eq!(given.err(), read.err(), "{json}");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 29);
}

#[test]
fn parts_that_a_fact_has_not_are_refused() {
    let mut facts = FactsBuf::new();
    let error = facts.set(Fact::Now, Part::Member("a"), Value::Text("b")).unwrap_err();
    assert_eq!(error.message(), "invalid facts: now.a: has no members");
    let error = facts.set(Fact::Now, Part::Element, Value::Text("b")).unwrap_err();
    assert_eq!(error.problem(), "isn't a list of texts");
    let error = facts.set(Fact::OrderAmount, Part::Whole, Value::Number("ten")).unwrap_err();
    assert_eq!(error.problem(), "isn't a JSON number");
    assert_eq!(format!("{facts:?}"), "Facts {}");
}

/// A whole list or the whole of the headers replaces what was there; a setter that adds keeps it.
#[test]
fn a_whole_value_replaces_all_its_parts() {
    let list = Value::Array { is_empty: false };
    let mut facts = FactsBuf::new();
    facts.set_text(Fact::Website, "shop.example").expect("a website");
    for round in ["1", "2"] {
        let (brand, source) = (format!("brand-{round}"), format!("192.0.2.{round}"));
        let whole = [
            (Fact::KeyBrands, list, Part::Element, brand.as_str()),
            (Fact::WebhookAllowedSources, list, Part::Element, source.as_str()),
            (Fact::RequestHeaders, Value::Object, Part::Member("Host"), brand.as_str()),
        ];
        for (fact, value, part, text) in whole {
            facts.set(fact, Part::Whole, value).expect("a list or an object");
            facts.set(fact, part, Value::Text(text)).expect("a part");
        }
        facts.add_text(Fact::KeyBrands, "added").expect("a brand");
        facts.add_header("Accept", "added");
        let known = facts.as_facts();
        let brands = known.key.and_then(|key| key.brands).expect("brands");
        assert_eq!(brands.iter().collect::<Vec<_>>(), [brand.as_str(), "added"]);
        let sources = known.webhook.and_then(|webhook| webhook.allowed_sources);
        let source: std::net::IpAddr = source.parse().expect("an address");
        assert_eq!(sources, Some(&[source][..]));
        let headers = known.request_headers().expect("headers");
        assert_eq!(headers.get("host"), Some(brand.as_str()));
        assert_eq!(headers.get("accept"), Some("added"));
        assert_eq!(known.website(), Ok("shop.example"));
    }
    facts.set(Fact::KeyBrands, Part::Whole, Value::Array { is_empty: true }).unwrap_err();
    assert_eq!(
        facts.as_facts().key.and_then(|key| key.brands).map(|all| all.iter().count()),
        Some(2)
    );
    facts.set(Fact::RequestHeaders, Part::Whole, Value::Object).expect("headers");
    assert_eq!(facts.as_facts().request_headers().map(|all| all.get("host")), Ok(None));
}

#[test]
fn policies_are_those_of_their_json() {
    let default = Policy::default;
    let level = |selector: &str, name: &str| {
        let level = Level::from_name(name).expect("a level");
        (default().with_level(selector, level), json!({ "levels": { selector: name } }))
    };
    let findings = |max: usize| (default().with_max_findings(max), json!({ "max_findings": max }));
    let bytes = |max: usize| (default().with_max_body_bytes(max), json!({ "max_body_bytes": max }));
    let label = |label: &str| (default().with_label(label), json!({ "label": label }));
    let cases = [
        level("avs.*", "warn"),
        level("avs.zip_code_required", "allow"),
        level("avs.zip", "allow"),
        level("avz.*", "allow"),
        level("json.malformed", "warn"),
        level("4111111111111111", "warn"),
        findings(7),
        findings(0),
        bytes(1024),
        bytes((64 << 20) + 1),
        (Ok(default().with_unchecked_rejected(true)), json!({ "unchecked": "reject" })),
        label("acme"),
        label("two words"),
    ];
    let mut refused = 0;
    for (set, json) in cases {
        match (set, Policy::from_json(json.to_string().as_bytes())) {
            (Ok(set), Ok(read)) => assert_eq!(format!("{set:?}"), format!("{read:?}"), "{json}"),
            (set, read) => {
                let set = set.expect_err("refused, too");
                assert_eq!(set.to_string(), read.expect_err("refused, too").to_string(), "{json}");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 7);
}
