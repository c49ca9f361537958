//! Edit distance between names.

use super::shown::LONGEST;
use core::array;

/// Yields names one by one. A trait object, so that the code is compiled once for all kinds of lists.
pub(crate) type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

/// The nearest known name that is at most `max` away, the first of equally near ones. `None` for a name too long to
/// be shown.
pub(crate) fn nearest<'k>(name: &[u8], max: usize, known: Next<'_, 'k>) -> Option<&'k str> {
    if name.len() > LONGEST {
        return None;
    }
    let measured = core::iter::from_fn(known)
        .filter_map(|known| Some((distance_within(name, known.as_bytes(), max)?, known)));
    measured.min_by_key(|(distance, _)| *distance).map(|(_, nearest)| nearest)
}

/// Distance between two names, if it is at most `max`. `a` must have at most [`LONGEST`] bytes.
pub(crate) fn distance_within(a: &[u8], b: &[u8], max: usize) -> Option<usize> {
    let is_near = a.len().abs_diff(b.len()) <= max && may_be_near(letters(a), letters(b), max);
    if is_near { distance_of_similar(a, b, max) } else { None }
}

/// Distance between names whose lengths and [`letters`] are near already, if it is at most `max`.
pub(crate) fn distance_of_similar(a: &[u8], b: &[u8], max: usize) -> Option<usize> {
    Some(distance(a, b)).filter(|distance| *distance <= max)
}

/// Whether names with these letters can be at most `max` apart. They can't if one has more letters that the other
/// lacks, since each edit adds one at most. Always true if `max` is 3 or more.
#[inline]
pub(crate) fn may_be_near(a: u32, b: u32, max: usize) -> bool {
    let without_lowest = |bits: u32| bits & bits.wrapping_sub(1);
    let is_near = |lacking| match max {
        0 | 1 => without_lowest(lacking) == 0,
        2 => without_lowest(without_lowest(lacking)) == 0,
        _ => true,
    };
    is_near(a & !b) && is_near(b & !a)
}

/// Letters and digits of a name as bits, ignoring case, `_` and `-`. Some characters share a bit, so this is only a
/// filter.
#[allow(clippy::indexing_slicing, reason = "in bounds")]
pub(crate) const fn letters(name: &[u8]) -> u32 {
    let (mut seen, mut at) = (0, 0);
    while at < name.len() {
        let byte = name[at];
        seen |= if byte == b'_' || byte == b'-' { 0 } else { 1 << (byte & 31) };
        at += 1;
    }
    seen
}

/// The optimal string alignment distance: how many bytes must be inserted, deleted, replaced or swapped with their
/// neighbour to turn one text into the other, changing no byte twice. Ignores case. `a` has at most [`LONGEST`]
/// bytes, `b` a few more.
fn distance(a: &[u8], b: &[u8]) -> usize {
    // For each prefix of `a`, its distances from the last two prefixes of `b`: two columns of the table of all
    // distances.
    let mut rows: [[u8; 2]; LONGEST] = array::from_fn(|row| [row as u8 + 1, 0]);
    let (mut distance, mut y_before) = (a.len() as u8, None);
    for (column, y) in (0u8..).zip(b) {
        let y = y.to_ascii_lowercase();
        distance = column + 1;
        // The row above in the last two columns, and the row above that in the last but one.
        let (mut above, mut swapped, mut x_before) = ([column, column.saturating_sub(1)], 0, None);
        for (x, row) in a.iter().zip(&mut rows) {
            let x = x.to_ascii_lowercase();
            let least = above[0].min(distance).min(row[0]);
            distance = if x == y {
                above[0]
            } else if x_before == Some(y) && y_before == Some(x) {
                least.min(swapped) + 1
            } else {
                least + 1
            };
            (swapped, above, *row) = (above[1], *row, [distance, row[0]]);
            x_before = Some(x);
        }
        y_before = Some(y);
    }
    distance.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::string::string_regex;

    /// Two names, now and then as long as a name may be or longer.
    fn two_names() -> impl Strategy<Value = (String, String)> {
        let longest = format!("[abcDEd]{{0,{LONGEST}}}");
        let long = (string_regex(&longest).unwrap(), string_regex("[abcDEd]{0,99}").unwrap());
        prop_oneof![99 => ("[abcDEd]{0,8}", "[abcDEd]{0,8}"), 1 => long]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn distance_agrees_with_strsim((a, b) in two_names()) {
            let [c, d] = [&a, &b].map(|text| text.to_ascii_lowercase());
            prop_assert_eq!(distance(a.as_bytes(), b.as_bytes()), strsim::osa_distance(&c, &d));
        }

        /// Names that the filters drop aren't near.
        #[test]
        fn nearest_name_agrees_with_strsim(name in "[abcABC_]{0,11}", known in vec("[abcABC_]{0,11}", 3)) {
            let distance = |other: &&String| {
                strsim::osa_distance(&name.to_ascii_lowercase(), &other.to_ascii_lowercase())
            };
            let expected =
                known.iter().filter(|candidate| distance(candidate) <= name.len() / 3).min_by_key(distance);
            let mut all = known.iter().map(String::as_str);
            let found = nearest(name.as_bytes(), name.len() / 3, &mut || all.next());
            prop_assert_eq!(found, expected.map(String::as_str));
        }
    }

    #[test]
    fn name_too_long_to_be_shown_has_no_nearest() {
        let of = |name: &str, known: &'static str| {
            let mut known = Some(known).into_iter();
            nearest(name.as_bytes(), name.len() / 3, &mut || known.next())
        };
        let long = "a".repeat(LONGEST + 1).leak();
        let longest = long.get(1..).unwrap();
        assert_eq!((of(long, longest), of(longest, long)), (None, Some(&*long)));
    }
}
