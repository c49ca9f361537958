//! The gateway: its time, its orders, and what becomes of them.

use crate::answers::Answers;
use crate::kept::Kept;
use crate::mask::{last_four, mask};
use crate::webhooks::{self, Webhooks};
use crate::{Error, Settings};
use paylint::history::Event;
use paylint::{
    CardBrand, Decimal, Engine, Facts, FactsBuf, Feature, History, Operation, Report, Timestamp,
};
use paylint_tower::Tenant;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

pub(crate) struct Gateway {
    engine: Engine,
    facts: Arc<FactsBuf>,
    answers: Answers,
    webhooks: Option<Webhooks>,
    now: Option<Timestamp>,
    state: Mutex<State>,
}

/// What requests and tests change.
pub(crate) struct State {
    clock: Clock,
    /// What was asked for the next requests.
    next: std::collections::VecDeque<Next>,
    created: Kept<Created>,
    requests: Kept<Received>,
}

/// What a test asks for the next request that is accepted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Next {
    /// Only a request of this operation.
    operation: Option<String>,
    /// The order isn't paid, captured or refunded.
    decline: bool,
    /// It is answered with this status, and nothing happens. With `decline`, the status of that answer.
    status: Option<u16>,
    /// How many milliseconds pass before the answer; the change itself happens at once.
    silent_ms: u64,
}

/// A request as it is shown to tests.
#[derive(Serialize)]
pub(crate) struct Received {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) operation: Option<&'static str>,
    pub(crate) status: u16,
    pub(crate) report: Option<Box<RawValue>>,
    pub(crate) body: Value,
}

/// What tests see of what came and went.
#[derive(Serialize)]
struct Traffic<'s> {
    requests: Vec<&'s Received>,
    webhooks: Vec<Value>,
}

/// What was created: an order, a payout, a client or a tax.
struct Created {
    operation: Operation,
    request: Value,
    capabilities: Vec<&'static str>,
    history: Option<History>,
    /// When the card was posted, where it was: the time of payment is then this, not that of the order.
    posted_at: Option<Timestamp>,
    status: &'static str,
    /// What may be kept of the card: the last four digits, and the network.
    card: Value,
    /// The cards saved for a client.
    saved: Vec<Value>,
    /// How often it was changed.
    version: u64,
}

/// An order as a request found it, before its body was read.
#[derive(Clone)]
pub(crate) struct Seen {
    number: u64,
    version: u64,
    pub(crate) facts: Option<Arc<FactsBuf>>,
}

/// What is answered, after so many milliseconds.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) json: String,
    pub(crate) silent_ms: u64,
}

impl Reply {
    pub(crate) fn problem(status: u16, detail: &str) -> Reply {
        let problem = json!({ "type": "about:blank", "status": status, "detail": detail });
        Reply { status, json: problem.to_string(), silent_ms: 0 }
    }
}

/// The time: that of the system, which passes, moved forward; or one that stands still.
#[derive(Clone, Copy)]
enum Clock {
    Passing { ahead: i64 },
    Standing(Timestamp),
}

impl Clock {
    fn new(now: Option<Timestamp>) -> Clock {
        now.map_or(Clock::Passing { ahead: 0 }, Clock::Standing)
    }

    /// The time, if it is between 1970 and 2199.
    fn now(self) -> Option<Timestamp> {
        match self {
            Clock::Standing(now) => Some(now),
            Clock::Passing { ahead } => {
                let system = Timestamp::try_from(SystemTime::now()).ok()?;
                Timestamp::from_unix_nanos(system.unix_nanos().checked_add(ahead)?)
            }
        }
    }
}

impl Gateway {
    pub(crate) fn new(settings: Settings) -> Result<Arc<Gateway>, Error> {
        let state = State {
            clock: Clock::new(settings.now),
            next: Default::default(),
            created: Kept::new(settings.orders),
            requests: Kept::new(settings.orders),
        };
        Ok(Arc::new(Gateway {
            engine: Engine::new(&settings.policy),
            facts: Arc::new(settings.facts),
            answers: Answers::new(settings.answers.as_deref())?,
            webhooks: settings.webhook.map(webhooks::start).transpose()?,
            now: settings.now,
            state: Mutex::new(state),
        }))
    }

    /// What requests are checked with, but for the facts of their order.
    pub(crate) fn tenant(&self) -> Tenant {
        Tenant::new(self.engine.clone()).facts(Arc::clone(&self.facts))
    }

