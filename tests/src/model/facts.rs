//! What the host knows: the facts, and how strictly they are read.

use super::address::{Address, address};
use super::decimal::Decimal;
use super::feature_names::{CAPABILITIES, ORIGINAL_SCENARIOS};
use super::json::{Json, parse};
use super::strict::{Fault, flag, integer, items, members, one_of, string};
use super::time::{Instant, instant, utc_offset};

/// Every fact, in the order in which needs are listed.
pub(crate) const NAMES: &[&str] = &[
    "now",
    "environment",
    "website",
    "terminal",
    "account_funding",
    "saving_side",
    "subsequent",
    "merchant.country",
    "merchant.utc_offset",
    "merchant.avs_permission",
    "merchant.ipsp_partner",
    "merchant.hold_days",
    "acquirer.requires_recurring_number",
    "card.issuer_country",
    "card.brand",
    "key.test",
    "key.three_ds",
    "key.brands",
    "key.websites",
    "order.scenario",
    "order.capabilities",
    "order.amount",
    "order.captured",
    "order.refunded",
    "order.currency",
    "order.paid_at",
    "order.reversed",
    "order.chargeback",
    "order.billing_address",
    "request.method",
    "request.path",
    "request.source_address",
    "request.headers",
    "webhook.host",
    "webhook.allowed_sources",
];

/// The facts; `None` is one that wasn't passed.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) now: Option<Instant>,
    pub(crate) environment: Option<String>,
    pub(crate) website: Option<String>,
    pub(crate) terminal: Option<String>,
    pub(crate) account_funding: Option<String>,
    pub(crate) saving_side: Option<String>,
    pub(crate) subsequent: Option<String>,
    pub(crate) merchant: Merchant,
    pub(crate) requires_recurring_number: Option<bool>,
    pub(crate) card: Card,
    pub(crate) key: Key,
    pub(crate) order: Order,
    /// The one object whose presence says something by itself.
    pub(crate) request: Option<Request>,
    pub(crate) webhook: Webhook,
}

/// The merchant.
#[derive(Default)]
pub(crate) struct Merchant {
    pub(crate) country: Option<String>,
    /// In minutes.
    pub(crate) utc_offset: Option<i64>,
    pub(crate) avs_permission: Option<bool>,
    pub(crate) ipsp_partner: Option<bool>,
    pub(crate) hold_days: Option<i64>,
}

/// The card.
#[derive(Default)]
pub(crate) struct Card {
    pub(crate) issuer_country: Option<String>,
    pub(crate) brand: Option<String>,
}

/// The key set.
#[derive(Default)]
pub(crate) struct Key {
    pub(crate) test: Option<bool>,
    pub(crate) three_ds: Option<bool>,
    pub(crate) brands: Option<Vec<String>>,
    pub(crate) websites: Option<Vec<String>>,
}

/// The payment acted on.
#[derive(Default)]
pub(crate) struct Order {
    pub(crate) scenario: Option<String>,
    pub(crate) capabilities: Option<Vec<String>>,
    pub(crate) amount: Option<Decimal>,
    pub(crate) captured: Option<Decimal>,
    pub(crate) refunded: Option<Decimal>,
    pub(crate) currency: Option<String>,
    pub(crate) paid_at: Option<Instant>,
    pub(crate) reversed: Option<bool>,
    pub(crate) chargeback: Option<bool>,
    pub(crate) billing_address: Option<bool>,
}

/// The HTTP request around the body.
#[derive(Default)]
pub(crate) struct Request {
    pub(crate) method: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) source_address: Option<Address>,
    pub(crate) headers: Option<Vec<(String, String)>>,
}

/// The merchant's own webhook settings.
#[derive(Default)]
pub(crate) struct Webhook {
    pub(crate) host: Option<String>,
    pub(crate) allowed_sources: Option<Vec<Address>>,
}

