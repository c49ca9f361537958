//! Sets of an enum's values, as bits: bit *n* stands for the *n*th value.

use core::fmt;

/// Iterates over the members of a set, in order.
#[derive(Clone)]
pub struct SetIter<T: 'static> {
    pub(crate) all: &'static [T],
    /// The members that are left: bit *n* stands for `all[n]`.
    pub(crate) rest: u64,
}

impl<T: Copy> Iterator for SetIter<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let first = self.all.get(self.rest.trailing_zeros() as usize).copied()?;
        self.rest &= self.rest - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.rest.count_ones() as usize;
        (count, Some(count))
    }
}

impl<T: Copy> ExactSizeIterator for SetIter<T> {}

impl<T: Copy + fmt::Debug> fmt::Debug for SetIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Declares a set type for an enum: bit *n* stands for `ALL[n]`.
macro_rules! set {
    ($(#[$doc:meta])* $set:ident($bits:ident) of $member:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set($bits);

        impl $set {
            const fn of_bits(bits: $bits) -> $set {
                $set(bits)
            }

            #[doc = concat!("The set as bits: bit *n* stands for `", stringify!($member), "::ALL[n]`.")]
            pub const fn bits(self) -> $bits {
                self.0
            }
        }

        collection! { $set of $member }
    };
}

/// Implements what a set can do, from its functions `of_bits` and `bits`.
macro_rules! collection {
    ($set:ident of $member:ident) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set::of_bits(0);
            #[doc = concat!("Every [`", stringify!($member), "`].")]
            pub const ALL: $set = $set::of($member::ALL);

            #[doc = concat!("The set of the [`", stringify!($member), "`]s in a list.")]
            #[allow(clippy::indexing_slicing, reason = "in bounds")]
            pub const fn of(members: &[$member]) -> $set {
                let mut set = $set::EMPTY;
                let mut i = 0;
                while i < members.len() {
                    set = set.with(members[i]);
                    i += 1;
                }
                set
            }

            /// This set with a member added.
            pub const fn with(self, member: $member) -> $set {
                $set::of_bits(self.bits() | 1 << (member as u32))
            }

            /// Whether the member is in the set.
            pub const fn contains(self, member: $member) -> bool {
                self.bits() & 1 << (member as u32) != 0
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.bits() == 0
            }

            /// Number of members of the set.
            pub const fn len(self) -> usize {
                self.bits().count_ones() as usize
            }

            /// The members of either set.
            pub const fn union(self, other: $set) -> $set {
                $set::of_bits(self.bits() | other.bits())
            }

            /// The members of both sets.
            pub const fn intersection(self, other: $set) -> $set {
                $set::of_bits(self.bits() & other.bits())
            }

            /// The members of this set that aren't in the other.
            pub const fn difference(self, other: $set) -> $set {
                $set::of_bits(self.bits() & !other.bits())
            }

            #[doc = concat!("The members of the set, in the order of [`", stringify!($member), "::ALL`].")]
            #[inline]
            pub fn iter(self) -> $crate::base::set::SetIter<$member> {
                $crate::base::set::SetIter { all: $member::ALL, rest: self.bits().into() }
            }
        }

        impl ::core::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $set {
                members.into_iter().fold($set::EMPTY, $set::with)
            }
        }

        impl Extend<$member> for $set {
            fn extend<I: IntoIterator<Item = $member>>(&mut self, members: I) {
                *self = members.into_iter().fold(*self, $set::with);
            }
        }

        impl IntoIterator for $set {
            type Item = $member;
            type IntoIter = $crate::base::set::SetIter<$member>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl IntoIterator for &$set {
            type Item = $member;
            type IntoIter = $crate::base::set::SetIter<$member>;

            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }
    };
}
