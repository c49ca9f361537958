//! `date.*`, `code.*`, `amount.*`, `contact.*`, `descriptor.*`: values of the standards.

use iso_currency::Currency;

use super::body::Obj;
use super::ledger::Ledger;
use super::request::Request;
use super::time;
use super::total::known_total;

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    match request.operation {
        "order" => {
            let client = request.body.object("client");
            let place = request.body.object("service_location");
            let recipient = request.body.object("recipient_client");
            birth_date(request, &client, "birth_date", ledger);
            birth_date(request, &recipient, "birth_date", ledger);
            country(&client, "country", ledger);
            country(&place, "country", ledger);
            country(&recipient, "country", ledger);
            let bad = place.text("region").is_some_and(|text| !is_region(text));
            ledger.fire_if("code.region", bad, place.at("region"));
            money_and_language(request, ledger);
            for product in request.body.list("products").unwrap_or_default() {
                minor_units(request, &product, "price", ledger);
            }
            total_minor_units(request, ledger);
            state(&client, ledger);
            email(&client, ledger);
            let text = request.body.text("dynamic_descriptor");
            let long = text.is_some_and(|text| text.chars().count() > 25);
            ledger.fire_if("descriptor.length", long, "/dynamic_descriptor");
            let bad = text.is_some_and(|text| !is_descriptor(text));
            ledger.fire_if("descriptor.characters", bad, "/dynamic_descriptor");
        }
        "capture" => minor_units(request, &request.body, "total", ledger),
        "refund" => minor_units(request, &request.body, "amount", ledger),
        "client" => email(&request.body, ledger),
        "card_webhook" => country(&request.body, "issuer_country", ledger),
        _ if request.is_payout() => {
            let client = request.body.object("client");
            birth_date(request, &request.body, "sender_birth_date", ledger);
            birth_date(request, &client, "birth_date", ledger);
            country(&request.body, "sender_country", ledger);
            country(&client, "country", ledger);
            money_and_language(request, ledger);
            minor_units(request, &request.body, "amount", ledger);
            state(&client, ledger);
            email(&client, ledger);
        }
        _ => {}
    }
}

fn birth_date(request: &Request, object: &Obj, member: &str, ledger: &mut Ledger) {
    let Some(text) = object.text(member) else {
        return;
    };
    match time::date(text) {
        None => ledger.fire("date.format", object.at(member)),
        Some(day) => ledger.ask(
            "date.birth_in_future",
            "now",
            request.facts.now,
            |now| day > now.date_naive(),
            object.at(member),
        ),
    }
}

fn capitals(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn country(object: &Obj, member: &str, ledger: &mut Ledger) {
    let known = |text: &str| match text.len() {
        _ if ["XK", "XKX"].contains(&text) => true,
        2 => capitals(text, 2) && rust_iso3166::from_alpha2(text).is_some(),
        3 => capitals(text, 3) && rust_iso3166::from_alpha3(text).is_some(),
        _ => false,
    };
    let bad = object.text(member).is_some_and(|text| !known(text));
    ledger.fire_if("code.country", bad, object.at(member));
}

/// `AA-x` or `x`: the country's letters are optional, the subdivision has one to three signs.
fn is_region(text: &str) -> bool {
    let part = |text: &str| {
        (1..=3).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    };
    match text.split_once('-') {
        Some((country, rest)) => capitals(country, 2) && part(rest),
        None => part(text),
    }
}

/// The states, the district, the territories, and the armed forces.
const OF_THE_US: &[&str] = &[
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS",
    "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY",
    "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV",
    "WI", "WY", "DC", "AS", "GU", "MP", "PR", "UM", "VI", "AA", "AE", "AP",
];

const OF_CANADA: &[&str] =
    &["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"];

fn state(client: &Obj, ledger: &mut Ledger) {
    let known = match client.text("country") {
        Some("US" | "USA") => OF_THE_US,
        Some("CA" | "CAN") => OF_CANADA,
        _ => return,
    };
    let bad = client.text("state").is_some_and(|text| !known.contains(&text));
    ledger.fire_if("code.state", bad, client.at("state"));
}

/// What every network prints: ASCII but for seven signs, and at least one letter.
fn is_descriptor(text: &str) -> bool {
    let printed =
        |c: char| (' '..='~').contains(&c) && !['<', '>', '\\', '\'', '"', '*'].contains(&c);
    text.chars().all(printed) && text.chars().any(|c| c.is_ascii_alphabetic())
}

fn money_and_language(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    let bad = body.text("currency").is_some_and(|text| currency(text).is_none());
    ledger.fire_if("code.currency", bad, "/currency");
    let bad = body.text("language").is_some_and(|text| !is_language(text));
    ledger.fire_if("code.language", bad, "/language");
}

/// A currency of list one. The library still has some that are gone, and says by which they are
/// superseded; of the two of Venezuela both are listed.
pub(super) fn currency(text: &str) -> Option<Currency> {
    let listed = |it: &Currency| it.is_superseded().is_none() || *it == Currency::VES;
    if capitals(text, 3) { Currency::from_code(text).filter(listed) } else { None }
}

fn is_language(text: &str) -> bool {
    let code = match text.split_once('-') {
        Some((code, country)) if capitals(country, 2) => code,
        Some(_) => return false,
        None => text,
    };
    code.len() == 2
        && code.bytes().all(|byte| byte.is_ascii_lowercase())
        && isolang::Language::from_639_1(code).is_some()
}

fn minor_units(request: &Request, object: &Obj, member: &str, ledger: &mut Ledger) {
    let rule = "amount.minor_units";
    let Some(amount) = object.number(member) else {
        return;
    };
    let places = amount.places();
    let of_the_original = matches!(request.operation, "capture" | "refund");
    let code = if of_the_original {
        request.facts.order.currency.as_deref()
    } else {
        request.body.text("currency")
    };
    if code.is_none() && of_the_original && places > 0 {
        // Without decimal places no currency could make it fire.
        return ledger.open(rule, &["order.currency"]);
    }
    let too_fine = units(code).is_some_and(|units| places > units);
    ledger.fire_if(rule, too_fine, object.at(member));
}

/// The minor units of a currency that is known and has some.
fn units(code: Option<&str>) -> Option<usize> {
    code.and_then(currency)?.exponent().map(usize::from)
}

/// A total can be finer than the prices, by a quantity that isn't whole.
fn total_minor_units(request: &Request, ledger: &mut Ledger) {
    let (Some(total), Some(units)) = (known_total(request), units(request.body.text("currency")))
    else {
        return;
    };
    let products = request.body.list("products").unwrap_or_default();
    let mut prices = products.iter().filter_map(|product| product.number("price"));
    let too_fine = total.places() > units && prices.all(|price| price.places() <= units);
    ledger.fire_if("amount.total_minor_units", too_fine, "/products");
}

fn email(object: &Obj, ledger: &mut Ledger) {
    let bad = object.text("email").is_some_and(|text| !is_email(text));
    ledger.fire_if("contact.email_format", bad, object.at("email"));
}

/// A valid e-mail address as WHATWG defines it.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let sign = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte);
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    !local.is_empty() && local.bytes().all(sign) && domain.split('.').all(label)
}
