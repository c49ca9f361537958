//! Values near the edges of the rules.

use super::declared::EXTRAS;
use super::rng::Rng;

/// White space of every sort, and what looks like it but isn't.
pub(crate) const BLANKS: &[&str] = &[
    "",
    " ",
    "\t",
    "\n \r",
    "\u{b}\u{c}",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{2003}\u{3000}",
    "\u{2028}",
    "\u{202f}",
    "\u{205f}",
    "\u{200b}",
    "\u{feff}",
    "\u{180e}",
    "\u{1f}",
];

pub(crate) const PRICES: &[&str] = &[
    "0.01",
    "1e-2",
    "0.010",
    "0.009",
    "0.00999999",
    "0.009999999",
    "0.0100000000000000",
    "10.0",
    "1E1",
    "10",
    "9.99",
    "10.005",
    "10.050",
    "1.5",
    "0.5",
    "99.999",
    "100",
    "100.00",
    "100.01",
    "100.001",
    "70",
    "70.01",
    "69.99",
    "50",
    "0",
    "-0",
    "0.0",
    "-0.0e5",
    "0e999999999",
    "-0.01",
    "-5",
    "12.3456",
    "0.12345678",
    "0.123456789",
    "1.123456780",
    "1e15",
    "1e14",
    "1e-8",
    "1e-9",
    "999999999999999",
    "9999999999999999",
    "123456789012345.12345678",
    "100000000000000000e-3",
    "1e999999999",
    "1e-999999999",
    "1e99999999999999999999",
    "-1e-99999999999999999999",
];

/// Numbers with binary tails, and such as have none though they are long.
pub(crate) const TAILS: &[&str] = &[
    "59.899999999999999",
    "30.200000000000003",
    "0.30000000000000004",
    "19.989999999999998",
    "8.300000000000002",
    "100.00000000000001",
    "9.999999999999999",
    "-5.0000000000000001",
    "5.9899999999999999e1",
    "59899999999999999e-15",
    "67.2000000000000028421709430404007434844970703125",
    "0.0099999999999999998",
    "0.010000000000000000208",
    "0.00999999999999949",
    "0.009999999999999949",
    "0.00000001000000000000001",
    "0.000000010000000000000005",
    "0.000000001000000000000001",
    "999999999.99999999999",
    "411111111111.000000000001",
    "-123456789012.00000000001",
    "999999999999999.999999999",
    "99999999999.98999999999",
    "1.2345678901234999999",
    "123456.789012000001",
    "123456.7890123000001",
    "0.3333333333333333",
    "1234567.123456789",
    "1.123456785000000",
    "10.00000000500000000000",
    "1.00000000000000",
    "28.000000000000000001",
];

/// Prices that make totals of a million millions, or nearly.
pub(crate) const GREAT_PRICES: &[&str] = &[
    "999999999999.99",
    "999999999999.99999999",
    "1000000000000",
    "-1000000000000",
    "1e12",
    "5e11",
    "-5e11",
    "499999999999.99999999",
    "1e6",
    "999999999999999.99999999",
    "-999999999999",
];

pub(crate) const QUANTITIES: &[&str] = &[
    "1",
    "2",
    "3",
    "0.5",
    "1.0",
    "0",
    "-0",
    "-1",
    "0.00000001",
    "1e-8",
    "1e-9",
    "1e6",
    "1e12",
    "2.5",
    "999999999999999",
    "1000000",
    "0.99999999",
    "1.00000001",
    "1e16",
];

pub(crate) const PERCENTS: &[&str] = &[
    "0",
    "21",
    "100",
    "100.0",
    "100.00000001",
    "1e2",
    "-0",
    "-0.00000001",
    "-5",
    "101",
    "5.5",
    "0.123456789",
    "1e16",
];

