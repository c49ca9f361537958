//! A second policy that is tried on every request and decides nothing: how its verdicts differ is
//! counted and logged.
//!
//! It is asked after the answer, by a thread of its own, from a queue of limited length. So a
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

/// Where decisions go to be compared. Clones share one queue.
#[derive(Clone)]
pub struct Shadow {
    queue: SyncSender<Decision>,
    /// How many are in the queue or being compared.
    waiting: Arc<AtomicUsize>,
    metrics: Arc<Metrics>,
}

impl Shadow {
    /// Starts the thread that asks this engine. At most `capacity` decisions wait for it, each with
    /// its request's body.
    #[must_use]
    pub fn start(engine: SharedEngine, metrics: Arc<Metrics>, log: Log, capacity: usize) -> Shadow {
        let (queue, decisions) = sync_channel(capacity);
        let waiting = Arc::new(AtomicUsize::new(0));
        let shadow = Shadow { queue, waiting: Arc::clone(&waiting), metrics: Arc::clone(&metrics) };
        thread::spawn(move || compare_all(&decisions, &engine, &metrics, &log, &waiting));
        shadow
    }

    /// Takes a decision to be compared. Never waits.
    pub fn take(&self, decision: Decision) {
        self.waiting.fetch_add(1, Relaxed);
        if self.queue.try_send(decision).is_err() {
            self.waiting.fetch_sub(1, Relaxed);
            self.metrics.shadow_skipped(Skipped::QueueFull);
        }
    }

    /// Waits until the queue is empty, but not longer than the limit.
    pub async fn finish(&self, limit: Duration) {
        let compared = async {
            while self.waiting.load(Relaxed) > 0 {
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
    waiting: &AtomicUsize,
) {
    for decision in decisions {
        compare_one(&decision, &engine.load(), metrics, log);
        waiting.fetch_sub(1, Relaxed);
    }
}

fn compare_one(decision: &Decision, engine: &Engine, metrics: &Metrics, log: &Log) {
    let whole = decision.question.as_ref().filter(|asked| asked.is_whole(&decision.engine));
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