/// Reads the facts; an error names the member, never a value.
pub(crate) fn read(text: &[u8]) -> Result<Facts, Fault> {
    let tree = parse(text).map_err(|_| Fault::at("", "no JSON text"))?;
    let [
        now,
        environment,
        website,
        terminal,
        account_funding,
        saving_side,
        subsequent,
        merchant,
        acquirer,
        card,
        key,
        order,
        request,
        webhook,
    ] = members(
        &tree,
        "",
        [
            "now",
            "environment",
            "website",
            "terminal",
            "account_funding",
            "saving_side",
            "subsequent",
            "merchant",
            "acquirer",
            "card",
            "key",
            "order",
            "request",
            "webhook",
        ],
    )?;
    let [requires_recurring_number] = match acquirer {
        Some(json) => members(json, "acquirer", ["requires_recurring_number"])?,
        None => [None],
    };
    let subsequents = ["recurring", "recurring_automatic", "one_click"];
    Ok(Facts {
        now: given(now, "now", time)?,
        environment: choice(environment, "environment", &["live", "sandbox"])?,
        website: given(website, "website", string)?,
        terminal: choice(terminal, "terminal", &["standard", "qcash", "sdwo_funding"])?,
        account_funding: choice(account_funding, "account_funding", &["card_network", "other"])?,
        saving_side: choice(saving_side, "saving_side", &["service", "merchant"])?,
        subsequent: choice(subsequent, "subsequent", &subsequents)?,
        merchant: merchant.map(read_merchant).transpose()?.unwrap_or_default(),
        requires_recurring_number: given(requires_recurring_number, "acquirer", flag)?,
        card: card.map(read_card).transpose()?.unwrap_or_default(),
        key: key.map(read_key).transpose()?.unwrap_or_default(),
        order: order.map(read_order).transpose()?.unwrap_or_default(),
        request: request.map(read_request).transpose()?,
        webhook: webhook.map(read_webhook).transpose()?.unwrap_or_default(),
    })
}

fn read_merchant(json: &Json) -> Result<Merchant, Fault> {
    let known = ["country", "utc_offset", "avs_permission", "ipsp_partner", "hold_days"];
    let [country, utc_offset, avs_permission, ipsp_partner, hold_days] =
        members(json, "merchant", known)?;
    Ok(Merchant {
        country: given(country, "merchant.country", self::country)?,
        utc_offset: given(utc_offset, "merchant.utc_offset", offset)?,
        avs_permission: given(avs_permission, "merchant.avs_permission", flag)?,
        ipsp_partner: given(ipsp_partner, "merchant.ipsp_partner", flag)?,
        hold_days: given(hold_days, "merchant.hold_days", |json, at| integer(json, at, 6, 28))?,
    })
}

fn read_card(json: &Json) -> Result<Card, Fault> {
    let [issuer_country, brand] = members(json, "card", ["issuer_country", "brand"])?;
    Ok(Card {
        issuer_country: given(issuer_country, "card.issuer_country", country)?,
        brand: given(brand, "card.brand", string)?,
    })
}

fn read_key(json: &Json) -> Result<Key, Fault> {
    let [test, three_ds, brands, websites] =
        members(json, "key", ["test", "three_ds", "brands", "websites"])?;
    Ok(Key {
        test: given(test, "key.test", flag)?,
        three_ds: given(three_ds, "key.three_ds", flag)?,
        brands: given(brands, "key.brands", |json, at| items(json, at, string))?,
        websites: given(websites, "key.websites", |json, at| items(json, at, string))?,
    })
}

fn read_order(json: &Json) -> Result<Order, Fault> {
    let known = [
        "scenario",
        "capabilities",
        "amount",
        "captured",
        "refunded",
        "currency",
        "paid_at",
        "reversed",
        "chargeback",
        "billing_address",
    ];
    let [
        scenario,
        capabilities,
        amount_,
        captured,
        refunded,
        currency,
        paid_at,
        reversed,
        chargeback,
        billing_address,
    ] = members(json, "order", known)?;
    Ok(Order {
        scenario: choice(scenario, "order.scenario", ORIGINAL_SCENARIOS)?,
        capabilities: given(capabilities, "order.capabilities", |json, at| match json {
            // The one list that may be empty: a payment with no capability is a usual one.
            Json::List(list) if list.is_empty() => Ok(Vec::new()),
            _ => items(json, at, |item, at| one_of(item, at, CAPABILITIES)),
        })?,
        amount: given(amount_, "order.amount", amount)?,
        captured: given(captured, "order.captured", amount)?,
        refunded: given(refunded, "order.refunded", amount)?,
        currency: given(currency, "order.currency", string)?,
        paid_at: given(paid_at, "order.paid_at", time)?,
        reversed: given(reversed, "order.reversed", flag)?,
        chargeback: given(chargeback, "order.chargeback", flag)?,
        billing_address: given(billing_address, "order.billing_address", flag)?,
    })
}

