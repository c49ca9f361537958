//! The card networks: which card numbers are theirs, how long these are, and how long the security code is.
//!
//! The ranges are those that the networks publish: Visa in its Core Rules, Mastercard (with Maestro) in its Transaction
//! Processing Rules, American Express in its network specifications, and Discover, in its list of issuer
//! identification numbers, for itself, Diners Club, JCB and UnionPay. On 2026-11-26 they were compared with version
//! 10.3.0 of the npm package `credit-card-type`, which also has domestic brands (Elo, Mir, Troy, Verve …), JCB's old
//! numbers of 15 digits (1800, 2131), more of Maestro's, and of Visa's lengths 18 in place of 13. Co-branded and domestic
//! cards are left to the issuer: their numbers have no brand here.

/// A card network. Only what its numbers begin with tells it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum CardBrand {
    /// Visa.
    Visa,
    /// Mastercard.
    Mastercard,
    /// Maestro.
    Maestro,
    /// American Express.
    Amex,
    /// Discover.
    Discover,
    /// Diners Club International.
    Diners,
    /// JCB.
    Jcb,
    /// UnionPay.
    Unionpay,
}

use CardBrand::{Amex, Diners, Discover, Jcb, Maestro, Mastercard, Unionpay, Visa};

/// What the numbers of the networks begin with: from the first to the last prefix.
const RANGES: [(&[u8], &[u8], CardBrand); 18] = [
    (b"4", b"4", Visa),
    (b"51", b"55", Mastercard),
    (b"2221", b"2720", Mastercard),
    (b"50", b"50", Maestro),
    (b"56", b"58", Maestro),
    (b"639", b"639", Maestro),
    (b"67", b"67", Maestro),
    (b"34", b"34", Amex),
    (b"37", b"37", Amex),
    (b"6011", b"6011", Discover),
    (b"644", b"659", Discover),
    (b"300", b"305", Diners),
    (b"3095", b"3095", Diners),
    (b"36", b"36", Diners),
    (b"38", b"39", Diners),
    (b"3528", b"3589", Jcb),
    (b"62", b"62", Unionpay),
    (b"81", b"81", Unionpay),
];

/// The digits of the longest card number (ISO/IEC 7812-1).
const LONGEST: u8 = 19;

impl CardBrand {
    /// All of them, in order.
    pub const ALL: &'static [CardBrand] =
        &[Visa, Mastercard, Maestro, Amex, Discover, Diners, Jcb, Unionpay];

    /// The network whose card numbers begin with these digits, if there is only one. Spaces don't count.
    ///
    /// ```
    /// use paylint::CardBrand;
    ///
    /// assert_eq!(CardBrand::of("3"), None);
    /// assert_eq!(CardBrand::of("37 82"), Some(CardBrand::Amex));
    /// assert_eq!(CardBrand::Amex.code_length(), 4);
    /// ```
    #[must_use]
    pub fn of(prefix: &str) -> Option<CardBrand> {
        // No prefix that a range begins or ends with is longer.
        let mut digits = [0; 4];
        let mut length = 0;
        for byte in prefix.bytes().filter(|byte| *byte != b' ') {
            if !byte.is_ascii_digit() {
                return None;
            }
            if let Some(place) = digits.get_mut(length) {
                *place = byte;
                length += 1;
            }
        }
        brand_of(digits.get(..length).unwrap_or_default())
    }

    /// The name: `visa`, `mastercard` …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Visa => "visa",
            Mastercard => "mastercard",
            Maestro => "maestro",
            Amex => "amex",
            Discover => "discover",
            Diners => "diners",
            Jcb => "jcb",
            Unionpay => "unionpay",
        }
    }

    /// How many digits its card numbers can have.
    #[must_use]
    pub const fn lengths(self) -> &'static [u8] {
        match self {
            Visa => &[13, 16, 19],
            Mastercard => &[16],
            Maestro => &[12, 13, 14, 15, 16, 17, 18, 19],
            Amex => &[15],
            Discover | Jcb | Unionpay => &[16, 17, 18, 19],
            Diners => &[14, 15, 16, 17, 18, 19],
        }
    }

    /// How many digits the security code has.
    #[must_use]
    pub const fn code_length(self) -> u8 {
        if matches!(self, Amex) { 4 } else { 3 }
    }

    /// The digits of the longest numbers that people have of it.
    const fn longest_in_use(self) -> u8 {
        match self {
            Visa | Mastercard | Discover | Jcb => 16,
            Amex => 15,
            Diners => 14,
            Maestro | Unionpay => LONGEST,
        }
    }
}

/// The one network whose numbers can begin with these digits.
fn brand_of(digits: &[u8]) -> Option<CardBrand> {
    let mut found = None;
    for (first, last, brand) in RANGES {
        let length = digits.len().min(first.len());
        let start = digits.get(..length);
        let is_within = first.get(..length) <= start && start <= last.get(..length);
        if is_within && found.is_some_and(|other| other != brand) {
            return None;
        }
        if is_within {
            found = Some(brand);
        }
    }
    found
}

/// Whether digits that aren't a card number can still become one if others follow.
pub(crate) fn is_unfinished(number: &[u8]) -> bool {
    let longest = brand_of(number).map_or(LONGEST, CardBrand::longest_in_use);
    number.len() < usize::from(longest) && number.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_has_a_brand_as_soon_as_only_one_is_left() {
        for (prefix, brand) in [
            ("", None),
            ("2", Some(Mastercard)),
            ("2220", None),
            ("2221", Some(Mastercard)),
            ("272099", Some(Mastercard)),
            ("2721", None),
            ("3", None),
            ("30", Some(Diners)),
            ("306", None),
            ("3095", Some(Diners)),
            ("34", Some(Amex)),
            ("35", Some(Jcb)),
            ("3527", None),
            ("3589", Some(Jcb)),
            ("39", Some(Diners)),
            ("4", Some(Visa)),
            ("4111 1111", Some(Visa)),
            ("4111-1111", None),
            ("5", None),
            ("50", Some(Maestro)),
            ("55", Some(Mastercard)),
            ("59", None),
            ("60", Some(Discover)),
            ("6011", Some(Discover)),
            ("6012", None),
            ("62", Some(Unionpay)),
            ("63", Some(Maestro)),
            ("643", None),
            ("65", Some(Discover)),
            ("9", None),
            ("４", None),
        ] {
            assert_eq!(CardBrand::of(prefix), brand, "{prefix}");
        }
    }

    #[test]
    fn a_number_is_unfinished_while_its_brand_has_longer_ones() {
        for (number, unfinished) in [
            ("4", true),
            ("411111111111111", true),
            ("4111111111111112", false),
            ("37828224631000", true),
            ("378282246310006", false),
            ("3056930902590", true),
            ("30569309025905", false),
            ("6200000000000001", true),
            ("9999999999999999", true),
            ("9999999999999999999", false),
            ("4111 1", false),
            ("", true),
        ] {
            assert_eq!(is_unfinished(number.as_bytes()), unfinished, "{number}");
        }
    }

    #[test]
    fn every_brand_has_a_range_and_a_length_in_use() {
        for brand in CardBrand::ALL {
            assert!(RANGES.iter().any(|(_, _, of)| of == brand));
            assert!(brand.lengths().contains(&brand.longest_in_use()));
            assert!(brand.name().bytes().all(|byte| byte.is_ascii_lowercase()));
        }
        assert!(RANGES.iter().all(|(first, last, _)| first.len() == last.len() && first <= last));
    }
}
