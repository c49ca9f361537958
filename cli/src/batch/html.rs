//! The counts of a batch as a page for managers.

use super::Total;
use super::summary::{findings, share, unchecked};
use crate::names::{counted, facts, places};
use crate::page::{Page, Row, period, summary};
use paylint::{Level, Policy, Rule};
use paylint_traffic::tally::{Counts, LevelCounts};
use std::slice;

/// The page: the period, verdicts, operations, rules, and the policy's text.
pub(super) fn page(total: &Total<'_>) -> String {
    let Total { policy, name, .. } = total;
    let counts = total.counts.reports.total();
    let lines = counted(total.outcome.lines, "line", "lines");
    let label = policy.label().map_or(String::new(), |label| format!(" \"{label}\""));
    let days =
        total.counts.sent.map(|sent| sent.map(|at| at.to_string().split_at(10).0.to_owned()));
    let days = days.map_or(String::new(), |days| period(&days) + ": ");
    let said = format!("{days}{lines} of {}, checked under the policy {name}{label}", total.files);
    let mut page = Page::new("What paylint found", &said);
    tiles(&mut page, &counts, total.outcome.problems.count);
    let operations = total.counts.reports.operations();
    let operations: Vec<Row> = operations
        .map(|(operation, counts)| {
            let all = counts.requests();
            let parts = [(counts.accepted, "yes"), (counts.rejected, "no")];
            Row::named(operation.name(), &[all, counts.accepted, counts.rejected])
                .with_line(&format!("{} accepted.", rate(counts.accepted, all)))
                .with_bar(&parts, all)
        })
        .collect();
    page.table(
        "By operation",
        "Requests by operation, and how many of them the gateway can accept.",
        &["operation", "requests", "accepted", "rejected", ""],
        &operations,
    );
    for (level, class, title, said) in [
        (
            Level::Deny,
            "no",
            "Why requests are rejected",
            "Each of these rules alone rejects a request. A request can violate several.",
        ),
        (
            Level::Warn,
            "warn",
            "Warnings",
            "These don't reject a request, but something in it is probably a mistake.",
        ),
    ] {
        page.table(
            title,
            said,
            &["rule", "requests", "findings", ""],
            &rules(&counts, total, level, class),
        );
    }
    undecided(&mut page, &counts, policy);
    if counts.truncated > 0 {
        let reports = counted(counts.truncated, "report has", "reports have");
        page.paragraph(&format!("{reports} more findings than the policy keeps."));
    }
    if let Some(first) = total.outcome.problems.first.first() {
        page.paragraph(&format!("The first line that is not a case: {first}"));
    }
    page.code("The policy as used", &total.used);
    page.finish(name, policy)
}

/// A count out of a total, with the percentage.
fn rate(count: u64, of: u64) -> String {
    let share = share(count, of).map_or(String::new(), |share| format!(", {share:.1} %"));
    format!("{count} of {}{share}", counted(of, "request", "requests"))
}

/// The most important numbers.
fn tiles(page: &mut Page, counts: &Counts, errors: u64) {
    let [accepted, rejected] =
        [(counts.accepted, "accepted"), (counts.rejected, "rejected")].map(|(count, words)| {
            let share = share(count, counts.requests()).map(|share| format!(", {share:.1} %"));
            words.to_owned() + &share.unwrap_or_default()
        });
    let mut tiles = vec![
        (counts.accepted, accepted.as_str(), "yes"),
        (counts.rejected, rejected.as_str(), "no"),
    ];
    if errors > 0 {
        tiles.push((errors, "not a case", "warn"));
    }
    page.tiles(&tiles);
}

/// Rules that could not be decided.
fn undecided(page: &mut Page, counts: &Counts, policy: &Policy) {
    let most = unchecked(counts).map(|(_, cases)| cases).max().unwrap_or_default();
    let undecided: Vec<Row> = unchecked(counts)
        .map(|(name, cases)| {
            let rule = known(policy, name);
            let needs = facts(rule.map_or(&[][..], |rule| rule.needs).iter().copied());
            let said = rule.map_or(String::new(), |rule| summary(&rule));
            let row = Row::said(&said, name, &[cases]).with_bar(&[(cases, "soft")], most);
            row.with_line(&format!("It reads: {needs}."))
        })
        .collect();
    page.table(
        "What could not be decided",
        "Facts were missing, so these rules couldn't be decided for some requests.",
        &["rule", "requests", ""],
        &undecided,
    );
}

/// The rules that fired at a level, those with the most requests first, each with a few findings.
fn rules(counts: &Counts, total: &Total<'_>, level: Level, class: &'static str) -> Vec<Row> {
    let mut fired: Vec<_> = findings(counts).filter(|(_, at, _)| *at == level).collect();
    fired.sort_by_key(|(.., count)| std::cmp::Reverse(count.requests));
    let most = fired.first().map_or(0, |(.., count)| count.requests);
    let row = |(name, _, count): &(&str, _, LevelCounts)| {
        let rule = known(total.policy, name);
        let row = Row::of_rule(name, rule, &[count.requests, count.findings]);
        let row = row.with_line(&format!("{}.", rate(count.requests, counts.requests())));
        let row = row.with_bar(&[(count.requests, class)], most);
        total.counts.examples.of(name).iter().fold(row, |row, example| {
            let mut place = places(slice::from_ref(&example.place), 1);
            if !example.path.is_empty() {
                place = format!("{place}: {}", example.path);
            }
            if example.more > 0 {
                place += &format!(" and {} more in this request", example.more);
            }
            row.with_example(&place, example.excerpt.as_deref(), example.help.as_deref())
        })
    };
    fired.iter().map(row).collect()
}

/// A rule of the policy; `None` for one from a case's own policy.
fn known<'p>(policy: &'p Policy, name: &str) -> Option<Rule<'p>> {
    policy.rules().map(|(rule, _)| rule).find(|rule| rule.name == name)
}
