//! Fingerprints of rules and compiled policies.

use crate::base::append::nth;
use alloc::string::String;
use core::fmt;

/// A 64-bit fingerprint of the rules or of a compiled policy. Store it with the reports that you keep.
///
/// Displayed as 16 hexadecimal digits in lower case. It detects accidental differences, not attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) const fn of_bits(bits: u64) -> Fingerprint {
        Fingerprint(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The digits, as `Display` writes them.
    pub fn text(self) -> String {
        let mut text = String::new();
        let mut rest = self.0;
        for _ in 0..16 {
            rest = rest.rotate_left(4);
            text.push_str(nth("0123456789abcdef", (rest & 0xF) as usize));
        }
        text
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

debug_as! { Fingerprint: |fingerprint| &fingerprint.text(); }

/// FxHash, the hash of rustc, with a seed, also at compile time. Texts and lists are hashed after their length, so that
/// neighbours can't run together.
#[derive(Clone, Copy)]
pub(crate) struct Hasher(u64);

impl Hasher {
    pub(crate) const fn new() -> Hasher {
        Hasher(0xCBF2_9CE4_8422_2325)
    }

    /// Adds a number.
    pub(crate) const fn number(self, number: u64) -> Hasher {
        Hasher((self.0.rotate_left(5) ^ number).wrapping_mul(0x517C_C1B7_2722_0A95))
    }

    /// Adds a text, eight bytes at a time. Out of line, because dozens of places call it.
    #[inline(never)]
    pub(crate) const fn text(self, text: &str) -> Hasher {
        let mut hasher = self.number(text.len() as u64);
        let mut rest = text.as_bytes();
        while let Some((word, after)) = rest.split_first_chunk() {
            hasher = hasher.number(u64::from_le_bytes(*word));
            rest = after;
        }
        if let (false, Some(last)) = (rest.is_empty(), text.as_bytes().last_chunk()) {
            return hasher.number(u64::from_le_bytes(*last));
        }
        while let [first, after @ ..] = rest {
            hasher = hasher.number(*first as u64);
            rest = after;
        }
        hasher
    }

    /// Adds an optional text.
    pub(crate) const fn maybe_text(self, text: Option<&str>) -> Hasher {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    pub(crate) const fn finish(self) -> Fingerprint {
        Fingerprint(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_counts() {
        let of = |text: &str| Hasher::new().text(text).finish();
        let all: Vec<_> = (0..40).map(|length| "a".repeat(length)).collect();
        for (index, text) in all.iter().enumerate() {
            assert!(all.iter().skip(index + 1).all(|other| of(text) != of(other)));
            for at in 0..text.len() {
                let mut changed = text.clone();
                changed.replace_range(at..=at, "b");
                assert_ne!(of(text), of(&changed));
            }
        }
    }

    #[test]
    fn neighbours_stay_distinct() {
        let of = |parts: &[&str]| {
            parts.iter().fold(Hasher::new(), |hasher, part| hasher.text(part)).finish()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
        assert_ne!(of(&[]), Hasher::new().maybe_text(None).finish());
        let maybe = |text| Hasher::new().maybe_text(text).finish();
        assert_ne!(maybe(None), maybe(Some("")));
        assert_ne!(Hasher::new().number(1).finish(), Hasher::new().number(256).finish());
    }
}
