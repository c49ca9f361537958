//! A second, naive implementation of the parts that cases cover least: reading, numbers, sums, time limits, and the
//! effect of missing facts. It follows the text of the rules and shares no code with the engine, except for the list of
//! members; `serde_json` reads the text.

mod amounts;
mod decimal;
mod history;
mod order;
mod reading;
mod time;

use std::collections::{BTreeMap, BTreeSet};

use amounts::Facts;
pub use history::order_facts;
use paylint::Operation;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::well_formed::{blank, depth};

/// A JSON value with members in order, repeated keys, and numbers as literals.
pub(crate) use paylint_samples::node::Node as Json;

/// Reads a JSON text. `None` if it isn't one, or nests arrays and objects more than 128 deep.
pub(crate) fn parse(bytes: &[u8]) -> Option<Json> {
    let json: &RawValue = serde_json::from_slice(bytes).ok().filter(|_| depth(bytes) <= 128)?;
    Json::from_json(json).ok()
}

/// The rules that the model knows. It recognises unknown members, but doesn't guess their meaning.
const RULES: &[&str] = &[
    "json.malformed",
    "body.required",
    "json.duplicate_key",
    "json.ambiguous_key",
    "field.number_as_string",
    "field.type",
    "number.out_of_range",
    "number.binary_tail",
    "field.null",
    "field.blank",
    "field.unknown",
    "field.control_characters",
    "order.total_out_of_range",
    "capture.total_required",
    "capture.total_missing",
    "capture.total_minimum",
    "capture.exceeds_order",
    "capture.two_step_only",
    "capture.only_once",
    "capture.hold_expired",
    "capture.reversed",
    "capture.unpaid",
    "refund.amount_required",
    "refund.amount_minimum",
    "refund.exceeds_remaining",
    "refund.repeated",
    "refund.nothing_left",
    "refund.full_after_partial",
    "refund.not_captured",
    "refund.too_old",
    "refund.reversed",
    "refund.unpaid",
    "reversal.body_forbidden",
    "reversal.same_day",
    "reversal.after_partial_capture",
    "reversal.after_refund",
    "reversal.already_reversed",
    "reversal.unpaid",
];

/// The part of a decision about a request that the model knows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The violated rules and where, sorted.
    pub findings: Vec<(String, String)>,
    /// The rules that can't be decided, each with the facts that are missing.
    pub unchecked: BTreeMap<String, BTreeSet<String>>,
    /// The sum of an order.
    pub total: Option<String>,
    /// The last instant at which the operation is still in time, if it is.
    pub valid_until: Option<String>,
}

impl Decision {
    fn fire_if(&mut self, rule: &str, violated: bool, path: impl Into<String>) {
        debug_assert!(RULES.contains(&rule), "{rule} isn't in the list");
        if violated {
            self.findings.push((rule.to_owned(), path.into()));
        }
    }

    /// Leaves a rule unchecked for these facts.
    fn open(&mut self, rule: &str, needs: impl IntoIterator<Item = &'static str>) {
        let all = self.unchecked.entry(rule.to_owned()).or_default();
        all.extend(needs.into_iter().map(str::to_owned));
    }

    /// The part of a report's JSON that the model knows.
    #[must_use]
    pub fn of(report: &Value) -> Decision {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let known = |entry: &Value| match entry["rule"].as_str()? {
            "field.misspelt" | "field.misplaced" => Some("field.unknown".to_owned()),
            rule => RULES.contains(&rule).then(|| rule.to_owned()),
        };
        let findings = list(&report["findings"]).into_iter();
        let findings =
            findings.filter_map(|finding| Some((known(&finding)?, text(&finding["path"])?)));
        let mut findings: Vec<_> = findings.collect();
        findings.sort();
        let needs = |rule: &Value| list(&rule["needs"]).iter().filter_map(text).collect();
        let unchecked = list(&report["unchecked"]).into_iter();
        Decision {
            findings,
            unchecked: unchecked
                .filter_map(|unchecked| Some((known(&unchecked)?, needs(&unchecked))))
                .collect(),
            total: text(&report["total"]),
            valid_until: text(&report["valid_until"]),
        }
    }
}

/// Decides about a request under the default policy. The engine must have accepted the facts.
///
/// # Panics
/// If the facts aren't JSON.
#[must_use]
pub fn decide(operation: Operation, body: &[u8], facts: Option<&[u8]>) -> Decision {
    let mut decision = Decision::default();
    let may_be_empty =
        matches!(operation, Operation::Refund | Operation::Reversal | Operation::Capture);
    let has_body = !blank(body);
    if !has_body && !may_be_empty {
        decision.fire_if("body.required", true, "");
        return decision;
    }
    // A reversal's body is never read.
    let tree = match (operation, has_body) {
        (Operation::Reversal, _) | (_, false) => None,
        (_, true) => match parse(body) {
            None => {
                decision.fire_if("json.malformed", true, "");
                return decision;
            }
            tree => tree,
        },
    };
    let facts = Facts::new(parse(facts.unwrap_or(b"{}")).expect("facts that the engine has read"));
    if let Some(tree) = &tree {
        reading::judge(operation, tree, &mut decision);
    }
    match (operation, &tree) {
        (Operation::Order, Some(tree)) => order::judge(tree, &mut decision),
        (Operation::Capture, tree) => amounts::capture(tree.as_ref(), &facts, &mut decision),
        (Operation::Refund, tree) => amounts::refund(tree.as_ref(), &facts, &mut decision),
        (Operation::Reversal, _) => amounts::reversal(has_body, &facts, &mut decision),
        _ => {}
    }
    decision.findings.sort();
    decision
}
