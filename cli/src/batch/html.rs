//! The counts of a batch as a page for managers.

use super::{Total, files, summary};
use crate::exit::Result;
use crate::host;
use crate::names::{counted, facts, places};
use crate::page::{self, decided_by, period};
use serde_json::{Value, json};
use std::slice;

/// The page: the period, verdicts, operations, rules, and the policy's text.
pub(super) fn page(total: &Total<'_>) -> Result<String> {
    let Total { policy, name, arguments, .. } = total;
    let mut values = summary::value(total);
    let lines = counted(total.outcome.lines, "line", "lines");
    let label = policy.label().map_or(String::new(), |label| format!(" \"{label}\""));
    let days = total.counts.sent.map(|sent| sent.map(|at| at.to_string()[..10].to_owned()));
    let days = days.map_or(String::new(), |days| period(&days) + ": ");
    values["title"] = "What paylint found".into();
    let files = files(&arguments.lines.files);
    let said = format!("{days}{lines} of {files}, checked under the policy {name}{label}");
    values["subtitle"] = said.into();
    let rules = policy.rules().map(|(rule, _)| {
        let about = json!({
            "summary": page::summary(&rule), "why": rule.docs.why, "citation": rule.citation(),
            "number": rule.number, "needs": facts(rule.needs.iter().copied()),
        });
        (rule.name.to_owned(), about)
    });
    values["rules"] = Value::Object(rules.collect());
    let examples = total.counts.examples.by_rule().map(|(rule, examples)| {
        let examples = examples.iter().map(|example| {
            let mut place = places(slice::from_ref(&example.place), 1);
            if !example.path.is_empty() {
                place = format!("{place}: {}", example.path);
            }
            if example.more > 0 {
                place += &format!(" and {} more in this request", example.more);
            }
            json!({ "place": place, "excerpt": example.excerpt, "help": example.help })
        });
        (rule.to_owned(), examples.collect())
    });
    values["examples"] = Value::Object(examples.collect());
    values["problem"] = total.outcome.problems.first.first().cloned().into();
    values["repository"] = env!("CARGO_PKG_REPOSITORY").into();
    values["used"] = host::policy_as_given(&arguments.standing.policy).into();
    values["decided_by"] = decided_by(name, policy).into();
    page::page(include_str!("page.html"), &values)
}
