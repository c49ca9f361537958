//! What is known of the payments that captures, refunds, reversals and card posts act on.
//!
//! A map in memory stands in for the host's own records.

use crate::layer::{RequestFacts, now};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use paylint::facts::Fact;
use paylint::{FactsBuf, Timestamp};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::Arc;

/// Facts by order id.
pub type Orders = HashMap<String, Arc<FactsBuf>>;

/// A sample payment. It has an age instead of a date, so that the samples never grow too old.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    id: String,
    paid_seconds_ago: i64,
    facts: Box<RawValue>,
}

/// Reads sample orders from JSON.
///
/// # Errors
/// The text isn't a list of samples, or the facts of one can't be used.
pub fn from_json(json: &[u8]) -> Result<Orders, String> {
    let samples: Vec<Sample> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    samples.into_iter().map(order).collect()
}

fn order(sample: Sample) -> Result<(String, Arc<FactsBuf>), String> {
    let Sample { id, paid_seconds_ago, facts } = sample;
    let mut facts = FactsBuf::from_json(facts.get().as_bytes())
        .map_err(|error| format!("order {id}: {error}"))?;
    let paid_at = now()
        .and_then(|now| now.unix_nanos().checked_sub(paid_seconds_ago.checked_mul(1_000_000_000)?))
        .and_then(Timestamp::from_unix_nanos)
        .ok_or_else(|| format!("order {id}: paid_seconds_ago leads to no time since 1970"))?;
    facts.set_time(Fact::OrderPaidAt, paid_at).map_err(|error| error.to_string())?;
    Ok((id, Arc::new(facts)))
}

/// Finds the order that the path names, for the layer behind. Nothing is said of an unknown
/// order: rules that depend on it are then reported as unchecked.
pub async fn find(
    State(orders): State<Arc<Orders>>,
    params: Result<RawPathParams, RawPathParamsRejection>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = params.iter().flatten().find(|(name, _)| *name == "order_id").map(|(_, id)| id);
    if let Some(facts) = id.and_then(|id| orders.get(id)) {
        request.extensions_mut().insert(RequestFacts(Arc::clone(facts)));
    }
    next.run(request).await
}