    pub(crate) fn max_body_bytes(&self) -> usize {
        self.engine.max_body_bytes()
    }

    /// A change is made whole, or its code panics before: what another thread left is sound.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> Option<Timestamp> {
        self.state().clock.now()
    }

    /// Moves the time, which goes forward only.
    pub(crate) fn set_now(&self, to: Timestamp) -> Result<(), String> {
        let clock = &mut self.state().clock;
        let now = clock.now().ok_or("the system's time isn't between 1970 and 2199")?;
        if to < now {
            return Err(format!("it is {now} already, and time goes forward only"));
        }
        *clock = match *clock {
            Clock::Standing(_) => Clock::Standing(to),
            Clock::Passing { ahead } => {
                Clock::Passing { ahead: ahead + (to.unix_nanos() - now.unix_nanos()) }
            }
        };
        Ok(())
    }

    pub(crate) fn add_next(&self, next: Next) -> Result<(), String> {
        if let Some(name) =
            next.operation.as_deref().filter(|name| Operation::from_name(name).is_none())
        {
            return Err(paylint::unknown_name(
                "operation",
                name,
                Operation::ALL.iter().map(|it| it.name()),
            ));
        }
        self.state().next.push_back(next);
        Ok(())
    }

    /// Forgets orders, requests and what was asked for; the time is that of the start again.
    pub(crate) fn reset(&self) {
        let state = &mut *self.state();
        state.clock = Clock::new(self.now);
        state.next.clear();
        state.created.clear();
        state.requests.clear();
    }

    /// The requests that came, the oldest first, and the webhooks that went.
    pub(crate) fn seen_requests(&self) -> String {
        let state = self.state();
        let requests = state.requests.iter().map(|(_, request)| request).collect();
        let webhooks = self.webhooks.as_ref().map(Webhooks::sent).unwrap_or_default();
        serde_json::to_string(&Traffic { requests, webhooks }).unwrap_or_default()
    }

    pub(crate) fn remember(&self, bytes: usize, received: Received) {
        self.state().requests.add(bytes, received);
    }

    /// The order that a path leads to, as it is now.
    pub(crate) fn look(&self, path: &str) -> Option<Seen> {
        let number = number_in(path)?;
        let mut state = self.state();
        let created = state.created.get_mut(number)?;
        Some(Seen { number, version: created.version, facts: created.facts() })
    }

    /// Records a chargeback of an order.
    pub(crate) fn charge_back(&self, id: &str) -> Result<(), String> {
        let mut state = self.state();
        let now = state.clock.now();
        let order = number_of(id).and_then(|number| state.created.get_mut(number));
        let order = order.ok_or_else(|| "there is no order with this id".to_owned())?;
        let (history, now) = order.history.zip(now).ok_or("its history isn't known")?;
        order.history =
            Some(history.with(Event::Chargeback, now).map_err(|error| error.message())?);
        order.status = "chargeback";
        order.version += 1;
        Ok(())
    }

    /// The answer to a GET of what was created.
    pub(crate) fn get(&self, path: &str, base: &str) -> Option<Reply> {
        let number = number_in(path)?;
        let kind = path.trim_end_matches('/').rsplit('/').nth(1)?;
        let mut state = self.state();
        let created = state.created.get_mut(number).filter(|created| created.is_in(kind))?;
        Some(self.reply(created.operation, number, created, base, &Next::default()))
    }

    /// The answer to a GET of the clients with this email address and telephone number, where they are given.
    pub(crate) fn clients(&self, email: Option<&str>, phone: Option<&str>, base: &str) -> Reply {
        let state = self.state();
        let is = |value: &Value, wanted: Option<&str>| {
            wanted.is_none_or(|wanted| value.as_str() == Some(wanted))
        };
        let found = state.created.iter().filter(|(_, created)| {
            let request = &created.request;
            created.operation == Operation::Client
                && is(&request["email"], email)
                && is(&request["phone"], phone)
        });
        let replies = found.map(|(number, client)| {
            self.reply(Operation::Client, number, client, base, &Next::default())
        });
        let (mut results, mut status) = (Vec::new(), 200);
        for reply in replies {
            status = status.max(reply.status);
            results.push(reply.json);
        }
        let json = format!("{{\"results\":[{}]}}", results.join(","));
        Reply { status, json, silent_ms: 0 }
    }

    /// Does what an accepted request asks for.
    pub(crate) fn perform(&self, asked: &Asked<'_>) -> Reply {
        let state = &mut *self.state();
        let Some(now) = state.clock.now() else {
            return Reply::problem(500, "the system's time isn't between 1970 and 2199");
        };
        let operation = asked.operation;
        let is_meant =
            |next: &Next| next.operation.as_deref().is_none_or(|name| name == operation.name());
        let position = state.next.iter().position(is_meant);
        let next = asked.next.clone().or_else(|| state.next.remove(position?)).unwrap_or_default();
        if let Some(status) = next.status.filter(|_| !next.decline) {
            let reply = Reply::problem(status, "the mock gateway was told to answer this");
            return Reply { silent_ms: next.silent_ms, ..reply };
        }

        let acts_on_order = matches!(
            operation,
            Operation::Capture | Operation::Refund | Operation::Reversal | Operation::Payment
        );
        let number = if acts_on_order {
            let order = asked.seen.and_then(|seen| {
                let order = state.created.get_mut(seen.number)?;
                order.is_in("orders").then_some((seen, order))
            });
            let Some((seen, order)) = order else {
                return Reply::problem(404, "there is no order with this id, or it was forgotten");
            };
            if order.version != seen.version {
                return Reply::problem(
                    409,
                    "another request has just changed this order; send it again",
                );
            }
            if operation == Operation::Payment && order.posted_at.is_some() {
                return Reply::problem(400, "the order is paid already");
            }
            if !next.decline
                && let Err(error) = order.change(operation, asked.body, now)
            {
                return Reply::problem(400, &error);
            }
            if next.decline && operation == Operation::Payment {
                order.status = "rejected";
            }
            order.version += 1;
            seen.number
        } else {
            let created = self.create(asked, &next, now);
            state.created.add(asked.body.len(), created)
        };
        let order = state.created.get_mut(number);
        let Some(order) = order else { return Reply::problem(500, "the order was forgotten") };
        let reply = self.reply(operation, number, order, asked.base, &next);
        self.notify(asked, &next, number, order, &reply);
        if operation == Operation::Payment && !next.decline && order.saves(asked.body) {
            let card = json!({ "card": order.card, "setup_future_use": order.request["setup_future_use"] });
            let client = order.request["client"]["original_client"].as_str().and_then(number_of);
            if let Some(client) = client.and_then(|client| state.created.get_mut(client)) {
                client.saved.push(card);
            }
        }
        reply
    }

    fn create(&self, asked: &Asked<'_>, next: &Next, now: Timestamp) -> Created {
        let operation = asked.operation;
        let mut request = serde_json::from_slice(asked.body).unwrap_or_default();
        mask(&mut request);
        let (history, status) = match operation {
            Operation::Order => {
                let facts = Facts { now: Some(now), ..self.facts.as_facts() };
                (self.engine.history(asked.body, &facts, now).ok(), "issued")
            }
            Operation::Client | Operation::Tax => (None, "created"),
            _ => (self.engine.payout_history(operation, asked.body, now).ok(), "paid"),
        };
        Created {
            operation,
            request,
            capabilities: asked.report.capabilities().iter().map(Feature::name).collect(),
            history,
            posted_at: None,
            status: if next.decline { "rejected" } else { status },
            card: Value::Null,
            saved: Vec::new(),
            version: 0,
        }
    }

    fn reply(
        &self,
        operation: Operation,
        number: u64,
        created: &Created,
        base: &str,
        next: &Next,
    ) -> Reply {
        let values = json!({
            "id": id_of(number),
            "base": base,
            "operation": created.operation.name(),
            "status": created.status,
            "request": created.request,
            "order": created.order(),
            "capabilities": created.capabilities,
            "card": created.card,
            "saved": created.saved,
            "declined": next.decline,
        });
        match self.answers.render(operation, values) {
            Ok(json) => {
                Reply { status: next.status.unwrap_or(200), json, silent_ms: next.silent_ms }
            }
            Err(error) => Reply::problem(500, &error),
        }
    }

    /// Sends the webhooks that follow from a request: what became of the order, and the card that was saved.
    fn notify(&self, asked: &Asked<'_>, next: &Next, number: u64, order: &Created, reply: &Reply) {
        let Some(webhooks) = &self.webhooks else { return };
        let event = match asked.operation {
            Operation::Order | Operation::Client | Operation::Tax | Operation::CardWebhook => {
                return;
            }
            Operation::Capture => "capture",
            Operation::Refund => "refund",
            Operation::Reversal => "reversal",
            _ => "payment",
        };
        let outcome = if next.decline { "failure" } else { "success" };
        webhooks.send(format!("order.{event}_{outcome}"), reply.json.clone());
        if asked.operation == Operation::Payment && !next.decline && order.saves(asked.body) {
            let post: Value = serde_json::from_slice(asked.body).unwrap_or_default();
            let client = &order.request["client"]["original_client"];
            let values = json!({
                "id": format!("card-{number}"),
                "client": if client.is_null() { Value::from(id_of(number)) } else { client.clone() },
                "card": order.card,
                "post": post,
            });
            if let Ok(json) = self.answers.render(Operation::CardWebhook, values) {
                webhooks.send("card.created".to_owned(), json);
            }
        }
    }
}

