//! The edit distance of names.

use wide::u8x16;

/// Returns one name after the other. As a trait object, so that the code exists once for all kinds
/// of lists.
pub(crate) type Next<'n, 'k> = &'n mut dyn FnMut() -> Option<&'k str>;

/// The most bytes that a name may have: one for each bit of a word.
const LONGEST: usize = 64;

/// The known name nearest to this one, if it is at most a third of `length` away; the first of those
/// equally near. `None` for names of over 64 bytes.
pub(crate) fn nearest<'k>(name: &[u8], length: usize, known: Next<'_, 'k>) -> Option<&'k str> {
    if name.len() > LONGEST {
        return None;
    }
    let most = length.wrapping_div(3);
    let letters = letters(name);
    // Names whose lengths differ by more are further apart, too, and so are those of which one has
    // more letters that the other lacks: a change adds one at most.
    let is_as_long = |it: &&str| it.len().abs_diff(name.len()) <= most;
    let is_alike = |it: &&str| {
        let theirs = self::letters(it.as_bytes());
        let lacking = (letters & !theirs).count_ones().max((theirs & !letters).count_ones());
        lacking as usize <= most
    };
    let measured = core::iter::from_fn(known)
        .filter(is_as_long)
        .filter(is_alike)
        .map(|known| (distance(name, known.as_bytes()), known));
    let (distance, nearest) = measured.min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(nearest)
}

/// How far two names are from each other, if that is at most `most`. `a` has at most 64 bytes.
pub(crate) fn distance_within(a: &[u8], b: &[u8], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let [of_a, of_b] = [a, b].map(letters);
    let lacking = (of_a & !of_b).count_ones().max((of_b & !of_a).count_ones());
    let distance = if lacking as usize <= most { distance(a, b) } else { usize::MAX };
    (distance <= most).then_some(distance)
}

/// Which letters a text has, as bits. Upper and lower case are the same; so are some other bytes.
fn letters(text: &[u8]) -> u32 {
    text.iter().fold(0, |letters, byte| letters | 1u32.wrapping_shl(u32::from(*byte)))
}

/// The optimal string alignment distance: how many bytes must be inserted, deleted, replaced or
/// swapped with their neighbour to turn one text into the other, changing no byte twice. Upper and
/// lower case are the same. `a` has at most [`LONGEST`] bytes.
///
/// The table of distances between the beginnings of `a` and `b` is computed column by column, all
/// rows at once, a bit for each: H. Hyyrö, *A bit-vector algorithm for computing Levenshtein and
/// Damerau edit distances*, 2003. The crate `strsim` has the distance, too, but it allocates.
/// Checking into a report that has room must not, even if the body has unknown members.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let Some(last) = a.len().checked_sub(1) else { return b.len() };
    let mut lower = [0; LONGEST];
    for (place, x) in lower.iter_mut().zip(a) {
        *place = x.to_ascii_lowercase();
    }
    let lower = lower.as_chunks().0.get(..a.len().div_ceil(16)).unwrap_or_default();
    let is_set = |bits: u64| (bits >> last & 1) as usize;
    let mut distance = a.len();
    // The rows whose distance is one more than that of the row above, and those where it is one less.
    let (mut more, mut less) = (u64::MAX, 0u64);
    // Of the column before: the rows whose distance is that of the row above and the column before,
    // and the rows whose byte is the column's.
    let (mut diagonal, mut same_before) = (0u64, 0u64);
    for y in b {
        let y = u8x16::splat(y.to_ascii_lowercase());
        let same = lower.iter().rev().fold(0, |rows, sixteen| {
            rows << 16 | u64::from(u8x16::new(*sixteen).simd_eq(y).to_bitmask())
        });
        let swapped = (!diagonal & same) << 1 & same_before;
        diagonal = ((same & more).wrapping_add(more) ^ more) | same | less | swapped;
        let right_more = less | !(diagonal | more);
        let right_less = diagonal & more;
        distance = distance.wrapping_add(is_set(right_more)).wrapping_sub(is_set(right_less));
        let (above_more, above_less) = (right_more << 1 | 1, right_less << 1);
        more = above_less | !(diagonal | above_more);
        less = above_more & diagonal;
        same_before = same;
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also of names as long as a name may be, and of longer known ones.
    #[test]
    fn distances_are_those_of_strsim() {
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        for round in 0..100_000 {
            let [longest, longer] = if round % 100 == 0 { [LONGEST, 99] } else { [8; 2] };
            let mut text = |most: usize| -> Vec<u8> {
                (0..next(most + 1)).map(|_| b"abcDEd"[next(6)]).collect()
            };
            let (a, b) = (text(longest), text(longer));
            let [c, d] = [&a, &b].map(|text| str::from_utf8(text).unwrap().to_ascii_lowercase());
            assert_eq!(distance(&a, &b), strsim::osa_distance(&c, &d), "{c} {d}");
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
        let longest = long.get(1..).unwrap();
        assert_eq!(of(long, &[longest]), None);
        assert_eq!(of(longest, &[long]), Some(&*long));
    }

    #[test]
    fn letters_are_bits_in_either_case() {
        assert_eq!(letters(b""), 0);
        for text in [&b"abca"[..], b"CAB", b"Cab"] {
            assert_eq!(letters(text), 0b1110);
        }
    }
}
