//! Other names of members that programmers use by mistake.

use super::tables::NAMES;
use super::{CAPTURE, PAYOUT, REFUND, Shape};
use crate::base::distance::letters;
use smallvec::SmallVec;

/// Members, each with its other names, as [`is_same_writing`] compares them.
const OTHER_NAMES: [(&str, &[&str]); 23] = [
    ("csc", &["cvv", "cvv2", "cvc", "cvc2", "cvn", "securitycode"]),
    ("card_number", &["pan", "cardno", "number"]),
    ("cardholder_name", &["cardholder", "holder", "nameoncard"]),
    ("exp_month", &["expirymonth", "expirationmonth"]),
    ("exp_year", &["expiryyear", "expirationyear"]),
    ("amount", &["total", "sum"]),
    ("percent", &["rate"]),
    ("price", &["amount", "unitprice"]),
    ("quantity", &["qty"]),
    ("title", &["name", "productname"]),
    ("zip_code", &["zip", "postalcode", "postcode"]),
    ("address", &["street", "address1", "addressline1", "streetaddress"]),
    ("birth_date", &["dob", "dateofbirth", "birthday"]),
    ("first_name", &["givenname"]),
    ("last_name", &["surname", "familyname"]),
    ("country", &["countrycode"]),
    ("original_client", &["clientid", "customerid"]),
    ("currency", &["currencycode"]),
    ("dynamic_descriptor", &["descriptor", "statementdescriptor"]),
    ("recipient_client", &["recipient"]),
    ("is_moto", &["moto"]),
    ("email", &["mail", "emailaddress"]),
    ("total", &["amount"]),
];

/// The [`letters`] of all names of this file and of the tables, as a Bloom filter.
static KNOWN: [u64; 16] = known();

#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn known() -> [u64; 16] {
    let (mut known, mut at) = ([0; 16], 0);
    while at < NAMES.len() {
        let (word, bit) = place(letters(NAMES[at].as_bytes()));
        known[word] |= bit;
        at += 1;
    }
    let mut member = 0;
    while member < OTHER_NAMES.len() {
        let mut at = 0;
        while at < OTHER_NAMES[member].1.len() {
            let (word, bit) = place(letters(OTHER_NAMES[member].1[at].as_bytes()));
            known[word] |= bit;
            at += 1;
        }
        member += 1;
    }
    known
}

/// The word and the bit of the filter for these letters.
const fn place(letters: u32) -> (usize, u64) {
    let hash = letters.wrapping_mul(0x9E37_79B1) >> 22; // Fibonacci hashing
    ((hash >> 6) as usize, 1 << (hash & 63))
}

/// Whether a name with these letters may be a name or another name of a member of any type, in any writing.
pub(crate) fn is_known_elsewhere(letters: u32) -> bool {
    let (word, bit) = place(letters);
    KNOWN.get(word).is_some_and(|known| known & bit != 0)
}

/// Whether a member of any type has this name.
pub(crate) fn is_name_of_member(name: &[u8]) -> bool {
    NAMES.iter().any(|member| member.as_bytes() == name)
}

/// The members that a name is another name of. Includes those that the object type doesn't have.
pub(crate) fn other_names(name: &[u8], shape: &Shape) -> SmallVec<[&'static str; 4]> {
    let length = name.iter().filter(|byte| !matches!(byte, b'_' | b'-')).count();
    let is_other = |other: &&str| other.len() == length && is_same_writing(name, other.as_bytes());
    // A member that a policy declares may have the same key.
    let is_meant = |member: &str| match member {
        "total" => *shape == CAPTURE,
        "amount" => *shape == REFUND || *shape == PAYOUT,
        _ => true,
    };
    let members = OTHER_NAMES
        .iter()
        .filter(|(member, others)| others.iter().any(is_other) && is_meant(member));
    members.map(|(member, _)| *member).collect()
}

/// Whether two names are the same without regard to case, `_` and `-`.
pub(crate) fn is_same_writing(a: &[u8], b: &[u8]) -> bool {
    let of = |byte: &&u8| !matches!(byte, b'_' | b'-');
    let (a, b) = (a.iter().filter(of), b.iter().filter(of));
    a.map(u8::to_ascii_lowercase).eq(b.map(u8::to_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_tables_are_known() {
        assert!(NAMES.iter().all(|name| is_known_elsewhere(letters(name.as_bytes()))));
        assert!(!is_known_elsewhere(letters(b"referrer")));
    }

    /// The list's names must be in the form in which they are compared: without `_` and `-`, in lower case.
    #[test]
    fn listed_names_are_normalized() {
        for (_, others) in OTHER_NAMES {
            assert!(
                others.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
            );
        }
    }
}