/// A request that was accepted.
pub(crate) struct Asked<'a> {
    pub(crate) operation: Operation,
    pub(crate) body: &'a [u8],
    pub(crate) report: &'a Report,
    pub(crate) seen: Option<&'a Seen>,
    pub(crate) next: Option<Next>,
    pub(crate) base: &'a str,
}

impl Created {
    /// Whether it is found below this part of a path.
    fn is_in(&self, kind: &str) -> bool {
        let its_kind = match self.operation {
            Operation::Client => "clients",
            Operation::Tax => "taxes",
            _ => "orders",
        };
        kind == its_kind || (kind == "checkout" || kind == "pay") && its_kind == "orders"
    }

    /// The facts `order`, as JSON.
    fn order(&self) -> Value {
        let json = self.history.map(|history| history.order_json());
        let mut order: Value =
            json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        if let Some(at) = self.posted_at {
            order["paid_at"] = at.to_string().into();
        }
        order
    }

    fn facts(&self) -> Option<Arc<FactsBuf>> {
        let order = self.order();
        let facts = FactsBuf::from_json(json!({ "order": order }).to_string().as_bytes());
        facts.ok().filter(|_| !order.is_null()).map(Arc::new)
    }

    /// Whether a card post to this order saves the card.
    fn saves(&self, post: &[u8]) -> bool {
        let post: Value = serde_json::from_slice(post).unwrap_or_default();
        let saves_order = self.capabilities.contains(&Feature::PaymentMethodSaving.name());
        saves_order || post["saved_by_merchant"] == true
    }

