//! Histories as JSON: events in, facts out.

use super::{Event, History, HistoryError, amount, error, read_body};
use crate::base::decimal::Decimal;
use crate::base::json::{ObjectWriter, is_white_space};
use crate::base::time::{InvalidTimestamp, Timestamp};
use crate::check::engine::Engine;
use crate::model::config::{ConfigError, Json, unknown_name};
use crate::model::document::Request;
use crate::model::facts::{Fact, FactPlace, Facts, FactsBuf, Order};
use crate::model::feature::Feature;
use crate::model::operation::{Operation, Operations};
use alloc::string::String;

/// An event before it is interpreted.
struct Written<'a> {
    kind: EventKind,
    at: Timestamp,
    body: Option<&'a [u8]>,
    facts: FactsBuf,
}

/// The kind of an event, before its body is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EventKind {
    First(Operation),
    Later(Event),
}

const PAYMENT: &str = "payment";
const CHARGEBACK: &str = "chargeback";

impl Engine {
    /// Reads the history of an order or a payout from JSON, an array of events:
    ///
    /// ```
    /// let events = br#"[
    ///     {"operation": "order", "at": "2026-11-18T09:00:00Z",
    ///      "body": {"products": [{"title": "Lamp", "price": 100}], "currency": "EUR"},
    ///      "facts": {"terminal": "standard", "merchant": {"avs_permission": false}}},
    ///     {"operation": "refund", "at": "2026-11-20T08:00:00Z", "body": {"amount": 30}},
    ///     {"event": "chargeback", "at": "2026-11-21T08:00:00Z"}
    /// ]"#;
    /// let history = paylint::Engine::default().history_from_json(events)?;
    /// assert_eq!(history.facts().order_refunded().map(|sum| sum.to_string()), Ok("30".to_owned()));
    /// # Ok::<(), paylint::HistoryError>(())
    /// ```
    ///
    /// # Errors
    /// If the text isn't a JSON array of events, the first isn't an order or a payout, an event can't
    /// follow those before it, or an amount that is needed is missing or invalid.
    pub fn history_from_json(&self, events: &[u8]) -> Result<History, HistoryError> {
        let mut history = None;
        if is_white_space(events) {
            return Err(HistoryError(ConfigError::new("", "empty, expected a JSON array")));
        }
        let read = Json::new(events).and_then(|mut json| {
            json.array()?;
            json.indexed(&mut |json| {
                let event = event(json)?;
                history = Some(add(self, history, &event).map_err(|HistoryError(error)| error)?);
                Ok(())
            })
        });
        read.map_err(HistoryError)?;
        let empty = || HistoryError(ConfigError::new("", "has no events"));
        history.ok_or_else(empty)
    }

    /// The facts `order` that follow from a history's events, both as JSON. Only known facts are there, in the order of
    /// [`Order`].
    ///
    /// # Errors
    /// If the errors of [`Engine::history_from_json`].
    pub fn order_facts_json(&self, events: &[u8]) -> Result<String, HistoryError> {
        self.history_from_json(events).map(|history| history.order_json())
    }
}

/// Adds an event to the history.
fn add(
    engine: &Engine,
    before: Option<History>,
    written: &Written<'_>,
) -> Result<History, HistoryError> {
    let Written { kind, at, body, .. } = *written;
    let (before, event) = match (before, kind) {
        (None, EventKind::First(operation)) => {
            let (body, facts) = (body.unwrap_or_default(), written.facts.as_facts());
            return History::first(engine, operation, body, &facts, at);
        }
        (None, _) => return Err(error(0, "", "a history begins with the order or the payout")),
        (Some(before), EventKind::First(_)) => {
            before.next(None, at)?;
            return Err(before.error("", "a history has one order or payout, at its beginning"));
        }
        (Some(before), EventKind::Later(event)) => (before, event),
    };
    // An event that can't follow is an error whatever its body says.
    before.next(Some(event), at)?;
    let read = |operation, body, place: &str, amount_of: AmountOf| {
        let mut found = Ok(None);
        read_body(engine, before.count, operation, body, &Facts::NONE, &mut |seen| {
            found = amount_of(seen.request);
        })?;
        found.map_err(|problem| before.error(place, problem))
    };
    let event = match (event, body) {
        (Event::Capture(_), Some(body)) => {
            let total = read(Operation::Capture, body, ".body.total", |request| {
                request.capture().map_or(Ok(None), |capture| amount(capture.total()))
            });
            Event::Capture(total?)
        }
        (Event::Refund(_), Some(body)) => {
            let sum = read(Operation::Refund, body, ".body.amount", |request| {
                let sum = request.refund().map_or(Ok(None), |refund| amount(refund.amount()))?;
                sum.ok_or("is missing").map(Some)
            });
            Event::Refund(sum?)
        }
        (event, _) => event,
    };
    before.with(event, at)
}

