//! Which member an unknown key is likely to mean.

use super::body::is_absent;
use super::json::Json;
use super::known::Type;
use super::shapes::Kind;

/// Other names of members, of those that every object calls alike.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("csc", &["cvv", "cvv2", "cvc", "cvc2", "cvn", "securitycode"]),
    ("card_number", &["pan", "cardno", "number"]),
    ("cardholder_name", &["cardholder", "holder", "nameoncard"]),
    ("exp_month", &["expirymonth", "expirationmonth"]),
    ("exp_year", &["expiryyear", "expirationyear"]),
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
];

fn other_names(of: &Type, member: &str) -> &'static [&'static str] {
    let is_sum = of.operation == "refund" || of.operation.starts_with("payout_");
    match member {
        "total" if of.operation == "capture" => &["amount"],
        "amount" if is_sum && of.place.is_empty() => &["total", "sum"],
        _ => OTHER_NAMES.iter().find(|(name, _)| *name == member).map_or(&[], |(_, names)| names),
    }
}

/// Without regard to case and to `_` and `-`.
fn plain(name: &str) -> String {
    name.replace(['_', '-'], "").to_ascii_lowercase()
}

/// Whether the key is another name of a member, or the member's own in another writing. A name that
/// the object lists is that of another member.
fn is_other_name(key: &str, of: &Type, member: &str) -> bool {
    let key = plain(key);
    let listed = || of.members().iter().any(|(name, _)| plain(name) == key);
    plain(member) == key || other_names(of, member).contains(&key.as_str()) && !listed()
}

/// How far a key may be from the one that is meant.
fn most_slips(key: &str) -> usize {
    match key.len() {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// Of the absent members the one that an unknown key means: by another name first, then the nearest.
pub(crate) fn meant<'a>(key: &str, of: &Type<'a>, object: &[(String, Json)]) -> Option<&'a str> {
    let mut best: Option<((bool, usize), &str)> = None;
    for (name, kind) in of.members() {
        let first = object.iter().find(|(known, _)| known == name).map(|(_, json)| json);
        if matches!(kind, Kind::Recognised | Kind::Any) || !is_absent(kind, first) {
            continue;
        }
        let by_likeness = !is_other_name(key, of, name);
        let distance = distance(&key.to_ascii_lowercase(), &name.to_ascii_lowercase());
        let slips = most_slips(key);
        if by_likeness && (slips == 0 || distance > slips) {
            continue;
        }
        if best.is_none_or(|(rank, _)| (by_likeness, distance) < rank) {
            best = Some(((by_likeness, distance), name));
        }
    }
    best.map(|(_, name)| name)
}

/// The Damerau–Levenshtein distance, as optimal string alignment: by the textbook, a matrix of how
/// far each beginning of one is from each beginning of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut far = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if i == 0 || j == 0 {
                far[i][j] = i + j;
                continue;
            }
            let cost = usize::from(a[i - 1] != b[j - 1]);
            far[i][j] = (far[i - 1][j] + 1).min(far[i][j - 1] + 1).min(far[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                far[i][j] = far[i][j].min(far[i - 2][j - 2] + 1);
            }
        }
    }
    far[a.len()][b.len()]
}
