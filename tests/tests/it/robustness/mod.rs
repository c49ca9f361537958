//! No input makes the engine panic, and every report is the same twice, in canonical form, and has
//! the verdict of `accepts`.

mod hostile;

use paylint::facts::Fact;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy};
use paylint_tests::checked::check;
use paylint_tests::generate::{self, Rng};
use proptest::prelude::*;
use serde_json::Value;

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

/// Pieces of JSON, with white space between.
const PIECES: &str = r#"{ } [ ] : , " \ \u \ud834 \udd1e null true 1e9 - 0. 1e-9 {} [] "" "client": "products":[
    "amount": "csc": "total": "travel_data":{"#;

/// Such a piece, or a character that JSON takes or doesn't take for white space.
fn piece() -> impl Strategy<Value = &'static str> {
    let others = ["\u{feff}", "\u{a0}", "\u{0}", " ", "\n"];
    let pieces: Vec<&str> = PIECES.split_whitespace().chain(others).collect();
    prop::sample::select(pieces)
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = piece().prop_map(|piece| piece.as_bytes().to_vec());
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

/// Random bytes, and pieces of JSON in random order.
fn nonsense() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(piece(), 0..40);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        pieces.prop_map(|pieces| pieces.concat().into_bytes()),
    ]
}

fn short() -> Engine {
    let policy = Policy::default().with_max_findings(3).expect("a limit");
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
        edits.iter().for_each(|edit| edit.apply(&mut body));
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
            drop(check(&Engine::default(), operation, b"{}", &facts.as_facts()));
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
        let operation = Operation::from_name(&case.operation).unwrap_or(Operation::Order);
        let facts = FactsBuf::from_json(&facts).unwrap_or_default();
        let policy = Policy::from_json(&policy).unwrap_or_default();
        drop(check(&Engine::new(&policy), operation, &case.body, &facts.as_facts()));
    }
}
