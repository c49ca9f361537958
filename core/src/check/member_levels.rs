//! Levels at members: levels that a policy gives to a rule's findings at one member.

use crate::base::level::Level;
use crate::base::sort::sorted;
use crate::model::operation::Operation;
use crate::model::path::Path;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A place in the bodies of an operation, without element indices: the first element stands for all.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MemberPlace {
    pub(crate) path: Path,
    /// If the path ends with a declared member, its position.
    pub(crate) declared: u16,
    /// If the path ends with an unknown member, its name.
    pub(crate) key: String,
}

impl MemberPlace {
    /// The body as a whole.
    pub(crate) const BODY: MemberPlace =
        MemberPlace { path: Path::BODY, declared: 0, key: String::new() };
}

/// The level of a rule's findings at a place. The entry for the whole body applies where no narrower one does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MemberLevel {
    pub(crate) operation: Operation,
    /// The rule's position.
    pub(crate) rule: u16,
    pub(crate) place: MemberPlace,
    pub(crate) level: Level,
    /// Whether missing facts can decide if there is a finding here.
    pub(crate) may_be_unchecked: bool,
}

/// The levels at members of an engine, sorted.
#[derive(Clone, Default)]
pub(crate) struct MemberLevels(Box<[MemberLevel]>);

impl MemberLevels {
    pub(crate) fn new(levels: Vec<MemberLevel>) -> MemberLevels {
        MemberLevels(sorted(levels).into())
    }

    /// The levels for the bodies of an operation.
    pub(crate) fn of(&self, operation: Operation) -> &[MemberLevel] {
        equal_range(&self.0, |level| level.operation.cmp(&operation))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &MemberLevel> {
        self.0.iter()
    }

    /// A rule's own level, if it has levels at members, too.
    pub(crate) fn own(&self, rule: u16) -> Option<Level> {
        let is_own = |at: &&MemberLevel| at.rule == rule && at.place.path == Path::BODY;
        self.iter().find(is_own).map(|at| at.level)
    }
}

/// A rule's entries, the one for the whole body first. Empty if it has no levels at members.
pub(crate) fn of_rule(levels: &[MemberLevel], rule: u16) -> &[MemberLevel] {
    equal_range(levels, |at| at.rule.cmp(&rule))
}

/// The elements that compare as equal.
fn equal_range(
    levels: &[MemberLevel],
    compare: impl Fn(&MemberLevel) -> core::cmp::Ordering,
) -> &[MemberLevel] {
    let start = levels.partition_point(|level| compare(level).is_lt());
    let end = levels.partition_point(|level| compare(level).is_le());
    levels.get(start..end).unwrap_or_default()
}

/// Looks up the level of a rule's findings at a place in the rule's entries.
pub(crate) fn at(of_rule: &[MemberLevel], (path, declared): (Path, u16), key: &str) -> Level {
    let wanted = (path.of_any_element(), declared, key);
    let key = |at: &MemberLevel| (at.place.path, at.place.declared);
    let found = of_rule.binary_search_by(|at| {
        key(at).cmp(&(wanted.0, wanted.1)).then_with(|| at.place.key.as_str().cmp(wanted.2))
    });
    let found = found.ok().and_then(|at| of_rule.get(at)).or(of_rule.first());
    found.map_or(Level::Allow, |at| at.level)
}
