//! Orders, clients, payouts and taxes, which accepted requests create and change.

use crate::fault::Declined;
use crate::gateway::{Asked, Gateway, Refusal};
use crate::kept::append;
use crate::mask::last_four;
use crate::order::Order;
use crate::router::{id_of, number_of};
use crate::space::State;
use crate::webhooks::{Webhook, send_all};
use http::Uri;
use minijinja::context;
use minijinja::value::Serde;
use paylint::history::Event;
use paylint::{CardBrand, Decimal, Feature, FeatureSet, Operation, Operations, Report};
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

/// An order, a payout, a client or a tax.
pub(crate) struct Created {
    number: u64,
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

impl State {
    /// A space's entry of this number.
    pub(crate) fn created(
        &mut self,
        serial: u64,
        number: Option<u64>,
    ) -> Result<&mut Created, Refusal> {
        let created = number.and_then(|number| self.created.get_mut((serial, number)));
        created.ok_or_else(Refusal::nothing_here)
    }

    /// The order that a path's id names.
    pub(crate) fn order(&mut self, asked: &Asked<'_>) -> Result<&mut Order, Refusal> {
        let created = self.created(asked.serial, asked.number)?;
        created.order.as_mut().ok_or_else(Refusal::nothing_here)
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
    ) -> Result<String, Refusal> {
        let operation = report.operation();
        let body = asked.json.as_ref().unwrap_or(&Value::Null);
        let event = match operation {
            Operation::Payment => Some(Event::Payment(true)),
            Operation::Capture => Some(Event::Capture(amount(&body["total"]))),
            Operation::Refund => Some(Event::Refund(amount(&body["amount"]))),
            Operation::Reversal => Some(Event::Reversal),
            _ => None,
        };
        let number = match event {
            Some(_) => asked.number,
            None => Some(self.create(state, asked, report)?),
        };
        let created = state.created(asked.serial, number)?;
        let outcome = if declined.is_some() { "failure" } else { "success" };
        match (&mut created.order, declined, event) {
            (Some(order), Some(declined), _) => order.decline(declined, asked.now)?,
            (Some(order), None, Some(event)) => order.apply(event, asked.now)?,
            (None, _, Some(_)) => return Err(Refusal::nothing_here()),
            (_, _, None) => {}
        }
        if operation == Operation::Payment {
            let card = body["card_number"].as_str().unwrap_or_default();
            let brand = CardBrand::of(card).map(|brand| brand.name());
            created.card = json!({ "masked_pan": last_four(card), "brand": brand });
        }
        let is_asked_to_save = created.capabilities.contains(Feature::PaymentMethodSaving)
            || body["saved_by_merchant"] == true;
        let json = created.rendered(self, asked, operation)?;
        if event.is_some() {
            self.notify(state, asked, format!("order.{operation}_{outcome}"), &json);
        } else if Operations::PAYOUTS.contains(operation) {
            self.notify(state, asked, format!("order.payment_{outcome}"), &json);
        }
        if operation == Operation::Payment && outcome == "success" && is_asked_to_save {
            self.save_card(state, asked, body);
        }
        Ok(json)
    }

    /// Creates an entry, and returns its number.
    fn create(
        &self,
        state: &mut State,
        asked: &Asked<'_>,
        report: &Report,
    ) -> Result<u64, Refusal> {
        let operation = report.operation();
        for name in ["success_redirect", "failure_redirect", "cancel_redirect"] {
            let address = asked.json.as_ref().and_then(|request| request[name].as_str());
            if address.is_some_and(|address| address.contains(char::is_control)) {
                let problem =
                    "a browser can't be redirected to an address with a control character";
                return Err(format!("{name}: {problem}").into());
            }
        }
        let standing = self.facts.as_facts();
        let history = match operation {
            Operation::Client | Operation::Tax | Operation::CardWebhook => None,
            Operation::Order => Some(self.engine.history(asked.body, &standing, asked.now)),
            _ => Some(self.engine.payout_history(operation, asked.body, asked.now)),
        };
        let history = history.transpose().map_err(|error| error.to_string())?;
        let days = standing.merchant.and_then(|merchant| merchant.hold_days);
        let days = days.map(|days| i64::from(days.get()));
        let space = state.enter(asked.key);
        space.last_created += 1;
        let number = space.last_created;
        let created = Created {
            number,
            operation,
            request: serde_json::to_string(&asked.json).unwrap_or_default(),
            capabilities: report.capabilities(),
            order: history.map(|history| Order::new(history, asked.now, days)),
            card: Value::Null,
            saved: Vec::new(),
        };
        state.created.add((asked.serial, number), created.request.len(), created);
        Ok(number)
    }

    /// Saves an order's card for its client, and sends a webhook about it.
    fn save_card(&self, state: &mut State, asked: &Asked<'_>, post: &Value) {
        let Ok(order) = state.created(asked.serial, asked.number) else { return };
        let request: Value = serde_json::from_str(&order.request).unwrap_or_default();
        let client = &request["client"]["original_client"];
        let owner = client.as_str().and_then(number_of);
        let card = json!({ "card": order.card, "setup_future_use": request["setup_future_use"] });
        let values = context! {
            id => format!("card-{}", order.number),
            client => client.as_str().map_or_else(|| id_of(order.number), str::to_owned),
            card => Serde(&order.card),
            post => context! {
                exp_month => Serde(&post["exp_month"]),
                exp_year => Serde(&post["exp_year"]),
                cardholder_name => Serde(&post["cardholder_name"]),
            },
        };
        if let Ok(client) = state.created(asked.serial, owner) {
            append(&mut client.saved, card);
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

impl Created {
    /// The answer to an operation, or to a GET.
    pub(crate) fn rendered(
        &self,
        gateway: &Gateway,
        asked: &Asked<'_>,
        operation: Operation,
    ) -> Result<String, Refusal> {
        let request: Value = serde_json::from_str(&self.request).unwrap_or_default();
        let id = id_of(self.number);
        let address = |what: &str| format!("{}/{what}/{:016x}/{id}/", asked.base, asked.key);
        let values = context! {
            number => self.number.to_string(),
            operation => self.operation.name(),
            pay => address("pay"),
            checkout => address("checkout"),
            order => self.order.as_ref().map(|order| order.shown(asked.now)),
            capabilities => Serde(self.capabilities),
            card => Serde(&self.card),
            saved => Serde(&self.saved),
            request => Serde(request),
            id,
        };
        // A failing template is the user's own, so the answer shows its error.
        gateway.answers.render(operation.name(), values).map_err(|error| Refusal::new(500, &error))
    }

    /// Operation of the list that it is in: a payout is in the list of orders.
    pub(crate) fn kind(&self) -> Operation {
        if self.order.is_some() { Operation::Order } else { self.operation }
    }

    /// A member of the request's body.
    pub(crate) fn requested(&self, name: &str) -> Option<String> {
        let request: Value = serde_json::from_str(&self.request).ok()?;
        request[name].as_str().map(str::to_owned)
    }
}

/// A product's price times its quantity, as a number.
pub(crate) fn total_of(product: &Value) -> Option<Value> {
    let price = amount(&product["price"])?;
    let quantity = amount(&product["quantity"]).unwrap_or(Decimal::from(1));
    let units = price.units().checked_mul(quantity.units())?;
    let total = Decimal::from_units(units / Decimal::from(1).units())?;
    serde_json::from_str(&total.to_string()).ok()
}

/// An amount of a body, from its digits.
fn amount(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}
