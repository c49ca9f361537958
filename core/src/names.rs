//! Lists of names, each one behind the other: where a name begins takes no address, but is counted up.

/// Names by position.
pub(crate) struct Names {
    pub(crate) text: &'static str,
    pub(crate) lengths: &'static [u8],
}

/// Declares a list of names.
macro_rules! names {
    ($list:ident = $names:expr) => {
        static $list: $crate::names::Names = {
            const NAMES: &[&str] = &$names;
            const LENGTHS: [u8; NAMES.len()] = $crate::names::lengths(NAMES);
            const TEXT: [u8; $crate::names::sum(&LENGTHS)] = $crate::names::joined(NAMES);
            $crate::names::Names { text: $crate::names::text(&TEXT), lengths: &LENGTHS }
        };
    };
}
pub(crate) use names;

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
pub(crate) const fn lengths<const N: usize>(names: &[&str]) -> [u8; N] {
    let mut lengths = [0; N];
    let mut i = 0;
    while i < N {
        assert!(names[i].len() <= u8::MAX as usize, "a length is a byte");
        lengths[i] = names[i].len() as u8;
        i += 1;
    }
    lengths
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
pub(crate) const fn sum(lengths: &[u8]) -> usize {
    let mut sum = 0;
    let mut i = 0;
    while i < lengths.len() {
        sum += lengths[i] as usize;
        i += 1;
    }
    sum
}

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
pub(crate) const fn joined<const N: usize>(names: &[&str]) -> [u8; N] {
    let mut text = [0; N];
    let (mut name, mut at) = (0, 0);
    while name < names.len() {
        let mut i = 0;
        while i < names[name].len() {
            text[at] = names[name].as_bytes()[i];
            (i, at) = (i + 1, at + 1);
        }
        name += 1;
    }
    text
}

#[allow(clippy::panic, reason = "at compile time")]
pub(crate) const fn text(joined: &[u8]) -> &str {
    match core::str::from_utf8(joined) {
        Ok(text) => text,
        Err(_) => panic!("names are joined whole"),
    }
}

impl Names {
    /// The position of a name; behind the last if it is none of them.
    pub(crate) fn position(&self, name: &str) -> usize {
        let count = self.lengths.len();
        (0..count).find(|position| self.get(*position) == name).unwrap_or(count)
    }

    /// The name at a position. Out of line, so that no list is copied into another crate.
    #[inline(never)]
    pub(crate) fn get(&self, position: usize) -> &'static str {
        let (before, rest) = self.lengths.split_at_checked(position).unwrap_or_default();
        let start =
            before.iter().fold(0usize, |sum, length| sum.wrapping_add(usize::from(*length)));
        let length = rest.first().copied().unwrap_or(0);
        self.text.get(start..start.wrapping_add(usize::from(length))).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_at_its_position() {
        names!(SOME = ["one", "", "§2", "three"]);
        let all = [0, 1, 2, 3, 4, 5].map(|position| SOME.get(position));
        assert_eq!(all, ["one", "", "§2", "three", "", ""]);
    }

    /// Lists are made by the compiler; here one is made again.
    #[test]
    fn a_list_is_what_its_names_say() {
        let names = ["a", "", "bc"];
        assert_eq!((lengths(&names), sum(&[1, 0, 2])), ([1, 0, 2], 3));
        assert_eq!(text(&joined::<3>(&names)), "abc");
        assert!(std::panic::catch_unwind(|| text(b"\xFF")).is_err());
        assert!(std::panic::catch_unwind(|| lengths::<1>(&[&"a".repeat(256)])).is_err());
    }
}
