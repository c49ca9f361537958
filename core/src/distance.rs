//! How far a name is from another.

/// Gives one name after the other: one copy of what follows for all kinds of lists.
pub(crate) type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

/// The known name that is nearest, if it is near: as far as a third of `length`. The first of those equally near.
pub(crate) fn nearest<'k>(name: &[u8], length: usize, known: Next<'_, 'k>) -> Option<&'k str> {
    let most = length.wrapping_div(3);
    // Of lengths that differ by more, the names do, too.
    let alike = core::iter::from_fn(known).filter(|it| it.len().abs_diff(name.len()) <= most);
    let measured = alike.map(|known| (distance(name, known.as_bytes()), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(nearest)
}

/// How many bytes are put in, left out, replaced or swapped with their neighbour to get from one text to the
/// other, without regard to case; nothing is changed twice (optimal string alignment).
fn distance(a: &[u8], b: &[u8]) -> usize {
    // For each part of `a`, by how much it differs from each part of `b`: a row of the second for each of the first.
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
                is_same(a.get(row.wrapping_sub(2)), y) && is_same(b.get(column.wrapping_sub(2)), x)
            };
            let above = back(width);
            let mut least = back(1).min(above).wrapping_add(1);
            least = least
                .min(back(width.wrapping_add(1)).wrapping_add((!x.eq_ignore_ascii_case(y)).into()));
            if before(row, column) {
                least = least.min(back(width.wrapping_mul(2).wrapping_add(2)).wrapping_add(1));
            }
            table.push(least);
        }
    }
    table.last().copied().unwrap_or_default()
}

fn is_same(a: Option<&u8>, b: &u8) -> bool {
    a.is_some_and(|a| a.eq_ignore_ascii_case(b))
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
                .map(|length| (0..length).map(|_| b"abcDEd"[next(6)]).collect::<Vec<u8>>());
            let [c, d] = [&a, &b].map(|text| str::from_utf8(text).unwrap());
            assert_eq!(
                distance(&a, &b),
                strsim::osa_distance(&c.to_ascii_lowercase(), &d.to_ascii_lowercase()),
                "{c} {d}"
            );
        }
    }
}
