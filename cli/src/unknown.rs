//! Unknown members that reports name.

use paylint::report::{Finding, Segment};
use paylint::rule::ParamValue;
use paylint::{Operation, Report};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A member that no operation knows, and which one is probably meant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnknownMember {
    pub(crate) operation: Operation,
    /// Where it is, with `*` for elements: `/products/*/sku`.
    pub(crate) path: String,
    pub(crate) nearest: Option<String>,
}

impl UnknownMember {
    /// The findings about unknown members, each with its member; none if its name can't be shown.
    pub(crate) fn all_of(
        report: &Report,
    ) -> impl Iterator<Item = (Finding<'_>, Option<UnknownMember>)> {
        let is_about_one = |finding: &Finding<'_>| {
            matches!(finding.rule().name, "field.unknown" | "field.misspelt")
        };
        let findings = report.findings().filter(is_about_one);
        findings.map(|finding| (finding, UnknownMember::of(report.operation(), finding)))
    }

    /// The member that a finding is about; none if its name can't be shown.
    fn of(operation: Operation, finding: Finding<'_>) -> Option<UnknownMember> {
        let (mut path, mut is_hidden) = (String::new(), false);
        // It can't fail: no step does.
        _ = finding.path().walk(|step| {
            let name = match step {
                Segment::Name(name) => name,
                Segment::Index(_) => "*",
            };
            is_hidden = step == Segment::Name("*");
            path.push('/');
            path.push_str(name);
            Ok(())
        });
        let nearest = finding.params().find_map(|(_, value)| match value {
            ParamValue::Word(name) => Some(name.to_owned()),
            _ => None,
        });
        (!is_hidden).then_some(UnknownMember { operation, path, nearest })
    }
}

/// How often each unknown member was found.
#[derive(Default)]
pub(crate) struct UnknownCounts {
    named: BTreeMap<UnknownMember, u64>,
    /// Members whose names can't be shown, and members that were met when there were too many to be named.
    pub(crate) unnamed: u64,
}

/// How many are named. What is held in memory doesn't depend on how much is read.
const MOST_NAMED: usize = 1_000;

impl UnknownCounts {
    /// Counts those of a report.
    pub(crate) fn add(&mut self, report: &Report) {
        for (_, member) in UnknownMember::all_of(report) {
            match member {
                Some(member) => *self.named.entry(member).or_default() += 1,
                None => self.unnamed += 1,
            }
        }
    }

    /// Adds the counts of what follows.
    pub(crate) fn merge(&mut self, other: UnknownCounts) {
        for (member, findings) in other.named {
            if self.named.len() < MOST_NAMED || self.named.contains_key(&member) {
                *self.named.entry(member).or_default() += findings;
            } else {
                self.unnamed += findings;
            }
        }
        self.unnamed += other.unnamed;
    }

    /// Each with its count, the most frequent first.
    pub(crate) fn sorted(&self) -> Vec<(&UnknownMember, u64)> {
        let mut all: Vec<_> = self.named.iter().map(|(member, count)| (member, *count)).collect();
        all.sort_by_key(|(_, count)| Reverse(*count));
        all
    }
}
