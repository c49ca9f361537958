//! Sorting without recursion or panics, in little code: the standard library's sort would be a tenth of the browser's module.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// More are sorted with a heap, whose time doesn't grow with the square of their number.
const FEW: usize = 64;

/// Sorts values by insertion, unless there are too many for that; returns false then. Those that
/// compare equal keep their order.
pub(crate) fn sort_few<T: Ord>(values: &mut [T]) -> bool {
    let is_few = values.len() <= FEW;
    for end in 2..=if is_few { values.len() } else { 0 } {
        let mut sorted = values.get_mut(..end).unwrap_or_default();
        while let [rest @ .., last] = sorted
            && let Some(before) = rest.last_mut()
            && *last < *before
        {
            core::mem::swap(last, before);
            sorted = rest;
        }
    }
    is_few
}

/// Sorts values with a heap. Of equal ones, any may come first.
pub(crate) fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    BinaryHeap::from_iter(values).into_sorted_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_sorted_and_many_are_left() {
        let mut state = 1u32;
        for length in 0..=FEW + 6 {
            let mut values: Vec<u32> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 28
                })
                .collect();
            let before = values.clone();
            assert_eq!(sort_few(&mut values), length <= FEW);
            assert!(values.is_sorted() || values == before && length > FEW);
        }
    }
}
