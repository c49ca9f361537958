//! Asking the engine, as often as the bound allows, and comparing what it finds.

use super::order::sort_by_key;
use crate::engine::Engine;
use crate::facts::Facts;
use crate::findings::{Collected as Found, Entry, MAX_PARAMS, Param, PerLevel, Undecided};
use crate::level::Level;
use crate::operation::Operation;
use crate::path::Path;
use crate::report::{Report, Segment};
use crate::schema;
use alloc::string::String;
use alloc::vec::Vec;

/// The bound: so many checks, or so many bytes of bodies checked.
const MAX_CHECKS: u32 = 4096;
const MAX_BYTES: usize = 64 << 20;

/// How many findings of each level are compared.
const MAX_FINDINGS: usize = 10_000;

/// A question to the engine about many bodies.
pub(super) struct Inquiry<'a, 'f> {
    engine: &'a Engine,
    operation: Operation,
    facts: &'f Facts<'f>,
    report: Report,
    checks: u32,
    bytes: usize,
    /// How many checks may be made for now, and how many are kept for later.
    most: u32,
    reserve: u32,
}

impl<'a, 'f> Inquiry<'a, 'f> {
    pub(super) fn new(
        engine: &'a Engine,
        operation: Operation,
        facts: &'f Facts<'f>,
    ) -> Inquiry<'a, 'f> {
        Inquiry {
            engine,
            operation,
            facts,
            report: Report::new(),
            checks: 0,
            bytes: 0,
            most: MAX_CHECKS,
            reserve: 0,
        }
    }

    /// Checks a body. `None` if that is beyond the bound.
    pub(super) fn ask(&mut self, body: &[u8]) -> Option<&Found> {
        let bytes = self.bytes.saturating_add(body.len());
        if self.checks > 0 && (self.checks >= self.most || bytes > MAX_BYTES) {
            return None;
        }
        self.bytes = bytes;
        self.checks = self.checks.saturating_add(1);
        let report = &mut self.report;
        self.engine.check_keeping(MAX_FINDINGS, self.operation, body, self.facts, report);
        Some(&self.report.collected)
    }

    /// How many checks were made.
    pub(super) fn checks(&self) -> u32 {
        self.checks
    }

    /// What the last check found.
    pub(super) fn last(&self) -> &Found {
        &self.report.collected
    }

    /// Like [`ask`](Inquiry::ask), but keeps what was found.
    pub(super) fn look(&mut self, body: &[u8]) -> Option<Seen> {
        self.ask(body).map(Seen::of)
    }

    /// How many checks are left at most.
    pub(super) fn left(&self) -> u32 {
        self.most.saturating_sub(self.checks)
    }

    /// Allows only so many checks more, or again as many as the bound does.
    pub(super) fn allow(&mut self, checks: Option<u32>) {
        let all = MAX_CHECKS.saturating_sub(self.reserve);
        self.most = checks.map_or(all, |more| self.checks.saturating_add(more).min(all));
    }

    /// Keeps so many checks for later; 0 allows them.
    pub(super) fn keep(&mut self, checks: u32) {
        self.reserve = checks;
        self.allow(None);
    }

    pub(super) fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// The name of the rule at a position.
    pub(super) fn rule_name(&self, position: u16) -> &'a str {
        self.engine.listed_at(position).map_or("", |rule| rule.name)
    }

    /// The position of the number that a rule compares among the params of its findings. A finding
    /// stays the same if only this changes.
    pub(super) fn compared(&self, rule: u16) -> usize {
        let Some(rule) = self.engine.listed_at(rule) else { return NO_PARAM };
        let actual = rule.actual.map(usize::from);
        actual.and_then(|at| at.checked_sub(rule.constants.len())).unwrap_or(NO_PARAM)
    }

    /// A path as a JSON Pointer; `unknown` is the name of an unknown member.
    pub(super) fn pointer(&self, path: Path, unknown: &str) -> String {
        let mut pointer = String::with_capacity(32);
        _ = path.walk(schema::body(self.operation), unknown, |step| {
            pointer.push('/');
            match step {
                Segment::Name(name) => pointer.push_str(name),
                Segment::Index(index) => crate::decimal::put_integer(&mut pointer, index.into()),
            }
            Ok(())
        });
        pointer
    }
}

/// What was found in a body.
pub(super) struct Seen {
    pub(super) entries: Vec<Entry>,
    names: Vec<u8>,
    /// The findings by path, then rule, then name: a body can have thousands at one path.
    by_place: Vec<u32>,
    pub(super) undecided: Vec<Undecided>,
    pub(super) truncated: PerLevel<bool>,
}

