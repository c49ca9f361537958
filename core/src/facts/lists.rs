//! Lists of texts in facts: a host's slices, or those that a [`super::FactsBuf`] owns.

use crate::operation::trimmed;

/// A list of texts, borrowed.
#[derive(Clone, Copy)]
pub struct Texts<'a>(TextList<'a>);

#[derive(Clone, Copy)]
enum TextList<'a> {
    Slice(&'a [&'a str]),
    Owned(&'a [String]),
}

impl<'a> Texts<'a> {
    /// The texts, in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        let (slice, owned) = match self.0 {
            TextList::Slice(slice) => (slice, &[][..]),
            TextList::Owned(owned) => (&[][..], owned),
        };
        slice.iter().copied().chain(owned.iter().map(String::as_str))
    }

    /// Whether a text is among them, ASCII case put aside.
    #[inline]
    pub(crate) fn contain(self, text: &str) -> bool {
        match self.0 {
            TextList::Slice(list) => list.iter().any(|known| is_same(known, text)),
            TextList::Owned(list) => list.iter().any(|known| is_same(known, text)),
        }
    }
}

impl<'a> From<&'a [&'a str]> for Texts<'a> {
    fn from(list: &'a [&'a str]) -> Texts<'a> {
        Texts(TextList::Slice(list))
    }
}

impl<'a> From<&'a [String]> for Texts<'a> {
    fn from(list: &'a [String]) -> Texts<'a> {
        Texts(TextList::Owned(list))
    }
}

/// The headers of a request: names and values, in the order they came.
#[derive(Clone, Copy)]
pub struct Headers<'a>(HeaderList<'a>);

#[derive(Clone, Copy)]
enum HeaderList<'a> {
    Slice(&'a [(&'a str, &'a str)]),
    Owned(&'a [(String, String)]),
}

impl<'a> Headers<'a> {
    /// The value of the first header of that name (ASCII case put aside), spaces and tabs trimmed.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a str> {
        let value = match self.0 {
            HeaderList::Slice(list) => list.iter().find(|(known, _)| is_same(known, name))?.1,
            HeaderList::Owned(list) => &list.iter().find(|(known, _)| is_same(known, name))?.1,
        };
        Some(trimmed(value))
    }
}

/// Whether two texts are the same but for ASCII case: most hosts write them as they are asked for.
#[inline]
fn is_same(known: &str, text: &str) -> bool {
    known.len() == text.len() && (known == text || known.eq_ignore_ascii_case(text))
}

impl<'a> From<&'a [(&'a str, &'a str)]> for Headers<'a> {
    fn from(list: &'a [(&'a str, &'a str)]) -> Headers<'a> {
        Headers(HeaderList::Slice(list))
    }
}

impl<'a> From<&'a [(String, String)]> for Headers<'a> {
    fn from(list: &'a [(String, String)]) -> Headers<'a> {
        Headers(HeaderList::Owned(list))
    }
}
