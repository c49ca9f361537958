//! Tests of the view that custom rules have of a request, and of the form of their findings.

use std::sync::{Arc, Mutex};

use paylint::rule::{HOLDS, Param};
use paylint::schema::ORDER;
use paylint::{
    CustomRule, Decimal, Engine, Facts, Feature, Operation, Operations, Policy, Report, Timestamp,
};
use serde_json::{Value, json};

fn check(rule: CustomRule, operation: Operation, body: &[u8]) -> Report {
    let policy = Policy::default().with_rule(rule).expect("a rule");
    Engine::new(&policy).check(operation, body, &Facts::default())
}

/// The one finding of a custom rule: its message, and the JSON form of its message and params.
fn shown(rule: CustomRule) -> (String, Value) {
    let report = check(rule, Operation::Refund, b"");
    let own = report.findings().find(|found| found.rule().family() == "custom").expect("a finding");
    let json: Value = serde_json::from_str(&report.to_json()).expect("JSON");
    let findings = json["findings"].as_array().expect("findings");
    let found = findings.iter().find(|found| found["basis"] == "custom").expect("the finding");
    assert_eq!(found["message"], own.message());
    assert!(report.to_problem().expect("a problem").is_ascii());
    (own.message(), found["params"].clone())
}

fn rule_with<const N: usize>(
    message: &'static str,
    params: &'static [&'static str; N],
    values: [Param; N],
) -> CustomRule {
    CustomRule::with_params("custom.shown", Operations::ALL, message, params, move |c, findings| {
        findings.with(c.request.place(), values);
        HOLDS
    })
}

#[test]
fn every_kind_of_parameter_is_shown() {
    let now = Timestamp::from_unix_seconds(1_795_169_700).expect("an instant");
    for (value, text, member) in [
        (Param::Decimal(Decimal::CENT), "0.01", json!("0.01")),
        (Param::Integer(-7), "-7", json!(-7)),
        (Param::Word("live"), "live", json!("live")),
        (Param::Time(now), "2026-11-20T10:15:00Z", json!("2026-11-20T10:15:00Z")),
        (Param::Pair(Feature::Moto, Feature::Avs), "moto, avs", json!(["moto", "avs"])),
        (
            Param::Members(&ORDER, 0b101),
            "`client`, `skip_capture`",
            json!(["client", "skip_capture"]),
        ),
        (Param::Members(&ORDER, 0), "none", json!([])),
        (Param::Words(&["a", "\"b\""]), "a, \"b\"", json!(["a", "\"b\""])),
        (Param::Words(&[]), "none", json!([])),
        (Param::Is(true), "true", json!(true)),
        (Param::Is(false), "false", json!(false)),
        (Param::Code(*b"EUR"), "EUR", json!("EUR")),
        (Param::Code(*b"LV\0"), "LV", json!("LV")),
        (Param::Code([0xFF; 3]), "", json!("")),
        (Param::Feature(Feature::Moto), "MOTO", json!("moto")),
        (Param::Day { year: 2026, month: 3, day: 7 }, "2026-03-07", json!("2026-03-07")),
        (Param::Day { year: 2026, month: 11, day: 0 }, "2026-11", json!("2026-11")),
        (Param::Nothing, "", json!(null)),
    ] {
        let (message, params) = shown(rule_with("it is {value}", &["value"], [value]));
        assert_eq!(message, format!("it is {text}"));
        assert_eq!(params, json!({ "value": member }), "{message}");
    }
    let pair = [Param::Pair(Feature::Moto, Feature::Avs)];
    let (message, _) = shown(rule_with("{both.0} with {both.1}", &["both"], pair));
    assert_eq!(message, "MOTO with AVS");
    // A word for one, and another for more.
    for (value, text) in [
        (Param::Integer(1), "there is 1 leg"),
        (Param::Integer(0), "there are 0 legs"),
        (Param::Integer(2), "there are 2 legs"),
        (Param::Is(true), "there is true leg"),
        (Param::Is(false), "there are false legs"),
    ] {
        let rule = rule_with("there {n:is|are} {n} {n:leg|legs}", &["n"], [value]);
        assert_eq!(shown(rule).0, text);
    }
    // The text around a parameter disappears with it.
    for (value, text) in [(Param::Word("cup"), "no; a `cup`? yes"), (Param::Nothing, "no yes")] {
        assert_eq!(shown(rule_with("no{was|; a `|`?} yes", &["was"], [value])).0, text);
    }
    // A parameter takes precedence over the names that every message has.
    let own = rule_with("{member}, {at}{own}", &["member", "own"], [Param::Integer(1); 2]);
    assert_eq!(shown(own).0, "1, 1");
    assert_eq!(shown(rule_with("{at}{member}", &[], [])).0, "the body");
}

