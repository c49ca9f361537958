//! The table of compatibility in code is the source document's, cell by cell, and for random requests the engine agrees
//! with a naive reading of its rows.
//!
//! `data/compatibility.md` has the document's original table, with the sentence above it.

mod requests;
mod source;

use paylint::compatibility::{Additions, Compatibility, ROWS, compatibility, row_of};
use paylint::{Feature, FeatureSet};
use source::{relation, source};

#[test]
fn rows_are_those_of_the_document() {
    let source = source();
    assert_eq!(source.len(), 15, "fourteen rows and the sentence on payouts");
    assert_eq!(ROWS.len(), source.len());
    for (row, source) in ROWS.iter().zip(&source) {
        assert_eq!(row.title, source.title);
        assert_eq!(row.items, source.items, "{}", source.title);
        let lists: FeatureSet = source.lists.iter().copied().collect();
        assert_eq!(lists.len(), source.lists.len(), "{} lists nothing twice", source.title);
        assert_eq!(row.lists, lists, "{}", source.title);
    }
}

#[test]
fn pairs_follow_the_rows() {
    let mut disputed = Vec::new();
    for a in Feature::ALL.iter().copied() {
        let row = |of: Feature| ROWS.iter().find(|row| row.items.contains(&of));
        assert_eq!(row_of(a).map(|row| row.title), row(a).map(|row| row.title), "{a}");
        for b in Feature::ALL.iter().copied() {
            let pair = compatibility(a, b);
            assert_eq!(pair.map(|pair| pair.compatibility), relation(a, b), "{a} and {b}");
            let Some(pair) = pair else { continue };
            assert_eq!((pair.a, pair.b), (a, b));
            let lists = |one, other| row(one).map(|row| row.lists.contains(other));
            assert_eq!(pair.row_of_a_lists_b, lists(a, b), "{a} and {b}");
            assert_eq!(pair.row_of_b_lists_a, lists(b, a), "{a} and {b}");
            if a < b && pair.compatibility == Compatibility::Disputed {
                disputed.push((a.name(), b.name()));
            }
        }
    }
    let expected = [
        ("zero_amount", "avs"),
        ("full_refund", "account_funding"),
        ("partial_refund", "account_funding"),
        ("reversal", "account_funding"),
        ("payment_method_saving", "moto"),
    ];
    assert_eq!(disputed, expected);
}

#[test]
fn can_be_added_unless_a_row_rules_it_out() {
    let all = Feature::ALL.iter().copied();
    let sets = all.clone().flat_map(|a| all.clone().map(move |b| [a, b]));
    for [a, b] in sets {
        let goes_with = |added: Feature| {
            let relations = [a, b].map(|one| relation(one, added));
            relations.iter().all(|one| one.is_some_and(|one| one != Compatibility::Incompatible))
        };
        let expected: FeatureSet = all.clone().filter(|added| goes_with(*added)).collect();
        let clash = a != b && relation(a, b).is_none_or(|one| one == Compatibility::Incompatible);
        let expected = if clash { FeatureSet::EMPTY } else { expected };
        let added = Additions::to(FeatureSet::of(&[a, b]));
        assert_eq!(
            (added.clash, added.allowed.union(added.disputed)),
            (clash, expected),
            "{a} {b}"
        );
    }
}
