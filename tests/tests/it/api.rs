//! Tests of the public types, as a Rust host uses them.

use std::collections::HashSet;
use std::hash::Hash;

use paylint::compatibility::Compatibility;
use paylint::facts::{Country, Environment, Fact, Headers, HoldDays, HttpRequest, Key, Texts};
use paylint::rule::HOLDS;
use paylint::{
    Basis, CustomRule, Decimal, Engine, Facts, FactsBuf, Feature, FeatureSet, JsonType, Operation,
    Operations, Policy, Report, Timestamp, Total, Verdict,
};

#[test]
fn an_operation_is_found_by_method_and_path() {
    assert_eq!(Operation::route("GET", "/orders/"), None);
    for operation in Operation::ALL {
        let path = operation.endpoint().map(|path| path.replace("{order_id}", "an-order"));
        let routed = path.as_deref().and_then(|path| Operation::route("POST", path));
        let has_path = !matches!(operation, Operation::Payment | Operation::CardWebhook);
        assert_eq!(routed, has_path.then_some(*operation));
    }
}

/// They can be keys of maps, and sorted.
#[test]
fn parts_of_reports_can_be_hashed_and_ordered() {
    fn is_a_key<T: Hash + Ord>() {}
    is_a_key::<Verdict>();
    is_a_key::<Basis>();
    is_a_key::<Total>();
    is_a_key::<Compatibility>();
    is_a_key::<JsonType>();
    is_a_key::<HoldDays>();
    is_a_key::<Environment>();
    assert!(Verdict::Accept < Verdict::Reject && Basis::Stated < Basis::Custom);
    assert!(Verdict::ALL.is_sorted() && Basis::ALL.is_sorted());
    let sets = HashSet::from([Operations::ORDER, Operations::ORDER, Operations::PAYOUTS]);
    assert_eq!(sets.len(), 2);
    let total = |price: &str| {
        let body = format!(r#"{{"products":[{{"price":{price}}}]}}"#);
        let report = Engine::default().check(Operation::Order, body.as_bytes(), &Facts::default());
        report.total().expect("a total")
    };
    assert!(total("4.5") < total("12") && total("12") == total("12.0"));
}

/// A host that only counted a body that is too large reports the same as one that kept it.
#[test]
fn a_body_can_be_too_large_without_being_kept() {
    let policy = Policy::from_json(br#"{"max_body_bytes":7}"#).expect("a policy");
    let engine = Engine::new(&policy);
    let mut report = Engine::default().check(Operation::Tax, b"{}", &Facts::default());
    engine.too_large_into(Operation::Order, 8, &mut report);
    let kept = engine.check(Operation::Order, br#"{"a": 1}"#, &Facts::default());
    assert_eq!(report.to_json(), kept.to_json());
    assert!(report.to_json().contains(r#""params":{"maximum":7,"actual":8}"#));
}

#[test]
fn sets_have_unions_and_intersections() {
    let some = FeatureSet::of(&[Feature::Moto, Feature::Avs]);
    assert_eq!(some.iter().collect::<FeatureSet>(), some);
    assert_eq!(format!("{some:?} {:?}", Operations::ORDER), "{Moto, Avs} {Order}");
    let both = Operations::ORDER.union(Operations::PAYOUTS);
    for operation in Operation::ALL {
        let is_in = [Operations::ORDER, Operations::PAYOUTS]
            .map(|operations| operations.contains(*operation));
        assert_eq!(both.contains(*operation), is_in.contains(&true));
        assert!(!both.without(*operation).contains(*operation));
    }
    assert_eq!(both.union(Operations::ORDER), both);
    assert_eq!(both.intersection(Operations::ORDER), Operations::ORDER);
    assert_eq!(Operations::PAYOUTS.intersection(Operations::ORDER), Operations::default());
    assert_eq!((Operations::EMPTY.len(), both.len(), both.is_empty()), (0, 6, false));
}

#[test]
fn a_total_compares_with_an_amount_as_numbers() {
    let body = br#"{"products":[{"price":0.1,"quantity":3}]}"#;
    let report = Engine::default().check(Operation::Order, body, &Facts::default());
    let total = report.total().expect("a total");
    let amount = |units| Decimal::from_units(units).expect("an amount");
    assert!(total == amount(30_000_000));
    assert!(total > amount(29_999_999) && total < amount(30_000_001));
    assert!(total != Decimal::ONE);
}

/// A server may use either of two tokens. If names differ in case, only the first counts, as in JSON.
#[test]
fn two_authorizations_must_be_the_same() {
    let engine = Engine::default();
    for (headers, is_violated) in [
        (&[("Authorization", "Bearer a")][..], false),
        (&[("Authorization", "Bearer a"), ("Authorization", "Bearer a ")], false),
        (&[("Authorization", "Bearer a"), ("Authorization", "Bearer b")], true),
        (&[("authorization", "Bearer a"), ("Accept", "*"), ("authorization", "")], true),
        (&[("Authorization", "Bearer a"), ("authorization", "Bearer b")], false),
        (&[("authorization", "Bearer a"), ("Authorization", "x"), ("Authorization", "y")], false),
        (&[("Content-Type", "a"), ("Content-Type", "b"), ("Authorization", "Bearer a")], false),
    ] {
        let mut kept = FactsBuf::new();
        headers.iter().for_each(|(name, value)| kept.add_header(name, value));
        let request = HttpRequest { headers: Some(Headers::from(headers)), ..Default::default() };
        let borrowed = Facts { request: Some(request), ..Facts::default() };
        for facts in [kept.as_facts(), borrowed] {
            let report = engine.check(Operation::Client, b"{}", &facts);
            let found =
                report.findings().find(|finding| finding.rule().name == "http.authorization");
            assert_eq!(found.is_some(), is_violated, "{}", headers.len());
            assert_eq!(report.status() == 403, is_violated);
        }
    }
}

/// Only the setters of its kind set a fact; all others refuse it and name it.
#[test]
fn a_setter_refuses_facts_of_another_kind() {
    let now = Timestamp::from_unix_seconds(0).expect("an instant");
    let mut set_by_none = Vec::new();
    for fact in Fact::ALL.iter().copied() {
        let mut facts = FactsBuf::new();
        let texts = ["1", "LV", "live", "standard", "other", "service", "recurring", "one_step"];
        let more = ["2026-11-20T10:15:00Z", "+02:00", "192.0.2.7"];
        let no_text = match fact {
            Fact::OrderCapabilities => "not the name of a capability",
            _ => "isn't a list of texts",
        };
        let results = [
            (facts.set_bool(fact, true), "isn't a flag"),
            (facts.set_integer(fact, 7), "isn't an integer"),
            (facts.set_decimal(fact, Decimal::ONE), "isn't an amount"),
            (facts.set_time(fact, now), "isn't a time"),
            (facts.add_text(fact, "192.0.2.7"), no_text),
        ];
        let mut set = 0;
        for (result, problem) in results {
            match result {
                Ok(()) => set += 1,
                Err(error) => assert_eq!((error.member(), error.problem()), (fact.name(), problem)),
            }
        }
        set += texts.iter().chain(&more).filter(|text| facts.set_text(fact, text).is_ok()).count();
        if set == 0 {
            set_by_none.push(fact.name());
        }
    }
    assert_eq!(set_by_none, ["order.capabilities", "request.headers"]);
}

#[test]
fn values_out_of_a_facts_range_are_refused() {
    let mut facts = FactsBuf::new();
    assert!(facts.add_text(Fact::KeyBrands, "").is_err());
    assert!(facts.add_text(Fact::WebhookAllowedSources, "localhost").is_err());
    assert_eq!(format!("{facts:?}"), "Facts {}");
}

#[test]
fn lists_can_be_known_and_empty() {
    let mut facts = FactsBuf::new();
    assert!(facts.as_facts().request_headers().is_err());
    facts.open_list(Fact::RequestHeaders).expect("a list");
    assert_eq!(facts.as_facts().request_headers().map(|all| all.get("host")), Ok(None));
    facts.open_list(Fact::OrderCapabilities).expect("a list");
    assert_eq!(facts.as_facts().order_capabilities(), Ok(FeatureSet::EMPTY));
    assert!(facts.open_list(Fact::KeyBrands).is_err());
}

/// A host's own slices work like the texts of a buffer.
#[test]
fn facts_borrow_from_the_host() {
    let json = br#"{"website":"shop.example","key":{"websites":["a.example","b.example"]},
        "request":{"headers":{"content-type":" text/plain "}}}"#;
    let owned = FactsBuf::from_json(json).expect("facts");
    let (websites, headers) = (["a.example", "b.example"], [("content-type", " text/plain ")]);
    let borrowed = Facts {
        website: Some("shop.example"),
        key: Some(Key { websites: Some(Texts::from(&websites[..])), ..Key::default() }),
        request: Some(HttpRequest {
            headers: Some(Headers::from(&headers[..])),
            ..HttpRequest::default()
        }),
        ..Facts::default()
    };
    let listed = borrowed.key.and_then(|key| key.websites).expect("websites");
    assert!(listed.iter().eq(websites));
    let header = borrowed.request_headers().ok().and_then(|headers| headers.get("Content-Type"));
    assert_eq!(header, Some("text/plain"));
    let engine = Engine::default();
    let body = br#"{"products":[{"title":"Cup","price":1}]}"#;
    let from = |facts: &Facts<'_>| engine.check(Operation::Order, body, facts).to_json();
    assert_eq!(from(&borrowed), from(&owned.as_facts()));
    assert!(from(&borrowed).contains("\"key.website\""), "{}", from(&borrowed));
}

#[test]
fn unusable_custom_rule_is_refused() {
    let rule = |name, message| {
        let rule =
            CustomRule::with_params(name, Operations::ALL, message, &["limit"], |_, _| HOLDS);
        Policy::default().with_rule(rule)
    };
    for message in ["{limit}", "{member}: {limit.0} {limit:|s} {deny:must|should}", "}"] {
        let policy = rule("custom.one", message).expect(message);
        assert!(policy.rules().last().is_some_and(|(rule, _)| rule.message == message));
    }
    for (name, message, problem) in [
        ("custom.one", "{total}", "no params but its own"),
        ("custom.one", "{", ""),
        ("custom.one", "{member", ""),
        ("custom.one", "{member:a|b}", ""),
        ("custom.one", "{deny}", ""),
        ("custom.one", "{limit:leg}", ""),
        ("custom.one", "{limit.2}", ""),
        ("custom.one", "{limit|before}", ""),
        ("custom.one", "{{limit}}", ""),
        ("limit", "no", ""),
        ("custom.", "no", ""),
        ("custom.two words", "no", ""),
        ("custom.4111111111111111", "no", ""),
        ("avs.address_required", "no", ""),
    ] {
        let error = rule(name, message).expect_err(message);
        assert!(error.member() == "rules" && error.problem().contains(problem), "{error}");
    }
    let one = || CustomRule::new("custom.one", Operations::ALL, "no", |_, _| HOLDS);
    assert!(Policy::default().with_rule(one()).and_then(|policy| policy.with_rule(one())).is_err());
}

#[test]
fn new_report_rejects_without_findings() {
    let mut report = Report::default();
    assert_eq!((report.verdict(), report.status()), (Verdict::Reject, 400));
    assert_eq!(report.to_json(), Report::new().to_json());
    assert_eq!((report.findings().len(), report.unchecked().len()), (0, 0));
    assert_eq!(report.to_problem(), None);
    Engine::default().check_into(Operation::Refund, b"", &Facts::default(), &mut report);
    assert_eq!((report.verdict(), report.status()), (Verdict::Accept, 200));
    assert_eq!(Country::new("LV").map(|country| format!("{country:?}")).as_deref(), Some("LV"));
}

#[test]
fn facts_override_others_by_group_or_member() {
    let facts = |json: &str| FactsBuf::from_json(json.as_bytes()).expect("facts");
    let standing =
        facts(r#"{"website":"shop.example","merchant":{"hold_days":7,"avs_permission":true}}"#);
    let changing = facts(r#"{"now":"2026-11-20T10:15:00Z","merchant":{"hold_days":6}}"#);
    let (standing, changing) = (standing.as_facts(), changing.as_facts());
    let given = |facts: &Facts<'_>| {
        let given = Fact::ALL.iter().filter(|fact| facts.has(**fact)).map(|fact| fact.name());
        (given.collect::<Vec<_>>(), facts.merchant.and_then(|merchant| merchant.hold_days))
    };
    let (_, hold_days) = given(&changing);
    // A group is replaced as a whole.
    let overlaid = standing.overlaid(&changing);
    assert_eq!(given(&overlaid), (vec!["now", "website", "merchant.hold_days"], hold_days));
    let mut by_member = standing;
    by_member.overlay_members(&changing);
    let all = vec!["now", "website", "merchant.avs_permission", "merchant.hold_days"];
    assert_eq!(given(&by_member), (all, hold_days));
}

#[test]
fn rule_tells_if_it_requires_a_member() {
    let asks = |name: &str| {
        let rule = paylint::catalogue().iter().find(|rule| rule.name == name);
        rule.expect(name).asks_for_a_member()
    };
    assert!(asks("product.title_required") && asks("avs.address_required"));
    assert!(!asks("product.price_minimum") && !asks("field.unknown"));
}

#[test]
fn a_fact_is_set_from_its_own_json() {
    let mut facts = FactsBuf::default();
    facts.set_json(Fact::Environment, br#""live""#).expect("a fact");
    assert_eq!(facts.as_facts().environment, Some(Environment::Live));
    for (fact, json, said) in [
        (Fact::Environment, "7", "invalid facts: environment: expected a string, found number"),
        (Fact::Environment, "[", "invalid facts: environment: not JSON: line 1, column 2"),
        (
            Fact::MerchantAvsPermission,
            "1",
            "invalid facts: merchant.avs_permission: expected true or false, found number",
        ),
        (
            Fact::RequestHeaders,
            r#"{"Content-Type": 1}"#,
            "invalid facts: request.headers.Content-Type: expected a string, found number",
        ),
    ] {
        let error = facts.set_json(fact, json.as_bytes()).expect_err(said);
        assert_eq!(error.to_string(), said);
    }
}

#[test]
fn finding_spans_value_object_or_key() {
    let body = r#"{"client":{"email":"ada"},"products":[{"price":1.5}],"colour":"red"}"#;
    let report = Engine::default().check(Operation::Order, body.as_bytes(), &Facts::default());
    let shown = |rule: &str| {
        let finding = report.findings().find(|finding| finding.rule().name == rule);
        &body[finding.unwrap_or_else(|| panic!("{rule} in {report}")).span()]
    };
    assert_eq!(shown("contact.email_format"), r#""ada""#);
    assert_eq!(shown("product.title_required"), r#"{"price":1.5}"#);
    assert_eq!(shown("field.unknown"), r#""colour""#);
}

#[test]
fn text_report_has_a_line_for_each_entry() {
    let text = |operation, body: &str| {
        let report = Engine::default().check(operation, body.as_bytes(), &Facts::default());
        report.to_string()
    };
    assert_eq!(
        text(Operation::Order, r#"{"products":[{"title":"Mug","price":12}]}"#),
        "reject 400: order, one_step, total 12\n\
         deny[order.client_required] /client: `client` is missing; every order needs it (stated §2)"
    );
    // A scenario with the operation's name isn't repeated, and the body has no path.
    let reversal = text(Operation::Reversal, "{}");
    let first: Vec<&str> = reversal.lines().take(3).collect();
    assert_eq!(
        first,
        [
            "reject 400: reversal",
            "deny[reversal.body_forbidden]: a reversal is sent without a body, because it is always \
             for the full amount (stated §4)",
            "unchecked[compat.pair]: missing facts: order.scenario",
        ]
    );
}
