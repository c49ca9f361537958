//! The changes as a page.

use super::changes::{Affected, Total};
use crate::names::{counted, places};
use crate::page::{Page, Row};
use paylint::{Policy, Rule};

/// The page. The policies come with the names of their files.
pub(super) fn page(total: &Total, before: (&str, &Policy), after: (&str, &Policy)) -> String {
    let changes = &total.changes;
    let lines = counted(total.lines, "line", "lines");
    let said = format!("{lines}, checked with {} and again with {}", before.0, after.0);
    let mut page = Page::new("What the new policy would change", &said);
    let mut tiles = vec![
        (changes.rejected.cases, "accepted, would be rejected", "no"),
        (changes.accepted.cases, "rejected, would be accepted", "yes"),
        (changes.differs.cases, "same verdict, other report", "warn"),
        (changes.same, "the same", ""),
    ];
    if total.problems.count > 0 {
        tiles.push((total.problems.count, "not a case", "warn"));
    }
    page.tiles(&tiles);
    let known = |name: &str| {
        let rules = after.1.rules().chain(before.1.rules()).map(|(rule, _)| rule);
        rules.into_iter().find(|rule| rule.name == name)
    };
    for (change, class, title, said) in [
        (
            &changes.rejected,
            "no",
            "Accepted now, rejected then",
            "The rules that would reject requests that are accepted now.",
        ),
        (
            &changes.accepted,
            "yes",
            "Rejected now, accepted then",
            "The rules that reject requests now and no longer would.",
        ),
    ] {
        page.table(title, said, &["rule", "requests", ""], &rows(change, class, &known));
    }
    if changes.differs.cases > 0 {
        let places = places(&changes.differs.examples, changes.differs.cases);
        page.paragraph(&format!("Same verdict, other report: for example {places}"));
    }
    operations(&mut page, total);
    rejections(&mut page, total, &known);
    if changes.own_policies > 0 {
        let cases = counted(changes.own_policies, "case has", "cases have");
        page.paragraph(&format!("{cases} a policy of its own, which was put aside."));
    }
    if let Some(first) = &total.problems.first {
        page.paragraph(&format!("The first line that is not a case: {first}"));
    }
    page.finish(&[before, after])
}

/// The operations.
fn operations(page: &mut Page, total: &Total) {
    let rows = total.changes.operations().map(|(operation, counts)| {
        let row = Row::named(operation.name(), &[counts.requests, counts.before, counts.after]);
        let bar = |row: Row, rejected| {
            row.with_bar(&[(counts.requests - rejected, "yes"), (rejected, "no")], counts.requests)
        };
        (counts.before != counts.after, bar(bar(row, counts.before), counts.after))
    });
    let said = "How many requests are rejected now (upper bar), and would be then (lower bar).";
    let head = ["operation", "requests", "rejected now", "rejected then", ""];
    compared(page, ("By operation", said), &head, rows, ["operation", "operations"]);
}

/// The rules that reject.
fn rejections<'p>(page: &mut Page, total: &Total, known: &dyn Fn(&str) -> Option<Rule<'p>>) {
    let mut rules: Vec<_> = total.changes.rejections().collect();
    rules.sort_by_key(|(_, (before, after))| std::cmp::Reverse(*before.max(after)));
    let most = rules.first().map_or(0, |(_, (before, after))| *before.max(after));
    let rows = rules.into_iter().map(|(name, (before, after))| {
        let row = Row::of_rule(name, known(name), &[before, after]);
        let row = row.with_bar(&[(before, "soft")], most).with_bar(&[(after, "no")], most);
        (before != after, row)
    });
    let said = "How many requests each rule rejects now (upper bar), and would then (lower bar).";
    let head = ["rule", "now", "then", ""];
    compared(page, ("Why requests are rejected", said), &head, rows, ["rule", "rules"]);
}

/// A table of rows, each with whether the number of rejections changes. Those of which it stays the same are folded.
fn compared(
    page: &mut Page,
    title: (&str, &str),
    head: &[&str],
    rows: impl Iterator<Item = (bool, Row)>,
    [one, many]: [&str; 2],
) {
    let (changed, same): (Vec<_>, Vec<_>) = rows.partition(|(changes, _)| *changes);
    let [changed, same] =
        [changed, same].map(|rows| rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>());
    let summary = counted(same.len() as u64, one, many) + " with the same number of rejections";
    page.table_with_folded(title, head, &changed, (&summary, &same));
}

/// The rules that bring a change, those with the most requests first, with a few examples.
fn rows<'p>(
    change: &Affected,
    class: &'static str,
    known: &dyn Fn(&str) -> Option<Rule<'p>>,
) -> Vec<Row> {
    let mut rules: Vec<_> = change.rules.iter().collect();
    rules.sort_by_key(|(_, rule)| std::cmp::Reverse(rule.cases));
    let most = rules.first().map_or(0, |(_, rule)| rule.cases);
    let row = |(name, rule): &(&String, &super::changes::RuleChange)| {
        let summary = known(name).map_or("", |rule| rule.docs.summary);
        let row = Row::named(name, &[rule.cases]).with_bar(&[(rule.cases, class)], most);
        let row = if summary.is_empty() { row } else { row.with_line(summary) };
        row.with_line(&format!("For example {}", places(&rule.examples, rule.cases)))
    };
    rules.iter().map(row).collect()
}
