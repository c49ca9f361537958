//! Counts add up: over batches, to those of each policy, and however they were made.

mod common;

use arrow_array::{Array, ArrayRef, StringArray, StructArray};
use common::{Columns, Group, groups, value};
use paylint::{Engine, Policy};
use paylint_arrow::{BatchError, Changes, Tally, Want};
use paylint_tests::cases::Case;
use std::collections::BTreeMap;

/// Policies that differ in every way that counts.
const POLICIES: [&str; 4] = [
    "{}",
    r#"{"levels": {"*": "warn"}, "max_findings": 2}"#,
    r#"{"levels": {"basis.convention": "deny", "field.unknown": "allow"}, "label": "strict"}"#,
    r#"{"unchecked": "reject"}"#,
];

fn engine(policy: &str) -> Engine {
    Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"))
}

/// A table's counts, by its other columns.
type Table = BTreeMap<Vec<Option<String>>, i64>;

fn table(array: &StructArray) -> Table {
    let (counts, names) = array.columns().split_last().expect("columns");
    let mut table = Table::new();
    for row in 0..array.len() {
        let name = |column: &ArrayRef| value(column, row).as_str().map(str::to_owned);
        let count = value(counts, row).as_i64().expect("a count");
        let before = table.insert(names.iter().map(name).collect(), count);
        assert_eq!((before, count > 0), (None, true));
    }
    table
}

/// Fails with the first difference: whole tables would be pages.
fn assert_same(one: &Table, other: &Table) {
    let differs = one.iter().find(|(names, count)| other.get(*names) != Some(*count));
    assert_eq!((differs, one.len()), (None, other.len()));
}

fn all() -> Vec<Case> {
    groups().into_iter().flat_map(|group: Group| group.cases).collect()
}

fn tally(engine: &Engine, columns: &Columns) -> StructArray {
    let mut tally = Tally::default();
    tally.add(engine, columns.operation(), &columns.bodies, columns.facts()).expect("columns");
    tally.table().expect("a table")
}

fn replay(before: &Engine, after: &Engine, columns: &Columns) -> StructArray {
    let (mut changes, operation, facts) =
        (Changes::default(), columns.operation(), columns.facts());
    changes.replay(before, after, operation, &columns.bodies, facts).expect("columns");
    changes.table().expect("a table")
}

fn compare(before: &dyn Array, after: &dyn Array) -> Result<StructArray, BatchError> {
    let mut changes = Changes::default();
    changes.compare(before, after)?;
    changes.table()
}

#[test]
fn counts_of_parts_add_up() {
    let (cases, [before, after]) = (all(), [1, 2].map(|at| engine(POLICIES[at])));
    let (mut tallies, mut changes) = (Tally::default(), Changes::default());
    for part in cases.chunks(97).map(Columns::of) {
        let (operation, facts) = (part.operation(), part.facts());
        tallies.add(&before, operation, &part.bodies, facts).expect("columns");
        changes.replay(&before, &after, operation, &part.bodies, facts).expect("columns");
    }
    let columns = Columns::of(&cases);
    let [tallies, changes] = [tallies.table(), changes.table()].map(|of| of.expect("a table"));
    assert!(tallies == tally(&before, &columns) && changes == replay(&before, &after, &columns));
    for kind in ["verdict", "rule", "finding", "unchecked", "truncated", "error"] {
        let mut kinds = table(&tallies).into_keys();
        assert!(kinds.any(|names| names[0].as_deref() == Some(kind)), "no {kind}");
    }
}

/// The counts of a replay on one side, as a tally has them: kinds as they are, verdicts by name.
fn side(changes: &Table, side: usize) -> Table {
    let mut table = Table::new();
    for (names, count) in changes {
        let [kind, operation, name, ..] = &names[..] else { panic!("{names:?}") };
        let word = names[3 + side].clone();
        let kind = kind.clone().expect("a kind");
        let row = match kind.as_str() {
            "verdict" => vec![Some(kind), operation.clone(), word, None],
            "rule" | "unchecked" if word.is_some() => {
                vec![Some(kind), operation.clone(), name.clone(), word]
            }
            "error" => vec![Some(kind), operation.clone(), name.clone(), None],
            _ => continue,
        };
        *table.entry(row).or_default() += count;
    }
    table
}

