//! Changes for a request if another policy, or another version of the rules, decides.

use crate::location::write_member;
use paylint::{Engine, Level, Report, Verdict};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Two reports on the same request: check into both, under one policy and under the other. Where the policies give a rule the same level
/// but another at some members, its findings are named with the member: `field.blank@/client/email`.
///
/// ```
/// use paylint_traffic::replay::{Change, Replay};
/// use paylint::{Engine, Facts, Operation, Policy};
///
/// let lenient = Policy::from_json(br#"{"levels": {"field.type": "warn"}}"#)?;
/// let (before, after) = (Engine::default(), Engine::new(&lenient));
///
/// let body = br#"{"name": "VAT", "percent": "x"}"#;
/// let mut replay = Replay::between(&before, &after);
/// before.check_into(Operation::Tax, body, &Facts::default(), &mut replay.before);
/// after.check_into(Operation::Tax, body, &Facts::default(), &mut replay.after);
///
/// assert_eq!(replay.change(), Change::RejectToAccept);
/// let [before, _] = replay.outcomes();
/// assert!(before.rejecting().into_iter().eq(["field.type"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The report under the policy that is in force.
    pub before: Report,
    /// The report under the one that would take its place.
    pub after: Report,
    /// Room for their canonical forms.
    texts: [String; 2],
    /// The rules of which only levels at members differ.
    by_member: BTreeSet<String>,
}

/// A change for a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Nothing.
    Same,
    /// The verdict stays, and something else in the report doesn't.
    Differ,
    /// It was accepted, and would be rejected.
    AcceptToReject,
    /// It was rejected, and would be accepted.
    RejectToAccept,
}

/// A report's verdict, and the rules behind it.
#[derive(Clone, Debug)]
pub struct Outcome<'r> {
    /// The verdict.
    pub verdict: Verdict,
    /// The rule of each finding, as [`Replay`] names it, and its level.
    pub findings: Vec<(Cow<'r, str>, Level)>,
    /// The rules that couldn't be decided, and their levels.
    pub unchecked: Vec<(Cow<'r, str>, Level)>,
}

impl Replay {
    /// Reports of these two engines.
    #[must_use]
    pub fn between(before: &Engine, after: &Engine) -> Replay {
        let levels = |engine: &Engine, rule: &str| {
            engine.levels_at(rule).map(|(member, level)| (member.to_owned(), level)).collect()
        };
        let theirs: BTreeMap<_, _> =
            after.rules().map(|(rule, level)| (rule.name.to_owned(), level)).collect();
        let is_by_member = |rule: &str, level: Level| {
            let at: [BTreeMap<_, _>; 2] = [before, after].map(|engine| levels(engine, rule));
            theirs.get(rule) == Some(&level) && at[0] != at[1]
        };
        let rules = before.rules().filter(|(rule, level)| is_by_member(rule.name, *level));
        let by_member = rules.map(|(rule, _)| rule.name.to_owned()).collect();
        Replay { by_member, ..Replay::default() }
    }

    /// The change from one report to the other.
    pub fn change(&mut self) -> Change {
        let Replay { before, after, texts: [ours, theirs], .. } = self;
        Change::of(before.verdict(), after.verdict(), || {
            for (text, report) in [(&mut *ours, &*before), (&mut *theirs, &*after)] {
                text.clear();
                report.write_json(text);
            }
            ours == theirs
        })
    }

    /// Outcomes of the two reports.
    #[must_use]
    pub fn outcomes(&self) -> [Outcome<'_>; 2] {
        [&self.before, &self.after].map(|report| Outcome::of(report, &self.by_member))
    }
}

impl Change {
    /// The change from one verdict to another. If that is nothing, `is_same` has to say whether
    /// the canonical reports are the same, too.
    pub fn of(before: Verdict, after: Verdict, is_same: impl FnOnce() -> bool) -> Change {
        match (before, after) {
            (Verdict::Accept, Verdict::Reject) => Change::AcceptToReject,
            (Verdict::Reject, Verdict::Accept) => Change::RejectToAccept,
            _ if is_same() => Change::Same,
            _ => Change::Differ,
        }
    }

    /// The rules that change the verdict: those that reject the request on the one side only.
    #[must_use]
    pub fn causes<'o>(self, before: &'o Outcome<'_>, after: &'o Outcome<'_>) -> BTreeSet<&'o str> {
        match self {
            Change::AcceptToReject => after.rejecting(),
            Change::RejectToAccept => before.rejecting(),
            Change::Same | Change::Differ => BTreeSet::new(),
        }
    }

    /// `same`, `differ`, `accept_to_reject` or `reject_to_accept`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Differ => "differ",
            Change::AcceptToReject => "accept_to_reject",
            Change::RejectToAccept => "reject_to_accept",
        }
    }
}

impl<'r> Outcome<'r> {
    fn of(report: &'r Report, by_member: &BTreeSet<String>) -> Outcome<'r> {
        let findings = report.findings().map(|entry| {
            let rule = entry.rule().name;
            if !by_member.contains(rule) {
                return (rule.into(), entry.level());
            }
            let mut name = format!("{rule}@");
            write_member(entry, &mut name);
            (Cow::Owned(name), entry.level())
        });
        let unchecked = report.unchecked().map(|entry| (entry.rule().name.into(), entry.level()));
        Outcome {
            verdict: report.verdict(),
            findings: findings.collect(),
            unchecked: unchecked.collect(),
        }
    }

    /// The rules that reject the request: those with findings at level deny; without any, those at
    /// level deny that couldn't be decided, if the policy rejects for that.
    #[must_use]
    pub fn rejecting(&self) -> BTreeSet<&str> {
        if self.verdict == Verdict::Accept {
            return BTreeSet::new();
        }
        let violated = at_deny(&self.findings);
        if violated.is_empty() { at_deny(&self.unchecked) } else { violated }
    }
}

/// The rules at level deny.
fn at_deny<'o>(rules: &'o [(Cow<'_, str>, Level)]) -> BTreeSet<&'o str> {
    let rules = rules.iter().filter(|(_, level)| *level == Level::Deny);
    rules.map(|(rule, _)| &**rule).collect()
}
