//! Orders, clients, payouts and taxes, which accepted requests create and change.

use crate::answers::read_late;
use crate::fault::Declined;
use crate::gateway::{Asked, Gateway, NOTHING_HERE, Outcome, State};
use crate::mask::last_four;
use crate::order::{Order, Shown};
use crate::router::{id_of, number_of};
use crate::webhooks::{Webhook, send_all};
use http::Uri;
use paylint::history::Event;
use paylint::{CardBrand, Decimal, Feature, FeatureSet, Operation, Report};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tokio::sync::mpsc::unbounded_channel;

/// Maximum number of saved cards of a client.
const SAVED: usize = 100;

/// An order, a payout, a client or a tax.
pub(crate) struct Created {
    pub(crate) operation: Operation,
    /// The request's body, masked. It is text to save memory.
    request: String,
    capabilities: FeatureSet,
    /// The state of an order or payout.
    pub(crate) order: Option<Order>,
    /// The non-secret part of a card: the last four digits, and the network.
    card: Value,
    /// The cards saved for a client.
    saved: Vec<Value>,
}

/// Values for the templates of answers. They are searched in this order, since most names belong to the order.
#[derive(Serialize)]
struct Values<'a> {
    order: Option<Shown>,
    id: &'a str,
    number: String,
    operation: Operation,
    pay: String,
    checkout: String,
    client: Option<Client<'a>>,
    products: Option<Vec<Product<'a>>>,
    request: minijinja::Value,
    capabilities: FeatureSet,
    card: &'a Value,
    saved: &'a [Value],
}

/// An order's client with the members that the gateway adds.
#[derive(Serialize)]
struct Client<'a> {
    #[serde(flatten)]
    given: &'a Map<String, Value>,
    id: &'a str,
}

/// An order's product with the members that the gateway adds.
#[derive(Serialize)]
struct Product<'a> {
    #[serde(flatten)]
    given: Option<&'a Map<String, Value>>,
    id: String,
    total: Option<Value>,
}

impl State {
    /// The entry that a path's id names, with its number.
    pub(crate) fn created(&mut self, asked: &Asked<'_>) -> Option<(u64, &mut Created)> {
        let number = asked.number?;
        Some((number, self.created.get_mut((asked.serial, number))?))
    }

    /// The order that a path's id names.
    pub(crate) fn order(&mut self, asked: &Asked<'_>) -> Option<&Order> {
        self.created(asked)?.1.order.as_ref()
    }
}

impl Gateway {
    /// Performs an accepted request.
    pub(crate) fn perform(
        &self,
        state: &mut State,
        asked: &Asked<'_>,
        report: &Report,
        declined: Option<Declined>,
    ) -> Outcome {
        let operation = report.operation();
        let body = asked.json.as_deref().unwrap_or(&Value::Null);
        let event = match operation {
            Operation::Payment => Event::Payment(true),
            Operation::Capture => Event::Capture(amount(&body["total"])),
            Operation::Refund => Event::Refund(amount(&body["amount"])),
            Operation::Reversal => Event::Reversal,
            _ => return self.create(state, asked, report, declined),
        };
        let Some((number, created)) = state.created(asked) else {
            return Outcome::plain(404, NOTHING_HERE);
        };
        let Some(order) = &mut created.order else { return Outcome::plain(404, NOTHING_HERE) };
        let is_declined = declined.is_some();
        match declined {
            Some(declined) => order.decline(declined, asked.now),
            None => {
                if let Err(error) = order.apply(event, asked.now) {
                    return Outcome::plain(400, error);
                }
            }
        }
        if operation == Operation::Payment {
            let card = body["card_number"].as_str().unwrap_or_default();
            let brand = CardBrand::of(card).map(|brand| brand.name());
            created.card = json!({ "masked_pan": last_four(card), "brand": brand });
        }
        let rendered = created.rendered(self, asked, number, Some(operation));
        let Ok(json) = &rendered else { return rendered.into() };
        let saves = operation == Operation::Payment && !is_declined && created.saves(body);
        self.notify(state, asked, format!("order.{operation}_{}", outcome(is_declined)), json);
        if saves {
            self.save_card(state, asked, body);
        }
        rendered.into()
    }

    fn create(
        &self,
        state: &mut State,
        asked: &Asked<'_>,
        report: &Report,
        declined: Option<Declined>,
    ) -> Outcome {
        let operation = report.operation();
        let request = asked.json.clone().unwrap_or_default();
        for name in ["success_redirect", "failure_redirect", "cancel_redirect"] {
            if request[name].as_str().is_some_and(|address| address.contains(char::is_control)) {
                let problem = format!(
                    "{name}: a browser can't be redirected to an address with a control character"
                );
                return Outcome::plain(400, problem);
            }
        }
        let standing = self.facts.as_facts();
        let history = match operation {
            Operation::Client | Operation::Tax | Operation::CardWebhook => None,
            Operation::Order => Some(self.engine.history(asked.body, &standing, asked.now)),
            _ => Some(self.engine.payout_history(operation, asked.body, asked.now)),
        };
        let history = match history.transpose() {
            Ok(history) => history,
            Err(error) => return Outcome::plain(400, error.to_string()),
        };
        let days = standing.merchant.and_then(|merchant| merchant.hold_days);
        let days = days.map(|days| i64::from(days.get()));
        let mut order = history.map(|history| Order::new(history, asked.now, days));
        let is_declined = declined.is_some();
        if let Some((order, declined)) = order.as_mut().zip(declined) {
            order.decline(declined, asked.now);
        }
        let created = Created {
            operation,
            request: asked.text.clone(),
            capabilities: report.capabilities(),
            order,
            card: Value::Null,
            saved: Vec::new(),
        };
        let space = state.enter(asked.key);
        space.last_created += 1;
        let number = space.last_created;
        let rendered = created.shown(self, asked, number, (operation, &request));
        let is_payout = created.order.is_some() && operation != Operation::Order;
        state.created.add((asked.serial, number), created.request.len(), created);
        if let Ok(json) = rendered.as_ref().map(String::as_str)
            && is_payout
        {
            let event = format!("order.payment_{}", outcome(is_declined));
            self.notify(state, asked, event, json);
        }
        rendered.into()
    }

