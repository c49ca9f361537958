//! No input makes the engine panic, and every report is the same twice, in canonical form, and has
//! the verdict of `accepts`.

mod hostile;

use paylint::facts::Fact;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy};
use paylint_tests::checked::check;
use paylint_tests::generate::{self, Rng};
use proptest::prelude::*;
use serde_json::Value;

/// An edit of a text: the position, the number of bytes to remove, and the replacement.
type Edit = (u16, u8, Vec<u8>);

fn apply((at, count, bytes): &Edit, text: &mut Vec<u8>) {
    let at = usize::from(*at) % (text.len() + 1);
    let end = text.len().min(at + usize::from(*count));
    text.splice(at..end, bytes.iter().copied());
}

/// Pieces of JSON, with white space between.
const PIECES: &str = r#"{ } [ ] : , " \ \u \ud834 \udd1e null true 1e9 - 0. 1e-9 {} [] "" "client": "products":[
    "amount": "csc": "total": "travel_data":{"#;

/// Such a piece, or a character that is white space in JSON or elsewhere.
fn piece() -> impl Strategy<Value = &'static str> {
    let others = ["\u{feff}", "\u{a0}", "\u{0}", " ", "\n"];
    let pieces: Vec<&str> = PIECES.split_whitespace().chain(others).collect();
    prop::sample::select(pieces)
}

fn edit() -> impl Strategy<Value = Edit> {
    let count = prop_oneof![4 => 0..9u8, 1 => any::<u8>()];
    let piece = piece().prop_map(|piece| piece.as_bytes().to_vec());
    let bytes =
        prop_oneof![3 => piece, 2 => any::<u8>().prop_map(|byte| vec![byte]), 2 => Just(vec![])];
    (any::<u16>(), count, bytes)
}

fn operation() -> impl Strategy<Value = Operation> {
    prop::sample::select(Operation::ALL)
}

/// Random bytes, and pieces of JSON in random order.
fn nonsense() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(piece(), 0..40);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        pieces.prop_map(|pieces| pieces.concat().into_bytes()),
    ]
}

fn short() -> Engine {
    let policy = Policy::from_json(br#"{"max_findings":3}"#).expect("a limit");
    Engine::new(&policy)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

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
        edits.iter().for_each(|edit| apply(edit, &mut body));
        drop(check(&Engine::default(), operation, &body, &facts.as_facts()));
        drop(check(&short(), other, &body, &facts.as_facts()));
    }

    #[test]
    fn nonsense_gets_a_report_from_every_operation(body in nonsense()) {
        for operation in Operation::ALL {
            drop(check(&Engine::default(), *operation, &body, &Facts::default()));
        }
    }

    #[test]
    fn nonsense_is_refused_as_facts_and_policy(
        text in nonsense(),
        fact in prop::sample::select(Fact::ALL),
    ) {
        // `{}` with white space around it is valid: no facts are known.
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
            drop(check(&Engine::default(), operation, b"{}", &facts.as_facts()));
        }
    }

    #[test]
    fn mangled_facts_and_policies_never_crash(
        seed in any::<u64>(),
        edits in prop::collection::vec(edit(), 0..4),
    ) {
        let case = generate::case(&mut Rng::new(seed));
        let mut facts = case.facts.unwrap_or_else(|| b"{\"merchant\":{\"hold_days\":7}}".to_vec());
        let policy = b"{\"levels\":{\"avs.*\":\"warn\"}}";
        let mut policy = case.policy.unwrap_or_else(|| policy.to_vec());
        for edit in &edits {
            apply(edit, &mut facts);
            apply(edit, &mut policy);
        }
        let operation = Operation::from_name(&case.operation).unwrap_or(Operation::Order);
        let facts = FactsBuf::from_json(&facts).unwrap_or_default();
        let policy = Policy::from_json(&policy).unwrap_or_default();
        drop(check(&Engine::new(&policy), operation, &case.body, &facts.as_facts()));
    }
}
