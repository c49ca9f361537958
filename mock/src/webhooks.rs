//! Webhooks, as in §6. Those of a key are sent one after another, in the order of events.

use crate::gateway::Gateway;
use crate::kept::{EntryId, append};
use crate::record::{as_json, masked_path};
use http::header::CONTENT_TYPE;
use http::{Request, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// Timeout for a receiver's answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A webhook, and the attempts to send it.
#[derive(Serialize)]
pub(crate) struct Webhook {
    pub(crate) n: u64,
    pub(crate) event: String,
    #[serde(serialize_with = "without_secrets")]
    pub(crate) url: String,
    /// Attempts, each with the time, and the status of the answer or the reason why there was none.
    pub(crate) attempts: Vec<Value>,
    #[serde(serialize_with = "as_json")]
    pub(crate) body: String,
}

impl Webhook {
    pub(crate) fn bytes(&self) -> usize {
        self.event.len() + self.url.len() + self.body.len()
    }

    pub(crate) fn request(&self) -> Option<Request<Full<Bytes>>> {
        let request = Request::post(&self.url)
            .header(CONTENT_TYPE, "application/json")
            .header("X-Webhook-Event", &self.event)
            .header("X-Webhook-Version", "v0.6")
            .body(Full::from(self.body.clone()));
        request.ok()
    }
}

/// Serializes a URL without its user info and query.
fn without_secrets<S: Serializer>(url: &str, to: S) -> Result<S::Ok, S::Error> {
    let uri = url.parse::<Uri>().unwrap_or_default();
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let host = authority.rsplit('@').next().unwrap_or_default();
    let query = if uri.query().is_some() { "?***" } else { "" };
    to.serialize_str(&format!("http://{host}{}{query}", masked_path(uri.path())))
}

/// Reads an address to which webhooks can be sent.
pub(crate) fn address(text: &str) -> Result<Uri, String> {
    let to = text.parse::<Uri>().ok();
    let to = to.filter(|to| to.scheme_str() == Some("http") && to.host().is_some());
    to.ok_or_else(|| {
        "webhooks are sent by http, to an address such as http://127.0.0.1:8080/hook".to_owned()
    })
}

/// Sends a space's webhooks until the space is forgotten.
pub(crate) async fn send_all(
    gateway: Weak<Gateway>,
    key: u64,
    serial: u64,
    mut waiting: UnboundedReceiver<u64>,
) {
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
    while let Some(number) = waiting.recv().await {
        let place: EntryId = (serial, number);
        let queued = |gateway: Arc<Gateway>| gateway.state().webhooks.get_mut(place)?.request();
        let Some(request) = gateway.upgrade().and_then(queued) else { continue };
        let mut outcome = match tokio::time::timeout(PATIENCE, client.request(request)).await {
            Ok(Ok(response)) => json!({ "status": response.status().as_u16() }),
            Ok(Err(error)) => json!({ "error": error.to_string() }),
            Err(_) => json!({ "error": "no answer within ten seconds" }),
        };
        let Some(gateway) = gateway.upgrade() else { return };
        let mut state = gateway.state();
        outcome["at"] = json!(state.enter(key).clock.now().ok());
        if let Some(webhook) = state.webhooks.get_mut(place) {
            append(&mut webhook.attempts, outcome);
        }
    }
}
