//! Sorting that compiles to little code.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Sorts the values from a position on. Equal ones may end up in any order. In a browser by heapsort, because it is
/// small: the standard library's sort would be a tenth of the module.
pub(crate) fn sort_from<T: Ord>(values: &mut Vec<T>, start: usize) {
    if cfg!(target_family = "wasm") {
        let rest = values.split_off(start.min(values.len()));
        values.extend(BinaryHeap::from(rest).into_sorted_vec());
    } else if let Some(rest) = values.get_mut(start..) {
        rest.sort_unstable();
    }
}

/// Collects values, sorted. Equal ones may end up in any order.
pub(crate) fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values = Vec::from_iter(values);
    sort_from(&mut values, 0);
    values
}
