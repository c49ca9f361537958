//! Lists of texts in facts: borrowed slices, or lists that a [`FactsBuf`] owns.

use super::{Fact, FactsBuf};
use crate::text::trimmed;
use core::fmt;

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

/// Doesn't show the texts.
impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Texts(..)")
    }
}

/// The headers of a request: names and values, in order.
#[derive(Clone, Copy)]
pub struct Headers<'a>(HeaderList<'a>);

#[derive(Clone, Copy)]
enum HeaderList<'a> {
    Slice(&'a [(&'a str, &'a str)]),
    Kept(&'a FactsBuf),
}

impl<'a> Headers<'a> {
    pub(super) const fn kept(facts: &'a FactsBuf) -> Headers<'a> {
        Headers(HeaderList::Kept(facts))
    }

    /// The value of the first header with that name (ignoring ASCII case), with spaces and tabs
    /// trimmed.
    #[inline(always)]
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a str> {
        let value = match self.0 {
            HeaderList::Slice(list) => list.iter().find(|(known, _)| is_same(known, name))?.1,
            HeaderList::Kept(facts) => facts.headers().find(|(known, _)| is_same(known, name))?.1,
        };
        Some(trimmed(value))
    }

    /// Whether the first header with that name comes again, written the same, with another value. One whose name is
    /// written in other case doesn't count.
    pub(crate) fn has_another(self, name: &str) -> bool {
        match self.0 {
            HeaderList::Slice(list) => comes_with_another_value(list.iter().copied(), name),
            HeaderList::Kept(facts) => comes_with_another_value(facts.headers(), name),
        }
    }
}

fn comes_with_another_value<'a>(
    mut headers: impl Iterator<Item = (&'a str, &'a str)>,
    name: &str,
) -> bool {
    let Some((name, first)) = headers.find(|(known, _)| is_same(known, name)) else { return false };
    headers.any(|(known, value)| known == name && trimmed(value) != trimmed(first))
}

/// Shows neither names nor values: a bearer token is among them.
impl fmt::Debug for Headers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Headers(..)")
    }
}

/// Whether two texts are equal, ignoring ASCII case. Most are exactly equal, so that is tried
/// first.
#[inline]
pub(crate) fn is_same(known: &str, text: &str) -> bool {
    known.len() == text.len() && (known == text || known.eq_ignore_ascii_case(text))
}

impl<'a> From<&'a [(&'a str, &'a str)]> for Headers<'a> {
    fn from(list: &'a [(&'a str, &'a str)]) -> Headers<'a> {
        Headers(HeaderList::Slice(list))
    }
}
