//! Asks the engine about changed bodies, as often as the bound allows.

use crate::engine::Engine;
use crate::facts::Facts;
use crate::findings::{Collected, Entry, PerLevel, Undecided};
use crate::operation::Operation;
use crate::path::Path;
use crate::policy::{Added, Policy};
use crate::report::{Report, Segment};
use crate::schema;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;

/// The bound: so many members read and findings compared, or so many bytes of bodies checked. It isn't
/// a time, so that it is the same in every binding.
pub(super) const MAX_WORK: u64 = 1 << 24;
const MAX_BYTES: usize = Policy::MAX_BODY_BYTES;

/// Comparing a finding takes about as long as reading so many members.
const MEMBERS_A_FINDING: u64 = 8;

/// Where a member is: its path and, if the policy declares it, which of the declared members it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) path: Path,
    declared: u16,
}

impl Place {
    /// The place of a member of the tables.
    pub(super) fn of(path: Path) -> Place {
        Place { path, declared: 0 }
    }

    /// The place of a declared member of the object at a path.
    pub(super) fn declared(object: Path, position: u16) -> Place {
        Place { path: object.member(Path::DECLARED), declared: position }
    }

    pub(super) fn of_entry(entry: &Entry) -> Place {
        Place { path: entry.path, declared: entry.declared }
    }
}

/// What a check of a body reads: its members, known or not; and how many objects it has, at whose
/// members policy rules may look.
#[derive(Clone, Copy)]
pub(super) struct MembersRead {
    pub(super) of_body: u64,
    pub(super) objects: u64,
}

/// A question to the engine about many bodies.
pub(super) struct Inquiry<'e, 'f> {
    engine: &'e Engine,
    /// The same engine, for the checks: the policy's limits don't matter here.
    unlimited: Engine,
    operation: Operation,
    facts: &'f Facts<'f>,
    report: Report,
    /// How many members a check reads.
    members: u64,
    checks: u32,
    work: u64,
    bytes: usize,
}

impl<'e, 'f> Inquiry<'e, 'f> {
    pub(super) fn new(
        engine: &'e Engine,
        operation: Operation,
        facts: &'f Facts<'f>,
        read: MembersRead,
    ) -> Inquiry<'e, 'f> {
        let (unlimited, report) = (engine.with_highest_limits(), Report::new());
        let MembersRead { of_body, objects } = read;
        let by_rules = engine.added().map_or(0, |it| it.members_read(operation, objects));
        let members = of_body.saturating_add(by_rules).max(1);
        Inquiry {
            engine,
            unlimited,
            operation,
            facts,
            report,
            members,
            checks: 0,
            work: 0,
            bytes: 0,
        }
    }

    /// Checks a body. `None` if that is beyond the bound.
    pub(super) fn check(&mut self, body: &[u8]) -> Option<&Collected> {
        let bytes = self.bytes.saturating_add(body.len());
        let work = self.work.saturating_add(self.members);
        if work > MAX_WORK || bytes > MAX_BYTES {
            return None;
        }
        self.bytes = bytes;
        self.checks = self.checks.saturating_add(1);
        self.unlimited.check_into(self.operation, body, self.facts, &mut self.report);
        let found = &self.report.collected;
        let compared = (found.entries.len() + found.undecided.len()) as u64;
        self.work = work.saturating_add(compared.saturating_mul(MEMBERS_A_FINDING));
        Some(found)
    }

    /// How many members were read and findings compared, the latter weighed.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// How many bodies were checked.
    pub(super) fn checks(&self) -> u32 {
        self.checks
    }

    /// The name of the rule at a position.
    pub(super) fn rule_name(&self, position: u16) -> &'e str {
        self.engine.listed_at(position).map_or("", |rule| rule.name)
    }

    /// The place of a known member as a JSON Pointer.
    pub(super) fn pointer(&self, place: Place) -> String {
        let mut pointer = String::with_capacity(32);
        let declared = Added::declared_by(self.engine.added(), self.operation);
        let name = declared.get(place.declared).map_or("", |declared| &declared.name);
        _ = place.path.walk(schema::body(self.operation), name, |step| {
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

/// What is found in a body, to compare with what is found once a member is added.
pub(super) struct Baseline {
    entries: Vec<Entry>,
    names: Vec<u8>,
    /// The findings by path, then rule, then name: a body can have thousands at one path.
    by_place: Vec<u32>,
    pub(super) undecided: Vec<Undecided>,
    pub(super) truncated: PerLevel<bool>,
}

impl Baseline {
    pub(super) fn of(found: &Collected) -> Baseline {
        // A heap sorts in less code than the standard library's sort, which would be a tenth of the
        // browser's module.
        let places = found.entries.iter().map(|entry| place(&found.names, entry));
        let by_place = BinaryHeap::from_iter(places.zip(0..)).into_sorted_vec();
        Baseline {
            entries: found.entries.clone(),
            names: found.names.clone(),
            by_place: by_place.into_iter().map(|(_, at)| at).collect(),
            undecided: found.undecided.to_vec(),
            truncated: found.truncated,
        }
    }

    /// Whether a finding with the same rule, path, name and params as one of another body is among
    /// these.
    pub(super) fn has(&self, found: &Collected, entry: &Entry) -> bool {
        let wanted = place(&found.names, entry);
        let same = self.from(|it| place(&self.names, it) < wanted);
        let mut same = same.take_while(|it| place(&self.names, it) == wanted);
        same.any(|it| it.params == entry.params)
    }

    /// The findings at a path, by rule.
    pub(super) fn at(&self, place: Place) -> impl Iterator<Item = &Entry> {
        let found = self.from(move |it| Place::of_entry(it) < place);
        found.take_while(move |entry| Place::of_entry(entry) == place)
    }

    /// The findings by place, from the first that isn't before.
    fn from(&self, is_before: impl Fn(&Entry) -> bool) -> impl Iterator<Item = &Entry> {
        let entry = |at: &u32| self.entries.get(*at as usize);
        let start = self.by_place.partition_point(|at| entry(at).is_some_and(&is_before));
        self.by_place.get(start..).unwrap_or_default().iter().filter_map(entry)
    }
}

/// What findings are looked up by.
fn place<'n>(names: &'n [u8], entry: &Entry) -> (Place, u16, &'n [u8]) {
    let (start, end) = entry.name;
    let name = names.get(start as usize..end as usize).unwrap_or_default();
    (Place::of_entry(entry), entry.rule, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn as_many_bytes_are_checked_as_the_bound_says() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let read = MembersRead { of_body: 0, objects: 0 };
        let mut inquiry = Inquiry::new(&engine, Operation::Order, &facts, read);
        let half = vec![b' '; MAX_BYTES / 2];
        assert!(inquiry.check(&half).is_some() && inquiry.check(&half).is_some());
        assert!(inquiry.check(b" ").is_none());
    }

    #[test]
    fn as_many_members_are_read_as_the_bound_says() {
        let (engine, facts) = (Engine::default(), Facts::default());
        let read = MembersRead { of_body: MAX_WORK / 2, objects: 9 };
        let mut inquiry = Inquiry::new(&engine, Operation::Reversal, &facts, read);
        let unchecked = inquiry.check(b"").map_or(0, |found| found.undecided.len() as u64);
        assert!(unchecked > 0);
        assert_eq!(inquiry.work(), MAX_WORK / 2 + unchecked * MEMBERS_A_FINDING);
        assert!(inquiry.check(b"").is_none());
    }
}
