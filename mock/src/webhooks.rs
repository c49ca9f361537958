//! Webhooks, as §6 describes them: sent one after another, in the order of what happened.

use crate::Error;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{Request, Uri};
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many webhooks wait at most; more are lost, as [`Webhooks::sent`] says.
const WAITING: usize = 1000;
/// How many are remembered.
const REMEMBERED: usize = 1000;
/// How long a receiver may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Webhooks {
    waiting: Sender<(String, String)>,
    sent: Sent,
}

/// What was sent, and what the receiver answered.
type Sent = Arc<Mutex<VecDeque<Value>>>;

/// Starts to send webhooks to an address.
pub(crate) fn start(to: Uri) -> Result<Webhooks, Error> {
    if to.scheme_str() != Some("http") || to.host().is_none() {
        return Err(Error::Webhook(to));
    }
    let (sender, receiver) = channel(WAITING);
    let sent = Sent::default();
    tokio::spawn(send_all(to, receiver, Arc::clone(&sent)));
    Ok(Webhooks { waiting: sender, sent })
}

impl Webhooks {
    pub(crate) fn send(&self, event: String, body: String) {
        if let Err(error) = self.waiting.try_send((event, body)) {
            let (event, _) = error.into_inner();
            remember(&self.sent, &event, &Value::from("lost: too many were waiting"));
        }
    }

    /// The events that were sent, with the status that was answered, or why there was none.
    pub(crate) fn sent(&self) -> Vec<Value> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

async fn send_all(to: Uri, mut waiting: Receiver<(String, String)>, sent: Sent) {
    let client = Client::builder(TokioExecutor::new()).build_http::<Full<axum::body::Bytes>>();
    let host = to.authority().map_or("", |authority| authority.as_str());
    while let Some((event, body)) = waiting.recv().await {
        let request = Request::post(&to)
            .header(HOST, host)
            .header(CONTENT_TYPE, "application/json")
            .header("X-Webhook-Event", &event)
            .header("X-Webhook-Version", "v0.6")
            .body(Full::from(body));
        let outcome = match request {
            Ok(request) => match tokio::time::timeout(PATIENCE, client.request(request)).await {
                Ok(Ok(response)) => Value::from(response.status().as_u16()),
                Ok(Err(error)) => Value::from(error.to_string()),
                Err(_) => Value::from("no answer within ten seconds"),
            },
            Err(error) => Value::from(error.to_string()),
        };
        remember(&sent, &event, &outcome);
    }
}

fn remember(sent: &Sent, event: &str, outcome: &Value) {
    let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
    if sent.len() == REMEMBERED {
        sent.pop_front();
    }
    sent.push_back(json!({ "event": event, "answer": outcome }));
}
