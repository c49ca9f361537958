//! Card networks: the ranges and lengths of their card numbers, and the lengths of their security codes.
//!
//! The ranges are those that the networks publish: Visa in its Core Rules, Mastercard (with Maestro) in its
//! Transaction Processing Rules, American Express in its network specifications, and Discover, in its list of issuer
//! identification numbers, for itself, Diners Club, JCB and UnionPay. On 2026-11-26 they were compared with version
//! 10.3.0 of the npm package `credit-card-type`, which also has domestic brands (Elo, Mir, Troy, Verve …), JCB's old
//! numbers of 15 digits (1800, 2131), more ranges of Maestro, and the length 18 instead of 13 for Visa. Co-branded
//! and domestic cards are left to the issuer: their numbers have no brand here.

macro_rules! brands {
    ($($(#[$doc:meta])* $brand:ident = $name:literal, $title:literal, $code_name:literal, $lengths:expr, $in_use:expr;)*) => {
        words! {
            /// A card network. It is recognised by the first digits of a card number alone.
            #[non_exhaustive]
            pub CardBrand { $($(#[$doc])* $brand = $name,)* }
        }

        use CardBrand::*;

        impl CardBrand {
            /// The brand's name, as people write it: `American Express`.
            pub const fn title(self) -> &'static str {
                match self { $($brand => $title),* }
            }

            /// The network's name for the security code.
            pub const fn code_name(self) -> &'static str {
                match self { $($brand => $code_name),* }
            }

            /// Possible lengths of its card numbers, in digits.
            pub const fn lengths(self) -> &'static [u8] {
                match self { $($brand => &$lengths),* }
            }

            /// Lengths of the numbers in circulation. Few or none have another of the [lengths](Self::lengths).
            pub const fn lengths_in_use(self) -> &'static [u8] {
                match self { $($brand => &$in_use),* }
            }
        }
    };
}

brands! {
    /// Visa.
    Visa = "visa", "Visa", "CVV2", [13, 16, 19], [16];
    /// Mastercard.
    Mastercard = "mastercard", "Mastercard", "CVC2", [16], [16];
    /// Maestro.
    Maestro = "maestro", "Maestro", "CVC2", [12, 13, 14, 15, 16, 17, 18, 19], [16, 19];
    /// American Express.
    Amex = "amex", "American Express", "CID", [15], [15];
    /// Discover.
    Discover = "discover", "Discover", "CID", [16, 17, 18, 19], [16];
    /// Diners Club International.
    Diners = "diners", "Diners Club", "CVV2", [14, 15, 16, 17, 18, 19], [14];
    /// JCB.
    Jcb = "jcb", "JCB", "CAV2", [16, 17, 18, 19], [16];
    /// UnionPay.
    Unionpay = "unionpay", "UnionPay", "CVN2", [16, 17, 18, 19], [16, 19];
}

/// Ranges of the first four digits of the networks' numbers, in order.
const RANGES: [(u16, u16, CardBrand); 18] = [
    (2221, 2720, Mastercard),
    (3000, 3059, Diners),
    (3095, 3095, Diners),
    (3400, 3499, Amex),
    (3528, 3589, Jcb),
    (3600, 3699, Diners),
    (3700, 3799, Amex),
    (3800, 3999, Diners),
    (4000, 4999, Visa),
    (5000, 5099, Maestro),
    (5100, 5599, Mastercard),
    (5600, 5899, Maestro),
    (6011, 6011, Discover),
    (6200, 6299, Unionpay),
    (6390, 6399, Maestro),
    (6440, 6599, Discover),
    (6700, 6799, Maestro),
    (8100, 8199, Unionpay),
];

/// Smallest length of a card number in a text: the shortest in use.
pub(crate) const SHORTEST_IN_TEXT: usize = 14;

/// Greatest length of a card number (ISO/IEC 7812-1).
const LONGEST: u8 = 19;

impl CardBrand {
    /// The network whose card numbers begin with these digits, if there is only one. Spaces are ignored.
    ///
    /// ```
    /// use paylint::CardBrand;
    ///
    /// assert_eq!(CardBrand::of("3"), None);
    /// assert_eq!(CardBrand::of("37 82"), Some(CardBrand::Amex));
    /// assert_eq!(CardBrand::Amex.code_length(), 4);
    /// ```
    pub fn of(prefix: &str) -> Option<CardBrand> {
        // Four digits tell all ranges apart.
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

    /// Length of the security code, in digits.
    pub const fn code_length(self) -> u8 {
        if matches!(self, Amex) { 4 } else { 3 }
    }

    /// Whether numbers of that length are in circulation.
    pub(crate) fn uses_length(self, length: usize) -> bool {
        self.lengths_in_use().iter().any(|used| usize::from(*used) == length)
    }

    /// Positions after which the printed number has a gap.
    pub const fn gaps(self) -> &'static [u8] {
        if matches!(self, Amex | Diners) { &[4, 10] } else { &[4, 8, 12, 16] }
    }
}

/// The one network whose numbers can begin with these digits.
fn brand_of(digits: &[u8]) -> Option<CardBrand> {
    // The lowest and the highest first four digits of such numbers.
    let (mut first, mut last) = (0, 0);
    for at in 0..4 {
        let (low, high) = match digits.get(at) {
            Some(digit @ b'0'..=b'9') => (digit - b'0', digit - b'0'),
            Some(_) => return None,
            None => (0, 9),
        };
        (first, last) = (first * 10 + u16::from(low), last * 10 + u16::from(high));
    }
    let from = RANGES.partition_point(|(_, end, _)| *end < first);
    let mut brands = RANGES.get(from..)?.iter().take_while(|(start, ..)| *start <= last);
    let (.., brand) = brands.next()?;
    brands.all(|(.., other)| other == brand).then_some(*brand)
}

/// A card number's network, and whether the network has numbers of that length.
pub(crate) fn brand_and_fit(number: &[u8]) -> Option<(CardBrand, bool)> {
    let brand = brand_of(number)?;
    // Of Diners Club's numbers, only those that begin with 36 can have fifteen digits.
    let is_other_diners = brand == Diners && !number.starts_with(b"36");
    let fits = brand.lengths().iter().any(|length| usize::from(*length) == number.len());
    Some((brand, fits && !(is_other_diners && number.len() == 15)))
}

/// Whether digits pass the Luhn check (ISO/IEC 7812-1, Annex B): from the right, every second digit counts twice.
pub(crate) fn passes_luhn(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0u32, |sum, (index, digit)| {
        let value = u32::from(digit - b'0');
        let twice = value * 2;
        let doubled = if twice > 9 { twice - 9 } else { twice };
        sum + if index % 2 == 1 { doubled } else { value }
    });
    sum % 10 == 0
}

