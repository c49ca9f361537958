//! The checks that the fuzzer (`fuzz/`) makes for every input, and ordinary tests for the inputs in `fuzz/seeds`. A
//! failed check panics.

use std::sync::LazyLock;

use paylint::{Engine, Facts, FactsBuf, Operation, Policy};
use serde::de::IgnoredAny;

use crate::agree::agrees;
use crate::checked;
use crate::fields::Question;
use crate::generate::{self, Rng};
use crate::well_formed::deviation;

/// A target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// The targets that are called from Rust.
pub const TARGETS: &[Target] = &[
    ("check", check),
    ("reader", reader),
    ("model", model),
    ("host", host),
    ("policies", policies),
];

/// Facts of every kind, so that few rules are unchecked.
pub const FACTS: &[u8] = br#"{"now":"2026-11-20T10:15:00Z","environment":"live",
    "website":"shop.example","terminal":"standard","account_funding":"card_network",
    "saving_side":"merchant","merchant":{"country":"LV","utc_offset":"+02:00",
    "avs_permission":true,"ipsp_partner":false,"hold_days":7},
    "acquirer":{"requires_recurring_number":true},"card":{"issuer_country":"US","brand":"visa"},
    "key":{"test":false,"three_ds":true,"brands":["visa"],"websites":["shop.example"]},
    "order":{"scenario":"two_step","capabilities":["avs"],"amount":"100.00","captured":"60",
    "refunded":"10","currency":"EUR","paid_at":"2026-11-18T09:00:00+02:00","reversed":false,
    "chargeback":false,"billing_address":true},"request":{"method":"POST",
    "path":"/api/v0.6/orders/","source_address":"192.0.2.7","headers":{"Authorization":"Bearer x",
    "Content-Type":"application/json"}},
    "webhook":{"host":"merchant.example","allowed_sources":["192.0.2.7"]}}"#;

/// A body has a report for every operation, the same in every way of checking it. For one of them, its fields are JSON,
/// and its fixes produce JSON.
pub fn check(body: &[u8]) {
    static ENGINES: LazyLock<[Engine; 2]> = LazyLock::new(|| {
        let strict = br#"{"levels":{"avs.issuer_support":"deny","compat.disputed":"deny"},
            "max_findings":3,"max_body_bytes":2000}"#;
        [Policy::default(), Policy::from_json(strict).expect("a policy")]
            .map(|policy| Engine::new(&policy))
    });
    static HOST: LazyLock<FactsBuf> = LazyLock::new(|| FactsBuf::from_json(FACTS).expect("facts"));
    let ([standard, strict], facts) = (&*ENGINES, HOST.as_facts());
    for operation in Operation::ALL {
        drop(checked::check(standard, *operation, body, &facts));
    }
    let one = Operation::ALL[body.len() % Operation::ALL.len()];
    drop(checked::check(strict, one, body, &Facts::default()));
    let fields = standard.fields(one, body, &facts).to_json();
    assert!(serde_json::from_str::<IgnoredAny>(&fields).is_ok(), "{one}: fields are JSON");
    for choice in standard.fixes(one, body, &facts).fixes.iter().flat_map(|fix| &fix.choices) {
        let edited = choice.edited(body);
        let is_json = serde_json::from_slice::<IgnoredAny>(&edited).is_ok();
        assert!(is_json || edited.is_empty(), "{one}: a fix makes JSON, or no body");
    }
    let fixed = standard.apply(one, body, &facts, true);
    assert_eq!(standard.apply(one, &fixed, &facts, true), fixed, "{one}: applied to the end");
}

/// A text is a body if it is JSON for `serde_json`, apart from each [`deviation`]; and the model's own parser reads it
/// in the same way.
pub fn reader(text: &[u8]) {
    deviation(text);
    agrees(Operation::ALL[text.len() % Operation::ALL.len()], text, None);
}

/// The model decides in the same way about a nearly valid case, which the bytes select.
pub fn model(choices: &[u8]) {
    let case = generate::case(&mut Rng::chosen(choices));
    let operation = Operation::from_name(&case.operation).expect("an operation");
    agrees(operation, &case.body, case.facts.as_deref());
}

/// A text is accepted as facts and as a policy, or refused with an error that doesn't echo it.
pub fn host(text: &[u8]) {
    let facts = FactsBuf::from_json(text).map_err(|error| error.to_string());
    let policy = Policy::from_json(text).map_err(|error| error.to_string());
    for error in [facts.as_ref().err(), policy.as_ref().err()].into_iter().flatten() {
        says_nothing_of_what_was_given(error);
    }
    match Engine::default().order_facts_json(text) {
        Err(error) => says_nothing_of_what_was_given(&error.to_string()),
        Ok(order) => {
            let facts = FactsBuf::from_json(format!("{{\"order\":{order}}}").as_bytes());
            assert!(facts.is_ok(), "what follows from a history are facts: {facts:?}");
        }
    }
    let mut kept = FactsBuf::from_json(FACTS).expect("facts");
    assert_eq!(kept.read_json(text).map_err(|error| error.to_string()), facts.clone().map(|_| ()));
    // Facts read into a used buffer are the same; after an error, there are none.
    let fresh = facts.unwrap_or_default();
    for operation in Operation::ALL {
        let [fresh, kept] = [&fresh, &kept]
            .map(|facts| Engine::default().check(*operation, b"{}", &facts.as_facts()).to_json());
        assert_eq!(fresh, kept);
    }
}

/// With a policy with rules, which the bytes select, a request's fields are JSON. An error in the policy doesn't echo
/// it.
pub fn policies(choices: &[u8]) {
    let case = generate::case_with_rules(&mut Rng::chosen(choices));
    let policy = case.policy.as_deref().unwrap_or_default();
    if let Err(error) = Policy::from_json(policy) {
        says_nothing_of_what_was_given(&error.to_string());
    }
    if let Some(question) = Question::of(&case) {
        let facts = question.facts();
        let answer = question.engine.fields(question.operation, &case.body, &facts).to_json();
        assert!(serde_json::from_str::<IgnoredAny>(&answer).is_ok(), "{}", case.operation);
    }
}

/// Fails if the text could forge a line of a log, or shows so many digits that they could be a card's.
fn says_nothing_of_what_was_given(error: &str) {
    assert!(!error.contains(char::is_control), "{error:?}");
    let said = error.replace(&Policy::MAX_BODY_BYTES.to_string(), "");
    let longest = said.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    assert!(longest <= Some(6), "{error}");
}
