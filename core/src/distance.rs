//! The edit distance of names.

/// Returns one name after the other. As a trait object, so that the code exists once for all kinds
/// of lists.
pub(crate) type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

/// The most bytes that a known name has.
const LONGEST: usize = 95;

/// The known name nearest to this one, if it is at most a third of `length` away; the first of those
/// equally near.
pub(crate) fn nearest<'k>(name: &[u8], length: usize, known: Next<'_, 'k>) -> Option<&'k str> {
    let most = length.wrapping_div(3);
    // Names whose lengths differ by more are further apart, too.
    let is_alike = |it: &&str| it.len().abs_diff(name.len()) <= most && it.len() <= LONGEST;
    let measured = core::iter::from_fn(known)
        .filter(is_alike)
        .map(|known| (distance(name, known.as_bytes()), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(nearest)
}

/// The optimal string alignment distance: how many bytes must be inserted, deleted, replaced or
/// swapped with their neighbour to turn one text into the other, changing no byte twice. Upper and
/// lower case are the same. `b` has at most [`LONGEST`] bytes.
///
/// The crate `strsim` has one, too, but it allocates. Checking into a report that has room must not,
/// even if the body has unknown members.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let cell = |row: &[usize], column: usize| row.get(column).copied().unwrap_or_default();
    let is_same =
        |one: Option<&u8>, other: &u8| one.is_some_and(|it| it.eq_ignore_ascii_case(other));
    // The distances of three prefixes of `a`, each a byte longer than the last, from all of `b`.
    let mut rows = [[0; LONGEST + 1]; 3];
    let [_, _, of_nothing] = &mut rows;
    of_nothing.iter_mut().zip(0..).for_each(|(cell, length)| *cell = length);
    let mut last_x = None;
    for (length, x) in (1..).zip(a) {
        rows.rotate_left(1);
        let [before, above, row] = &mut rows;
        let (mut left, mut last_y) = (length, None);
        let (first, others) = row.split_at_mut(1);
        first.fill(length);
        for ((column, y), place) in b.iter().enumerate().zip(others) {
            let replaced = cell(above, column).wrapping_add((!x.eq_ignore_ascii_case(y)).into());
            left = left.min(cell(above, column.wrapping_add(1))).wrapping_add(1).min(replaced);
            if is_same(last_x, y) && is_same(last_y, x) {
                left = left.min(cell(before, column.wrapping_sub(1)).wrapping_add(1));
            }
            *place = left;
            last_y = Some(y);
        }
        last_x = Some(x);
    }
    let [_, _, of_a] = &rows;
    cell(of_a, b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also of the longest texts.
    #[test]
    fn distances_are_those_of_strsim() {
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for round in 0..100_000 {
            let most = if round % 100 == 0 { LONGEST + 1 } else { 9 };
            let [a, b] = [next(most), next(most)]
                .map(|length| (0..length).map(|_| b"abcDEd"[next(6)]).collect::<Vec<u8>>());
            let [c, d] = [&a, &b].map(|text| str::from_utf8(text).unwrap().to_ascii_lowercase());
            assert_eq!(distance(&a, &b), strsim::osa_distance(&c, &d), "{c} {d}");
        }
    }

    #[test]
    fn the_first_of_the_nearest_is_near() {
        let of = |name: &str, known: &[&'static str]| {
            let mut known = known.iter().copied();
            nearest(name.as_bytes(), name.len(), &mut || known.next())
        };
        assert_eq!(of("bcd", &["abcd", "bxd", "cbd"]), Some("abcd"));
        assert_eq!(of("bcd", &["xyz", "bxd", "cbd"]), Some("bxd"));
        assert_eq!(of("BCD", &["bxx", "bcd"]), Some("bcd"));
        assert_eq!(of("bc", &["bd", "bcd"]), None);
        assert_eq!(of("bcde", &["b", "bcdefg"]), None);
        assert_eq!(of("", &["b"]), None);
        let long = "a".repeat(LONGEST + 1).leak();
        assert_eq!(of(long, &[long]), None);
        assert_eq!(of(long, &[long.get(1..).unwrap()]).map(str::len), Some(LONGEST));
    }
}
