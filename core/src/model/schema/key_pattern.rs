//! Key patterns: the beginning of each member, which the reader compares with the text.

use wide::u8x16;

/// Number of bytes that the fast path reads at once: enough for a key and a string of 31 bytes.
pub(crate) const WINDOW: usize = 64;

/// The length of the longest beginning.
const LONGEST: usize = 24;

/// The beginning of a member in a text without white space, after the bracket or comma: `"key":`.
#[derive(Clone, Copy)]
pub(crate) struct Beginning {
    written: [u8; LONGEST],
    /// The length of the text and of the bracket or comma before it.
    length: u8,
}

impl Beginning {
    #[allow(clippy::indexing_slicing, reason = "at compile time")]
    pub(super) const fn of(name: &str) -> Beginning {
        let name = name.as_bytes();
        assert!(name.len() + 3 <= LONGEST, "a key of over 21 bytes needs a longer beginning");
        let mut written = [0; LONGEST];
        written[0] = b'"';
        let mut i = 0;
        while i < name.len() {
            written[i + 1] = name[i];
            i += 1;
        }
        written[i + 1] = b'"';
        written[i + 2] = b':';
        Beginning { written, length: i as u8 + 4 }
    }

    #[cfg(not(feature = "prose"))]
    pub(super) const fn name(&self) -> &str {
        match core::str::from_utf8(self.key()) {
            Ok(name) => name,
            Err(_) => "", // not covered: keys are cut from names, which are texts
        }
    }

    /// The key's bytes.
    #[inline]
    pub(super) const fn key(&self) -> &[u8] {
        let length = self.length as usize - 4;
        let Some((_, after_quote)) = self.written.split_at_checked(1) else { return &[] };
        let Some((key, _)) = after_quote.split_at_checked(length) else { return &[] };
        key
    }

    /// The offset of the value from the bracket or comma.
    #[inline(always)]
    pub(crate) fn length(&self) -> usize {
        usize::from(self.length)
    }

    /// Whether the text continues with this after its first byte.
    #[inline(always)]
    pub(crate) fn matches(&self, text: &[u8; WINDOW]) -> bool {
        let [_, text @ ..] = text;
        let Some(text) = text.first_chunk::<LONGEST>() else { return false };
        let after = u32::MAX << (self.length - 1);
        let first = same(self.written.first_chunk(), text.first_chunk());
        if (first | after) & 0xFFFF != 0xFFFF {
            return false;
        }
        // Most keys are short. For a long one, compare the last sixteen bytes, too.
        after & 0xFFFF != 0
            || first | after | same(self.written.last_chunk(), text.last_chunk()) << 8 == u32::MAX
    }
}

/// Mask of the equal bytes.
#[inline(always)]
fn same(a: Option<&[u8; 16]>, b: Option<&[u8; 16]>) -> u32 {
    let (Some(a), Some(b)) = (a, b) else { return 0 };
    u8x16::new(*a).simd_eq(u8x16::new(*b)).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::schema::{CLIENT, ORDER};

    #[test]
    fn beginning_matches_only_its_own_text() {
        for member in ORDER.members.iter().chain(CLIENT.members) {
            let written = format!(",\"{}\":", member.name());
            assert_eq!(member.beginning.length(), written.len(), "{}", member.name());
            // Any bytes may come after it.
            for next in [b' ', b'1', 0] {
                let mut text = [next; WINDOW];
                text[..written.len()].copy_from_slice(written.as_bytes());
                assert!(member.beginning.matches(&text), "{}", member.name());
                for place in 1..written.len() {
                    let mut other = text;
                    other[place] ^= 1;
                    assert!(!member.beginning.matches(&other), "{} at {place}", member.name());
                }
            }
        }
    }
}
