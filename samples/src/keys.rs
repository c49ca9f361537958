//! Keys that no type lists.

use crate::extras::EXTRAS;
use crate::rng::Rng;

/// Some may stand in a path, some may not, and some are nearly one of the names of the object that
/// they are for.
pub(crate) fn unknown_key(rng: &mut Rng, names: &[&str]) -> String {
    match rng.below(16) {
        0 => "a".repeat(rng.pick(&[63, 64, 65])),
        1 => rng.pick(&["k123456", "k1234567", "123456", "1234567", "1.2-3_4"]).to_owned(),
        2 => rng.pick(&["4111111111111111", "a b", "a/b", "a~b", "", "ключ", "x\u{0}"]).to_owned(),
        3 => rng.pick(&["Client", "PRICE", "product", "e-mail", "e.mail", "client "]).to_owned(),
        4 => rng.pick(&["amount", "total", "title", "price", "legs", "csc", "is_moto"]).to_owned(),
        5..9 if !names.is_empty() => {
            let name = rng.pick(names);
            slip(rng, name)
        }
        9 | 10 if !names.is_empty() => {
            let name = rng.pick(names);
            another_name(rng, name)
        }
        11 => rng.pick(EXTRAS).0.to_owned(),
        _ => rng.pick(&["note", "ref", "meta", "colour", "x_1", "my.key", "*"]).to_owned(),
    }
}

/// Names that others have for some members, and a few that are nearly such.
const ANOTHER: &[(&str, &[&str])] = &[
    ("csc", &["cvv", "CVV2", "cvc", "cvc2", "cvn", "security_code", "securityCode", "cvv3", "css"]),
    ("card_number", &["pan", "cardNo", "card-no", "number", "Number", "numbers"]),
    ("cardholder_name", &["cardholder", "holder", "name_on_card", "cardHolder", "holder_name"]),
    ("exp_month", &["expiry_month", "expirationMonth", "expire_month"]),
    ("exp_year", &["expiryYear", "expiration-year", "year"]),
    ("total", &["amount", "Amount", "sum", "totals"]),
    ("amount", &["total", "sum", "SUM", "amounts", "ammount"]),
    ("percent", &["rate", "Rate", "percentage"]),
    ("price", &["amount", "unit_price", "unitPrice", "cost"]),
    ("quantity", &["qty", "QTY", "quantitiy"]),
    ("title", &["name", "product_name", "productName", "titel"]),
    ("zip_code", &["zip", "postal_code", "postalCode", "postcode", "zip-code"]),
    ("address", &["street", "address1", "address_line_1", "addressLine1", "address2"]),
    ("birth_date", &["dob", "DOB", "date_of_birth", "birthday", "birthDay", "born"]),
    ("first_name", &["given_name", "givenName", "name"]),
    ("last_name", &["surname", "family_name", "familyname"]),
    ("country", &["country_code", "countryCode", "counrty"]),
    ("original_client", &["client_id", "clientId", "customer_id", "customer"]),
    ("currency", &["currency_code", "curency", "CURRENCYCODE"]),
    ("dynamic_descriptor", &["descriptor", "statement_descriptor", "statementDescriptor"]),
    ("recipient_client", &["recipient", "Recipient", "recipients"]),
    ("is_moto", &["moto", "MOTO", "isMoto"]),
    ("email", &["mail", "e-mail", "email_address", "emailAddress", "E_Mail"]),
];

/// Another name of a member: others' for it, or its own in another writing.
pub(crate) fn another_name(rng: &mut Rng, name: &str) -> String {
    let others = ANOTHER.iter().find(|(known, _)| *known == name);
    match (others, rng.below(6)) {
        (Some((_, others)), 0..3) => rng.pick(others).to_owned(),
        (_, 3) => name.to_ascii_uppercase(),
        (_, 4) => name.replace('_', rng.pick(&["", "-", "__"])),
        (_, 5) => slip(rng, name),
        _ => capitals_within(name),
    }
}

/// `firstName` for `first_name`.
fn capitals_within(name: &str) -> String {
    let mut out = String::new();
    for (index, word) in name.split('_').enumerate() {
        let first = word.chars().next().filter(|_| index > 0);
        out.extend(first.map(|c| c.to_ascii_uppercase()));
        out.push_str(&word[first.map_or(0, char::len_utf8)..]);
    }
    out
}

/// A name that differs in case alone.
pub(crate) fn twin_of(rng: &mut Rng, name: &str) -> String {
    let other = |c: char| if rng.chance(40) { c.to_ascii_uppercase() } else { c };
    let twin: String = name.chars().map(other).collect();
    if twin == name { name.to_ascii_uppercase() } else { twin }
}

/// A name after some slips of the pen: about as many as leave it near.
fn slip(rng: &mut Rng, name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    for _ in 0..1 + rng.below(2 + name.len() / 3) {
        let at = rng.below(letters.len());
        match rng.below(5) {
            _ if letters.is_empty() => letters.push('x'),
            0 => letters.insert(at, rng.pick(&['x', '_', 'e', '7'])),
            1 => {
                letters.remove(at);
            }
            2 => letters[at] = rng.pick(&['x', 'E', '-', '.']),
            3 => letters[at] = letters[at].to_ascii_uppercase(),
            _ => {
                let next = (at + 1) % letters.len();
                letters.swap(at, next);
            }
        }
    }
    letters.into_iter().collect()
}
