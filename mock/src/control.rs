//! Calls by which a test controls the mock, each for its own key.

use crate::fault::{Fault, MAX_WAITING};
use crate::gateway::{Outcome, Refusal, WRONG_TIME, json, status};
use crate::router::number_of;
use crate::space::State;
use crate::webhooks::address;
use http::StatusCode;
use http::request::Parts;
use paylint::history::Event;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeMap;

/// The list of controls for `GET /` and `--help`.
pub(crate) const CONTROLS: &str = "\
Controls, each for the key in its own Authorization header:
  GET  /_mock/requests               requests, with findings, answer, and whether it arrived
  GET  /_mock/webhooks               webhooks, with each attempt
  POST /_mock/webhooks               {\"url\": \"http://127.0.0.1:8080/hook\"}, or null: where to send webhooks
  POST /_mock/webhooks/N/resend      sends webhook N again
  GET  /_mock/now, POST /_mock/now   {\"now\": \"2026-11-28T10:00:00Z\"}: the time, forward only
  POST /_mock/next                   {\"operation\": \"payment\", \"decline\": \"insufficient_funds\"}: a fault
       applies to: method, path (* for an id), operation; times
       one of: decline (true, or a reason), status (with body and headers), cut (before or after the work), delay_ms
  POST /_mock/latency                {\"delay_ms\": 200}: delays every answer
  POST /_mock/chargeback             {\"order\": \"<id>\"}: records a chargeback
  POST /_mock/reset                  forgets everything
The header Paylint-Mock-Now sets the time of its own request.
";

/// Performs a call of `/_mock/`.
pub(crate) fn perform(state: &mut State, parts: &Parts, body: &[u8], key: u64) -> Outcome {
    let steps: Vec<&str> = parts.uri.path().split('/').skip(2).collect();
    let space = state.enter(key);
    let (serial, now) = (space.serial, space.clock.now());
    match (parts.method.as_str(), steps.as_slice()) {
        ("GET" | "HEAD", ["now"]) => return Ok(json(json!({ "now": now? }).to_string())),
        ("GET" | "HEAD", ["requests"]) => return list("requests", state.records.iter(serial)),
        ("GET" | "HEAD", ["webhooks"]) => return list("webhooks", state.webhooks.iter(serial)),
        ("POST", ["now"]) => {
            let to = only::<String>(body, "now")?.parse().map_err(|_| WRONG_TIME)?;
            space.clock.set(to)?;
        }
        ("POST", ["next"]) => {
            let fault = read::<Fault>(body)?.checked()?;
            if space.faults.len() == MAX_WAITING {
                return Err(format!("{MAX_WAITING} faults are already waiting").into());
            }
            space.faults.push_back(fault);
        }
        ("POST", ["latency"]) => space.latency_ms = only(body, "delay_ms")?,
        ("POST", ["webhooks"]) => {
            let url = only::<Option<String>>(body, "url")?;
            let to = url.map(|url| address(&url)).transpose();
            space.webhook = to.map_err(|problem| format!("url: {problem}"))?;
        }
        ("POST", ["webhooks", number, "resend"]) => {
            let sender = space.sender.clone();
            let number = number.parse().unwrap_or_default();
            let is_known = state.webhooks.get_mut((serial, number)).is_some();
            let unknown = || Refusal::new(404, "there is no webhook with this number");
            let sender = sender.filter(|_| is_known).ok_or_else(unknown)?;
            sender.send(number).map_err(|error| error.to_string())?;
        }
        ("POST", ["chargeback"]) => {
            let order = only::<String>(body, "order")?;
            let place = (serial, number_of(&order).unwrap_or_default());
            let created = state.created.get_mut(place);
            let order = created.and_then(|created| created.order.as_mut());
            let order = order.ok_or("there is no order with this id")?;
            order.apply(Event::Chargeback, now?)?;
        }
        ("POST", ["reset"]) => state.reset(key),
        _ => return Err(Refusal::new(404, "there is no such control; GET / lists them")),
    }
    Ok(status(StatusCode::NO_CONTENT))
}

fn list<'v, T: Serialize + 'v>(name: &str, all: impl Iterator<Item = (u64, &'v T)>) -> Outcome {
    let all: Vec<&T> = all.map(|(_, value)| value).collect();
    let all = serde_json::to_string(&all).unwrap_or_default();
    Ok(json(format!("{{\"{name}\":{all}}}")))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| error.to_string())
}

/// The value of a body's only member.
fn only<T: DeserializeOwned>(body: &[u8], name: &str) -> Result<T, String> {
    let mut members: BTreeMap<String, T> = read(body)?;
    let value = members.remove(name).filter(|_| members.is_empty());
    value.ok_or_else(|| format!("expected one member, {name}"))
}
