//! The history of an order: its requests added up. The engine classifies the order itself.

use iso_currency::Currency;
use paylint::schema::Kind;
use serde_json::{Map, Value};

use super::decimal::{Decimal, Sum};
use super::reading::{is_blank, number};
use super::time::{instant, to_text};
use super::{Json, parse};
use crate::engine::outcome;

/// An event.
#[derive(Clone, Debug)]
pub struct Sent {
    /// An operation's name, `chargeback`, `payment` for a successful one, or `no payment`.
    pub what: String,
    /// When it was accepted.
    pub at: String,
    /// The body, if there is one.
    pub body: Option<String>,
    /// The facts at that time.
    pub facts: Option<String>,
}

/// The facts `order` that follow from events. `None` if the events aren't a valid history.
pub fn order_facts(events: &[Sent], policy: Option<&str>) -> Option<Map<String, Value>> {
    let (first, rest) = events.split_first()?;
    let mut facts = beginning(first, policy)?;
    let is_payout = first.what != "order";
    let (mut refunded, mut last) = (Some(Sum::zero()), instant(&first.at)?);
    let (mut is_captured, mut is_refunded) = (false, false);
    for event in rest {
        let at = instant(&event.at)?;
        let is_over = facts.get("reversed") == Some(&Value::Bool(true));
        if is_payout || at < last || is_over && event.what != "chargeback" || event.facts.is_some()
        {
            return None;
        }
        last = at;
        let body = event.body.as_deref();
        facts.remove("last_refund");
        match event.what.as_str() {
            "payment" | "no payment" => {
                let is_made = event.what == "payment";
                let is_late = is_captured || is_refunded || body.is_some();
                if is_late || facts.insert("paid".to_owned(), is_made.into()) == Some(true.into()) {
                    return None;
                }
                if is_made {
                    facts.insert("paid_at".to_owned(), to_text(at).into());
                }
            }
            "capture" if facts_say(&facts, "scenario", "two_step") && !is_captured => {
                is_captured = true;
                let total = match body.filter(|body| has(body, "total")) {
                    Some(body) => Some(amount(body, "total")?),
                    None => sum(&facts, "amount"),
                };
                refunded = refunded.filter(|_| total.is_some());
                put(&mut facts, "captured", total.as_ref());
            }
            "refund" => {
                is_refunded = true;
                refunded = match body {
                    Some(body) => {
                        let amount = amount(body, "amount")?;
                        put(&mut facts, "last_refund", Some(&amount));
                        refunded.map(|refunded| refunded.plus(&amount))
                    }
                    None => {
                        // The captured amount or, if nothing was captured, the order's amount.
                        let took = is_captured && !facts_say(&facts, "captured", "0");
                        let paid = sum(&facts, if took { "captured" } else { "amount" });
                        refunded.zip(paid).map(
                            |(refunded, paid)| {
                                if paid > refunded { paid } else { refunded }
                            },
                        )
                    }
                };
                if let Some(refunded) = &refunded
                    && refunded.to_text().split('.').next()?.len() > 15
                {
                    return None;
                }
                put(&mut facts, "refunded", refunded.as_ref());
            }
            "reversal" => _ = facts.insert("reversed".to_owned(), true.into()),
            "chargeback" if body.is_none() => {
                _ = facts.insert("chargeback".to_owned(), true.into())
            }
            _ => return None,
        }
        if refunded.is_none() {
            facts.remove("captured");
            facts.remove("refunded");
        }
    }
    Some(facts)
}

