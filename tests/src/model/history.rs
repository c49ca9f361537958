//! The history of an order: its requests added up. The engine classifies the order itself.

use iso_currency::Currency;
use paylint::schema::Kind;
use serde_json::{Map, Value};

use super::decimal::{Decimal, Sum};
use super::reading::{is_blank, number};
use super::time::{Instant, instant, to_text};
use super::{Json, parse};
use crate::engine::outcome;
use crate::generate::Rng;
use crate::generate::node::Style;

/// The facts `order` that follow from a list of events, as JSON. `None` if they aren't a valid history.
pub fn order_facts(events: &str, policy: Option<&str>) -> Option<Map<String, Value>> {
    let Json::List(events) = parse(events.as_bytes())? else { return None };
    let (first, rest) = events.split_first()?;
    let mut facts = beginning(first, policy)?;
    let is_payout = what(first)? != "order";
    let (mut refunded, mut last) = (Some(Sum::zero()), at(first)?);
    let (mut is_captured, mut is_refunded) = (false, false);
    for event in rest {
        let (what, at, body) = (what(event)?, at(event)?, member(event, "body"));
        let is_over = facts.get("reversed") == Some(&Value::Bool(true));
        let has_facts = member(event, "facts").is_some();
        if is_payout || at < last || is_over && what != "chargeback" || has_facts {
            return None;
        }
        last = at;
        facts.remove("last_refund");
        match what {
            "payment" => {
                let is_made = matches!(member(event, "paid"), Some(Json::Bool(true)));
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
                let total = match body.filter(|body| member(body, "total").is_some()) {
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

/// The name of an event's operation, or of the event.
fn what(event: &Json) -> Option<&str> {
    text(event, "operation").or(text(event, "event"))
}

fn at(event: &Json) -> Option<Instant> {
    instant(text(event, "at")?)
}

/// The facts that follow from the first event, the order or the payout.
fn beginning(first: &Json, policy: Option<&str>) -> Option<Map<String, Value>> {
    let (what, tree) = (what(first)?, member(first, "body")?);
    let Json::Object(_) = tree else { return None };
    let written = |part: &Json| part.write(&mut Rng::new(0), Style::PLAIN);
    let given = member(first, "facts").map_or("{}".to_owned(), written);
    let (body, policy) = (written(tree), policy.map(str::as_bytes));
    let outcome = outcome(what, body.as_bytes(), Some(given.as_bytes()), policy).ok()?;
    let mut findings = outcome["findings"].as_array()?.iter();
    if findings.any(|finding| finding["rule"] == "json.duplicate_key") {
        return None;
    }
    let mut facts = Map::new();
    let mut set = |name: &str, value: Value| _ = facts.insert(name.to_owned(), value);
    set("scenario", outcome["scenario"].as_str()?.into());
    set("paid_at", to_text(at(first)?).into());
    if let Some(code) = text(tree, "currency").filter(|code| is_currency(code)) {
        set("currency", code.into());
    }
    if what.starts_with("payout") {
        set("amount", payout_amount(what, tree)?.to_text().into());
        return Some(facts);
    }
    if what != "order" {
        return None;
    }
    if let Some(total) = outcome["total"].as_str() {
        let places = total.split_once('.').map_or(0, |(_, places)| places.len());
        if places <= 8 && !total.starts_with('-') {
            set("amount", total.into());
        }
    }
    let given: Value = serde_json::from_str(&given).ok()?;
    let is_avs_known = given["merchant"]["avs_permission"].is_boolean();
    if given["terminal"].is_string() && (is_avs_known || given["subsequent"].is_string()) {
        set("capabilities", outcome["capabilities"].clone());
    }
    set("refunded", "0".into());
    if facts_say(&facts, "scenario", "two_step") {
        facts.insert("captured".to_owned(), "0".into());
    }
    let client = member(tree, "client");
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

fn amount(body: &Json, name: &str) -> Option<Sum> {
    amount_of(Kind::Number, body, name)
}

fn payout_amount(operation: &str, body: &Json) -> Option<Sum> {
    let kind = if operation == "payout_sdwo" { Kind::NumberOrText } else { Kind::Number };
    amount_of(kind, body, "amount")
}

fn amount_of(kind: Kind, body: &Json, name: &str) -> Option<Sum> {
    let value = number(kind, member(body, name)?)?.value?;
    (value >= Decimal::ZERO).then(|| value.times(Decimal::ONE))
}
