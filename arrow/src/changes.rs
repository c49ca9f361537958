//! Counts of what changes from one report to another on the same request.

use crate::counts::Counts;
use crate::{BatchError, schema};
use arrow_array::StructArray;
use paylint::{Level, Verdict};
use paylint_traffic::replay::{Change, Outcome};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The changes of several batches: what [`replay`](crate::replay()) or
/// [`compare`](crate::compare()) would count of all of them at once.
#[derive(Default)]
pub struct Changes {
    counts: Counts<5>,
}

/// The word of each rule in one report and in the other.
type Pairs<'r> = BTreeMap<&'r str, [Option<&'static str>; 2]>;

fn pairs<'r>(reports: [impl Iterator<Item = (&'r str, &'static str)>; 2]) -> Pairs<'r> {
    let mut pairs = Pairs::new();
    for (at, rules) in reports.into_iter().enumerate() {
        for (rule, word) in rules {
            pairs.entry(rule).or_default()[at] = Some(word);
        }
    }
    pairs
}

impl Changes {
    /// Counts a request, and what changes for it.
    pub(crate) fn count(&mut self, operation: &str, change: Change, reports: [&Outcome<'_>; 2]) {
        let [before, after] = reports;
        let verdicts = reports.map(|outcome| Some(outcome.verdict.name()));
        self.add("verdict", operation, change.name(), verdicts);
        for rule in change.causes(before, after) {
            self.add("cause", operation, rule, verdicts);
        }
        let reject = |rule| (rule, Verdict::Reject.name());
        let rejections = reports.map(|outcome| outcome.rejecting().into_iter().map(reject));
        self.add_all("rejection", operation, pairs(rejections));
        fn named<'e>((rule, level): &'e (Cow<'_, str>, Level)) -> (&'e str, &'static str) {
            (rule, level.name())
        }
        let findings = reports.map(|outcome| outcome.findings.iter().map(named));
        self.add_all("rule", operation, pairs(findings));
        let unchecked = reports.map(|outcome| outcome.unchecked.iter().map(named));
        self.add_all("unchecked", operation, pairs(unchecked));
    }

    /// Counts a row that can't be compared.
    pub(crate) fn count_error(&mut self, operation: Option<&str>, part: &str) {
        self.counts.add([Some("error"), operation, Some(part), None, None], 1);
    }

    fn add_all(&mut self, kind: &str, operation: &str, pairs: Pairs<'_>) {
        for (rule, pair) in pairs {
            self.add(kind, operation, rule, pair);
        }
    }

    fn add(&mut self, kind: &str, operation: &str, name: &str, pair: [Option<&str>; 2]) {
        self.counts.add([Some(kind), Some(operation), Some(name), pair[0], pair[1]], 1);
    }

    /// The table of all batches so far, of the type [`changes_type`](crate::changes_type).
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        self.counts.table(schema::changes_type())
    }
}
