//! A calibration as a page that can be put before a manager.

use super::Answered;
use super::show;
use super::words::{self, missed_name, missed_said, part, rule_in_words, said, selector};
use crate::exit::Result;
use crate::host;
use crate::output::pretty;
use crate::page::{self, decided_by, period};
use paylint::{Level, catalogue};
use paylint_traffic::calibration::{Answer, Figures, Missed, Outcome, RuleRow};
use serde_json::{Value, json};

/// The page: the period, sentences, rates with their counts, and the policy as used and as proposed.
pub(super) fn page(answered: &Answered<'_>) -> Result<String> {
    let Answered { calibration, policy, name, arguments, outcome, .. } = answered;
    let days = calibration.days.as_ref().map_or(String::new(), |days| period(days) + ", ");
    let all = calibration.of.first();
    let [stopped, prevented] =
        all.map_or([0; 2], |all| [all.outcome.stopped.count, all.outcome.prevented.count]);
    let none = all.map(|all| [all.counts.accept, all.counts.reject]).into_iter().flatten();
    let none: u64 = none.map(|counts| counts.of(Answer::None)).sum();
    let missed: u64 = calibration.missed.iter().map(|missed| missed.attempts).sum();
    let mut changes = Vec::new();
    for layer in &calibration.layers {
        let of_layer = |row: &&RuleRow| row.follows.is_some() && row.by == layer.by;
        let rules = calibration.rules.iter().filter(of_layer);
        changes.extend(rules.map(|row| of_rule(row, said(row, calibration))));
        changes.extend(layer.layer.rules.iter().map(|rule| {
            let is_followed_by =
                |missed: &&Missed| missed.follows.as_deref() == rule["name"].as_str();
            let customers = calibration.missed.iter().filter(is_followed_by);
            let customers: u64 = customers.map(|missed| missed.customers).sum();
            let by = part(layer.by.as_deref());
            json!({
                "sentence": format!("Refuse what the gateway refuses, too{by}."),
                "name": rule_in_words(rule), "accepted": 0, "refused": customers,
            })
        }));
    }
    let others = show::in_order(calibration).into_iter().filter(|row| row.follows.is_none());
    let others = others.map(|row| {
        let said = format!("At level {}; {}", row.level, said(row, calibration));
        let mut value = of_rule(row, said);
        value["class"] = if row.level == Level::Deny { "no" } else { "warn" }.into();
        value
    });
    let missed_rows = calibration.missed.iter().map(|missed| {
        let (name, said) = (missed_name(missed), missed_said(missed, calibration));
        json!({ "name": name, "said": said, "attempts": missed.attempts })
    });
    let layers = calibration.layers.iter().filter(|layer| !layer.layer.is_empty());
    let layers = layers.map(|layer| (part(layer.by.as_deref()), pretty(&layer.layer)));
    let values = json!({
        "title": "What paylint would stop, and what it would prevent",
        "subtitle": format!("{days}checked with {name}"),
        "tiles": [
            (stopped, "good requests that would have been stopped", "no"),
            (prevented, "refusals that would have been prevented", "yes"),
            (missed, "refusals that no rule explains", "warn"),
            (none, "requests without an answer that says something", ""),
        ],
        "lines": show::summary(calibration),
        "figures": calibration.of.iter().map(of_figures).collect::<Vec<_>>(),
        "changes": changes,
        "others": others.collect::<Vec<_>>(),
        "missed": missed_rows.collect::<Vec<_>>(),
        "unseen": show::unseen(answered),
        "problem": outcome.problems.first.first(),
        "used": host::policy_as_given(&arguments.standing.policy),
        "layers": layers.collect::<Vec<_>>(),
        "decided_by": decided_by(name, policy),
    });
    page::page(include_str!("page.html"), &values)
}

fn of_figures(figures: &Figures) -> Value {
    let Outcome { stopped, prevented } = figures.outcome;
    json!({
        "title": figures.by.as_deref().or(figures.operation).unwrap_or("all requests"),
        "said": format!(
            "Stopped {}; prevented {}.",
            words::stopped(stopped),
            words::prevented(prevented)
        ),
        "counts": [stopped.of, stopped.count, prevented.of, prevented.count],
    })
}

/// A rule in a sentence, with its customers.
fn of_rule(row: &RuleRow, said: String) -> Value {
    let known = catalogue().iter().find(|rule| rule.name == row.rule);
    let known = known.map_or(row.rule.clone(), |rule| page::summary(rule));
    let (known, by) = (known.trim_end_matches('.'), part(row.by.as_deref()));
    json!({
        "sentence": format!("{known}{by}."), "name": selector(row), "said": said,
        "accepted": row.customers.accepted, "refused": row.customers.here,
    })
}
