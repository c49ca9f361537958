//! The checkout page for browsers and its redirects, and paginated lists.

use crate::fault::Declined;
use crate::form;
use crate::gateway::{Asked, Gateway, Outcome, Refusal, json, sent_to, text};
use crate::space::State;
use http::Response;
use paylint::{Facts, Operation};
use serde_json::{Value, json};

/// Entries on one page of a list.
const PER_PAGE: usize = 50;

const MADE_UP_CARD: &[u8] = br#"{"card_number":"4111111111111111","csc":"123","exp_month":12,"exp_year":49,"cardholder_name":"A SHOPPER"}"#;

/// The page to which a shop sends its shopper, who can pay with a made-up card, be declined, or cancel.
pub(crate) fn checkout(state: &mut State, asked: &Asked<'_>) -> Outcome {
    let facts = state.order(asked)?.facts();
    let amount = facts.amount.map_or_else(String::new, |amount| amount.to_string());
    // The engine writes both, so there is nothing to escape.
    let page = format!(
        "<!doctype html><title>Mock gateway</title><h1>{amount} {}</h1><form method=post>\
         <button name=do value=pay>Pay</button> <button name=do value=decline>Decline</button> \
         <button name=do value=cancel>Cancel</button></form>\n",
        facts.currency.unwrap_or_default()
    );
    Ok(text(200, "text/html; charset=utf-8", page))
}

/// Performs the shopper's choice; without one, pays.
pub(crate) fn chosen(gateway: &Gateway, state: &mut State, asked: &Asked<'_>) -> Outcome {
    let fields = form::fields(&asked.parts.headers, asked.body).unwrap_or_default();
    let choice = fields.iter().find(|(name, _)| name == "do").map_or("pay", |(_, choice)| choice);
    if choice == "cancel" {
        let created = state.created(asked.serial, asked.number)?;
        let to = ["cancel_redirect", "failure_redirect"];
        let to = to.into_iter().find_map(|name| created.requested(name));
        return Ok(to.map_or_else(|| json("{}".to_owned()), |to| sent_to(&to)));
    }
    let declined = (choice == "decline")
        .then(|| Declined { on: Operation::Payment, code: "declined".to_owned() });
    let order = state.order(asked).map(|order| order.facts()).ok();
    let facts = Facts { now: Some(asked.now), order, ..Facts::default() };
    let report = gateway.engine.check(Operation::Payment, MADE_UP_CARD, &facts);
    let card = serde_json::from_slice(MADE_UP_CARD).ok();
    let asked = Asked { body: MADE_UP_CARD, json: card, base: asked.base.clone(), ..*asked };
    let performed = gateway.perform(state, &asked, &report, declined);
    performed.map(|order| returned(order, true))
}

/// The answer to a card post. A browser is redirected to the order's return address if it has one.
pub(crate) fn returned(order: String, is_browser: bool) -> Response<String> {
    let shown: Value = serde_json::from_str(&order).unwrap_or_default();
    let to = if shown["status"] == "failed" { "failure_redirect" } else { "success_redirect" };
    let to = shown[to].as_str().filter(|_| is_browser);
    to.map_or_else(|| json(order), sent_to)
}

/// The answer to a GET of orders, the newest first, or of clients.
pub(crate) fn list(
    gateway: &Gateway,
    state: &State,
    asked: &Asked<'_>,
    kind: Operation,
) -> Result<String, Refusal> {
    let query = asked.parts.uri.query().unwrap_or_default();
    let get = |name: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    };
    let filters = ["filter_email", "filter_phone"].iter();
    let filters: Vec<_> = filters.filter_map(|name| Some((*name, get(name)?))).collect();
    let page = get("page").and_then(|page| page.parse().ok()).unwrap_or(1_usize).max(1);
    let of_kind = state.created.iter(asked.serial).rev().filter(|(_, created)| {
        let fits = |(name, value): &(&str, String)| {
            created.requested(name.trim_start_matches("filter_")).as_ref() == Some(value)
        };
        created.kind() == kind && (kind == Operation::Order || filters.iter().all(fits))
    });
    let mut found = of_kind.skip((page - 1).saturating_mul(PER_PAGE));
    let shown: Result<Vec<String>, Refusal> = found
        .by_ref()
        .take(PER_PAGE)
        .map(|(_, created)| created.rendered(gateway, asked, created.operation))
        .collect();
    let address = |page: usize| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.extend_pairs(&filters).append_pair("page", &page.to_string()).finish();
        format!("{}{}?{query}", asked.base, asked.parts.uri.path())
    };
    let next = found.next().map(|_| address(page + 1));
    let previous = (page > 1).then(|| address(page - 1));
    let (next, previous, results) = (json!(next), json!(previous), shown?.join(","));
    Ok(format!(r#"{{"next":{next},"previous":{previous},"results":[{results}]}}"#))
}