/// Whether a text contains what looks like a card number: one or more whole groups of digits, with one separator
/// between two, that together have a length in circulation and pass the Luhn check.
pub(crate) fn has_card_number(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = rest.iter().position(u8::is_ascii_digit) {
        rest = rest.get(at..).unwrap_or_default();
        if begins_with_card_number(rest) {
            return true;
        }
        // A number begins with a whole group.
        let group = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest = rest.get(group..).unwrap_or_default();
    }
    false
}

/// Whether a text begins with the first group of a card number.
fn begins_with_card_number(text: &[u8]) -> bool {
    let mut digits = [0; LONGEST as usize];
    let (mut length, mut rest) = (0, text);
    loop {
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            let Some(place) = digits.get_mut(length) else { return false };
            (*place, length, rest) = (*digit, length + 1, after);
        }
        let number = digits.get(..length).unwrap_or_default();
        let is_used = |brand: CardBrand| brand.uses_length(length);
        if length >= SHORTEST_IN_TEXT
            && brand_of(number).is_some_and(is_used)
            && passes_luhn(number)
        {
            return true;
        }
        rest = match rest {
            [b' ' | b'-' | b'.', after @ ..]
            // No-break spaces: U+00A0 and U+202F
            | [0xC2, 0xA0, after @ ..]
            | [0xE2, 0x80, 0xAF, after @ ..] => after,
            _ => return false,
        };
        if !rest.first().is_some_and(u8::is_ascii_digit) {
            return false;
        }
    }
}

