//! The edit distance of names.

use alloc::vec::Vec;

/// The optimal string alignment distance: how many bytes must be inserted, deleted, replaced or
/// swapped with their neighbour to turn one text into the other, changing no byte twice.
pub(crate) fn distance(a: &[u8], b: &[u8]) -> usize {
    // The distances between all prefixes: a row for each prefix of `a`, a column for each of `b`.
    let width = b.len().wrapping_add(1);
    let mut table: Vec<usize> = (0..width).collect();
    for (row, x) in (1..).zip(a) {
        table.push(row);
        for (column, y) in (1..).zip(b) {
            let back = |cells: usize| {
                let at = table.len().wrapping_sub(cells);
                table.get(at).copied().unwrap_or_default()
            };
            let before = |row: usize, column: usize| {
                a.get(row.wrapping_sub(2)) == Some(y) && b.get(column.wrapping_sub(2)) == Some(x)
            };
            let above = back(width);
            let mut least = back(1).min(above).wrapping_add(1);
            least = least.min(back(width.wrapping_add(1)).wrapping_add((x != y).into()));
            if before(row, column) {
                least = least.min(back(width.wrapping_mul(2).wrapping_add(2)).wrapping_add(1));
            }
            table.push(least);
        }
    }
    table.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_strsim() {
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for _ in 0..100_000 {
            let [a, b] = [next(9), next(9)]
                .map(|length| (0..length).map(|_| b"abcde"[next(5)]).collect::<Vec<u8>>());
            let [c, d] = [&a, &b].map(|text| str::from_utf8(text).unwrap());
            assert_eq!(distance(&a, &b), strsim::osa_distance(c, d), "{c} {d}");
        }
    }
}
