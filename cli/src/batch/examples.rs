//! The first findings of each rule, as `check` would show them.

use crate::cases::Case;
use crate::check;
use paylint::{Engine, Facts, Report};
use paylint_traffic::Location;
use std::collections::BTreeMap;

/// Examples to keep for a rule.
const KEPT: usize = 3;

/// A finding of a rule, and the number of others in its request.
pub(super) struct Example {
    pub(super) place: Location,
    pub(super) path: String,
    pub(super) more: usize,
    /// The masked part of its line.
    pub(super) excerpt: Option<String>,
    /// The first fix, in words.
    pub(super) help: Option<String>,
}

/// Examples by rule.
#[derive(Default)]
pub(super) struct Examples(BTreeMap<String, Vec<Example>>);

impl Examples {
    /// Adds findings of the report on a case.
    pub(super) fn add(
        &mut self,
        engine: &Engine,
        case: &Case<'_>,
        facts: &Facts<'_>,
        report: &Report,
        place: &Location,
    ) {
        let is_enough = |rule: &str| self.0.get(rule).is_some_and(|kept| kept.len() == KEPT);
        if report.findings().all(|finding| is_enough(finding.rule().name)) {
            return;
        }
        let excerpts = check::excerpts(&case.request.body, report);
        let fixes = engine.fixes_within(1 << 18, case.request.operation, &case.request.body, facts);
        // The findings of a rule come one after another.
        let (mut last, mut is_kept) = ("", false);
        for ((index, finding), excerpt) in report.findings().enumerate().zip(excerpts) {
            let rule = finding.rule().name;
            let examples = self.0.entry(rule.to_owned()).or_default();
            if rule == last {
                let kept = examples.last_mut().filter(|_| is_kept);
                kept.into_iter().for_each(|example| example.more += 1);
                continue;
            }
            (last, is_kept) = (rule, examples.len() < KEPT);
            if is_kept {
                let (place, path) = (place.clone(), finding.path());
                let help = check::help(&fixes, index);
                examples.push(Example { place, path, more: 0, excerpt, help });
            }
        }
    }

    /// Adds the examples of the next lines.
    pub(super) fn merge(&mut self, next: Examples) {
        for (rule, theirs) in next.0 {
            let ours = self.0.entry(rule).or_default();
            ours.extend(theirs);
            ours.truncate(KEPT);
        }
    }

    /// The rules with their examples.
    pub(super) fn by_rule(&self) -> impl Iterator<Item = (&str, &[Example])> {
        self.0.iter().map(|(rule, examples)| (&**rule, &examples[..]))
    }
}