pub(crate) const INTEGERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "9",
    "10",
    "11",
    "12",
    "13",
    "1.0",
    "1.2e1",
    "120e-1",
    "11.5",
    "-1",
    "-0",
    "25",
    "26",
    "27",
    "29",
    "99",
    "99.0",
    "100",
    "2026",
    "2.6e1",
    "2030",
    "1999",
    "2100",
    "12.0000000000000001",
    "12.000000000000000000",
    "28.000000000000000001",
    "11.500000000000001",
    "10.999999999999999",
    "1e15",
    "999999999999999",
    "1e999999999",
    "1e-999999999",
    "0.5",
];

pub(crate) const BIRTH_DATES: &[&str] = &[
    "1990-07-19",
    "1984-02-29",
    "1985-02-29",
    "1900-01-01",
    "1899-12-31",
    "1900-02-29",
    "2000-02-29",
    "2199-12-31",
    "2200-01-01",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
    "2026-12-01",
    "2026-11-30",
    "2026-02-28",
    "2026-03-01",
    "2027-01-01",
    "1990-13-01",
    "1990-04-31",
    "1990-00-10",
    "1990-10-00",
    "1990-7-19",
    "19900719",
    "19-07-1990",
    "1990/07/19",
    "1990-07-19 ",
    " 1990-07-19",
    "+990-07-19",
    "１９９０-07-19",
    "1990-07-1é",
    "199é-7-19",
    "1990-07-19T00:00:00Z",
    "abcd-ef-gh",
    "1990-07-1a",
    "1990-0a-19",
    "0000-01-01",
];

pub(crate) const EIGHT_DIGITS: &[&str] = &[
    "20261120",
    "20261121",
    "20261119",
    "20270101",
    "20240229",
    "20230229",
    "20112026",
    "21112026",
    "19112026",
    "11202026",
    "11212026",
    "29022024",
    "29022023",
    "02292024",
    "18991231",
    "19000101",
    "21991231",
    "22000101",
    "20261301",
    "20261131",
    "31112026",
    "99999999",
    "00000000",
    "10102010",
    "12122012",
    "2026112",
    "202611200",
    "2026-11-20",
    "2026112a",
    "２０２６1120",
    " 20261120",
    "20102010",
    "19011901",
    "01011900",
    "31122199",
    "01012200",
    "20122012",
    "12202012",
];

pub(crate) const SIX_DIGITS: &[&str] = &[
    "261120", "201126", "112026", "240229", "230229", "290224", "290223", "022924", "999999",
    "000000", "010101", "000101", "311299", "313131", "261131", "26112", "2611200", "26112a",
    "26-1-2", "990230", "300299", "023099", "22６112",
];

pub(crate) const DESCRIPTORS: &[&str] = &[
    "SHOP RIGA",
    "SHOP*RIGA",
    "O'NEILL",
    "A<B",
    "A\\B",
    "~ ~",
    "12345",
    "12345 a",
    "SHOP\nRIGA",
    "SHOP\u{7f}",
    "1234567890123456789012345",
    "12345678901234567890123456",
    "ĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀ",
    "ĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀĒĪŪĀĒ",
    "🌱🌱🌱🌱🌱🌱🌱🌱🌱🌱🌱🌱🌱",
    "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
];

pub(crate) const AMOUNT_TEXTS: &[&str] = &[
    "5",
    "5.00",
    "0.01",
    "0.00999",
    "-5",
    "-0",
    "00012.50",
    "007",
    "12.",
    ".5",
    "1e2",
    "+5",
    "5,00",
    "--5",
    "-",
    ".",
    "0",
    "12.123456789",
    "1234567890123456",
    "0000000000000000001.0",
    "12.50 ",
    "１２",
    "10.005",
];

/// Words of many alphabets, for names and places.
pub(crate) const WORDS: &[&str] = &[
    "Anna",
    "Jānis Bērziņš",
    "Riga",
    "Liela iela 6",
    "Kraft paper, \"oak\"",
    "日本語",
    "🌱 seed",
    "back\\slash",
    "a/b",
    "tab\tbed",
    "bell\u{7}",
    "del\u{7f}",
    "nul\u{0}",
    "nel\u{85}x",
    "x",
    "true",
    "1",
];

/// Keys that no type lists: some may stand in a path, some may not, and some are nearly one of the
/// names of the object that they are for.
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
