//! A policy that is replaced all the time while requests are checked.

use crate::policies::{LAX, ODD_ORDER, STRICT, engine, header};
use crate::support::{HEADERS, ORDERS, exchange, padded, request, start_with};
use paylint_gateway::policies::shared;
use paylint_gateway::shadow::{Capacity, Shadow};
use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const CLIENTS: usize = 8;
const REQUESTS: usize = 100;

#[test]
fn every_answer_is_of_one_policy() {
    let mut shared_engine = None;
    let server = start_with(|setup, log| {
        setup.engine = shared(engine(LAX));
        // The shadow is what is enforced, one moment or another.
        let metrics = Arc::clone(&setup.metrics);
        let capacity = Capacity { decisions: 16, body_bytes: 1 << 20 };
        let engine = Arc::clone(&setup.engine);
        setup.shadow = Some(Shadow::start(engine, metrics, log.clone(), capacity));
        shared_engine = Some(Arc::clone(&setup.engine));
    });
    let shared_engine = shared_engine.unwrap();
    // One policy accepts the longer body whole, the other rejects it for its length.
    let bodies = [ODD_ORDER.to_owned(), padded(ODD_ORDER, 6000)];
    let seen = [LAX, STRICT].map(|_| AtomicUsize::new(0));
    let swaps = AtomicUsize::new(0);
    thread::scope(|scope| {
        let client = || {
            let mut stream = server.connect();
            for body in bodies.iter().cycle().take(REQUESTS) {
                seen[send(&mut stream, body, &swaps)].fetch_add(1, SeqCst);
            }
        };
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        let engines = [STRICT, LAX].map(|policy| Arc::new(engine(policy)));
        for engine in engines.iter().cycle() {
            // However it ended.
            if clients.iter().all(|client| client.is_finished()) {
                break;
            }
            shared_engine.store(Arc::clone(engine));
            swaps.fetch_add(1, SeqCst);
            thread::yield_now();
        }
    });
    let seen = seen.map(AtomicUsize::into_inner);
    assert_eq!(seen[0] + seen[1], CLIENTS * REQUESTS);
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    assert_log_agrees(&server.log(CLIENTS * REQUESTS), seen);
}

/// Sends an order, and asserts that its answer is all of one policy. Returns which: 0 for the lax
/// one.
fn send(stream: &mut TcpStream, body: &str, swaps: &AtomicUsize) -> usize {
    let request = request(ORDERS, HEADERS, body.as_bytes());
    let (begin, end) = request.split_at(request.len() - 10);
    stream.write_all(begin).unwrap();
    // While it is on its way, the policy changes.
    let before = swaps.load(SeqCst);
    while swaps.load(SeqCst) < before + 5 {
        thread::yield_now();
    }
    let answer = exchange(stream, end);
    let decided_by = answer.header("paylint-policy").unwrap();
    if decided_by == header(LAX) {
        answer.assert_accepted("order");
        assert_eq!(answer.json()["received_bytes"], body.len());
        return 0;
    }
    assert_eq!(decided_by, header(STRICT));
    let rule = if body.len() > 4096 { "json.too_large #" } else { "field.unknown #/colour" };
    answer.assert_rejected(400, &[rule]);
    1
}

/// Each line's verdict is that of the policy that it names.
fn assert_log_agrees(log: &[serde_json::Value], seen: [usize; 2]) {
    let mut counts = BTreeMap::<(String, String), usize>::new();
    for line in log.iter().filter(|line| line.get("status").is_some()) {
        let text = |member: &str| line[member].as_str().unwrap().to_owned();
        *counts.entry((text("policy"), text("verdict"))).or_default() += 1;
    }
    let [lax, strict] = [LAX, STRICT].map(|policy| engine(policy).policy_fingerprint().to_string());
    let of = |policy: &str, verdict: &str| {
        counts.get(&(policy.to_owned(), verdict.to_owned())).copied().unwrap_or_default()
    };
    assert_eq!(counts.len(), 2, "{counts:?}");
    // Lines of differences may take the place of some in what was waited for.
    assert!(of(&lax, "accept") <= seen[0] && of(&strict, "reject") <= seen[1], "{counts:?}");
}
