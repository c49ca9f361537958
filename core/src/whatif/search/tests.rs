//! Searches by hand, for the tests of this folder too, and tests of how the search deepens.

use super::*;
use crate::engine::Engine;
use crate::facts::FactsBuf;
use crate::operation::Operation;
use crate::path::Path;
use crate::schema::ORDER;
use crate::whatif::edit::Op;
use alloc::string::String;
use alloc::vec;

/// An order with two findings at level deny: at `setup_future_use` and at `language`.
pub(super) const TWO_WRONG: &str = concat!(
    r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","price":12}],"#,
    r#""setup_future_use":1,"language":1}"#
);

/// Runs a test on a search of an order, with these changes of members that are there, each with
/// its value or, to remove it, none.
pub(super) fn search(
    body: &str,
    facts: &str,
    changes: &[(&[&str], &str)],
    test: impl FnOnce(&mut Search<'_, '_>),
) {
    let engine = Engine::default();
    let facts = FactsBuf::from_json(facts.as_bytes()).unwrap();
    let facts = facts.as_facts();
    let outline = Outline::of(body.as_bytes(), &ORDER).ok().unwrap().unwrap();
    let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts);
    let now = inquiry.look(body.as_bytes()).unwrap();
    let change = |(names, value): &(&[&str], &str)| {
        let (mut path, mut node, mut entry) = (Path::BODY, 0, 0);
        for (depth, name) in names.iter().enumerate() {
            if depth > 0 {
                node = outline.entries[entry as usize].child;
            }
            if let Ok(element) = name.parse() {
                path = path.element(element);
                entry = outline.entries_of(node).nth(element as usize).unwrap().0;
                continue;
            }
            let index = outline.nodes[node as usize].shape.position(name.as_bytes()).unwrap();
            path = path.member(index);
            entry = outline.member(node, index).unwrap().0;
        }
        let op = if value.is_empty() { Op::Remove } else { Op::Replace };
        Change { op, path, node, entry, value: String::from(*value), rank: Change::EXAMPLE }
    };
    let changes = changes.iter().map(change).collect();
    test(&mut Search::new(inquiry, &outline, now, changes));
}

/// Two findings, each with a change that settles it.
fn two(test: impl FnOnce(&mut Search<'_, '_>)) {
    search(TWO_WRONG, "{}", &[(&["setup_future_use"], ""), (&["language"], "")], |search| {
        assert_eq!(search.denials.len(), 2);
        search.rests_on = vec![vec![0], vec![1]];
        test(search);
    });
}

#[test]
fn as_many_changes_are_needed_as_findings_have_none_in_common() {
    assert_eq!(apart(vec![]), 0);
    assert_eq!(apart(vec![vec![0, 1], vec![2], vec![1, 2], vec![7]]), 3);
    assert_eq!(apart(vec![vec![0], vec![]]), usize::MAX);
    two(|search| {
        assert_eq!(search.at_least(&[false, false]), 2);
        assert_eq!(search.at_least(&[false, true]), 1);
        assert_eq!(search.at_least(&[true, true]), 0);
    });
}

#[test]
fn a_search_goes_on_while_the_changes_left_may_suffice() {
    two(|search| {
        let mut next =
            |given_up: [bool; 2], length| search.next(&given_up, &[], &[], length).ok().unwrap();
        assert!(matches!(next([false, false], 1), Next::Cut));
        assert!(matches!(next([false, false], 2), Next::Choices(it) if it == [0]));
        assert!(matches!(next([false, true], 1), Next::Choices(it) if it == [0]));
    });
}

#[test]
fn changes_are_considered_until_a_set_is_long_enough() {
    two(|search| {
        search.looks_ahead = true;
        let next = search.next(&[false, false], &[0], &[], 1).ok().unwrap();
        assert!(matches!(next, Next::Cut) && search.tried.is_empty());
        assert!(search.next(&[false, false], &[], &[], 2).is_ok());
        assert_eq!(search.tried, [true, true]);
    });
}

/// The price is too low.
#[test]
fn a_limit_is_looked_for_once_a_set_leaves_nothing_else() {
    search(TWO_WRONG, "{}", &[(&["products", "0", "price"], "0")], |search| {
        for (given_up, changes) in [([false, false], 1), ([true, true], 2)] {
            assert!(matches!(search.next(&given_up, &[0], &[], 1), Ok(Next::Cut)));
            assert_eq!(search.changes.len(), changes);
        }
    });
}
