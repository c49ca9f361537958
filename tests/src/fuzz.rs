//! The checks that the fuzzer (`fuzz/`) makes of every input, and the ordinary tests of the inputs
//! in its corpora. A failed check panics.

use std::sync::LazyLock;

use paylint::facts::Fact;
use paylint::whatif::State;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Verdict, Workspace};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::checked;
use crate::engine::outcome;
use crate::generate::{self, Generated, Rng};
use crate::model::{OPERATIONS, judge};
use crate::well_formed::deviation;
use crate::whatif::{Patch, Question, leftover};

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

/// A policy with a tenant's own rules, chosen by the bytes, and a request under it: the model makes
/// the same report, and repairs leave nothing that rejects. An error in the policy doesn't echo it.
pub fn policies(choices: &[u8]) {
    let case = generate::tenant_case(&mut Rng::chosen(choices));
    let policy = case.policy.as_deref().unwrap_or_default();
    if let Err(error) = Policy::from_json(policy) {
        says_nothing_of_what_was_given(&error.to_string());
    }
    agrees(&case.operation, &case.body, case.facts.as_deref(), Some(policy));
    if let Some(question) = Question::of(&case) {
        mends(&question, &case.body);
    }
}

/// For each operation, what answers are made of besides limits, whatever the body is. The fuzzer finds such words
/// and puts them into bodies.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rules = paylint::catalogue().iter().map(|rule| rule.name);
    let states = State::ALL.iter().map(|state| state.name());
    let facts = Fact::ALL.iter().map(|fact| fact.name());
    let common: Vec<&str> = rules.chain(states).chain(facts).collect();
    let common = common.join(" ") + &String::from_utf8_lossy(FACTS);
    let of = |name: &&str| {
        let operation = Operation::from_name(name).expect("an operation");
        common.clone() + &paylint::members_json(&[operation])
    };
    OPERATIONS.iter().map(of).collect()
});

/// For a body that may be anything: a repair that is applied leaves nothing that rejects but what is
/// said to be beyond, and no answer shows a value of the body.
pub fn repairs(body: &[u8]) {
    let case = Generated {
        operation: OPERATIONS[body.len() % OPERATIONS.len()].to_owned(),
        body: body.to_vec(),
        facts: Some(FACTS.to_vec()),
        policy: None,
    };
    let question = Question::of(&case).expect("facts");
    let (operation, facts) = (question.operation, question.facts());
    let fields = question.engine.fields(operation, body, &facts).to_json();
    let json = mends(&question, body);
    let fields: Value = serde_json::from_str(&fields).expect("JSON");
    let (mut names, mut values, mut said) = (Vec::new(), Vec::new(), Vec::new());
    texts(&serde_json::from_slice(body).unwrap_or_default(), &mut names, &mut values);
    for answer in [&fields, &json] {
        texts(answer, &mut Vec::new(), &mut said);
    }
    // Paths are made of names.
    said.retain(|text| !text.starts_with('/'));
    let known = &WORDS[body.len() % OPERATIONS.len()];
    let is_secret =
        |it: &&String| it.len() >= 8 && !is_time(it) && !known.contains(*it) && !names.contains(it);
    for value in values.iter().filter(is_secret) {
        assert!(
            !said.iter().any(|text| text.contains(value)),
            "{operation}: an answer shows a value"
        );
    }
}

/// Asks for repairs, and applies each: nothing rejects then but what is said to be beyond. Returns the
/// answer.
fn mends(question: &Question, body: &[u8]) -> Value {
    let (operation, facts) = (question.operation, question.facts());
    let answer = question.engine.repairs(operation, body, &facts);
    let json = answer.to_json();
    let place = |rule: &str, path: &str| (rule.to_owned(), path.to_owned());
    let beyond = answer.beyond.iter().map(|it| place(it.rule, &it.path));
    let beyond: Vec<_> = beyond.collect();
    for (repair, patch) in answer.repairs.iter().zip(Patch::of_repairs(&json)) {
        let mended = repair.apply(body);
        let report = question.engine.check(operation, &mended, &facts);
        let is_accepted = report.first_denial().is_none();
        assert_eq!(is_accepted, beyond.is_empty(), "{operation}: a repair, and what is beyond");
        let (left, added) = leftover(question, body, &patch);
        let is_beyond = left.iter().all(|it| beyond.contains(&place(&it.rule, &it.path)));
        assert!(is_beyond && added.is_empty(), "{operation}: left {left:?}, new {added:?}");
    }
    serde_json::from_str(&json).expect("JSON")
}

/// Days and instants are limits that are calculated.
fn is_time(text: &str) -> bool {
    text.contains('-') && text.chars().all(|c| c.is_ascii_digit() || "-:+.TZ".contains(c))
}

/// The names of members and the texts of a value. Not recursive, as the value may be deep.
fn texts(value: &Value, names: &mut Vec<String>, values: &mut Vec<String>) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => values.push(text.clone()),
            Value::Array(list) => left.extend(list),
            Value::Object(members) => {
                names.extend(members.keys().cloned());
                left.extend(members.values());
            }
            _ => {}
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