/// Whether digits that aren't a card number can still become one as more are typed. A number of a length in use
/// counts as complete: most likely one of its digits is wrong.
pub(crate) fn is_unfinished(number: &[u8]) -> bool {
    let lengths = brand_of(number).map_or(&[16, LONGEST][..], CardBrand::lengths_in_use);
    let mut lengths = lengths.iter().map(|length| usize::from(*length));
    lengths.clone().all(|length| length != number.len())
        && lengths.any(|length| length > number.len())
        && number.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_has_a_brand_once_one_is_left() {
        for (brand, prefixes) in [
            (None, "|2220|2721|3|306|3527|4111-1111|5|59|6012|643|9|４"),
            (Some(Mastercard), "2|2221|272099|55"),
            (Some(Diners), "30|3095|39"),
            (Some(Amex), "34"),
            (Some(Jcb), "35|3589"),
            (Some(Visa), "4|4111 1111"),
            (Some(Maestro), "50|63"),
            (Some(Discover), "60|6011|65"),
            (Some(Unionpay), "62"),
        ] {
            for prefix in prefixes.split('|') {
                assert_eq!(CardBrand::of(prefix), brand, "{prefix}");
            }
        }
    }

    #[test]
    fn number_fits_its_brand_by_length() {
        for (prefix, brand, lengths) in [
            ("4", Visa, &[13, 16, 19][..]),
            ("2221", Mastercard, &[16]),
            ("639", Maestro, &[12, 13, 14, 15, 16, 17, 18, 19]),
            ("37", Amex, &[15]),
            ("644", Discover, &[16, 17, 18, 19]),
            ("36", Diners, &[14, 15, 16, 17, 18, 19]),
            ("305", Diners, &[14, 16, 17, 18, 19]),
            ("3095", Diners, &[14, 16, 17, 18, 19]),
            ("38", Diners, &[14, 16, 17, 18, 19]),
            ("3528", Jcb, &[16, 17, 18, 19]),
            ("81", Unionpay, &[16, 17, 18, 19]),
        ] {
            for length in 12..=20 {
                let number = format!("{prefix:0<length$}");
                let expected = Some((brand, lengths.contains(&length)));
                assert_eq!(brand_and_fit(number.as_bytes()), expected, "{number}");
            }
        }
        assert_eq!(brand_and_fit(b"9000000000000001"), None);
    }

    #[test]
    fn card_number_is_found_in_whole_groups() {
        for (text, found) in [
            ("4111111111111111", true),
            ("no. 4111 1111-1111 1111, thanks", true),
            ("12 4111 1111 1111 1111 12/27", true),
            ("4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1", true),
            ("4111.1111.1111.1111", true),
            ("4111\u{a0}1111\u{202f}1111\u{a0}1111", true),
            ("30569309025904", true),
            ("4222222222222", false),
            ("6304000000000000", false),
            ("501800000009", false),
            ("4111  1111 1111 1111", false),
            ("4111. 1111.1111.1111", false),
            ("4111 - 1111 1111 1111", false),
            ("14111111111111111", false),
            ("4111 1111 1111 11119 7", false),
            ("41111111111111111111", false),
            ("4111111111111112", false),
            ("9000000000000001", false),
            ("12", false),
            ("", false),
        ] {
            assert_eq!(has_card_number(text.as_bytes()), found, "{text}");
        }
    }

    #[test]
    fn every_brand_has_a_range_and_a_length_in_use() {
        for brand in CardBrand::ALL {
            assert!(RANGES.iter().any(|(_, _, of)| of == brand));
            assert!(brand.lengths_in_use().iter().all(|length| brand.lengths().contains(length)));
            assert!(brand.name().bytes().all(|byte| byte.is_ascii_lowercase()));
        }
        assert!(RANGES.iter().all(|(first, last, _)| first <= last));
        assert!(RANGES.windows(2).all(|two| two[0].1 < two[1].0));
    }
}
