//! How far a name is from another.

/// How many characters are put in, left out, replaced or swapped with their neighbour to get from one text to the
/// other; nothing is changed twice.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    // By how much of `b`, for the part of `a` up to a character: that one, and the two before it.
    let mut row = Vec::new();
    let mut above = vec![0];
    b.chars().for_each(|_| above.push(above.len()));
    let mut two_above = Vec::new();
    let mut before_x = None;
    for x in a.chars() {
        row.clear();
        let mut left = above.first().copied().unwrap_or_default().wrapping_add(1);
        row.push(left);
        let mut before_y = None;
        for (at, y) in b.chars().enumerate() {
            let of = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let replaced = of(&above, at).wrapping_add(usize::from(x != y));
            let one = left.min(of(&above, at.wrapping_add(1))).wrapping_add(1);
            left = replaced.min(one);
            if before_x == Some(y) && before_y == Some(x) {
                left = left.min(of(&two_above, at.wrapping_sub(1)).wrapping_add(1));
            }
            row.push(left);
            before_y = Some(y);
        }
        before_x = Some(x);
        core::mem::swap(&mut two_above, &mut above);
        core::mem::swap(&mut above, &mut row);
    }
    above.last().copied().unwrap_or_default()
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
            let [a, b] = [next(9), next(9)].map(|length| {
                (0..length).map(|_| ['a', 'b', 'c', 'é', '😀'][next(5)]).collect::<String>()
            });
            assert_eq!(distance(&a, &b), strsim::osa_distance(&a, &b), "{a} {b}");
        }
    }
}
