//! Checks changed bodies, as often as the bound allows.
//!
//! Fields and fixes share it: both change a body, check it again, and compare the findings.

use crate::base::append::text_of;
use crate::base::decimal::Total;
use crate::base::sort::sorted;
use crate::check::engine::Engine;
use crate::check::findings::{Collected, Details, Entry, Param, PerLevel, UncheckedRule};
use crate::check::policy::{Added, PolicyRule};
use crate::check::report::Report;
use crate::check::rule::Fix;
use crate::check::rules::{METADATA, Metadata};
use crate::model::document::MemberRef;
use crate::model::facts::Facts;
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::Operation;
use crate::model::path::{Path, Step, put_pointer};
use crate::model::schema::{self, DeclaredMembers};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// The bound on the work for an answer. It isn't a time, so that answers are the same everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    /// The most members read, including those that policy rules read. Comparing a finding or an unchecked rule counts
    /// as reading eight.
    pub(crate) members: u64,
    pub(crate) bytes: usize,
}

/// Number of members that take about as long to read as a finding takes to compare.
const MEMBERS_A_FINDING: u64 = 8;

/// The path of a member, and its index among the declared members if the policy declares it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MemberPath {
    pub(crate) path: Path,
    declared: u16,
}

impl MemberPath {
    pub(crate) fn of(path: Path) -> MemberPath {
        MemberPath { path, declared: 0 }
    }

    /// The path of a member of `object`.
    pub(crate) fn of_member(object: Path, member: MemberRef) -> MemberPath {
        match member {
            MemberRef::Own(index) => MemberPath::of(object.member(index)),
            MemberRef::Declared(declared) => {
                MemberPath { path: object.member(Path::DECLARED), declared }
            }
        }
    }

    pub(crate) fn of_entry(entry: &Entry) -> MemberPath {
        MemberPath { path: entry.path, declared: entry.declared }
    }

    /// Whether a finding is at this member or inside it.
    pub(crate) fn has(self, entry: &Entry) -> bool {
        entry.path.is_within(self.path)
            && (!self.path.is_declared() || entry.declared == self.declared)
    }
}

/// The path of the object that contains an unknown member.
pub(crate) fn object_of(member: Path) -> Path {
    let known = member.steps().take_while(|step| !matches!(step, Step::Member(Path::UNKNOWN)));
    known.fold(Path::BODY, |object, step| match step {
        Step::Element(index) => object.element(index),
        Step::Member(index) => object.member(index),
    })
}

/// Checks of similar bodies, and the work that they took.
pub(crate) struct Inquiry<'e, 'f> {
    engine: &'e Engine,
    /// A copy of the engine with other limits, which makes the checks.
    unlimited: Engine,
    operation: Operation,
    facts: &'f Facts<'f>,
    report: Report,
    bound: Bound,
    /// Number of members that a check reads.
    members: u64,
    checks: u32,
    work: u64,
    bytes: usize,
}

impl<'e, 'f> Inquiry<'e, 'f> {
    /// `unlimited` is the engine with other limits. It makes the checks, of bodies that hardly differ from `body`.
    pub(crate) fn new(
        engine: &'e Engine,
        unlimited: Engine,
        operation: Operation,
        facts: &'f Facts<'f>,
        body: &[u8],
        bound: Bound,
    ) -> Inquiry<'e, 'f> {
        let report = Report::new();
        // An upper bound: characters inside strings count, too.
        let count = |of: u8| body.iter().filter(|byte| **byte == of).count() as u64;
        let by_rules = engine.added().map_or(0, |added| added.members_read(operation, count(b'{')));
        let members = count(b':').saturating_add(by_rules).max(1);
        let (checks, work, bytes) = (0, 0, 0);
        Inquiry { engine, unlimited, operation, facts, report, bound, members, checks, work, bytes }
    }

