//! The access log: one line of JSON for each request, from its span.

use crate::log::Log;
use crate::spans::TARGET;
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Instant;
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};

/// A subscriber that writes the access log and nothing else.
#[must_use]
pub fn subscriber(log: Log) -> impl Subscriber + Send + Sync {
    Registry::default().with(AccessLog { log })
}

/// The access log as a layer of a subscriber, to have others beside it.
pub struct AccessLog {
    /// Where the lines go.
    pub log: Log,
}

#[derive(Serialize)]
struct Line {
    /// `None` if the path leads to no operation.
    operation: Option<String>,
    /// `None` if the engine wasn't asked.
    verdict: Option<String>,
    /// `None` if the request was dropped before it had an answer.
    status: Option<u64>,
    /// The fingerprint of the policy that decided.
    policy: Option<String>,
    denied: Vec<String>,
    warned: Vec<String>,
    unchecked: Vec<String>,
    /// From the end of the request's head to the answer.
    #[serde(rename = "micros", serialize_with = "micros")]
    start: Instant,
}

fn micros<S: Serializer>(start: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u128(start.elapsed().as_micros())
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for AccessLog {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().target() == TARGET
            && let Some(span) = context.span(id)
        {
            span.extensions_mut().insert(Line::new());
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(line) = span.extensions_mut().get_mut::<Line>() {
            values.record(line);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        if let Some(line) = span.extensions().get::<Line>() {
            // Texts and numbers: this cannot fail.
            self.log.write(serde_json::to_string(line).unwrap_or_default());
        }
    }
}

impl Line {
    fn new() -> Line {
        Line {
            operation: None,
            verdict: None,
            status: None,
            policy: None,
            denied: Vec::new(),
            warned: Vec::new(),
            unchecked: Vec::new(),
            start: Instant::now(),
        }
    }
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        let names = || value.split(' ').map(str::to_owned).collect();
        match field.name() {
            "operation" => self.operation = Some(value.to_owned()),
            "verdict" => self.verdict = Some(value.to_owned()),
            "policy" => self.policy = Some(value.to_owned()),
            "denied" => self.denied = names(),
            "warned" => self.warned = names(),
            "unchecked" => self.unchecked = names(),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "status" {
            self.status = Some(value);
        }
    }

    /// The spans have no other values.
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
