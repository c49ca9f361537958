//! No input makes the engine panic, and whatever comes in, the report is a report: the same twice,
//! in canonical form, of the verdict that `accepts` gives.

mod hostile;

use paylint::facts::Fact;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Verdict};
use paylint_tests::engine::outcome;
use paylint_tests::generate::{self, Rng};
use paylint_tests::model::judge;
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The canonical form, member by member in its order.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Canonical {
    verdict: String,
    status: u16,
    operation: String,
    scenario: Option<String>,
    capabilities: Vec<String>,
    total: Option<String>,
    findings: Vec<CanonicalFinding>,
    truncated: bool,
    unchecked: Vec<CanonicalUnchecked>,
    obligations: Vec<CanonicalObligation>,
    valid_until: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CanonicalFinding {
    rule: String,
    level: String,
    basis: String,
    source: Option<String>,
    path: String,
    message: String,
    params: Box<RawValue>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CanonicalUnchecked {
    rule: String,
    level: String,
    needs: Vec<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct CanonicalObligation {
    kind: String,
    by: Option<String>,
}

/// Whether the JSON of a report is what reading and writing it again gives: order, escapes, no
/// white space.
fn assert_canonical(report: &Report) {
    let json = report.to_json();
    let read: Canonical = serde_json::from_str(&json).expect("the members of a report");
    assert_eq!(serde_json::to_string(&read).expect("JSON"), json);
    for (finding, read) in report.findings().zip(&read.findings) {
        let params: Value = serde_json::from_str(read.params.get()).expect("JSON");
        let names: Vec<&String> = params.as_object().expect("an object").keys().collect();
        let mut expected: Vec<&str> = finding.params().map(|(name, _)| name).collect();
        let in_order = finding.rule().params.iter().filter(|name| expected.contains(name));
        assert!(in_order.eq(expected.iter()), "{}", read.rule);
        // Written from this, the text has no white space; an object of `serde_json` is sorted.
        let members: Vec<String> =
            expected.iter().map(|name| format!("\"{name}\":{}", params[*name])).collect();
        assert_eq!(format!("{{{}}}", members.join(",")), read.params.get(), "{}", read.rule);
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
}

/// Checks a body in every way there is; gives the report.
fn check(engine: &Engine, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Report {
    let report = engine.check(operation, body, facts);
    let mut again = engine.check(Operation::Payment, b"{\"csc\":[],\"csc\":1,\"u\":2}", facts);
    engine.check_into(operation, body, facts, &mut again);
    assert_eq!(report.to_json(), again.to_json(), "into a report kept from before");
    assert_eq!(report.to_problem(), again.to_problem());
    let rejected = report.verdict() == Verdict::Reject;
    assert_eq!(engine.accepts(operation, body, facts), !rejected);
    assert_eq!(report.to_problem().is_some(), rejected);
    assert_eq!(report.status() == 200, !rejected);
    assert_eq!(report.operation(), operation);
    for finding in report.findings() {
        let span = finding.span();
        assert!(span.start <= span.end && span.end <= body.len(), "{finding:?}");
        let path = finding.path().to_string();
        assert!(path.is_empty() || path.starts_with('/'), "{path}");
    }
    assert_canonical(&report);
    if let Some(problem) = report.to_problem() {
        serde_json::from_str::<IgnoredAny>(&problem).expect("problem details are JSON");
    }
    assert!(!report.to_string().contains('\0'));
    report
}

/// One edit of a text: where, and what.
#[derive(Clone, Debug)]
enum Edit {
    Put(u16, u8),
    Insert(u16, Vec<u8>),
    Remove(u16, u8),
    Repeat(u16, u8),
    Cut(u16),
}

impl Edit {
    fn apply(&self, text: &mut Vec<u8>) {
        let place = |at: &u16| usize::from(*at) % (text.len() + 1);
        match self {
            Edit::Put(at, byte) => {
                let at = place(at);
                if let Some(place) = text.get_mut(at) {
                    *place = *byte;
                }
            }
            Edit::Insert(at, bytes) => {
                let at = place(at);
                text.splice(at..at, bytes.iter().copied());
            }
            Edit::Remove(at, count) => {
                let at = place(at);
                let end = text.len().min(at + usize::from(*count));
                text.drain(at..end);
            }
            Edit::Repeat(at, count) => {
                let at = place(at);
                let end = text.len().min(at + usize::from(*count));
                let again = text[at..end].to_vec();
                text.splice(at..at, again);
            }
            Edit::Cut(at) => text.truncate(place(at)),
        }
    }
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u",
    "\\ud834",
    "\\udd1e",
    "null",
    "true",
    "1e9",
    "-",
    "0.",
    "1e-9",
    "{}",
    "[]",
    "\"\"",
    "\u{feff}",
    "\u{a0}",
    "\u{0}",
    "\"client\":",
    "\"products\":[",
    "\"amount\":",
    "\"csc\":",
    "\"total\":",
    "\"travel_data\":{",
    " ",
    "\n",
];

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec());
    prop_oneof![
        2 => (any::<u16>(), any::<u8>()).prop_map(|(at, byte)| Edit::Put(at, byte)),
        3 => (any::<u16>(), piece).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        2 => (any::<u16>(), 1..9u8).prop_map(|(at, count)| Edit::Remove(at, count)),
        2 => (any::<u16>(), any::<u8>()).prop_map(|(at, count)| Edit::Repeat(at, count)),
        1 => any::<u16>().prop_map(Edit::Cut),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop::sample::select(Operation::ALL)
}

/// Bytes of no order, and of JSON's own pieces.
fn nonsense() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..40);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        pieces.prop_map(|pieces| pieces.concat().into_bytes()),
    ]
}

/// So many cases, unless `PROPTEST_CASES` says how many.
fn config(cases: u32) -> ProptestConfig {
    let told = std::env::var_os("PROPTEST_CASES").is_some();
    let default = ProptestConfig::default();
    let cases = if told { default.cases } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

fn short() -> Engine {
    let policy = Policy::default().with_max_findings(3).expect("a limit");
    Engine::new(&policy)
}

proptest! {
    #![proptest_config(config(6_000))]

    #[test]
    fn mangled_bodies_get_a_report(
        seed in any::<u64>(),
        other in operation(),
        edits in prop::collection::vec(edit(), 0..6),
    ) {
        let case = generate::case(&mut Rng::new(seed));
        let operation = Operation::from_name(&case.operation).unwrap_or(other);
        let given = case.facts.and_then(|facts| FactsBuf::from_json(&facts).ok());
        let facts = given.unwrap_or_default();
        let mut body = case.body;
        edits.iter().for_each(|edit| edit.apply(&mut body));
        check(&Engine::default(), operation, &body, &facts.as_facts());
        check(&short(), other, &body, &facts.as_facts());
    }

    #[test]
    fn nonsense_gets_a_report_from_every_operation(body in nonsense()) {
        for operation in Operation::ALL {
            check(&Engine::default(), *operation, &body, &Facts::default());
        }
    }

    #[test]
    fn nonsense_is_no_facts_and_no_policy(
        text in nonsense(),
        fact in prop::sample::select(Fact::ALL),
    ) {
        // `{}` and white space around it are facts: none are known.
        if FactsBuf::from_json(&text).is_ok() || Policy::from_json(&text).is_ok() {
            let value: Value = serde_json::from_slice(&text).expect("JSON");
            prop_assert_eq!(value, serde_json::json!({}));
        }
        let text = String::from_utf8_lossy(&text);
        let mut facts = FactsBuf::new();
        _ = facts.set_text(fact, &text);
        _ = facts.add_text(fact, &text);
        facts.add_header(&text, &text);
        for operation in [Operation::Order, Operation::Refund, Operation::CardWebhook] {
            check(&Engine::default(), operation, b"{}", &facts.as_facts());
        }
    }

    #[test]
    fn mangled_facts_and_policies_are_read_or_refused(
        seed in any::<u64>(),
        edits in prop::collection::vec(edit(), 0..4),
    ) {
        let case = generate::case(&mut Rng::new(seed));
        let mut facts = case.facts.unwrap_or_else(|| b"{\"merchant\":{\"hold_days\":7}}".to_vec());
        let policy = b"{\"levels\":{\"avs.*\":\"warn\"}}";
        let mut policy = case.policy.unwrap_or_else(|| policy.to_vec());
        for edit in &edits {
            edit.apply(&mut facts);
            edit.apply(&mut policy);
        }
        // The naive model refuses the same.
        let operation = case.operation.as_str();
        for (facts, policy) in [(Some(&facts[..]), None), (None, Some(&policy[..]))] {
            let model = judge(operation, &case.body, facts, policy);
            let engine = outcome(operation, &case.body, facts, policy);
            prop_assert_eq!(engine.is_err(), model.is_err(), "{:?} {:?}", engine, model);
            if let (Ok(engine), Ok(model)) = (engine, model) {
                prop_assert_eq!(engine, model);
            }
        }
    }
}
