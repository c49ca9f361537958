//! Webhooks, as §6 describes them: a key's are sent one after another, in the order of what happened.

use crate::gateway::Gateway;
use crate::kept::EntryId;
use crate::record::as_json;
use http::header::{CONTENT_TYPE, HOST};
use http::{Request, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Weak;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// How long a receiver may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Attempts that are remembered of one webhook.
const ATTEMPTS: usize = 100;

/// A webhook, and what became of it.
#[derive(Serialize)]
pub(crate) struct Webhook {
    pub(crate) n: u64,
    pub(crate) event: String,
    pub(crate) url: String,
    /// With the time, and the status that was answered or why there was none.
    pub(crate) attempts: Vec<Value>,
    #[serde(serialize_with = "as_json")]
    pub(crate) body: String,
}

impl Webhook {
    pub(crate) fn bytes(&self) -> usize {
        self.event.len() + self.url.len() + self.body.len()
    }

    pub(crate) fn tried(&mut self, attempt: Value) {
        if self.attempts.len() == ATTEMPTS {
            self.attempts.remove(0);
        }
        self.attempts.push(attempt);
    }

    pub(crate) fn request(&self) -> Option<Request<Full<Bytes>>> {
        let to = self.url.parse::<Uri>().ok()?;
        let request = Request::post(&to)
            .header(HOST, to.authority()?.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header("X-Webhook-Event", &self.event)
            .header("X-Webhook-Version", "v0.6")
            .body(Full::from(self.body.clone()));
        request.ok()
    }
}

/// Whether webhooks can be sent there.
pub(crate) fn is_address(to: &Uri) -> bool {
    to.scheme_str() == Some("http") && to.host().is_some()
}

/// Sends a space's webhooks until it is forgotten.
pub(crate) async fn send_all(
    gateway: Weak<Gateway>,
    key: u64,
    serial: u64,
    mut waiting: UnboundedReceiver<u64>,
) {
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    while let Some(number) = waiting.recv().await {
        let place: EntryId = (serial, number);
        let Some(request) = gateway.upgrade().and_then(|gateway| gateway.webhook(place)) else {
            continue;
        };
        let outcome = match tokio::time::timeout(PATIENCE, client.request(request)).await {
            Ok(Ok(response)) => json!({ "status": response.status().as_u16() }),
            Ok(Err(error)) => json!({ "error": error.to_string() }),
            Err(_) => json!({ "error": "no answer within ten seconds" }),
        };
        if let Some(gateway) = gateway.upgrade() {
            gateway.tried(key, place, outcome);
        }
    }
}