#[test]
fn a_replay_has_the_tallies_of_both_policies() {
    let cases = all();
    let columns = Columns::of(&cases);
    for before in POLICIES {
        for after in POLICIES {
            let engines = [before, after].map(engine);
            let changes = table(&replay(&engines[0], &engines[1], &columns));
            for (at, engine) in engines.iter().enumerate() {
                let mut tally = table(&tally(engine, &columns));
                tally.retain(|names, _| {
                    !matches!(names[0].as_deref(), Some("finding" | "truncated"))
                });
                assert_same(&side(&changes, at), &tally);
            }
        }
    }
}

#[test]
fn compared_reports_tell_what_a_replay_tells() {
    let cases = all();
    let columns = Columns::of(&cases);
    for [before, after] in [[0, 1], [2, 0], [3, 1], [2, 2]] {
        let engines = [before, after].map(|at| engine(POLICIES[at]));
        let [before, after] = &engines;
        let changes = replay(before, after, &columns);
        let reports = [before, after]
            .map(|engine| columns.check(engine, Want::Json).expect("columns").column(0).clone());
        let compared = compare(&reports[0], &reports[1]).expect("columns");
        let [mut changes, mut compared] = [changes, compared].map(|array| table(&array));
        // The reasons differ: here they are in the row, there the report is missing.
        let mut errors = [0, 0];
        for (table, errors) in [&mut changes, &mut compared].into_iter().zip(&mut errors) {
            table.retain(|names, count| {
                let is_error = names[0].as_deref() == Some("error");
                *errors += if is_error { *count } else { 0 };
                !is_error
            });
        }
        assert_same(&changes, &compared);
        assert!(errors[0] > 0 && errors[0] == errors[1], "{errors:?}");
    }
}

#[test]
fn what_is_no_report_is_an_error() {
    let report = r#"{"verdict":"accept","operation":"later","unchecked":[],
        "findings":[{"rule":"later.rule","level":"warn"}]}"#;
    let [none, wrong] = [None, Some(r#"{"verdict":"accept"}"#)];
    let before = StringArray::from(vec![Some(report), none, Some(report), wrong]);
    let after = StringArray::from(vec![Some(report), Some(report), Some("4111111111111111"), none]);
    let counts = table(&compare(&before, &after).expect("columns"));
    let row = |names: [Option<&str>; 5]| names.map(|name| name.map(str::to_owned)).to_vec();
    let expected = Table::from([
        (row([Some("error"), None, Some("before"), None, None]), 2),
        (row([Some("error"), None, Some("after"), None, None]), 1),
        (row([Some("verdict"), Some("later"), Some("same"), Some("accept"), Some("accept")]), 1),
        (row([Some("rule"), Some("later"), Some("later.rule"), Some("warn"), Some("warn")]), 1),
    ]);
    assert_eq!(counts, expected);
    let error = compare(&before, &after.slice(0, 3)).map(|_| ());
    assert_eq!(
        error.map_err(|error| error.to_string()),
        Err("after has 3 rows, but before has 4".into())
    );
}

/// A text in place of a name is counted, and never shown: it may be anything.
#[test]
fn names_that_cannot_be_are_errors() {
    let report = |operation: &str, rule: &str| {
        format!(
            r#"{{"verdict":"accept","operation":"{operation}","unchecked":[],
            "findings":[{{"rule":"{rule}","level":"warn"}}]}}"#
        )
    };
    let secret = "4111111111111111";
    for (operation, rule, is_report) in [
        ("order", "avs.zip_code_required", true),
        ("later", "later.rule_2", true),
        ("order", "custom.limit", true),
        ("order", "custom.Sum-v1.2", true),
        ("order", &format!("custom.r{secret}"), true),
        (secret, "avs.zip_code_required", false),
        ("Order", "avs.zip_code_required", false),
        ("", "avs.zip_code_required", false),
        ("order", secret, false),
        ("order", "avs", false),
        ("order", "avs.", false),
        ("order", ".x", false),
        ("order", &format!("a.{secret}"), false),
        ("order", "avs.x y", false),
        ("order", "custom.", false),
    ] {
        let column = StringArray::from(vec![report(operation, rule)]);
        let counts = table(&compare(&column, &column).expect("columns"));
        let errors = counts.iter().filter(|(names, _)| names[0].as_deref() == Some("error"));
        assert_eq!(errors.count(), usize::from(!is_report), "{operation} {rule}");
        assert_eq!(format!("{counts:?}").contains(secret), is_report && rule.contains(secret));
    }
}
