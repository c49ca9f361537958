//! Values that people type into a form: whether a value that a rule refuses could become valid as more is typed. This
//! module alone decides the param `incomplete`.

use super::is_digits;
pub(super) use crate::base::card::is_unfinished as card_number;
use crate::base::codes;
use crate::base::decimal::Decimal;
use crate::model::document::Field;

/// Nobody types longer texts.
const LONGEST: usize = 256;

/// A security code without its end.
pub(super) fn security_code(text: &[u8]) -> bool {
    is_digits(text, 0, 2)
}

/// A month or a year of one digit, such as the 0 of 05.
pub(super) fn digit(number: Field<'_, Decimal>) -> bool {
    number.valid().and_then(Decimal::to_integer).is_some_and(|number| (0..=9).contains(&number))
}

/// An e-mail address without its end.
pub(super) fn email(text: &[u8], test: fn(&[u8]) -> bool) -> bool {
    [&b"a"[..], b"@a"].iter().any(|end| test_continued(text, end, test))
}

/// An e-mail address whose domain isn't complete.
pub(super) fn domain(text: &[u8], test: fn(&[u8]) -> bool) -> bool {
    test_continued(text, b".aa", test)
}

/// The beginning of a date: with the end of one of these days, it passes the test.
pub(super) fn date(text: &[u8], test: fn(&[u8]) -> bool) -> bool {
    [b"2000-10-10", b"2001-01-01", b"1900-10-10", b"1901-01-01"].iter().any(|day| {
        let end = day.get(text.len()..).filter(|end| !end.is_empty());
        end.is_some_and(|end| test_continued(text, end, test))
    })
}

/// A code of capitals without the last one.
pub(super) fn code(text: &[u8], test: fn(&[u8]) -> bool) -> bool {
    (b'A'..=b'Z').any(|letter| test_continued(text, &[letter], test))
}

/// A country's code without its last letter.
pub(super) fn country(text: &[u8]) -> bool {
    code(text, codes::is_country)
}

/// Whether a text passes the test if `end` follows.
#[cold]
fn test_continued(text: &[u8], end: &[u8], test: fn(&[u8]) -> bool) -> bool {
    let mut buffer = [0; LONGEST];
    let Some(whole) = buffer.get_mut(..text.len() + end.len()) else { return false };
    let Some((before, after)) = invariant!(whole.split_at_mut_checked(text.len())) else {
        return false; // not covered: the whole is longer than the text
    };
    before.copy_from_slice(text);
    after.copy_from_slice(end);
    test(whole)
}
