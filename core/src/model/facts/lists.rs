//! Lists of texts in facts: borrowed slices, or lists that a [`FactsBuf`] owns.

use super::{Fact, FactsBuf};

/// A list of texts, borrowed.
#[derive(Clone, Copy)]
pub struct Texts<'a>(TextList<'a>);

#[derive(Clone, Copy)]
enum TextList<'a> {
    Slice(&'a [&'a str]),
    /// The texts of a fact.
    Kept(&'a FactsBuf, Fact),
}

impl<'a> Texts<'a> {
    pub(super) const fn kept(facts: &'a FactsBuf, fact: Fact) -> Texts<'a> {
        Texts(TextList::Kept(facts, fact))
    }

    /// The texts, in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        let (slice, kept) = match self.0 {
            TextList::Slice(slice) => (slice, None),
            TextList::Kept(facts, fact) => (&[][..], Some(facts.texts(fact))),
        };
        slice.iter().copied().chain(kept.into_iter().flatten())
    }

    /// Whether a text is in the list, ignoring ASCII case.
    pub(crate) fn contains(self, text: &str) -> bool {
        match self.0 {
            TextList::Slice(list) => list.iter().any(|known| is_same(known, text)),
            TextList::Kept(facts, fact) => facts.texts(fact).any(|known| is_same(known, text)),
        }
    }
}

impl<'a> From<&'a [&'a str]> for Texts<'a> {
    fn from(list: &'a [&'a str]) -> Texts<'a> {
        Texts(TextList::Slice(list))
    }
}

debug_as! { Texts<'_>: |_| "Texts(..)"; }

/// Whether two texts are equal, ignoring ASCII case. Most are exactly equal, so that is tried
/// first.
#[inline]
pub(crate) fn is_same(known: &str, text: &str) -> bool {
    known.len() == text.len() && (known == text || known.eq_ignore_ascii_case(text))
}
