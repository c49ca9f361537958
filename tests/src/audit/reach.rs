//! Which rules fire, hold and are unchecked over many cases, and the facts that leave them
//! unchecked.

use std::collections::{BTreeMap, BTreeSet};

use paylint::{Level, Operation, Policy, catalogue};
use serde_json::Value;

use super::UNREAD;
use crate::engine;
use crate::generate::{self, Rng};

/// How often a rule had each of the three values.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Findings.
    pub violated: u64,
    /// Cases in which it was looked at, did not fire and was not unchecked.
    pub held: u64,
    /// Cases in which it was unchecked.
    pub unchecked: u64,
    /// The missing facts that left it unchecked.
    pub needs: BTreeSet<String>,
    /// The members of its findings' params, each combination once.
    pub params: BTreeSet<Vec<String>>,
}

/// Counts by rule.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// By the rule's name.
    pub rules: BTreeMap<String, Counts>,
    /// Cases with a report.
    pub reports: u64,
    /// Cases whose facts, policy or operation can't be used.
    pub errors: u64,
}

impl Reach {
    /// Adds a case.
    pub fn add(
        &mut self,
        operation: &str,
        body: &[u8],
        facts: Option<&[u8]>,
        policy: Option<&[u8]>,
    ) {
        let Ok(report) = engine::report(operation, body, facts, policy) else {
            self.errors += 1;
            return;
        };
        let report: Value = serde_json::from_str(&report).expect("a report is JSON");
        self.reports += 1;
        let mut settled = BTreeSet::new();
        for finding in report["findings"].as_array().into_iter().flatten() {
            let rule = finding["rule"].as_str().unwrap_or_default();
            let params = finding["params"].as_object().expect("params are an object");
            let counts = self.rules.entry(rule.to_owned()).or_default();
            counts.violated += 1;
            counts.params.insert(params.keys().cloned().collect());
            settled.insert(rule);
        }
        for unchecked in report["unchecked"].as_array().into_iter().flatten() {
            let rule = unchecked["rule"].as_str().unwrap_or_default();
            let counts = self.rules.entry(rule.to_owned()).or_default();
            counts.unchecked += 1;
            let needs = unchecked["needs"].as_array().into_iter().flatten();
            counts.needs.extend(needs.filter_map(Value::as_str).map(str::to_owned));
            settled.insert(rule);
        }
        // If a report was cut, or a body wasn't read, it isn't known which rules hold.
        if report["truncated"] == true || UNREAD.iter().any(|rule| settled.contains(rule)) {
            return;
        }
        for rule in looked_at(operation, policy) {
            if !settled.contains(rule) {
                self.rules.entry(rule.to_owned()).or_default().held += 1;
            }
        }
    }

    /// Adds generated cases. A case without a policy gets one that turns on the rules that are off.
    pub fn add_generated(&mut self, seeds: std::ops::Range<u64>) {
        for seed in seeds {
            let mut case = generate::case(&mut Rng::new(seed));
            case.policy
                .get_or_insert_with(|| br#"{"levels":{"avs.issuer_support":"warn"}}"#.to_vec());
            self.add(&case.operation, &case.body, case.facts.as_deref(), case.policy.as_deref());
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Reach) -> Reach {
        self.reports += other.reports;
        self.errors += other.errors;
        for (rule, more) in other.rules {
            let counts = self.rules.entry(rule).or_default();
            counts.violated += more.violated;
            counts.held += more.held;
            counts.unchecked += more.unchecked;
            counts.needs.extend(more.needs);
            counts.params.extend(more.params);
        }
        self
    }
}

/// The rules that a policy looks at in an operation.
fn looked_at(operation: &str, policy: Option<&[u8]>) -> Vec<&'static str> {
    let operation = Operation::from_name(operation).expect("an operation that was checked");
    let policy =
        policy.map_or(Ok(Policy::default()), Policy::from_json).expect("a policy that was used");
    let levels = policy.rules().map(|(_, level)| level);
    let rules = catalogue().iter().zip(levels);
    rules
        .filter(|(rule, level)| rule.on.contains(operation) && *level != Level::Allow)
        .map(|(rule, _)| rule.name)
        .collect()
}
