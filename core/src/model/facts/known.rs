//! Three-valued logic: an answer from the facts is true, false, or unknown because of the facts that are missing.

use super::Fact;
use core::fmt;
use core::num::NonZeroU64;

/// An answer, or the missing facts that it depends on.
pub type Known<T> = Result<T, Missing>;

/// The missing facts that an outcome depends on. A rule that returns them with `?` is unchecked.
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
    /// The facts of both.
    pub const fn union(self, other: Missing) -> Missing {
        Missing(self.0.union(other.0))
    }
}

/// Whether all conditions hold. The result is false if one is known to be false, whatever is missing. Otherwise it is
/// unknown if any condition is.
///
/// # Errors
/// If the missing facts, if the answer depends on them.
#[inline]
pub fn all(conditions: impl IntoIterator<Item = Known<bool>>) -> Known<bool> {
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

/// The values of two facts, or the missing facts of both.
#[inline]
pub(crate) fn both<A, B>(a: Known<A>, b: Known<B>) -> Known<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(Missing(FactSet::of_bits(bits(a.err()) | bits(b.err())))),
    }
}

/// The union of missing facts, at least one of which must be `Some`.
pub(crate) fn missing_of(a: Option<Missing>, b: Option<Missing>, c: Option<Missing>) -> Missing {
    Missing(FactSet::of_bits(bits(a) | bits(b) | bits(c)))
}

#[inline]
fn bits(missing: Option<Missing>) -> u64 {
    missing.map_or(0, |Missing(facts)| facts.0.get())
}

/// A set of facts, iterated in the order of [`Fact::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactSet(NonZeroU64);

impl Default for FactSet {
    fn default() -> FactSet {
        FactSet::EMPTY
    }
}

impl FactSet {
    /// A bit that every set has, so that an outcome fits in one word, with 0 for no missing facts.
    const MARK: u64 = 1 << 63;

    const fn of_bits(bits: u64) -> FactSet {
        // The mark makes it non-zero.
        FactSet(match NonZeroU64::new(bits | FactSet::MARK) {
            Some(bits) => bits,
            None => NonZeroU64::MAX, // not covered: the mark is in every set
        })
    }

    const fn bits(self) -> u64 {
        self.0.get() & !FactSet::MARK
    }
}

collection! { FactSet of Fact }
