//! What changes from one report to another on the same request, counted.

use crate::counts::Counts;
use crate::{BatchError, schema};
use arrow_array::StructArray;
use paylint::{Level, Report, Verdict};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The changes of several batches: what [`replay`](crate::replay()) or
/// [`compare`](crate::compare()) would count of all of them at once.
#[derive(Default)]
pub struct Changes {
    counts: Counts<5>,
}

/// What changes are looked for in.
pub(crate) struct Outcome<'r> {
    pub(crate) operation: Cow<'r, str>,
    pub(crate) verdict: Verdict,
    /// The rules with findings, and their levels.
    pub(crate) findings: Vec<(Cow<'r, str>, Level)>,
    /// The rules that couldn't be decided, and their levels.
    pub(crate) unchecked: Vec<(Cow<'r, str>, Level)>,
}

impl<'r> Outcome<'r> {
    /// That of a report.
    pub(crate) fn of(report: &'r Report) -> Outcome<'r> {
        let findings = report.findings().map(|entry| (entry.rule().name.into(), entry.level()));
        let unchecked = report.unchecked().map(|entry| (entry.rule().name.into(), entry.level()));
        Outcome {
            operation: report.operation().name().into(),
            verdict: report.verdict(),
            findings: findings.collect(),
            unchecked: unchecked.collect(),
        }
    }

    /// The rules that reject: those with findings at level deny; without any, those that are
    /// unchecked, if the policy rejects for that.
    fn rejecting(&self) -> impl Iterator<Item = &str> {
        let rules = if self.denials().next().is_some() { &self.findings } else { &self.unchecked };
        let rules = rules.iter().filter(|_| self.verdict == Verdict::Reject);
        rules.filter(|(_, level)| *level == Level::Deny).map(|(rule, _)| &**rule)
    }

    fn denials(&self) -> impl Iterator<Item = &str> {
        let denials = self.findings.iter().filter(|(_, level)| *level == Level::Deny);
        denials.map(|(rule, _)| &**rule)
    }
}

/// What each rule is in one report and in the other.
type Pairs<'r> = BTreeMap<&'r str, [Option<&'static str>; 2]>;

fn pairs<'r>(
    before: impl Iterator<Item = (&'r str, &'static str)>,
    after: impl Iterator<Item = (&'r str, &'static str)>,
) -> Pairs<'r> {
    let mut pairs = Pairs::new();
    for (rule, word) in before {
        pairs.entry(rule).or_default()[0] = Some(word);
    }
    for (rule, word) in after {
        pairs.entry(rule).or_default()[1] = Some(word);
    }
    pairs
}

impl Changes {
    /// Counts a request. `is_same` says whether its reports are the same, byte for byte.
    pub(crate) fn count(&mut self, before: &Outcome<'_>, after: &Outcome<'_>, is_same: bool) {
        let operation = &*before.operation;
        let verdicts = [before.verdict, after.verdict].map(|verdict| Some(verdict.name()));
        let (change, rejecting) = match (before.verdict, after.verdict) {
            (Verdict::Accept, Verdict::Reject) => ("accept_to_reject", Some((after, before))),
            (Verdict::Reject, Verdict::Accept) => ("reject_to_accept", Some((before, after))),
            _ if is_same => ("same", None),
            _ => ("differ", None),
        };
        self.add("verdict", operation, change, verdicts);
        if let Some((rejecting, other)) = rejecting {
            let causes = pairs(
                rejecting.rejecting().map(|rule| (rule, "")),
                other.denials().map(|rule| (rule, "")),
            );
            for (rule, of_other) in causes {
                if of_other == [Some(""), None] {
                    self.add("cause", operation, rule, verdicts);
                }
            }
        }
        let reject = |rule| (rule, Verdict::Reject.name());
        let rejections = pairs(before.rejecting().map(reject), after.rejecting().map(reject));
        self.add_all("rejection", operation, rejections);
        fn named<'e>((rule, level): &'e (Cow<'_, str>, Level)) -> (&'e str, &'static str) {
            (rule, level.name())
        }
        let [ours, theirs] = [before, after].map(|it| it.findings.iter().map(named));
        self.add_all("rule", operation, pairs(ours, theirs));
        let [ours, theirs] = [before, after].map(|it| it.unchecked.iter().map(named));
        self.add_all("unchecked", operation, pairs(ours, theirs));
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
        self.counts.table(schema::changes())
    }
}