    /// Checks a body. `None` if that is beyond the bound.
    pub(crate) fn check(&mut self, body: &[u8]) -> Option<&Collected> {
        let bytes = self.bytes.saturating_add(body.len());
        let work = self.work.saturating_add(self.members);
        if work > self.bound.members || bytes > self.bound.bytes {
            return None;
        }
        self.bytes = bytes;
        self.checks = self.checks.saturating_add(1);
        self.unlimited.check_into(self.operation, body, self.facts, &mut self.report);
        let found = &self.report.collected;
        let compared = (found.entries.len() + found.unchecked.len()) as u64;
        self.work = work.saturating_add(compared.saturating_mul(MEMBERS_A_FINDING));
        Some(found)
    }

    /// Checks a body, and copies the findings. `None` if that is beyond the bound.
    pub(crate) fn baseline(&mut self, body: &[u8]) -> Option<Baseline> {
        self.check(body)?;
        let report = &self.report;
        Some(Baseline {
            features: (report.scenario(), report.capabilities()),
            total: report.total(),
            ..Baseline::of(&report.collected)
        })
    }

    pub(crate) fn operation(&self) -> Operation {
        self.operation
    }

    pub(crate) fn declared(&self) -> &'e DeclaredMembers {
        Added::declared_by(self.engine.added(), self.operation)
    }

    /// Members read and findings compared, as the bound counts them.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    pub(crate) fn checks(&self) -> u32 {
        self.checks
    }

    pub(crate) fn rule(&self, position: u16) -> Option<Metadata<'e>> {
        self.engine.metadata_at(position)
    }

    pub(crate) fn rule_name(&self, position: u16) -> &'e str {
        self.rule(position).map_or("", |rule| rule.name)
    }

    /// The policy's entry for a rule; `None` if the rule isn't a policy rule.
    pub(crate) fn entry_of(&self, position: u16) -> Option<&'e PolicyRule> {
        self.engine.added()?.rule(position)?.entry
    }

    pub(crate) fn fix(&self, position: u16) -> Fix {
        self.rule(position).map_or(Fix::None, |rule| rule.fix)
    }

    pub(crate) fn pointer(&self, member: MemberPath) -> String {
        let name = self.declared().get(member.declared).map_or("", |declared| &declared.name);
        self.pointer_with(member.path, name)
    }

    /// The member that an unknown key probably means, for a finding about such a key.
    pub(crate) fn target(&self, details: &Details, entry: &Entry) -> Option<MemberPath> {
        let (fix, object) = (self.fix(entry.rule), object_of(entry.path));
        if fix == Fix::Merge {
            let shape = entry.path.shape_around(schema::body(self.operation)?)?;
            let name = entry.name(details);
            let mut members = self.declared().and_own(shape);
            let member = members.find(|known| known.name.eq_ignore_ascii_case(name))?.member;
            return Some(MemberPath::of_member(object, member));
        }
        if !fix.moves() {
            return None;
        }
        match *entry.params(details).first()? {
            Param::Word(name) => {
                let shape = entry.path.shape_around(schema::body(self.operation)?)?;
                Some(MemberPath::of(object.member(shape.position(name.as_bytes())?)))
            }
            Param::Declared(position) => {
                Some(MemberPath::of_member(object, MemberRef::Declared(position)))
            }
            Param::Place(_, steps) => {
                let steps = steps.iter().filter_map(|step| step.checked_sub(1));
                Some(MemberPath::of(steps.fold(Path::BODY, Path::member)))
            }
            _ => None,
        }
    }

    /// Number of unknown keys that probably mean this member: in its own object, and elsewhere.
    pub(crate) fn keys_that_mean(&self, found: &Baseline, member: MemberPath) -> [usize; 2] {
        let targets = found.targets.get_or_init(|| {
            let targets = found.entries.iter().filter_map(|entry| {
                let is_misplaced = self.fix(entry.rule) == Fix::Move;
                Some((self.target(&found.details, entry)?, is_misplaced))
            });
            sorted(targets)
        });
        let count_to = |last| targets.partition_point(|target| *target <= last);
        let before = targets.partition_point(|target| target.0 < member);
        let with_own = count_to((member, false));
        [with_own - before, count_to((member, true)) - with_own]
    }

    /// A path as a JSON Pointer, with `name` for a member that isn't in the tables.
    pub(crate) fn pointer_with(&self, path: Path, name: &str) -> String {
        text_of(|out| put_pointer(out, path.segments(schema::body(self.operation), name)))
    }
}

