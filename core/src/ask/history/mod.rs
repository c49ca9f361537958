//! The history of an order: turns its requests so far into the facts for the next one.
//!
//! The rules about captures, refunds and reversals need facts that no request carries: how much was captured and
//! refunded so far, when the order was paid, whether it was reversed. They follow from the earlier requests, which
//! [`Engine::history`] adds up, exactly and without a clock.

mod json;

use crate::base::codes;
use crate::base::decimal::{Decimal, put_integer};
use crate::base::json::{JsonType, is_white_space, scan};
use crate::base::time::Timestamp;
use crate::check::engine::{Engine, Unclear};
use crate::check::policy::Policy;
use crate::check::rule::Context;
use crate::model::config::{NO_AMOUNT, config_error, not_json};
use crate::model::document::Field;
use crate::model::facts::{Facts, Order};
use crate::model::feature::Feature;
use crate::model::operation::{Operation, Operations};
use alloc::string::String;
use core::fmt;

config_error! {
    /// The error for an invalid history: the event's position, and what is wrong with it. Never shows a value of a
    /// body.
    HistoryError, "invalid history: "
}

type Result<T> = core::result::Result<T, HistoryError>;

/// The accepted events of an order so far. It takes the next one, and returns the facts that follow.
///
/// ```
/// use paylint::history::Event;
/// use paylint::{Decimal, Engine, Facts, Operation, Verdict};
///
/// let engine = Engine::default();
/// let order = br#"{"client": {"email": "ada@mail.example"}, "currency": "EUR", "skip_capture": true,
///     "products": [{"title": "Lamp", "price": 100}]}"#;
/// let history = engine
///     .history(order, &Facts::default(), "2026-11-18T09:00:00Z".parse()?)?
///     .with(Event::Capture(Some(Decimal::from(80))), "2026-11-19T08:00:00Z".parse()?)?
///     .with(Event::Refund(Some(Decimal::from(30))), "2026-11-20T08:00:00Z".parse()?)?;
///
/// let facts = Facts { now: Some("2026-11-20T10:15:00Z".parse()?), ..history.facts() };
/// let refund = |body| engine.check(Operation::Refund, body, &facts).verdict();
/// assert_eq!(refund(br#"{"amount": 50}"#), Verdict::Accept);
/// assert_eq!(refund(br#"{"amount": 50.01}"#), Verdict::Reject);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The events are taken as facts: only their sequence is validated. An error consumes the history; keep a copy if you
/// want to go on without the event.
#[derive(Clone, Copy)]
pub struct History {
    order: Order<'static>,
    last: Timestamp,
    count: usize,
    /// Whether there was a capture. Its amount is unknown if the order's amount is.
    is_captured: bool,
    is_refunded: bool,
}

/// An event that can follow an order, with its amount if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The payment ended. Whether it succeeded: the card was charged or, for a Two-Step order, the amount held.
    Payment(bool),
    /// A capture of this total, or of everything held. The latter is unknown if the order's amount is, as with taxed
    /// products.
    Capture(Option<Decimal>),
    /// A Partial Refund of this amount, or a Full Refund of the rest: of the captured amount or, if there was no
    /// capture, of the order's amount. If that is unknown, the captured and refunded amounts become unknown, too.
    Refund(Option<Decimal>),
    /// A reversal.
    Reversal,
    /// A chargeback, which may also follow a reversal.
    Chargeback,
}

fn is_capture(event: Option<Event>) -> bool {
    matches!(event, Some(Event::Capture(_)))
}

/// Shows the number of events and which facts are set, but not their values.
impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let History { order, count, .. } = self;
        f.debug_struct("History").field("events", count).field("order", order).finish()
    }
}

impl Engine {
    /// Begins the history of an order that was accepted at this time, from its body and the facts at that time. Without
    /// the facts `terminal` and `merchant.avs_permission` (or `subsequent`) the order's capabilities stay unknown.
    ///
    /// The policy matters only if it declares members that change a total. Its limits don't matter.
    ///
    /// # Errors
    /// If the body isn't a JSON object, or is longer than [`Policy::MAX_BODY_BYTES`].
    pub fn history(&self, body: &[u8], facts: &Facts<'_>, at: Timestamp) -> Result<History> {
        History::first(self, Operation::Order, body, facts, at)
    }

