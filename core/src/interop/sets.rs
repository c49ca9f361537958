//! Sets of features, operations and facts as collections: iterating, `collect` and `extend`.

use crate::model::facts::{Fact, FactSet};
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::{Operation, Operations};
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

/// Iterates over the members of a set, in order.
#[derive(Clone)]
pub struct SetIter<T: 'static> {
    all: &'static [T],
    /// The members that are left: bit *n* stands for `all[n]`.
    rest: u64,
}

impl<T: Copy> SetIter<T> {
    fn at(&self, index: u32) -> Option<T> {
        self.all.get(index as usize).copied()
    }
}

impl<T: Copy> Iterator for SetIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let first = self.at(self.rest.trailing_zeros())?;
        self.rest &= self.rest - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.rest.count_ones() as usize;
        (count, Some(count))
    }
}

impl<T: Copy> DoubleEndedIterator for SetIter<T> {
    fn next_back(&mut self) -> Option<T> {
        let index = self.rest.checked_ilog2()?;
        self.rest &= !(1 << index);
        self.at(index)
    }
}

impl<T: Copy> ExactSizeIterator for SetIter<T> {}

impl<T: Copy> FusedIterator for SetIter<T> {}

impl<T: Copy + fmt::Debug> fmt::Debug for SetIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

macro_rules! collections {
    ($($set:ident of $member:ident;)*) => {$(
        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = SetIter<$member>;

            fn into_iter(self) -> SetIter<$member> {
                let rest = self.iter().fold(0, |bits, member| bits | 1 << member as u64);
                SetIter { all: $member::ALL, rest }
            }
        }

        impl IntoIterator for &$set {
            type Item = $member;
            type IntoIter = SetIter<$member>;

            fn into_iter(self) -> SetIter<$member> {
                (*self).into_iter()
            }
        }

        impl Extend<$member> for $set {
            fn extend<I: IntoIterator<Item = $member>>(&mut self, members: I) {
                *self = self.into_iter().chain(members).collect();
            }
        }
    )*};
}

collections! {
    FeatureSet of Feature;
    Operations of Operation;
    FactSet of Fact;
}

impl FromIterator<Operation> for Operations {
    fn from_iter<I: IntoIterator<Item = Operation>>(operations: I) -> Operations {
        Operations::of(&operations.into_iter().collect::<Vec<_>>())
    }
}

impl FromIterator<Fact> for FactSet {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> FactSet {
        FactSet::of(&facts.into_iter().collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_collections() {
        let all: FeatureSet = Feature::ALL.iter().copied().collect();
        assert!(all.into_iter().eq(Feature::ALL.iter().copied()));
        assert!(all.into_iter().rev().eq(Feature::ALL.iter().rev().copied()));
        assert!(Operations::ALL.into_iter().eq(Operation::ALL.iter().copied()));
        let mut facts: FactSet = [Fact::WebhookHost, Fact::Now].into_iter().collect();
        facts.extend([Fact::Website]);
        let mut members = facts.into_iter();
        assert_eq!(members.len(), 3);
        assert_eq!(members.next_back(), Some(Fact::WebhookHost));
        assert_eq!(format!("{members:?}"), "[Now, Website]");
        assert_eq!([members.next(), members.next()], [Some(Fact::Now), Some(Fact::Website)]);
        assert_eq!((members.len(), members.next_back(), members.next()), (0, None, None));
        for operation in &Operations::ORDER {
            assert_eq!(operation, Operation::Order);
        }
    }
}
