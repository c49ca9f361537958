//! Fingerprints: short names for what an engine decides by.

use crate::base::append::nth;
use alloc::string::String;
use core::fmt;

/// Fingerprint of the rules, or of a compiled policy, in 64 bits. Keep it beside the reports that you keep.
///
/// Displays itself as 16 hexadecimal digits in lower case. It tells accidents apart, not attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) const fn of_bits(bits: u64) -> Fingerprint {
        Fingerprint(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The digits: what `Display` writes.
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

/// FNV-1a of 64 bits, which the compiler can work out as well. Numbers are hashed as LEB128 writes them, every text and list
/// behind its length, so that what stands side by side can't run together.
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
        while let [first, behind @ ..] = rest {
            hasher = hasher.byte(*first);
            rest = behind;
        }
        hasher
    }

    /// Adds a text that may not be there.
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
    fn bytes_are_hashed_as_fnv_1a_has_it() {
        // From the reference vectors of the algorithm.
        assert_eq!(Hasher::new().finish().text(), "cbf29ce484222325");
        assert_eq!(Hasher::new().byte(b'a').finish().text(), "af63dc4c8601ec8c");
        let foobar = b"foobar".iter().fold(Hasher::new(), |hasher, byte| hasher.byte(*byte));
        assert_eq!(foobar.finish().to_string(), "85944171f73967e8");
    }

    #[test]
    fn neighbours_do_not_run_together() {
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
