//! A second policy that is tried on every request and decides nothing: how its verdicts differ is
//! counted and logged.
//!
//! It is asked after the answer, by a thread of its own, from a queue of limited size. So a
//! request pays for a copy of its head and nothing else, however large the body and whatever the
//! policy; asking in the request's way would double the time of its check. When the queue is full,
//! requests are not compared, and counted.

use crate::layer::{Decision, SharedEngine, rules};
use crate::log::Log;
use crate::metrics::{Metrics, Skipped};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use paylint::{Engine, Level, Report};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How much may wait to be compared.
#[derive(Clone, Copy)]
pub struct Capacity {
    /// How many decisions.
    pub decisions: usize,
    /// How many bytes their requests' bodies may have together.
    pub body_bytes: usize,
}

/// Where decisions go to be compared. Clones share one queue.
#[derive(Clone)]
pub struct Shadow {
    queue: SyncSender<Decision>,
    waiting: Arc<Waiting>,
    max_body_bytes: usize,
    metrics: Arc<Metrics>,
}

/// What is in the queue or being compared.
#[derive(Default)]
struct Waiting {
    decisions: AtomicUsize,
    body_bytes: AtomicUsize,
}

impl Waiting {
    /// Counts a decision, and returns how many bytes wait with it.
    fn add(&self, body_bytes: usize) -> usize {
        self.decisions.fetch_add(1, Relaxed);
        self.body_bytes.fetch_add(body_bytes, Relaxed) + body_bytes
    }

    fn remove(&self, body_bytes: usize) {
        self.body_bytes.fetch_sub(body_bytes, Relaxed);
        self.decisions.fetch_sub(1, Relaxed);
    }
}

impl Shadow {
    /// Starts the thread that asks this engine.
    #[must_use]
    pub fn start(
        engine: SharedEngine,
        metrics: Arc<Metrics>,
        log: Log,
        capacity: Capacity,
    ) -> Shadow {
        let (queue, decisions) = sync_channel(capacity.decisions);
        let waiting = Arc::new(Waiting::default());
        let shadow = Shadow {
            queue,
            waiting: Arc::clone(&waiting),
            max_body_bytes: capacity.body_bytes,
            metrics: Arc::clone(&metrics),
        };
        thread::spawn(move || compare_all(&decisions, &engine, &metrics, &log, &waiting));
        shadow
    }

    /// Takes a decision to be compared. Never waits.
    pub fn take(&self, decision: Decision) {
        let body_bytes = body_bytes(&decision);
        let fits = self.waiting.add(body_bytes) <= self.max_body_bytes;
        if !fits || self.queue.try_send(decision).is_err() {
            self.waiting.remove(body_bytes);
            self.metrics.shadow_skipped(Skipped::QueueFull);
        }
    }

    /// Waits until the queue is empty, but not longer than the limit.
    pub async fn finish(&self, limit: Duration) {
        let compared = async {
            while self.waiting.decisions.load(Relaxed) > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        _ = timeout(limit, compared).await;
    }
}

/// Hands on what was decided about a request when its response is ready.
pub async fn compare(State(shadow): State<Shadow>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if let Some(decision) = response.extensions().get::<Decision>() {
        shadow.take(decision.clone());
    }
    response
}

fn compare_all(
    decisions: &Receiver<Decision>,
    engine: &SharedEngine,
    metrics: &Metrics,
    log: &Log,
    waiting: &Waiting,
) {
    for decision in decisions {
        compare_one(&decision, &engine.load(), metrics, log);
        let body_bytes = body_bytes(&decision);
        drop(decision);
        waiting.remove(body_bytes);
    }
}

/// How many bytes of a body a decision keeps in memory.
fn body_bytes(decision: &Decision) -> usize {
    decision.question.as_ref().map_or(0, |question| question.kept_bytes())
}

fn compare_one(decision: &Decision, engine: &Engine, metrics: &Metrics, log: &Log) {
    let whole = decision.question.as_ref().filter(|asked| asked.is_whole());
    let Some(question) = whole else { return metrics.shadow_skipped(Skipped::BodyCut) };
    let shadow = question.ask(engine);
    let difference = Difference::between(&decision.report, &shadow);
    metrics.shadow_compared(&difference);
    if difference.is_any() {
        let enforced = decision.engine.policy_fingerprint().to_string();
        let line = Line {
            shadow: difference,
            policies: [enforced, engine.policy_fingerprint().to_string()],
        };
        // Texts and truth values: this cannot fail.
        log.write(serde_json::to_string(&line).unwrap_or_default());
    }
}

/// A line of the log.
#[derive(Serialize)]
struct Line<'r> {
    shadow: Difference<'r>,
    /// The fingerprints of the enforced policy and of the shadow.
    policies: [String; 2],
}

/// How two reports of one request differ.
#[derive(Serialize)]
pub struct Difference<'r> {
    operation: &'static str,
    /// The verdict that counted.
    pub enforced: &'static str,
    /// The verdict that would have counted.
    pub verdict: &'static str,
    /// Rules that the shadow denies and the enforced policy doesn't.
    pub denied: Vec<&'r str>,
    /// Rules that the enforced policy denies and the shadow doesn't.
    pub not_denied: Vec<&'r str>,
    /// Whether a report doesn't hold all findings. Then rules aren't compared: one that is missing
    /// there might be among the findings that were left out.
    truncated: bool,
}

impl<'r> Difference<'r> {
    fn between(enforced: &'r Report, shadow: &'r Report) -> Difference<'r> {
        let truncated = enforced.truncated() || shadow.truncated();
        let denied_by = |report| if truncated { Vec::new() } else { rules(report, Level::Deny) };
        let (before, after) = (denied_by(enforced), denied_by(shadow));
        let without = |names: &[&'r str], others: &[&str]| {
            names.iter().copied().filter(|name| !others.contains(name)).collect()
        };
        Difference {
            operation: enforced.operation().name(),
            enforced: enforced.verdict().name(),
            verdict: shadow.verdict().name(),
            denied: without(&after, &before),
            not_denied: without(&before, &after),
            truncated,
        }
    }

    fn is_any(&self) -> bool {
        let rules = self.denied.len() + self.not_denied.len();
        self.enforced != self.verdict || rules > 0
    }
}