    /// Begins the history of a payout that was accepted at this time. No event follows a payout.
    ///
    /// # Errors
    /// If the operation isn't a payout, the body isn't a JSON object, is longer than
    /// [`Policy::MAX_BODY_BYTES`] or has no valid `amount`.
    pub fn payout_history(
        &self,
        operation: Operation,
        body: &[u8],
        at: Timestamp,
    ) -> Result<History> {
        if !Operations::PAYOUTS.contains(operation) {
            return Err(error(0, ".operation", "isn't a payout"));
        }
        History::first(self, operation, body, &Facts::NONE, at)
    }
}

impl History {
    /// The facts that follow, only the group `order`. Lay them over your other facts: `Facts { order:
    /// history.facts().order, ..standing }`.
    pub fn facts(&self) -> Facts<'static> {
        Facts { order: Some(self.order), ..Facts::NONE }
    }

    /// Adds the next event.
    ///
    /// # Errors
    /// If the payment is a payout, or was reversed and this isn't a chargeback; the event is earlier than the last one;
    /// a payment follows a successful one, a capture or a refund; a capture follows another, or the order isn't
    /// Two-Step; an amount is negative; the refunds add up to more than a fact can hold.
    pub fn with(self, event: Event, at: Timestamp) -> Result<History> {
        let mut next = self.next(Some(event), at)?;
        let Order { amount, captured, refunded, .. } = self.order;
        match event {
            Event::Payment(paid) => {
                next.order.paid = Some(paid);
                if paid {
                    next.order.paid_at = Some(at);
                }
            }
            Event::Capture(Some(total)) => {
                let total =
                    not_negative(total).map_err(|problem| self.error(".body.total", problem))?;
                next.order.captured = Some(total);
            }
            Event::Capture(None) => next.order.captured = amount,
            Event::Refund(Some(amount)) => {
                let at = ".body.amount";
                let amount = not_negative(amount).map_err(|problem| self.error(at, problem))?;
                if let Some(refunded) = refunded {
                    let sum = refunded.plus(amount).ok_or_else(|| {
                        self.error(at, "the refunds add up to more than 15 digits before the point")
                    });
                    next.order.refunded = Some(sum?);
                }
                next.order.last_refund = Some(amount);
            }
            Event::Refund(None) => {
                let is_captured = self.is_captured && captured != Some(Decimal::ZERO);
                let paid = if is_captured { captured } else { amount };
                next.order.refunded = refunded.zip(paid).map(|(refunded, paid)| refunded.max(paid));
            }
            Event::Reversal => next.order.reversed = Some(true),
            Event::Chargeback => next.order.chargeback = Some(true),
        }
        let is_unknown = matches!(event, Event::Capture(None)) && amount.is_none();
        if is_unknown || next.order.refunded.is_none() {
            (next.order.captured, next.order.refunded) = (None, None);
        }
        Ok(next)
    }

    /// The facts `order` as JSON, like [`Engine::order_facts_json`].
    pub fn order_json(&self) -> String {
        json::write(&self.order)
    }

    /// Appends `event` without applying its effect, if it can follow; `None` stands for any event but a chargeback.
    fn next(&self, event: Option<Event>, at: Timestamp) -> Result<History> {
        let Order { scenario, reversed, paid, .. } = self.order;
        let is_payment = matches!(event, Some(Event::Payment(_)));
        let problem = match scenario {
            _ if reversed == Some(true) && event != Some(Event::Chargeback) => {
                "after a reversal only a chargeback can follow"
            }
            Some(scenario) if scenario.is_payout() => "nothing follows a payout",
            _ if at < self.last => {
                return Err(self.error(".at", "before the event that precedes it"));
            }
            _ if is_payment && paid == Some(true) => "the order was paid already",
            _ if is_payment && (self.is_captured || self.is_refunded) => {
                "a payment comes before captures and refunds"
            }
            _ if self.is_captured && is_capture(event) => "the order was captured already",
            scenario if scenario != Some(Feature::TwoStep) && is_capture(event) => {
                let scenario = scenario.map_or("", Feature::words);
                let problem = ["only a Two-Step payment is captured, not ", scenario];
                return Err(self.error("", problem.concat()));
            }
            _ => {
                return Ok(History {
                    order: Order { last_refund: None, ..self.order },
                    last: at,
                    count: self.count + 1,
                    is_captured: self.is_captured || is_capture(event),
                    is_refunded: self.is_refunded || matches!(event, Some(Event::Refund(_))),
                });
            }
        };
        Err(self.error("", problem))
    }

    #[cold]
    fn error(&self, at: &str, problem: impl Into<String>) -> HistoryError {
        error(self.count, at, problem)
    }

    fn first(
        engine: &Engine,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        at: Timestamp,
    ) -> Result<History> {
        let mut found = Ok(Order::default());
        read_body(engine, 0, operation, body, facts, &mut |context| {
            found = match context.order {
                Some(_) => Ok(of_order(context)),
                None => of_payout(context),
            };
        })?;
        let order = found.map_err(|problem| error(0, ".body.amount", problem))?;
        let order = Order { paid_at: Some(at), ..order };
        Ok(History { order, last: at, count: 1, is_captured: false, is_refunded: false })
    }
}

