//! The checks that the fuzzer (`fuzz/`) makes of every input, and the ordinary tests of the inputs
//! in `fuzz/seeds`. A failed check panics.

mod repairs;

pub use repairs::{policies, repairs};

use std::sync::LazyLock;

use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Verdict, Workspace};
use serde::de::IgnoredAny;

use crate::checked;
use crate::engine::outcome;
use crate::generate::{self, Generated, Rng};
use crate::model::{OPERATIONS, judge};
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
    ("repairs", repairs),
];

/// Facts of every kind, so that few rules are unchecked.
const FACTS: &[u8] = br#"{"now":"2026-11-20T10:15:00Z","environment":"live",
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

/// For every operation, a body has a report: the same in a reused one, valid JSON, and with the
/// verdict of `accepts`. One of the operations is checked closely.
pub fn check(body: &[u8]) {
    static ENGINES: LazyLock<[Engine; 2]> = LazyLock::new(|| {
        let strict = br#"{"levels":{"avs.issuer_support":"deny","compat.disputed":"deny"},
            "max_findings":3,"max_body_bytes":2000}"#;
        [Policy::default(), Policy::from_json(strict).expect("a policy")].map(|it| Engine::new(&it))
    });
    static HOST: LazyLock<FactsBuf> = LazyLock::new(|| FactsBuf::from_json(FACTS).expect("facts"));
    let [standard, strict] = &*ENGINES;
    let facts = HOST.as_facts();
    let (mut kept, mut workspace) = (Report::new(), Workspace::default());
    for operation in Operation::ALL {
        let report = standard.check(*operation, body, &facts);
        let json = report.to_json();
        serde_json::from_str::<IgnoredAny>(&json).expect("a report is JSON");
        standard.check_into(*operation, body, &facts, &mut kept);
        assert_eq!(kept.to_json(), json, "into a report kept from before");
        let accepts = standard.accepts(*operation, body, &facts);
        assert_eq!(accepts, report.verdict() == Verdict::Accept, "accepts and check agree");
        let again = standard.accepts_with(*operation, body, &facts, &mut workspace);
        assert_eq!(again, accepts, "in memory kept from before");
    }
    let one = Operation::ALL[body.len() % Operation::ALL.len()];
    checked::check(standard, one, body, &facts);
    checked::check(strict, one, body, &Facts::default());
}

/// A text is a body if `serde_json` takes it for JSON, apart from each [`deviation`]; and the
/// model's own parser finds the same in it.
pub fn reader(text: &[u8]) {
    deviation(text);
    agrees(OPERATIONS[text.len() % OPERATIONS.len()], text, None, None);
}

/// A case that is nearly right, chosen by the bytes: the model makes the same report.
pub fn model(choices: &[u8]) {
    let case = generate::case(&mut Rng::chosen(choices));
    agrees(&case.operation, &case.body, case.facts.as_deref(), case.policy.as_deref());
}

/// A text as facts and as a policy: used as the model uses it, or refused with an error that
/// doesn't echo it.
pub fn host(text: &[u8]) {
    // One body for each operation, which shows that what was read is used.
    static CASES: LazyLock<Vec<Generated>> = LazyLock::new(|| {
        let bodies = OPERATIONS.iter().map(|operation| {
            let mut cases = (0..).map(|seed| generate::case(&mut Rng::new(seed)));
            let fits = |case: &Generated| {
                case.operation == *operation
                    && judge(operation, &case.body, None, None).is_ok_and(|it| it.status == 200)
            };
            cases.find(fits).expect("a body that is accepted")
        });
        bodies.collect()
    });
    let facts = FactsBuf::from_json(text).map_err(|error| error.to_string());
    let policy = Policy::from_json(text).map_err(|error| error.to_string());
    for error in [facts.as_ref().err(), policy.as_ref().err()].into_iter().flatten() {
        says_nothing_of_what_was_given(error);
    }
    let mut kept = FactsBuf::from_json(FACTS).expect("facts");
    assert_eq!(kept.read_json(text).map_err(|error| error.to_string()), facts.clone().map(|_| ()));
    for Generated { operation, body, .. } in &*CASES {
        agrees(operation, body, Some(text), None);
        agrees(operation, body, None, Some(text));
        // Read over others, the facts are the same; refused, there are none.
        let operation = Operation::from_name(operation).expect("an operation");
        let fresh = facts.clone().unwrap_or_default();
        let [fresh, kept] = [&fresh, &kept]
            .map(|facts| Engine::default().check(operation, body, &facts.as_facts()).to_json());
        assert_eq!(fresh, kept);
        if facts.is_err() && policy.is_err() {
            break;
        }
    }
}

/// The text can't forge a line of a log, and no six digits in a row are a card's.
fn says_nothing_of_what_was_given(error: &str) {
    assert!(!error.contains(char::is_control), "{error:?}");
    let said = error.replace(&Policy::MAX_BODY_BYTES.to_string(), "");
    let longest = said.split(|it: char| !it.is_ascii_digit()).map(str::len).max();
    assert!(longest <= Some(6), "{error}");
}

fn agrees(operation: &str, body: &[u8], facts: Option<&[u8]>, policy: Option<&[u8]>) {
    let model = judge(operation, body, facts, policy);
    let engine = outcome(operation, body, facts, policy);
    match (model, engine) {
        (Err(_), Err(_)) => {}
        (model, engine) => assert_eq!(model, engine, "model and engine, {operation}"),
    }
}