impl Seen {
    pub(super) fn of(found: &Found) -> Seen {
        let entries = found.entries.clone();
        let mut by_place: Vec<u32> = (0..).take(entries.len()).collect();
        sort_by_key(&mut by_place, |at| {
            entries.get(*at as usize).map(|it| place(&found.names, it))
        });
        Seen {
            entries,
            names: found.names.clone(),
            by_place,
            undecided: found.undecided.to_vec(),
            truncated: found.truncated,
        }
    }

    /// The name of a finding's unknown member; empty if it is hidden, or there is none.
    pub(super) fn name(&self, entry: &Entry) -> &str {
        core::str::from_utf8(name(&self.names, entry)).unwrap_or_default()
    }

    /// The finding among these that has the same rule, path, name and params as one of another body.
    pub(super) fn position(&self, found: &Found, entry: &Entry) -> Option<usize> {
        self.like(&found.names, entry, entry.path, NO_PARAM)
    }

    /// The same at a path of this body, be the param at a position another.
    pub(super) fn like(
        &self,
        names: &[u8],
        entry: &Entry,
        path: Path,
        but: usize,
    ) -> Option<usize> {
        let key = (path, entry.rule, name(names, entry));
        let same = self.from(|it| place(&self.names, it) < key);
        let same = same.take_while(|(_, it)| place(&self.names, it) == key);
        same.filter(|(_, it)| are_like(&it.params, &entry.params, but)).map(|(at, _)| at).next()
    }

    /// The findings at a path, by rule.
    pub(super) fn at(&self, path: Path) -> impl Iterator<Item = &Entry> {
        let from = self.from(move |it| it.path < path);
        from.map(|(_, entry)| entry).take_while(move |entry| entry.path == path)
    }

    /// The findings by place, with their positions, from the first that isn't before.
    fn from(&self, is_before: impl Fn(&Entry) -> bool) -> impl Iterator<Item = (usize, &Entry)> {
        let entry = |at: &u32| Some((*at as usize, self.entries.get(*at as usize)?));
        let start =
            self.by_place.partition_point(|at| entry(at).is_some_and(|(_, it)| is_before(it)));
        self.by_place.get(start..).unwrap_or_default().iter().filter_map(entry)
    }

    /// The positions of the findings at level deny. Of equal ones the first stands for all.
    pub(super) fn denials(&self) -> Vec<usize> {
        let all = self.entries.iter().enumerate();
        let denials = all.filter(|(at, entry)| {
            entry.level == Level::Deny
                && self.like(&self.names, entry, entry.path, NO_PARAM) == Some(*at)
        });
        denials.map(|(at, _)| at).collect()
    }
}

/// The params of a finding.
pub(super) type Params = [Option<Param>; MAX_PARAMS];

/// The position of no param.
const NO_PARAM: usize = usize::MAX;

/// Whether params are the same, but for one.
pub(super) fn are_like(one: &Params, other: &Params, but: usize) -> bool {
    let pairs = one.iter().zip(other).enumerate();
    pairs.filter(|(at, _)| *at != but).all(|(_, (one, other))| one == other)
}

/// What findings are sorted by.
fn place<'n>(names: &'n [u8], entry: &Entry) -> (Path, u16, &'n [u8]) {
    (entry.path, entry.rule, name(names, entry))
}

fn name<'n>(names: &'n [u8], entry: &Entry) -> &'n [u8] {
    let (start, end) = entry.name;
    names.get(start as usize..end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// The engine reads no bodies as long as these.
    #[test]
    fn as_many_bytes_are_checked_as_the_bound_says() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts);
        let half = vec![b' '; MAX_BYTES / 2];
        assert!(inquiry.ask(&half).is_some() && inquiry.ask(&half).is_some());
        assert!(inquiry.ask(b" ").is_none());
    }

    #[test]
    fn a_body_is_checked_once_however_long_it_is() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts);
        assert!(inquiry.ask(&vec![b' '; MAX_BYTES + 1]).is_some());
        assert!(inquiry.ask(b" ").is_none());
    }

    #[test]
    fn checks_that_are_kept_for_later_are_not_made_before() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts);
        inquiry.keep(100);
        assert_eq!(inquiry.left(), MAX_CHECKS - 100);
        inquiry.allow(Some(5));
        assert_eq!(inquiry.left(), 5);
        inquiry.keep(0);
        assert_eq!(inquiry.left(), MAX_CHECKS);
    }

    #[test]
    fn of_equal_denials_the_first_stands_for_all() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let mut inquiry = Inquiry::new(&engine, Operation::Capture, &facts);
        let body = br#"{"total":1,"total":2,"total":3,"unknown":null}"#;
        let seen = inquiry.look(body).expect("within the bound");
        let levels: Vec<_> = seen.entries.iter().map(|entry| entry.level).collect();
        assert_eq!(levels, [Level::Deny, Level::Deny, Level::Warn]);
        assert_eq!(seen.denials(), [0]);
    }
}
