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

/// 64-bit FNV-1a, also at compile time. Numbers are hashed as LEB128, and texts and lists after their length, so that
/// neighbours can't run together.
#[derive(Clone, Copy)]
pub(crate) struct Hasher(u64);

impl Hasher {
    pub(crate) const fn new() -> Hasher {
        Hasher(0xCBF2_9CE4_8422_2325)
    }

    const fn byte(self, byte: u8) -> Hasher {
        Hasher((self.0 ^ byte as u64).wrapping_mul(0x100_0000_01B3))
    }

    /// Adds a number. Out of line, because dozens of places call it.
    #[inline(never)]
    pub(crate) const fn number(mut self, mut number: u64) -> Hasher {
        while number > 0x7F {
            self = self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8)
    }

    #[inline(never)]
    pub(crate) const fn text(self, text: &str) -> Hasher {
        let mut hasher = self.number(text.len() as u64);
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            hasher = hasher.byte(*first);
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
    fn bytes_are_hashed_as_fnv_1a() {
        // From the reference vectors of the algorithm.
        assert_eq!(Hasher::new().finish().text(), "cbf29ce484222325");
        assert_eq!(Hasher::new().byte(b'a').finish().text(), "af63dc4c8601ec8c");
        let foobar = b"foobar".iter().fold(Hasher::new(), |hasher, byte| hasher.byte(*byte));
        assert_eq!(foobar.finish().to_string(), "85944171f73967e8");
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
