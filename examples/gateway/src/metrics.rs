//! Metrics as Prometheus reads them.
//!
//! Labels are operations, verdicts, levels, facts and rules: what is chosen here or in a policy,
//! never a request's value. So the number of series is limited, whatever is sent.

use crate::layer::{Decision, SharedEngine};
use crate::log::Log;
use crate::policies::{Reload, Role};
use crate::shadow::Difference;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use paylint::{Operation, Report};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::{MetricType, TypedMetric};
use prometheus_client::registry::{Metric, Registry};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The format that is served: OpenMetrics, which Prometheus asks for first.
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How many names of custom rules get a series of their own, over the life of the process: those
/// of two policies of the largest size, and as many again after replacements.
const MAX_CUSTOM_NAMES: usize = 1024;

/// Labels and their values.
type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;

/// What is counted.
pub struct Metrics {
    registry: Registry,
    requests: Counters<2>,
    findings: Counters<2>,
    unchecked: Counters<1>,
    check_seconds: Histogram,
    reloads: Counters<2>,
    shadow_verdicts: Counters<2>,
    shadow_differences: Counters<2>,
    shadow_skipped: Counters<1>,
    custom_names: Mutex<BTreeSet<String>>,
}

/// Why a decision was not compared with the shadow's.
#[derive(Clone, Copy)]
pub enum Skipped {
    /// Too many were waiting.
    QueueFull,
    /// The body was over the limit of the enforced policy, so that only its beginning is known.
    BodyCut,
}

impl Metrics {
    /// Nothing counted yet. The engines are asked for their fingerprints, and the log for its
    /// dropped lines, whenever metrics are read.
    #[must_use]
    pub fn new(engines: Vec<(Role, SharedEngine)>, log: Log) -> Metrics {
        let mut registry = Registry::with_prefix("paylint");
        // From 1 µs, fourfold, to 1 s.
        let check_seconds = Histogram::new(exponential_buckets(1e-6, 4.0, 11));
        let help = "How long the engine took to check a request";
        registry.register("check_seconds", help, check_seconds.clone());
        registry.register_collector(Box::new(Now { engines, log }));
        let r = &mut registry;
        Metrics {
            requests: register(r, "requests", "Requests that were answered"),
            findings: register(r, "findings", "Findings in reports"),
            unchecked: register(r, "unchecked", "Rules left undecided because of a missing fact"),
            reloads: register(r, "policy_reloads", "Policy files that were read again"),
            shadow_verdicts: register(r, "shadow_verdicts", "Requests compared with the shadow"),
            shadow_differences: register(
                r,
                "shadow_differences",
                "Requests that a rule denies under one of the two policies only",
            ),
            shadow_skipped: register(r, "shadow_skipped", "Requests not compared with the shadow"),
            check_seconds,
            registry,
            custom_names: Mutex::default(),
        }
    }

    /// All of it as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        // A `String` takes everything.
        _ = text::encode(&mut out, &self.registry);
        out
    }

    /// Counts a request that was answered.
    fn answered(&self, operation: Option<Operation>, decision: Option<&Decision>) {
        let operation = decision.map(|decision| decision.report.operation()).or(operation);
        let verdict = decision.map(|decision| decision.report.verdict().name());
        add(
            &self.requests,
            [
                ("operation", operation.map_or("none", Operation::name).into()),
                ("verdict", verdict.unwrap_or("none").into()),
            ],
        );
        if let Some(Decision { report, took, .. }) = decision {
            self.check_seconds.observe(took.as_secs_f64());
            self.reported(report);
        }
    }

    fn reported(&self, report: &Report) {
        for finding in report.findings() {
            let (rule, level) = (finding.rule().name, finding.level().name());
            let labels = [("rule", self.rule_label(rule)), ("level", level.into())];
            add(&self.findings, labels);
        }
        for fact in report.unchecked().flat_map(|unchecked| unchecked.needs()) {
            add(&self.unchecked, [("fact", fact.name().into())]);
        }
    }

    /// Counts a policy file that was read again.
    pub fn reloaded(&self, role: Role, reload: &Reload) {
        let outcome = match reload {
            Reload::Replaced => "replaced",
            Reload::Refused(_) => "refused",
        };
        add(&self.reloads, [("role", role.name().into()), ("outcome", outcome.into())]);
    }

    /// Counts a decision that was compared with the shadow's.
    pub(crate) fn shadow_compared(&self, difference: &Difference<'_>) {
        let Difference { enforced, verdict, .. } = *difference;
        add(&self.shadow_verdicts, [("enforced", enforced.into()), ("shadow", verdict.into())]);
        let sides = [(Role::Shadow, &difference.denied), (Role::Enforced, &difference.not_denied)];
        for (role, rules) in sides {
            for rule in rules {
                let denied_by = role.name().into();
                let labels = [("rule", self.rule_label(rule)), ("denied_by", denied_by)];
                add(&self.shadow_differences, labels);
            }
        }
    }

    /// Counts a decision that wasn't.
    pub(crate) fn shadow_skipped(&self, why: Skipped) {
        let why = match why {
            Skipped::QueueFull => "queue_full",
            Skipped::BodyCut => "body_cut",
        };
        add(&self.shadow_skipped, [("reason", why.into())]);
    }

    /// A rule's label. Policies come and go, and a series stays; so after many names of custom
    /// rules, further ones share a label.
    fn rule_label(&self, name: &str) -> Cow<'static, str> {
        if !name.starts_with("custom.") {
            return name.to_owned().into();
        }
        let mut known = self.custom_names.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains(name) && known.len() == MAX_CUSTOM_NAMES {
            return "custom.*".into();
        }
        known.insert(name.to_owned());
        name.to_owned().into()
    }
}

fn register<M: Metric + Default + Clone>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn add<const N: usize>(counters: &Counters<N>, labels: Labels<N>) {
    counters.get_or_create(&labels).inc();
}

/// What is looked up whenever metrics are read.
struct Now {
    engines: Vec<(Role, SharedEngine)>,
    log: Log,
}

impl fmt::Debug for Now {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Now")
    }
}

impl Collector for Now {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let help = "What decides: the fingerprints of rules and policy, and the policy's label";
        let mut info = encoder.encode_descriptor("policy", help, None, MetricType::Info)?;
        for (role, engine) in &self.engines {
            let engine = engine.load();
            let labels: Labels<4> = [
                ("role", role.name().into()),
                ("rules", engine.rules_fingerprint().to_string().into()),
                ("policy", engine.policy_fingerprint().to_string().into()),
                ("label", engine.label().unwrap_or_default().to_owned().into()),
            ];
            info.encode_info(&labels)?;
        }
        let help = "Log lines that were dropped because nobody read them";
        let dropped = ConstCounter::new(self.log.dropped());
        dropped.encode(encoder.encode_descriptor(
            "log_lines_dropped",
            help,
            None,
            ConstCounter::<u64>::TYPE,
        )?)
    }
}

/// Counts a request when its response is ready.
pub async fn count(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let extensions = response.extensions();
    metrics.answered(extensions.get().copied(), extensions.get());
    response
}

/// The service that Prometheus asks, apart from the one that is measured.
pub fn app(metrics: Arc<Metrics>) -> Router {
    let read = |State(metrics): State<Arc<Metrics>>| async move {
        ([(header::CONTENT_TYPE, CONTENT_TYPE)], metrics.text()).into_response()
    };
    Router::new().route("/metrics", get(read)).with_state(metrics)
}