fn read_request(json: &Json) -> Result<Request, Fault> {
    let [method, path, source_address, headers] =
        members(json, "request", ["method", "path", "source_address", "headers"])?;
    Ok(Request {
        method: given(method, "request.method", string)?,
        path: given(path, "request.path", string)?,
        source_address: given(source_address, "request.source_address", ip)?,
        headers: given(headers, "request.headers", read_headers)?,
    })
}

/// Names are compared as they stand here: two that differ in case aren't a repetition.
fn read_headers(json: &Json, at: &str) -> Result<Vec<(String, String)>, Fault> {
    let Json::Object(list) = json else {
        return Err(Fault::at(at, "no object"));
    };
    let mut out: Vec<(String, String)> = Vec::new();
    for (name, value) in list {
        if out.iter().any(|(earlier, _)| earlier == name) {
            return Err(Fault::at(at, "a header's name is repeated"));
        }
        let Json::Text(value) = value else {
            return Err(Fault::at(at, "no string"));
        };
        out.push((name.clone(), value.clone()));
    }
    Ok(out)
}

fn read_webhook(json: &Json) -> Result<Webhook, Fault> {
    let [host, allowed_sources] = members(json, "webhook", ["host", "allowed_sources"])?;
    Ok(Webhook {
        host: given(host, "webhook.host", string)?,
        allowed_sources: given(allowed_sources, "webhook.allowed_sources", |json, at| {
            items(json, at, ip)
        })?,
    })
}

fn given<T>(
    json: Option<&Json>,
    at: &str,
    read: impl Fn(&Json, &str) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    json.map(|json| read(json, at)).transpose()
}

fn choice(json: Option<&Json>, at: &str, listed: &[&str]) -> Result<Option<String>, Fault> {
    given(json, at, |json, at| one_of(json, at, listed))
}

fn time(json: &Json, at: &str) -> Result<Instant, Fault> {
    instant(&string(json, at)?).ok_or_else(|| Fault::at(at, "no RFC 3339 instant"))
}

fn offset(json: &Json, at: &str) -> Result<i64, Fault> {
    utc_offset(&string(json, at)?).ok_or_else(|| Fault::at(at, "not -12:00 to +14:00"))
}

fn ip(json: &Json, at: &str) -> Result<Address, Fault> {
    address(&string(json, at)?).ok_or_else(|| Fault::at(at, "no IPv4 or IPv6 address"))
}

/// Two capitals; two countries are often called by others than their own.
fn country(json: &Json, at: &str) -> Result<String, Fault> {
    let text = string(json, at)?;
    if text.len() != 2 || !text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(Fault::at(at, "not two capital letters"));
    }
    Ok(match text.as_str() {
        "UK" => "GB".to_owned(),
        "EL" => "GR".to_owned(),
        _ => text,
    })
}

/// A number ≥ 0, or a string `digits[.digits]`, within the limits of what can be held.
pub(crate) fn amount(json: &Json, at: &str) -> Result<Decimal, Fault> {
    let plain = |text: &str| {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        digits(whole) && digits(fraction)
    };
    let literal = match json {
        Json::Number(literal) => literal,
        Json::Text(text) if plain(text) => text,
        _ => return Err(Fault::at(at, "no amount")),
    };
    Decimal::parse(literal)
        .filter(|value| *value >= Decimal::ZERO)
        .ok_or_else(|| Fault::at(at, "out of range"))
}