fn of_order(context: &Context<'_>) -> Order<'static> {
    let facts = context.facts;
    let are_capabilities_known =
        facts.terminal.is_some() && (facts.subsequent.is_some() || facts.avs_permission().is_ok());
    let is_two_step = context.scenario == Some(Feature::TwoStep);
    let billing = |client: crate::model::schema::Client<'_>| {
        client.address().is_valid() && client.zip_code().is_valid()
    };
    Order {
        scenario: context.scenario,
        capabilities: are_capabilities_known.then_some(context.capabilities),
        amount: context.total().and_then(|total| total.to_amount()),
        captured: is_two_step.then_some(Decimal::ZERO),
        refunded: Some(Decimal::ZERO),
        last_refund: None,
        currency: currency(context),
        paid_at: None,
        paid: None,
        reversed: Some(false),
        chargeback: Some(false),
        billing_address: Some(context.client.is_some_and(billing)),
    }
}

fn of_payout(context: &Context<'_>) -> core::result::Result<Order<'static>, &'static str> {
    let payout = invariant!(context.payout).ok_or("isn't known")?;
    Ok(Order {
        scenario: context.scenario,
        amount: Some(amount(payout.amount())?.ok_or("is missing")?),
        currency: currency(context),
        ..Order::default()
    })
}

fn currency(context: &Context<'_>) -> Option<&'static str> {
    let field = match (context.order, context.payout) {
        (Some(order), _) => order.currency(),
        (None, payout) => payout?.currency(),
    };
    codes::known_currency(field.valid()?.bytes())
}

/// The amount in a member, if it isn't absent.
fn amount(member: Field<'_, Decimal>) -> core::result::Result<Option<Decimal>, &'static str> {
    match member.valid() {
        Some(amount) => not_negative(amount).map(Some),
        None if member.is_absent() => Ok(None),
        None => Err(NO_AMOUNT),
    }
}

fn not_negative(amount: Decimal) -> core::result::Result<Decimal, &'static str> {
    if amount < Decimal::ZERO { Err(NO_AMOUNT) } else { Ok(amount) }
}

/// Reads the body of an event, which must be an object without duplicate known members.
fn read_body(
    engine: &Engine,
    event: usize,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
    read: &mut dyn FnMut(&Context<'_>),
) -> Result<()> {
    let wrong = |problem: &str| Err(error(event, ".body", problem));
    if body.len() > Policy::MAX_BODY_BYTES {
        return wrong("longer than 67108864 bytes");
    }
    if is_white_space(body) {
        return wrong("is missing");
    }
    let first = JsonType::of(scan::byte_at(body, scan::skip_white_space(body, 0)));
    let looked = engine.look(operation, body, facts, &mut |context| {
        if first == JsonType::Object {
            read(context);
        }
    });
    match looked {
        Err(Unclear::Malformed(at)) => wrong(&not_json(body, at)),
        Ok(()) | Err(_) if first != JsonType::Object => {
            wrong(&["expected an object, found ", first.name()].concat())
        }
        Err(Unclear::Repeated(member)) => {
            Err(error(event, &[".body", &member].concat(), "is given more than once"))
        }
        Ok(()) => Ok(()),
    }
}

#[cold]
fn error(event: usize, at: &str, problem: impl Into<String>) -> HistoryError {
    let mut place = String::from("[");
    put_integer(&mut place, event as i64);
    place.push(']');
    place.push_str(at);
    HistoryError::new(&place, problem)
}
