//! A shadow policy: what it would have decided is counted and logged, and changes nothing.

use crate::policies::{LAX, ODD_ORDER, STRICT, engine, header};
use crate::support::{ORDER, ORDERS, Server, padded, start_with};
use paylint::rule::HOLDS;
use paylint::{CustomRule, Engine, Operations, Policy};
use paylint_gateway::metrics::Metrics;
use paylint_gateway::policies::shared;
use paylint_gateway::shadow::{Capacity, Shadow};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

/// Room for all that a test sends.
const ROOM: Capacity = Capacity { decisions: 100, body_bytes: 1 << 20 };

/// A service where the first policy decides, and the second is compared with it.
fn start(enforced: &str, shadow: Engine, capacity: Capacity) -> (Server, Arc<Metrics>) {
    let mut metrics = None;
    let server = start_with(|setup, log| {
        setup.engine = shared(engine(enforced));
        let counted = Arc::clone(&setup.metrics);
        metrics = Some(Arc::clone(&counted));
        setup.shadow = Some(Shadow::start(shared(shadow), counted, log.clone(), capacity));
    });
    (server, metrics.unwrap())
}

#[track_caller]
fn assert_counted(metrics: &Metrics, samples: &[&str]) {
    let text = metrics.text();
    for sample in samples {
        assert!(text.lines().any(|line| line == *sample), "no {sample} in\n{text}");
    }
}

#[test]
fn what_differs_is_counted_and_logged_but_not_enforced() {
    let (server, metrics) = start(LAX, engine(STRICT), ROOM);
    let answer = server.post(ORDERS, ODD_ORDER);
    answer.assert_accepted("order");
    assert_eq!(answer.header("paylint-policy"), Some(header(LAX).as_str()));
    server.post(ORDERS, ORDER).assert_accepted("order");
    // Both reject, for different rules.
    let bad = ODD_ORDER.replace("12.5", "0");
    let errors = ["field.unknown #/colour", "product.price_minimum #/products/0/price"];
    server.post(ORDERS, bad).assert_rejected(400, &errors);
    // One line of each request, and two of differences.
    let log = server.log(5);
    let shadow: Vec<_> = log.iter().filter(|line| line.get("shadow").is_some()).collect();
    assert_eq!(shadow.len(), 2);
    let policies = [LAX, STRICT].map(|policy| engine(policy).policy_fingerprint().to_string());
    for (line, (enforced, verdict)) in
        shadow.iter().zip([("accept", "reject"), ("reject", "reject")])
    {
        let expected = serde_json::json!({
            "operation": "order",
            "enforced": enforced,
            "verdict": verdict,
            "denied": ["field.unknown"],
            "not_denied": [],
            "truncated": false,
        });
        assert_eq!((&line["shadow"], &line["policies"]), (&expected, &policies.clone().into()));
    }
    assert_counted(
        &metrics,
        &[
            r#"paylint_shadow_verdicts_total{enforced="accept",shadow="reject"} 1"#,
            r#"paylint_shadow_verdicts_total{enforced="accept",shadow="accept"} 1"#,
            r#"paylint_shadow_verdicts_total{enforced="reject",shadow="reject"} 1"#,
            r#"paylint_shadow_differences_total{rule="field.unknown",denied_by="shadow"} 2"#,
        ],
    );
}

#[test]
fn a_laxer_shadow_says_what_it_would_let_through() {
    let (server, metrics) = start(STRICT, engine(LAX), ROOM);
    server.post(ORDERS, ODD_ORDER).assert_rejected(400, &["field.unknown #/colour"]);
    let log = server.log(2);
    let line = log.iter().find_map(|line| line.get("shadow")).unwrap();
    assert_eq!(line["not_denied"], serde_json::json!(["field.unknown"]));
    assert_counted(
        &metrics,
        &[
            r#"paylint_shadow_verdicts_total{enforced="reject",shadow="accept"} 1"#,
            r#"paylint_shadow_differences_total{rule="field.unknown",denied_by="enforced"} 1"#,
        ],
    );
}

#[test]
fn what_is_not_known_whole_is_not_compared() {
    let (server, metrics) = start(STRICT, engine(LAX), ROOM);
    // The enforced policy cut the body off: the shadow can't say what it would have decided.
    server.post(ORDERS, padded(ORDER, 5000)).assert_rejected(400, &["json.too_large #"]);
    // Too many findings for a report: one that isn't there may have been left out.
    let many = format!("{{{}\"products\":[]}}", "\"x\":1,".repeat(200));
    assert_eq!(server.post(ORDERS, many).status, 400);
    server.post(ORDERS, ODD_ORDER).assert_rejected(400, &["field.unknown #/colour"]);
    // Of the three, the shadow differs in the last alone.
    let log = server.log(4);
    let line = log.iter().find_map(|line| line.get("shadow")).unwrap();
    assert_eq!(line["verdict"], "accept");
    assert_counted(
        &metrics,
        &[
            r#"paylint_shadow_skipped_total{reason="body_cut"} 1"#,
            r#"paylint_shadow_differences_total{rule="field.unknown",denied_by="enforced"} 1"#,
        ],
    );
}

/// A shadow that hangs until the sender is dropped.
fn hanging() -> (Sender<()>, Engine) {
    let (release, held) = channel::<()>();
    let held = Mutex::new(held);
    let hangs = CustomRule::new("custom.hangs", Operations::ORDER, "it hangs", move |_, _| {
        _ = held.lock().unwrap().recv();
        HOLDS
    });
    (release, Engine::new(&Policy::default().with_rule(hangs).unwrap()))
}

/// How many requests weren't compared because too many waited.
fn skipped(metrics: &Metrics) -> usize {
    let count = metrics.text().lines().find_map(|line| {
        let count = line.strip_prefix("paylint_shadow_skipped_total{reason=\"queue_full\"} ")?;
        count.parse().ok()
    });
    count.unwrap_or(0)
}

#[test]
fn a_shadow_that_hangs_holds_up_nothing() {
    let (release, shadow) = hanging();
    let (server, metrics) = start(LAX, shadow, Capacity { decisions: 2, ..ROOM });
    for _ in 0..20 {
        server.post(ORDERS, ORDER).assert_accepted("order");
    }
    // One is being compared, or about to be, and two wait.
    let count = skipped(&metrics);
    assert!((17..=18).contains(&count), "{count}");
    drop(release);
}

#[test]
fn bodies_that_wait_take_limited_memory() {
    let (release, shadow) = hanging();
    let capacity = Capacity { body_bytes: 2500, ..ROOM };
    let (server, metrics) = start(LAX, shadow, capacity);
    let send = |length| server.post(ORDERS, padded(ORDER, length)).assert_accepted("order");
    // The third doesn't fit beside the two before it, but a shorter one does.
    for (length, count) in [(1000, 0), (1000, 0), (1000, 1), (500, 1), (500, 2)] {
        send(length);
        assert_eq!(skipped(&metrics), count);
    }
    drop(release);
}