    fn change(&mut self, operation: Operation, body: &[u8], now: Timestamp) -> Result<(), String> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        if operation == Operation::Payment {
            let number = body["card_number"].as_str().unwrap_or_default();
            let brand = CardBrand::of(number).map(|brand| brand.name());
            self.card = json!({ "masked_pan": last_four(number), "brand": brand });
            let is_held = self.order()["scenario"] == Feature::TwoStep.name();
            self.status = if is_held { "hold" } else { "paid" };
            self.posted_at = Some(now);
            return Ok(());
        }
        let Some(history) = self.history else { return Ok(()) };
        let (event, status) = match (operation, amount(&body["amount"])) {
            (Operation::Capture, _) => (Event::Capture(amount(&body["total"])), "paid"),
            (Operation::Refund, None) => (Event::Refund(None), "refunded"),
            (Operation::Refund, partial) => (Event::Refund(partial), self.status),
            _ => (Event::Reversal, "reversed"),
        };
        let history = history.with(event, now);
        self.history = Some(history.map_err(|error| error.problem().to_owned())?);
        self.status = status;
        Ok(())
    }
}

/// An amount of a body, from its digits.
fn amount(value: &Value) -> Option<Decimal> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

/// What all ids begin with. The letters keep them from looking like card numbers.
const ID: &str = "5a3b1e0c-7d2f-4a6b-8c9d-";

/// The id of what has this serial number: the same in every run.
fn id_of(number: u64) -> String {
    format!("{ID}{number:012x}")
}

fn number_of(id: &str) -> Option<u64> {
    u64::from_str_radix(id.strip_prefix(ID)?, 16).ok()
}

/// The serial number of the first id in a path.
fn number_in(path: &str) -> Option<u64> {
    path.split('/').find_map(number_of)
}