/// The findings of a check, to compare with those of a changed body.
pub(crate) struct Baseline {
    pub(crate) entries: Vec<Entry>,
    /// The details that `entries` refer to.
    pub(crate) details: Details,
    /// Indices of `entries`, sorted by path, rule and name, since a body can have thousands at one path.
    by_place: Vec<u32>,
    pub(crate) unchecked: Vec<UncheckedRule>,
    pub(crate) truncated: PerLevel<bool>,
    /// The scenario and the capabilities; empty, like the total, unless [`Inquiry::baseline`] made this.
    pub(crate) features: (Option<Feature>, FeatureSet),
    pub(crate) total: Option<Total>,
    /// The members that unknown keys probably mean, and whether the keys are misplaced. Sorted, and computed on first
    /// use.
    targets: OnceCell<Vec<(MemberPath, bool)>>,
}

impl Baseline {
    pub(crate) fn of(found: &Collected) -> Baseline {
        let places = found.entries.iter().map(|entry| place(&found.details, entry));
        let by_place = sorted(places.zip(0..));
        Baseline {
            entries: found.entries.clone(),
            details: found.details.clone(),
            by_place: by_place.into_iter().map(|(_, at)| at).collect(),
            unchecked: found.unchecked.to_vec(),
            truncated: found.truncated,
            features: (None, FeatureSet::EMPTY),
            total: None,
            targets: OnceCell::new(),
        }
    }

    /// Whether this has an equal of another body's finding, as [`find`](Self::find) compares them.
    pub(crate) fn has(&self, details: &Details, entry: &Entry) -> bool {
        self.find(details, entry).is_some()
    }

    /// The finding with the same rule, path, name and params as another body's finding, whose details are `details`.
    /// The param `incomplete` isn't compared: a value is as wrong whether or not typing on can make it valid.
    pub(crate) fn find(&self, details: &Details, entry: &Entry) -> Option<&Entry> {
        let (wanted, params) = (place(details, entry), entry.params(details));
        let same = self.from(|entry| place(&self.details, entry) < wanted);
        let mut same = same.take_while(|entry| place(&self.details, entry) == wanted);
        let incomplete = METADATA.get(usize::from(entry.rule)).and_then(|rule| rule.incomplete);
        same.find(|entry| {
            let mut pairs = entry.params(&self.details).iter().zip(params).zip(0..);
            entry.params(&self.details).len() == params.len()
                && pairs.all(|((own, other), at)| own == other || incomplete == Some(at))
        })
    }

    /// The findings at a path, by rule.
    pub(crate) fn at(&self, place: MemberPath) -> impl Iterator<Item = &Entry> {
        let found = self.from(move |entry| MemberPath::of_entry(entry) < place);
        found.take_while(move |entry| MemberPath::of_entry(entry) == place)
    }

    /// The findings sorted by place, from the first for which `is_before` is false.
    fn from(&self, is_before: impl Fn(&Entry) -> bool) -> impl Iterator<Item = &Entry> {
        let entry = |at: &u32| self.entries.get(*at as usize);
        let start = self.by_place.partition_point(|at| entry(at).is_some_and(&is_before));
        self.by_place.get(start..).unwrap_or_default().iter().filter_map(entry)
    }
}

/// The key of the sorted findings.
fn place<'d>(details: &'d Details, entry: &Entry) -> (MemberPath, u16, &'d str) {
    (MemberPath::of_entry(entry), entry.rule, entry.name(details))
}
