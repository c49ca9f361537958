//! Three values: what a rule reads of the facts is known, or missing, and then which fact is.

use super::Fact;
use core::fmt;
use core::num::NonZeroU64;

/// What a rule asks: the answer, or the facts that it is missing for.
pub type Known<T> = Result<T, Missing>;

/// The absent facts that an outcome depends on. `?` on an answer that is missing leaves a rule unchecked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing(pub FactSet);

impl core::error::Error for Missing {}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("missing facts:")?;
        let mut before = " ";
        for fact in self.0.iter() {
            write!(f, "{before}{}", fact.name())?;
            before = ", ";
        }
        Ok(())
    }
}

impl Missing {
    /// Both sets.
    #[must_use]
    pub const fn union(self, other: Missing) -> Missing {
        Missing(self.0.union(other.0))
    }
}

/// Whether all conditions hold. One that is known not to hold settles it, whatever else is missing; else
/// all that is missing matters.
///
/// # Errors
/// The facts that the answer hangs on.
#[inline]
pub fn all<const N: usize>(conditions: [Known<bool>; N]) -> Known<bool> {
    let mut missing = FactSet::EMPTY;
    for condition in conditions {
        match condition {
            Ok(false) => return Ok(false),
            Ok(true) => {}
            Err(Missing(facts)) => missing = missing.union(facts),
        }
    }
    if missing.is_empty() { Ok(true) } else { Err(Missing(missing)) }
}

/// Two facts' values, or what is missing of both.
///
/// # Errors
/// The facts that are missing.
#[inline]
pub(crate) fn both<A, B>(a: Known<A>, b: Known<B>) -> Known<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(Missing(FactSet::from_bits(bits(a.err()) | bits(b.err())))),
    }
}

/// What is missing of facts of which at least one is.
pub(crate) fn missing_of(a: Option<Missing>, b: Option<Missing>, c: Option<Missing>) -> Missing {
    Missing(FactSet::from_bits(bits(a) | bits(b) | bits(c)))
}

#[inline]
fn bits(missing: Option<Missing>) -> u64 {
    missing.map_or(0, |Missing(facts)| facts.0.get())
}

/// A set of facts; its members come out in the order of [`Fact::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactSet(NonZeroU64);

impl Default for FactSet {
    fn default() -> FactSet {
        FactSet::EMPTY
    }
}

impl FactSet {
    /// Set in every set, so that an outcome is one word: 0 where no facts are missing.
    const MARK: u64 = 1 << 63;
    /// No fact.
    pub const EMPTY: FactSet = FactSet::from_bits(0);

    const fn from_bits(bits: u64) -> FactSet {
        // With the mark it is not zero.
        FactSet(match NonZeroU64::new(bits | FactSet::MARK) {
            Some(bits) => bits,
            None => NonZeroU64::MAX, // not covered: the mark is in every set
        })
    }

    /// The set of these facts.
    #[must_use]
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "in bounds")]
    pub const fn of(facts: &[Fact]) -> FactSet {
        let mut bits = 0;
        let mut i = 0;
        while i < facts.len() {
            bits |= 1 << facts[i] as u64;
            i += 1;
        }
        FactSet::from_bits(bits)
    }

    /// The facts of both sets.
    #[must_use]
    pub const fn union(self, other: FactSet) -> FactSet {
        FactSet::from_bits(self.0.get() | other.0.get())
    }

    /// Whether there is no fact in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.get() == FactSet::MARK
    }

    /// Whether the fact is in the set.
    #[must_use]
    pub const fn contains(self, fact: Fact) -> bool {
        self.0.get() & 1 << (fact as u64) != 0
    }

    /// The facts of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Fact> + Clone {
        Fact::ALL.iter().copied().filter(move |fact| self.contains(*fact))
    }
}

impl fmt::Debug for FactSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Fact::name)).finish()
    }
}
