//! Sorting that compiles to little code.

use alloc::vec::Vec;

/// Sorts values. Equal ones may end up in any order.
pub(crate) fn sort<T: Ord>(values: &mut [T]) {
    if cfg!(target_family = "wasm") { heapsort(values) } else { values.sort_unstable() }
}

/// Collects values, sorted. Equal ones may end up in any order.
pub(crate) fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values = Vec::from_iter(values);
    sort(&mut values);
    values
}

/// Heapsort, because it is small: the standard library's sort would be a tenth of the browser's module.
fn heapsort<T: Ord>(values: &mut [T]) {
    let (mut to_sift, mut end) = (values.len() / 2, values.len());
    while end > 1 {
        let mut parent = 0;
        if to_sift > 0 {
            to_sift -= 1;
            parent = to_sift;
        } else {
            end -= 1;
            values.swap(0, end);
        }
        let heap = values.get_mut(..end).unwrap_or_default();
        loop {
            let left = 2 * parent + 1;
            let child = if heap.get(left + 1) > heap.get(left) { left + 1 } else { left };
            // `None` is less than any value.
            if heap.get(child) <= heap.get(parent) {
                break;
            }
            heap.swap(parent, child);
            parent = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heapsort_sorts_any_number_of_values() {
        let mut state = 1u32;
        for length in 0..=70 {
            let mut values: Vec<u32> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    state >> 28
                })
                .collect();
            let expected = sorted(values.clone());
            heapsort(&mut values);
            assert_eq!(values, expected);
        }
    }
}
