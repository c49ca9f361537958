//! Other names of members: what programmers write for them by mistake.

use super::{CAPTURE, PAYOUT, REFUND, Shape};

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

/// Whether a name is another name of a member of an object type, or its key in another writing
/// (`firstName`, `first-name`).
pub(crate) fn is_other_name(name: &[u8], member: &str, shape: &Shape) -> bool {
    if is_same_writing(name, member.as_bytes()) {
        return true;
    }
    // A member that a policy declares may have the same key.
    let is_meant = match member {
        "total" => *shape == CAPTURE,
        "amount" => *shape == REFUND || *shape == PAYOUT,
        _ => true,
    };
    let names = OTHER_NAMES.iter().find(|(known, _)| is_meant && *known == member);
    names.is_some_and(|(_, others)| {
        others.iter().any(|other| is_same_writing(name, other.as_bytes()))
    })
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
    use crate::model::schema::{CLIENT, ORDER, PAYMENT, PRODUCT};

    #[test]
    fn another_name_is_one_of_the_list_or_the_key_in_another_writing() {
        for (name, member, shape) in [
            ("cvv", "csc", &PAYMENT),
            ("CVV_2", "csc", &PAYMENT),
            ("firstName", "first_name", &CLIENT),
            ("first-name", "first_name", &CLIENT),
            ("postcode", "zip_code", &CLIENT),
            ("amount", "price", &PRODUCT),
            ("amount", "total", &CAPTURE),
            ("total", "amount", &REFUND),
        ] {
            assert!(is_other_name(name.as_bytes(), member, shape), "{name} for {member}");
        }
        for (name, member, shape) in [
            ("css", "csc", &PAYMENT),
            ("amount", "total", &PRODUCT),
            ("total", "amount", &ORDER),
            ("name", "first_name", &CLIENT),
        ] {
            assert!(!is_other_name(name.as_bytes(), member, shape), "{name} for {member}");
        }
    }

    /// Names are compared without `_` and `-`, and in lower case.
    #[test]
    fn the_list_has_names_as_they_are_compared() {
        for (_, others) in OTHER_NAMES {
            assert!(others.iter().all(|it| it.bytes().all(|byte| byte.is_ascii_alphanumeric())));
        }
    }
}