/// A number that could be a card's is hidden as soon as it is reported; limits and facts are shown.
#[test]
fn a_number_of_twelve_digits_is_not_shown() {
    let decimal = |text: &str| Param::Decimal(text.parse().expect("a decimal"));
    let limit = |text: &str| Param::Limit(text.parse().expect("a decimal"));
    for (value, text, member) in [
        (decimal("99999999999.99999999"), "99999999999.99999999", json!("99999999999.99999999")),
        (decimal("-99999999999.99"), "-99999999999.99", json!("-99999999999.99")),
        (decimal("100000000000"), "…", json!(null)),
        (decimal("-100000000000"), "…", json!(null)),
        (decimal("411111111111111.25"), "…", json!(null)),
        (Param::Integer(-99_999_999_999), "-99999999999", json!(-99_999_999_999_i64)),
        (Param::Integer(100_000_000_000), "…", json!(null)),
        (Param::Integer(-4_111_111_111_111_111), "…", json!(null)),
        (Param::Integer(i64::MIN), "…", json!(null)),
        (limit("411111111111111.25"), "411111111111111.25", json!("411111111111111.25")),
        (Param::Hidden, "…", json!(null)),
    ] {
        let rule = || rule_with("not {value} of 7", &["value"], [value]);
        let (policy, facts) = (Policy::default().with_rule(rule()), Facts::default());
        let report = Engine::new(&policy.expect("a rule")).check(Operation::Reversal, b"", &facts);
        let message = format!("not {text} of 7");
        let own = report.findings().next().expect("a finding");
        assert_eq!(own.message(), message);
        assert_eq!(own.params_json(), json!({ "value": member }).to_string());
        assert!(report.to_string().contains(&message), "{report}");
        assert!(report.to_problem().expect("a problem").contains(&message));
        if text == "…" {
            let params: Vec<_> = own.params().map(|(_, param)| format!("{param:?}")).collect();
            assert_eq!(params, ["Hidden"]);
        }
    }
}

/// A rule sees decoded text, flags, and the presence of other values.
#[test]
fn rule_sees_decoded_values() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sees = Arc::clone(&seen);
    let rule = CustomRule::new("custom.sees", Operations::ALL, "seen", move |c, _| {
        let order = c.request.order().expect("an order");
        let (title, moto) = (order.currency(), order.is_moto());
        let mut seen = sees.lock().expect("no panic");
        seen.push(c.request.operation().name().to_owned());
        seen.push(title.valid().map_or("", |text| text.as_str()).to_owned());
        seen.push(format!("{:?} {:?}", moto.valid(), title.any().valid()));
        HOLDS
    });
    let body = br#"{"currency":"\b\f\n\r\t\/\"\\\u0041\ud83d\ude00","is_moto":true}"#;
    drop(check(rule, Operation::Order, body));
    let expected = ["order", "\u{8}\u{c}\n\r\t/\"\\A\u{1f600}", "Some(true) Some(Present)"];
    assert_eq!(*seen.lock().expect("no panic"), expected);
}

#[test]
fn a_name_that_could_be_secret_is_not_shown() {
    let shown = "sku-123456 $schema @context $ns:id abcdefghijklm42 abcdefghijklmno4 abcdefgh-ijklmn42 \
        1:2:3:4:5:6";
    let hidden =
        "1234567 1:2:3:4:5:6:7 naïve a;b $ @ $$ref ann.lee@mail.example sk_live_q7Rwertzuiopas5d";
    let (dollars, colons) = ("$".repeat(64), ":".repeat(65));
    let hidden = hidden.split(' ').chain(["", "two words", &dollars, &colons]);
    let names = shown.split_whitespace().map(|name| (name, true));
    for (name, is_shown) in names.chain(hidden.map(|name| (name, false))) {
        assert_eq!(paylint::shown_name(name).is_some(), is_shown, "{name}");
    }
}

#[test]
fn only_near_names_are_suggested() {
    assert_eq!(paylint::nearest("ordr", ["refund", "order"]), Some("order"));
    assert_eq!(paylint::nearest("xyz", ["refund", "order"]), None);
    assert_eq!(paylint::nearest("x", []), None);
}
