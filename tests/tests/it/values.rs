//! Facts that are set again.

use paylint::FactsBuf;
use paylint::facts::Fact;
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
