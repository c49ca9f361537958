//! `date.*`, `code.*`, `amount.*`, `contact.*`, `descriptor.*`: values of the standards.

use super::body::Obj;
use super::ledger::Ledger;
use super::request::Request;
use super::time;

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
            email(&client, ledger);
            let text = request.body.text("dynamic_descriptor");
            let long = text.is_some_and(|text| text.chars().count() > 25);
            ledger.fire_if("descriptor.length", long, "/dynamic_descriptor");
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

fn money_and_language(request: &Request, ledger: &mut Ledger) {
    let body = &request.body;
    let bad = body.text("currency").is_some_and(|text| currency(text).is_none());
    ledger.fire_if("code.currency", bad, "/currency");
    let bad = body.text("language").is_some_and(|text| !is_language(text));
    ledger.fire_if("code.language", bad, "/language");
}

fn currency(text: &str) -> Option<iso_currency::Currency> {
    if capitals(text, 3) { iso_currency::Currency::from_code(text) } else { None }
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
    let units = code.and_then(currency).and_then(|currency| currency.exponent());
    let too_fine = units.is_some_and(|units| places > usize::from(units));
    ledger.fire_if(rule, too_fine, object.at(member));
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
