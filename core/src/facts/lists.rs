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
    fn iter(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (slice, owned) = match self.0 {
            HeaderList::Slice(slice) => (slice, &[][..]),
            HeaderList::Owned(owned) => (&[][..], owned),
        };
        let owned = owned.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        slice.iter().copied().chain(owned)
    }

    /// The value of the first header of that name (ASCII case put aside), spaces and tabs trimmed.
    #[must_use]
    pub fn get(self, name: &str) -> Option<&'a str> {
        let (_, value) = self.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(trimmed(value))
    }
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