/// The facts that follow from the first event, the order or the payout.
fn beginning(first: &Sent, policy: Option<&str>) -> Option<Map<String, Value>> {
    let body = first.body.as_deref()?;
    let tree = parse(body.as_bytes())?;
    let Json::Object(_) = tree else { return None };
    let given = first.facts.as_deref();
    let [given_bytes, policy] = [given, policy].map(|part| part.map(str::as_bytes));
    let outcome = outcome(&first.what, body.as_bytes(), given_bytes, policy).ok()?;
    let mut findings = outcome["findings"].as_array()?.iter();
    if findings.any(|finding| finding["rule"] == "json.duplicate_key") {
        return None;
    }
    let mut facts = Map::new();
    let mut set = |name: &str, value: Value| _ = facts.insert(name.to_owned(), value);
    set("scenario", outcome["scenario"].as_str()?.into());
    set("paid_at", to_text(instant(&first.at)?).into());
    if let Some(code) = text(&tree, "currency").filter(|code| is_currency(code)) {
        set("currency", code.into());
    }
    if first.what.starts_with("payout") {
        set("amount", payout_amount(&first.what, &tree)?.to_text().into());
        return Some(facts);
    }
    if first.what != "order" {
        return None;
    }
    if let Some(total) = outcome["total"].as_str() {
        let places = total.split_once('.').map_or(0, |(_, places)| places.len());
        if places <= 8 && !total.starts_with('-') {
            set("amount", total.into());
        }
    }
    let given: Value = serde_json::from_str(given.unwrap_or("{}")).ok()?;
    let is_avs_known = given["merchant"]["avs_permission"].is_boolean();
    if given["terminal"].is_string() && (is_avs_known || given["subsequent"].is_string()) {
        set("capabilities", outcome["capabilities"].clone());
    }
    set("refunded", "0".into());
    if facts_say(&facts, "scenario", "two_step") {
        facts.insert("captured".to_owned(), "0".into());
    }
    let client = member(&tree, "client");
    let has = |name| client.and_then(|client| text(client, name)).is_some();
    for (name, value) in [
        ("reversed", false),
        ("chargeback", false),
        ("billing_address", has("address") && has("zip_code")),
    ] {
        facts.insert(name.to_owned(), value.into());
    }
    Some(facts)
}

/// Whether a text is a current currency code.
fn is_currency(code: &str) -> bool {
    let is_listed =
        |currency: Currency| currency.is_superseded().is_none() || currency == Currency::VES;
    code.bytes().all(|byte| byte.is_ascii_uppercase())
        && Currency::from_code(code).is_some_and(is_listed)
}

fn facts_say(facts: &Map<String, Value>, name: &str, value: &str) -> bool {
    facts.get(name).is_some_and(|fact| fact == value)
}

fn sum(facts: &Map<String, Value>, name: &str) -> Option<Sum> {
    Some(Decimal::parse(facts.get(name)?.as_str()?)?.times(Decimal::ONE))
}

/// Sets an amount if it is known.
fn put(facts: &mut Map<String, Value>, name: &str, sum: Option<&Sum>) {
    match sum {
        Some(sum) => _ = facts.insert(name.to_owned(), sum.to_text().into()),
        None => _ = facts.remove(name),
    }
}

/// The first member with a name; `null` counts as absent.
fn member<'a>(json: &'a Json, name: &str) -> Option<&'a Json> {
    let Json::Object(members) = json else { return None };
    let (_, value) = members.iter().find(|(key, _)| key == name)?;
    (!matches!(value, Json::Null)).then_some(value)
}

fn text<'a>(json: &'a Json, name: &str) -> Option<&'a str> {
    match member(json, name)? {
        Json::Text(text) if !is_blank(text) => Some(text),
        _ => None,
    }
}

fn has(body: &str, name: &str) -> bool {
    parse(body.as_bytes()).is_some_and(|body| member(&body, name).is_some())
}

fn amount(body: &str, name: &str) -> Option<Sum> {
    amount_of(Kind::Number, &parse(body.as_bytes())?, name)
}

fn payout_amount(operation: &str, body: &Json) -> Option<Sum> {
    let kind = if operation == "payout_sdwo" { Kind::NumberOrText } else { Kind::Number };
    amount_of(kind, body, "amount")
}

fn amount_of(kind: Kind, body: &Json, name: &str) -> Option<Sum> {
    let value = number(kind, member(body, name)?)?.value?;
    (value >= Decimal::ZERO).then(|| value.times(Decimal::ONE))
}
