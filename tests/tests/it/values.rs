//! Facts that are set again, and policies that are built step by step, equal those from JSON.

use paylint::facts::Fact;
use paylint::{FactsBuf, Level, Policy};
use serde_json::json;

/// Setting a list or the headers replaces them; adding keeps the earlier elements.
#[test]
fn setting_a_list_replaces_all_its_elements() {
    let mut facts = FactsBuf::new();
    for round in ["1", "2"] {
        let (brand, source) = (format!("brand-{round}"), format!("192.0.2.{round}"));
        for (fact, json) in [
            (Fact::KeyBrands, json!([brand])),
            (Fact::WebhookAllowedSources, json!([source])),
            (Fact::RequestHeaders, json!({ "Host": brand })),
        ] {
            facts.set_json(fact, json.to_string().as_bytes()).expect("a list or an object");
        }
        facts.add_text(Fact::KeyBrands, "added").expect("a brand");
        facts.add_header("Accept", "added");
        facts.set_text(Fact::Website, "shop.example").expect("a website");
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
    facts.set_json(Fact::KeyBrands, b"[]").unwrap_err();
    let brands = facts.as_facts().key.and_then(|key| key.brands);
    assert_eq!(brands.map(|all| all.iter().count()), Some(2));
    facts.set_json(Fact::RequestHeaders, b"{}").expect("headers");
    assert_eq!(facts.as_facts().request_headers().map(|all| all.get("host")), Ok(None));
}

#[test]
fn built_policies_equal_those_from_json() {
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
