//! Sets of rules, by position in the catalogue, and their levels.

use crate::level::Level;

/// Rules by position, as bits of two words: a machine without registers of 128 bits shifts them in a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RuleSet([u64; 2]);

impl RuleSet {
    /// How many rules there can be.
    pub(crate) const MOST: usize = 128;

    /// The rules from one position to that behind the last.
    #[inline]
    pub(crate) const fn range(start: u16, end: u16) -> RuleSet {
        let ([low, high], [low_before, high_before]) = (below(end), below(start));
        RuleSet([low & !low_before, high & !high_before])
    }

    /// Adds a rule.
    #[inline]
    pub(crate) const fn with(self, position: u16) -> RuleSet {
        let [low, high] = self.0;
        let bit = 1 << (position & 63);
        RuleSet(if position < 64 { [low | bit, high] } else { [low, high | bit] })
    }

    /// Whether a rule is one of them.
    #[inline]
    pub(crate) const fn has(&self, position: u16) -> bool {
        let [low, high] = self.0;
        (if position < 64 { low } else { high }) >> (position & 63) & 1 == 1
    }

    /// The rules of both.
    #[inline]
    pub(crate) const fn and(&self, other: RuleSet) -> RuleSet {
        RuleSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The rules of either.
    #[inline]
    pub(crate) const fn or(&self, other: RuleSet) -> RuleSet {
        RuleSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Whether there are none.
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The words, the lower first.
    #[inline]
    pub(crate) const fn words(&self) -> [u64; 2] {
        self.0
    }
}

/// The bits below a position.
const fn below(position: u16) -> [u64; 2] {
    match position {
        0..64 => [!u64::MAX.wrapping_shl(position as u32), 0],
        64..128 => [u64::MAX, !u64::MAX.wrapping_shl(position as u32)],
        _ => [u64::MAX; 2],
    }
}

/// The levels of the catalogue's rules for one operation, as bits by position.
#[derive(Clone, Copy, Default)]
pub(crate) struct Levels {
    /// Rules that are not at level allow; of one operation, where it is known.
    pub(crate) enabled: RuleSet,
    /// Rules at level deny.
    pub(crate) deny: RuleSet,
}

impl Levels {
    /// The level of a rule that is looked at.
    #[inline]
    pub(crate) const fn of(self, position: u16) -> Level {
        if self.deny.has(position) { Level::Deny } else { Level::Warn }
    }

    /// Whether the rule is at level deny and belongs to the operation.
    pub(crate) const fn denies(self, position: u16) -> bool {
        self.enabled.and(self.deny).has(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_what_was_put_into_them() {
        for (start, end) in [(0, 0), (0, 1), (5, 70), (63, 64), (64, 65), (64, 128), (0, 128)] {
            let range = RuleSet::range(start, end);
            let one_by_one = (start..end).fold(RuleSet::default(), RuleSet::with);
            assert_eq!(range, one_by_one);
            assert_eq!(range.is_empty(), start == end);
            for position in 0..128 {
                let is_in = (start..end).contains(&position);
                assert_eq!(range.has(position), is_in);
                let other = RuleSet::range(position, position + 1);
                assert_eq!(!range.and(other).is_empty(), is_in);
                assert!(range.or(other).has(position));
                assert_eq!(range.or(other) == range, is_in);
            }
        }
        assert_eq!(RuleSet::range(63, 66).words(), [1 << 63, 0b11]);
    }
}
