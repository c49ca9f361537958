//! A calibration as a page that can be put before a manager.

use super::Answered;
use super::show;
use super::words::{self, missed_name, missed_said, part, rule_in_words, said, selector};
use crate::host;
use crate::output::pretty;
use crate::page::{Page, Row, period, summary};
use paylint::{Level, catalogue};
use paylint_traffic::calibration::{Answer, Figures, Outcome, RuleRow};

/// The page: the period, sentences, rates with their counts, and the policy as used and as proposed.
pub(super) fn page(answered: &Answered<'_>) -> String {
    let Answered { calibration, policy, name, arguments, .. } = answered;
    let days = calibration.days.as_ref();
    let days = days.map_or(String::new(), |days| period(days) + ", ");
    let mut page = Page::new(
        "What paylint would stop, and what it would prevent",
        &format!("{days}checked with {name}"),
    );
    let all = calibration.of.first();
    let none = all
        .map_or(0, |all| all.counts.accept.of(Answer::None) + all.counts.reject.of(Answer::None));
    let missed = calibration.missed.iter().map(|missed| missed.attempts).sum();
    page.tiles(&[
        (
            all.map_or(0, |all| all.outcome.stopped.count),
            "good requests that would have been stopped",
            "no",
        ),
        (
            all.map_or(0, |all| all.outcome.prevented.count),
            "refusals that would have been prevented",
            "yes",
        ),
        (missed, "refusals that no rule explains", "warn"),
        (none, "requests without an answer that says something", ""),
    ]);
    show::summary(calibration).iter().for_each(|line| page.line(line));

    let figures: Vec<Row> = calibration.of.iter().map(of_figures).collect();
    page.table(
        "Rates",
        "Good requests are those that the gateway accepted. The bounds hold with 95 % each.",
        &["", "accepted", "of these stopped", "refused", "of these prevented"],
        &figures,
    );
    let mut proposed = Vec::new();
    for layer in &calibration.layers {
        let by = part(layer.by.as_deref());
        let of_layer = |row: &&RuleRow| row.follows.is_some() && row.by == layer.by;
        for row in calibration.rules.iter().filter(of_layer) {
            let sentence = format!("{}{by}.", sentence_of(row));
            proposed.push(
                Row::said(&sentence, &selector(row), &[row.customers.accepted, row.customers.here])
                    .with_line(&said(row, calibration)),
            );
        }
        for rule in &layer.layer.rules {
            let sentence = format!("Refuse what the gateway refuses, too{by}.");
            let customers = calibration
                .missed
                .iter()
                .filter(|missed| missed.follows.as_deref() == rule["name"].as_str());
            let customers = customers.map(|missed| missed.customers).sum();
            proposed.push(Row::said(&sentence, &rule_in_words(rule), &[0, customers]));
        }
    }
    let said_of = "What the gateway's answers ask for, in customers.";
    page.table("What to change", said_of, &["", "accepted", "refused for it"], &proposed);

    let rows = show::in_order(calibration).into_iter().filter(|row| row.follows.is_none());
    let rows: Vec<Row> = rows
        .map(|row| {
            let sentence = format!("{}{}.", sentence_of(row), part(row.by.as_deref()));
            let (accepted, here) = (row.customers.accepted, row.customers.here);
            let class = if row.level == Level::Deny { "no" } else { "warn" };
            let row_said = format!("At level {}; {}", row.level, said(row, calibration));
            Row::said(&sentence, &selector(row), &[accepted, here])
                .with_line(&row_said)
                .with_bar(&[(accepted, class), (here, "yes")], accepted + here)
        })
        .collect();
    let said_of = "Why nothing else changes, in customers.";
    page.table("What stays", said_of, &["", "accepted", "refused for it", ""], &rows);

    let missed = calibration.missed.iter().map(|missed| {
        Row::named(&missed_name(missed), &[missed.attempts])
            .with_line(&missed_said(missed, calibration))
    });
    let missed: Vec<Row> = missed.collect();
    let said_of = "Requests that the gateway refused and of which nothing was found there, by the members that its answers named.";
    page.table("Missed", said_of, &["", "requests"], &missed);
    show::unseen(answered).iter().for_each(|line| page.paragraph(&format!("Not seen: {line}.")));
    if let Some(first) = answered.outcome.problems.first.first() {
        page.paragraph(&format!("The first line that can't be read: {first}"));
    }
    page.code("The policy as used", &host::policy_as_given(&arguments.standing.policy));
    for layer in calibration.layers.iter().filter(|layer| !layer.layer.is_empty()) {
        page.code(
            &format!("What is proposed over it{}", part(layer.by.as_deref())),
            &pretty(&layer.layer),
        );
    }
    page.finish(name, policy)
}

fn of_figures(figures: &Figures) -> Row {
    let Outcome { stopped, prevented } = figures.outcome;
    let title = figures.by.as_deref().or(figures.operation).unwrap_or("all requests");
    let said =
        format!("Stopped {}; prevented {}.", words::stopped(stopped), words::prevented(prevented));
    Row::named(title, &[stopped.of, stopped.count, prevented.of, prevented.count]).with_line(&said)
}

/// A rule in a sentence, without its full stop.
fn sentence_of(row: &RuleRow) -> String {
    let known = catalogue().iter().find(|rule| rule.name == row.rule);
    known.map_or(row.rule.clone(), |rule| summary(rule).trim_end_matches('.').to_owned())
}