    /// Saves an order's card for its client, and sends a webhook about it.
    fn save_card(&self, state: &mut State, asked: &Asked<'_>, post: &Value) {
        let Some((number, order)) = state.created(asked) else { return };
        let request: Value = serde_json::from_str(&order.request).unwrap_or_default();
        let client = &request["client"]["original_client"];
        let owner = client.as_str().and_then(number_of).unwrap_or_default();
        let card = json!({ "card": order.card, "setup_future_use": request["setup_future_use"] });
        let values = json!({
            "id": format!("card-{number}"),
            "client": if client.is_null() { Value::from(id_of(number)) } else { client.clone() },
            "card": order.card,
            "post": {
                "exp_month": post["exp_month"],
                "exp_year": post["exp_year"],
                "cardholder_name": post["cardholder_name"],
            },
        });
        if let Some(client) = state.created.get_mut((asked.serial, owner)) {
            let too_many = (client.saved.len() + 1).saturating_sub(SAVED);
            client.saved.drain(..too_many);
            client.saved.push(card);
        }
        if let Ok(body) = self.answers.render(Operation::CardWebhook.name(), values) {
            self.notify(state, asked, "card.created".to_owned(), &body);
        }
    }

    /// Queues a webhook if the space has an address.
    fn notify(&self, state: &mut State, asked: &Asked<'_>, event: String, body: &str) {
        let space = state.enter(asked.key);
        let Some(url) = space.webhook.as_ref().map(Uri::to_string) else { return };
        space.last_webhook += 1;
        let number = space.last_webhook;
        let sender = space.sender.get_or_insert_with(|| {
            let (sender, waiting) = unbounded_channel();
            tokio::spawn(send_all(self.me.clone(), asked.key, asked.serial, waiting));
            sender
        });
        _ = sender.send(number);
        let webhook =
            Webhook { n: number, event, url, attempts: Vec::new(), body: body.to_owned() };
        state.webhooks.add((asked.serial, number), webhook.bytes(), webhook);
    }
}

fn outcome(is_declined: bool) -> &'static str {
    if is_declined { "failure" } else { "success" }
}

impl Created {
    /// The answer to an operation, or to a GET.
    pub(crate) fn rendered(
        &self,
        gateway: &Gateway,
        asked: &Asked<'_>,
        number: u64,
        operation: Option<Operation>,
    ) -> Result<String, String> {
        let request = serde_json::from_str::<Value>(&self.request).unwrap_or_default();
        self.shown(gateway, asked, number, (operation.unwrap_or(self.operation), &request.into()))
    }

    /// The answer to an operation, given the body of the request that created the entry.
    fn shown(
        &self,
        gateway: &Gateway,
        asked: &Asked<'_>,
        number: u64,
        (operation, request): (Operation, &Arc<Value>),
    ) -> Result<String, String> {
        let id = id_of(number);
        let client = request["client"].as_object().map(|given| {
            let known = given.get("original_client").and_then(Value::as_str);
            Client { given, id: known.unwrap_or(&id) }
        });
        let behind = format!("/{:016x}/{id}/", asked.key);
        let address = |what: &str| [&asked.base, what, &behind].concat();
        let values = Values {
            id: &id,
            number: number.to_string(),
            operation: self.operation,
            pay: address("/pay"),
            checkout: address("/checkout"),
            client,
            products: products(request),
            request: read_late(request),
            order: self.order.as_ref().map(|order| order.shown(asked.now)),
            capabilities: self.capabilities,
            card: &self.card,
            saved: &self.saved,
        };
        gateway.answers.render(operation.name(), values)
    }

    /// A member of the request's body.
    pub(crate) fn requested(&self, name: &str) -> Option<String> {
        let request: Value = serde_json::from_str(&self.request).ok()?;
        request[name].as_str().map(str::to_owned)
    }

    /// Whether a card post to this order saves the card.
    fn saves(&self, post: &Value) -> bool {
        self.capabilities.contains(Feature::PaymentMethodSaving)
            || post["saved_by_merchant"] == true
    }
}

/// The products of an order's body.
fn products(request: &Value) -> Option<Vec<Product<'_>>> {
    let products = request["products"].as_array()?.iter().enumerate();
    let shown = products.map(|(index, product)| {
        let price = amount(&product["price"]);
        let quantity = amount(&product["quantity"]).unwrap_or(Decimal::from(1));
        let units = price.and_then(|price| price.units().checked_mul(quantity.units()));
        let total = units.and_then(|units| Decimal::from_units(units / Decimal::from(1).units()));
        Product {
            given: product.as_object(),
            id: format!("product-{}", index + 1),
            total: total.and_then(|total| serde_json::from_str(&total.to_string()).ok()),
        }
    });
    Some(shown.collect())
}

/// An amount of a body, from its digits.
fn amount(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}