/// Gets the amount from a body.
type AmountOf = fn(&Request<'_>) -> Result<Option<Decimal>, &'static str>;

fn event<'a>(json: &mut Json<'a>) -> Result<Written<'a>, ConfigError> {
    let (mut kind, mut at, mut body, mut facts, mut paid) = (None, None, None, None, None);
    json.object()?;
    json.members(&mut |json, name| {
        match name {
            "operation" | "event" if kind.is_some() => {
                return Err(json.error("an event has either operation or event"));
            }
            "operation" => kind = Some(operation(json)?),
            "event" => kind = Some(other_event(json)?),
            "at" => {
                let text = json.text()?;
                let problem = |InvalidTimestamp| json.error(InvalidTimestamp::why(&text));
                at = Some(text.parse().map_err(problem)?);
            }
            "paid" => json.read(|value| {
                paid = Some(value.boolean()?);
                Ok(())
            })?,
            "body" => body = Some(json.skip().as_bytes()),
            "facts" => {
                let text = json.skip().as_bytes();
                facts = Some(FactsBuf::from_json(text).map_err(|error| {
                    let dot = if error.member().is_empty() { "" } else { "." };
                    json.error_in(dot, error.member(), error.problem())
                })?);
            }
            _ => {
                let known = ["operation", "event", "at", "paid", "body", "facts"];
                return Err(json.unknown_member(name, known));
            }
        }
        Ok(())
    })?;
    let mut kind = kind.ok_or_else(|| json.error("has neither operation nor event"))?;
    let at = at.ok_or_else(|| json.error_in(".", "at", "is missing"))?;
    if matches!(kind, EventKind::Later(Event::Chargeback | Event::Payment(_))) && body.is_some() {
        return Err(json.error_in(".", "body", "only an operation has a body"));
    }
    match (&mut kind, paid) {
        (EventKind::Later(Event::Payment(is_paid)), Some(paid)) => *is_paid = paid,
        (EventKind::Later(Event::Payment(_)), None) => {
            return Err(json.error_in(".", "paid", "is missing"));
        }
        (_, Some(_)) => {
            return Err(json.error_in(".", "paid", "only a payment says whether it was paid"));
        }
        (_, None) => {}
    }
    if facts.is_some() && !matches!(kind, EventKind::First(_)) {
        return Err(json.error_in(".", "facts", "only the order or the payout has facts"));
    }
    Ok(Written { kind, at, body, facts: facts.unwrap_or_default() })
}

fn operation(json: &mut Json<'_>) -> Result<EventKind, ConfigError> {
    let name = json.text()?;
    match Operation::from_name(&name) {
        Some(Operation::Capture) => Ok(EventKind::Later(Event::Capture(None))),
        Some(Operation::Refund) => Ok(EventKind::Later(Event::Refund(None))),
        Some(Operation::Reversal) => Ok(EventKind::Later(Event::Reversal)),
        Some(first) if Operations::PAYOUTS.union(Operations::ORDER).contains(first) => {
            Ok(EventKind::First(first))
        }
        Some(other) => Err(json.error([other.name(), " changes no facts of an order"].concat())),
        None => {
            let known = Operation::NAMES.iter().copied();
            Err(json.error(unknown_name("operation", &name, known)))
        }
    }
}

fn other_event(json: &mut Json<'_>) -> Result<EventKind, ConfigError> {
    match &*json.text()? {
        PAYMENT => Ok(EventKind::Later(Event::Payment(false))),
        CHARGEBACK => Ok(EventKind::Later(Event::Chargeback)),
        name => Err(json.error(unknown_name("event", name, [PAYMENT, CHARGEBACK]))),
    }
}

/// The facts `order` as JSON, in the order of [`Order`].
pub(super) fn write(order: &Order<'_>) -> String {
    let mut facts = Facts { order: Some(*order), ..Facts::NONE };
    ObjectWriter::text_of(|out| {
        for (fact, name) in Fact::ALL.iter().map(|fact| (*fact, fact.path().1)) {
            match facts.place(fact) {
                FactPlace::Scenario(Some(scenario)) => out.text(name, scenario.name()),
                FactPlace::Capabilities(Some(all)) => {
                    out.texts(name, all.iter().map(Feature::name));
                }
                FactPlace::Amount(Some(amount)) => amount.with_text(|text| out.text(name, text)),
                FactPlace::Text(Some(text)) => out.text(name, text),
                FactPlace::Time(Some(time)) => out.text(name, &time.exactly()),
                FactPlace::Flag(Some(flag)) => {
                    out.json(name, if *flag { "true" } else { "false" });
                }
                _ => {} // absent, or not of an order
            }
        }
    })
}
