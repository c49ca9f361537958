//! Messages with placeholders, as a rule gives them.

use crate::model::schema::same;

/// A piece of a message: a text or a placeholder. See [`Rule::message`](super::Rule::message).
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    /// The member that the path leads to, followed by `after`; for the body as a whole, `body`.
    Member {
        after: &'static str,
        body: &'static str,
    },
    /// A text for level deny, or one for level warn.
    Level(&'a str, &'a str),
    /// A param by its position, and how it is shown.
    Param(u8, Show<'a>),
}

/// How a message shows a param.
#[derive(Clone, Copy)]
pub(crate) enum Show<'a> {
    Value,
    /// The first or the second feature of a pair.
    First,
    Second,
    /// One text if it is 1 or `true`, else the other.
    Choice(&'a str, &'a str),
    /// Between two texts, or nothing if it is `null`.
    Between(&'a str, &'a str),
}

/// Cuts the first piece off a message. `None` at its end, and at a placeholder that can't be filled in.
pub(crate) const fn cut_piece<'a>(
    message: &'a str,
    params: &[&str],
) -> Option<(Piece<'a>, &'a str)> {
    let (text, rest) = split_before(message, b"{");
    if !text.is_empty() {
        return Some((Piece::Text(text), rest));
    }
    let Some((_, placeholder)) = rest.split_at_checked(1) else { return None };
    let (placeholder, rest) = split_before(placeholder, b"}");
    let Some((_, rest)) = rest.split_at_checked(1) else { return None };
    let (name, form) = split_before(placeholder, b".:|");
    let (sign, form) = match form.split_at_checked(1) {
        Some(parts) => parts,
        None => ("", ""),
    };
    let (first, second) = split_before(form, b"|");
    let second = match second.split_at_checked(1) {
        Some((_, second)) => Some(second),
        None => None,
    };
    let piece = match (position(name, params), name.as_bytes(), sign.as_bytes(), second) {
        (Some(at), _, b":", Some(second)) => Piece::Param(at, Show::Choice(first, second)),
        (Some(at), _, b"|", Some(second)) => Piece::Param(at, Show::Between(first, second)),
        (Some(at), _, b"", _) => Piece::Param(at, Show::Value),
        (Some(at), _, b".", None) if same(first.as_bytes(), b"0") => Piece::Param(at, Show::First),
        (Some(at), _, b".", None) if same(first.as_bytes(), b"1") => Piece::Param(at, Show::Second),
        (None, b"member", b"", _) => Piece::Member { after: "", body: "the body" },
        (None, b"at", b"", _) => Piece::Member { after: ": ", body: "" },
        (None, b"deny", b":", Some(second)) => Piece::Level(first, second),
        _ => return None,
    };
    Some((piece, rest))
}

/// Number of pieces of a message. `None` if one can't be filled in.
pub(crate) const fn count_pieces(message: &str, params: &[&str]) -> Option<usize> {
    let (mut rest, mut count) = (message, 0);
    while !rest.is_empty() {
        let Some((_, after)) = cut_piece(rest, params) else { return None };
        (rest, count) = (after, count + 1);
    }
    Some(count)
}

#[allow(clippy::indexing_slicing, reason = "in bounds")]
const fn position(name: &str, params: &[&str]) -> Option<u8> {
    let mut at = 0;
    while at < params.len() {
        if same(name.as_bytes(), params[at].as_bytes()) {
            return Some(at as u8);
        }
        at += 1;
    }
    None
}

/// Splits a text before the first of these ASCII characters, or at its end.
#[allow(clippy::indexing_slicing, reason = "in bounds")]
const fn split_before<'a>(text: &'a str, characters: &[u8]) -> (&'a str, &'a str) {
    let mut at = 0;
    while at < text.len() {
        let mut rest = characters;
        while let [character, more @ ..] = rest {
            if text.as_bytes()[at] == *character
                && let Some(parts) = text.split_at_checked(at)
            {
                return parts;
            }
            rest = more;
        }
        at += 1;
    }
    (text, "")
}
