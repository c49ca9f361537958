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
    let letters = letters(name);
    // Names whose lengths differ by more are further apart, too, and so are those of which one has
    // more letters that the other lacks: a change adds one at most.
    let is_as_long = |it: &&str| it.len().abs_diff(name.len()) <= most && it.len() <= LONGEST;
    let is_alike = |it: &&str| {
        let theirs = self::letters(it.as_bytes());
        let lacking = (letters & !theirs).count_ones().max((theirs & !letters).count_ones());
        lacking as usize <= most
    };
    let measured = core::iter::from_fn(known)
        .filter(is_as_long)
        .filter(is_alike)
        .map(|known| (distance(name, known.as_bytes(), most), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(nearest)
}

/// Which letters a text has, as bits. Upper and lower case are the same; so are some other bytes.
fn letters(text: &[u8]) -> u32 {
    text.iter().fold(0, |letters, byte| letters | 1u32.wrapping_shl(u32::from(*byte)))
}

/// The optimal string alignment distance: how many bytes must be inserted, deleted, replaced or
/// swapped with their neighbour to turn one text into the other, changing no byte twice. Upper and
/// lower case are the same. If it is over `most`, any number over `most`. `b` has at most
/// [`LONGEST`] bytes, and `a` fewer than 256.
///
/// The crate `strsim` has one, too, but it allocates. Checking into a report that has room must not,
/// even if the body has unknown members.
fn distance(a: &[u8], b: &[u8], most: usize) -> usize {
    let cell = |row: &[u8], column: usize| row.get(column).copied().unwrap_or_default();
    let is_same =
        |one: Option<&u8>, other: &u8| one.is_some_and(|it| it.eq_ignore_ascii_case(other));
    // The distances of three prefixes of `a`, each a byte longer than the last, from all of `b`.
    let of_nothing = core::array::from_fn(|length| length as u8);
    let mut rows = [[0; LONGEST + 1], [0; LONGEST + 1], of_nothing];
    let [mut before, mut above, mut row] = rows.each_mut();
    let mut last_x = None;
    for (length, x) in (1..).zip(a) {
        (before, above, row) = (above, row, before);
        let (mut left, mut least, mut last_y) = (length, length, None);
        let (first, others) = row.split_at_mut(1);
        first.fill(length);
        for ((column, y), place) in b.iter().enumerate().zip(others) {
            let replaced = cell(above, column).wrapping_add((!x.eq_ignore_ascii_case(y)).into());
            left = left.min(cell(above, column.wrapping_add(1))).wrapping_add(1).min(replaced);
            if is_same(last_x, y) && is_same(last_y, x) {
                left = left.min(cell(before, column.wrapping_sub(1)).wrapping_add(1));
            }
            *place = left;
            least = least.min(left);
            last_y = Some(y);
        }
        last_x = Some(x);
        // A longer prefix is at least as far from all of `b`.
        if usize::from(least) > most {
            return least.into();
        }
    }
    usize::from(cell(row, b.len()))
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
            let expected = strsim::osa_distance(&c, &d);
            assert_eq!(distance(&a, &b, usize::MAX), expected, "{c} {d}");
            let most = next(9);
            assert_eq!(distance(&a, &b, most).min(most + 1), expected.min(most + 1), "{c} {d}");
        }
    }

    /// What is passed over isn't near.
    #[test]
    fn the_nearest_is_that_of_strsim() {
        let mut state = 1u64;
        let mut text = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let length = (state >> 60) % 12;
            (0..length)
                .map(|n| char::from(b"abcABC_"[(state >> (3 * n + 20)) as usize % 7]))
                .collect::<String>()
        };
        let mut near = 0;
        for _ in 0..100_000 {
            let (name, known) = (text(), [text(), text(), text()]);
            let distance = |it: &&String| {
                strsim::osa_distance(&name.to_ascii_lowercase(), &it.to_ascii_lowercase())
            };
            let expected =
                known.iter().filter(|it| distance(it) <= name.len() / 3).min_by_key(distance);
            let mut all = known.iter().map(String::as_str);
            let found = nearest(name.as_bytes(), name.len(), &mut || all.next());
            assert_eq!(found, expected.map(String::as_str), "{name} {known:?}");
            near += usize::from(found.is_some());
        }
        assert!(near > 1000, "{near}");
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
        assert_eq!(of("cab", &["axb", "acb"]), Some("acb"));
        assert_eq!(of("", &["b"]), None);
        let long = "a".repeat(LONGEST + 1).leak();
        assert_eq!(of(long, &[long]), None);
        assert_eq!(of(long, &[long.get(1..).unwrap()]).map(str::len), Some(LONGEST));
    }
}
