//! Calls by which a test controls the mock, each for its own key.

use crate::fault::{Fault, MAX_WAITING};
use crate::gateway::{Outcome, State, WRONG_TIME, status};
use crate::router::number_of;
use crate::webhooks::is_address;
use http::request::Parts;
use http::{Method, StatusCode, Uri};
use paylint::Timestamp;
use paylint::history::Event;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeMap;

/// The list of controls for `GET /` and `--help`.
pub const CONTROLS: &str = "\
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
    let reads = [Method::GET, Method::HEAD].contains(&parts.method);
    let posts = parts.method == Method::POST;
    let space = state.enter(key);
    let serial = space.serial;
    let now = space.clock.now();
    let done = match steps.as_slice() {
        ["now"] if reads => {
            let now = json!({ "now": now.map(|now| now.to_string()) });
            return Outcome::Json(now.to_string());
        }
        ["requests"] if reads => {
            return list("requests", state.records.iter(serial));
        }
        ["webhooks"] if reads => {
            return list("webhooks", state.webhooks.iter(serial));
        }
        ["now"] if posts => only::<String>(body, "now").and_then(|now| {
            let to = now.parse::<Timestamp>().map_err(|_| WRONG_TIME.to_owned())?;
            space.clock.set(to)
        }),
        ["next"] if posts => read(body).and_then(|fault: Fault| {
            let fault = fault.checked()?;
            if space.faults.len() == MAX_WAITING {
                return Err(format!("{MAX_WAITING} faults are already waiting"));
            }
            space.faults.push_back(fault);
            Ok(())
        }),
        ["latency"] if posts => {
            only(body, "delay_ms").map(|delay_ms| space.latency_ms = delay_ms)
        }
        ["webhooks"] if posts => only(body, "url").and_then(|url: Option<String>| {
            let url = url.map(|url| url.parse::<Uri>().ok().filter(is_address));
            space.webhook = match url {
                Some(None) => return Err("url: webhooks are sent by http, to an address such as http://127.0.0.1:8080/hook".to_owned()),
                url => url.flatten(),
            };
            Ok(())
        }),
        ["webhooks", number, "resend"] if posts => {
            let sender = space.sender.clone();
            let number = number.parse().unwrap_or_default();
            let is_known = state.webhooks.get_mut((serial, number)).is_some();
            match sender.filter(|_| is_known) {
                Some(sender) => sender.send(number).map_err(|error| error.to_string()),
                None => return Outcome::plain(404, "there is no webhook with this number"),
            }
        }
        ["chargeback"] if posts => only::<String>(body, "order").and_then(|order| {
            let now = now.ok_or(WRONG_TIME)?;
            let place = (serial, number_of(&order).unwrap_or_default());
            let created = state.created.get_mut(place);
            let order = created.and_then(|created| created.order.as_mut());
            order.ok_or("there is no order with this id")?.apply(Event::Chargeback, now)
        }),
        ["reset"] if posts => {
            state.reset(key);
            Ok(())
        }
        _ => return Outcome::plain(404, "there is no such control; GET / lists them"),
    };
    match done {
        Ok(()) => Outcome::Whole(status(StatusCode::NO_CONTENT)),
        Err(error) => Outcome::plain(400, error),
    }
}

fn list<'v, T: Serialize + 'v>(name: &str, all: impl Iterator<Item = (u64, &'v T)>) -> Outcome {
    let all: Vec<&T> = all.map(|(_, value)| value).collect();
    let all = serde_json::to_string(&all).unwrap_or_default();
    Outcome::Json(format!("{{\"{name}\":{all}}}"))
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
