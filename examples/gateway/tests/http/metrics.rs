//! Metrics: what they count, that there is a limit to them, and where they can be read.

use crate::gateway::{Gateway, LONG};
use crate::policies::{LAX, STRICT, engine};
use crate::policy_file::{File, WRONG};
use crate::secrets::{assert_none_in, send_all};
use crate::support::{Answer, HEADERS, ORDER, ORDERS, connect, exchange, request, start_with};
use paylint::rule::HOLDS;
use paylint::{CustomRule, Engine, Level, Operations, Policy};
use paylint_gateway::metrics::Metrics;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// The value of a sample, if there is one.
pub(crate) fn value(text: &str, sample: &str) -> Option<u64> {
    let of = |line: &str| line.strip_prefix(sample)?.strip_prefix(' ')?.parse().ok();
    text.lines().find_map(of)
}

/// Where the program serves metrics: its next message.
pub(crate) fn address(gateway: &mut Gateway) -> SocketAddr {
    let message = gateway.message();
    let address = message.strip_prefix("metrics at http://").expect(&message);
    address.strip_suffix("/metrics").expect(&message).parse().unwrap()
}

/// Reads them.
pub(crate) fn read(address: SocketAddr) -> Answer {
    exchange(&mut connect(address), b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
}

#[test]
fn they_say_what_was_answered() {
    let file = File::new("metrics.json", LAX);
    let args = ["--policy", file.path(), "--shadow", file.path(), "--policy-interval", "0"];
    let mut gateway = Gateway::start(&[&args[..], &["--metrics", "127.0.0.1:0"]].concat());
    let metrics = address(&mut gateway);
    let send = |path: &str, body: &str| {
        exchange(&mut gateway.connect(), &request(path, HEADERS, body.as_bytes())).status
    };
    assert_eq!(send(ORDERS, ORDER), 200);
    assert_eq!(send(ORDERS, ORDER), 200);
    assert_eq!(send(ORDERS, &ORDER.replace("12.5", "0")), 400);
    assert_eq!(send("/api/v0.6/orders/unknown/capture/", r#"{"total":100}"#), 200);
    assert_eq!(send("/nowhere/", ""), 404);
    // Not where requests are served.
    let get = b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    assert_eq!(exchange(&mut gateway.connect(), get).status, 404);
    for policy in [WRONG, STRICT] {
        file.write(policy);
        gateway.signal("HUP");
        gateway.message();
        gateway.message();
    }
    let answer = read(metrics);
    assert_eq!(answer.status, 200);
    let openmetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(answer.header("content-type"), Some(openmetrics));
    assert!(answer.body.ends_with("# EOF\n"));
    let strict = engine(STRICT);
    let info = |role| {
        let (rules, policy) = (strict.rules_fingerprint(), strict.policy_fingerprint());
        format!(
            "paylint_policy_info{{role=\"{role}\",rules=\"{rules}\",policy=\"{policy}\",\
            label=\"strict\"}}"
        )
    };
    for (sample, expected) in [
        (r#"paylint_requests_total{operation="order",verdict="accept"}"#, 2),
        (r#"paylint_requests_total{operation="order",verdict="reject"}"#, 1),
        (r#"paylint_requests_total{operation="capture",verdict="accept"}"#, 1),
        (r#"paylint_requests_total{operation="none",verdict="none"}"#, 2),
        (r#"paylint_findings_total{rule="product.price_minimum",level="deny"}"#, 1),
        (r#"paylint_unchecked_total{fact="order.paid_at"}"#, 1),
        ("paylint_check_seconds_count", 4),
        (r#"paylint_policy_reloads_total{role="enforced",outcome="refused"}"#, 1),
        (r#"paylint_policy_reloads_total{role="enforced",outcome="replaced"}"#, 1),
        (r#"paylint_policy_reloads_total{role="shadow",outcome="refused"}"#, 1),
        (r#"paylint_policy_reloads_total{role="shadow",outcome="replaced"}"#, 1),
        ("paylint_log_lines_dropped_total", 0),
        (&info("enforced"), 1),
        (&info("shadow"), 1),
    ] {
        assert_eq!(value(&answer.body, sample), Some(expected), "{sample}\n{}", answer.body);
    }
    // What was in force before is no longer there.
    assert!(!answer.body.contains("label=\"lax\""));
    gateway.stop();
}

#[test]
fn lines_that_were_dropped_are_counted() {
    let mut gateway = Gateway::start(&["--log-queue", "1", "--metrics", "127.0.0.1:0"]);
    let metrics = address(&mut gateway);
    drop(gateway.log());
    crate::gateway::send_orders(&gateway.connect(), 20);
    // The thread that writes may not have come to the last ones yet.
    let start = Instant::now();
    while value(&read(metrics).body, "paylint_log_lines_dropped_total") < Some(20) {
        assert!(start.elapsed() < LONG, "they are not counted");
    }
    gateway.stop();
}

#[test]
fn nothing_of_a_request_is_in_them() {
    let mut metrics = None;
    let server = start_with(|setup, _| metrics = Some(Arc::clone(&setup.metrics)));
    let metrics: Arc<Metrics> = metrics.unwrap();
    send_all(&server);
    let text = metrics.text();
    assert!(text.contains("paylint_requests_total{operation=\"order\""), "{text}");
    assert_none_in(&text);
    // As many series after as many requests again.
    let series = |text: &str| -> BTreeSet<String> {
        text.lines().filter_map(|line| line.rsplit_once(' ')).map(|(s, _)| s.to_owned()).collect()
    };
    send_all(&server);
    assert_eq!(series(&metrics.text()), series(&text));
}

#[test]
fn names_of_custom_rules_come_to_an_end() {
    let mut setup_parts = None;
    let server = start_with(|setup, _| {
        setup_parts = Some((Arc::clone(&setup.engine), Arc::clone(&setup.metrics)));
    });
    let (engine, metrics) = setup_parts.unwrap();
    // Policies that are replaced again and again, each with 100 rules of new names.
    for round in 0..12 {
        let mut policy = Policy::default();
        for number in 0..100 {
            let name: &'static str = format!("custom.r{round}_{number}").leak();
            let fires = CustomRule::new(name, Operations::ORDER, "it fires", |c, findings| {
                findings.at_body(c);
                HOLDS
            });
            policy = policy.with_rule(fires.with_level(Level::Warn)).unwrap();
        }
        engine.store(Arc::new(Engine::new(&policy)));
        server.post(ORDERS, ORDER).assert_accepted("order");
    }
    let text = metrics.text();
    let custom = |line: &&str| line.starts_with("paylint_findings_total{rule=\"custom.");
    assert_eq!(text.lines().filter(custom).count(), 1024 + 1);
    let rest = r#"paylint_findings_total{rule="custom.*",level="warn"}"#;
    assert_eq!(value(&text, rest), Some(1200 - 1024));
}
