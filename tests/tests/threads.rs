//! Any number of threads can share one engine and one set of facts: the reports are those of a
//! single thread. `PAYLINT_CASES` sets how many requests each of the eight checks twice (4,000 by
//! default).
//!
//! The core is safe Rust without shared state, so only ThreadSanitizer could find a fault here:
//! `xtask/scripts/threads.sh` runs these tests under it.

use std::sync::Barrier;
use std::{env, thread};

use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report};
use paylint_tests::generate::{self, Rng};

const THREADS: usize = 8;

const FACTS: &[u8] = br#"{"now":"2026-11-20T10:15:00Z","environment":"live","terminal":"standard",
    "merchant":{"country":"LV","utc_offset":"+02:00","avs_permission":true,"hold_days":7},
    "card":{"issuer_country":"DE","brand":"visa"},
    "key":{"test":false,"brands":["visa","mastercard"],"websites":["shop.example"]},
    "order":{"scenario":"two_step","capabilities":["avs","moto"],"amount":"100.00","captured":"40",
        "refunded":"0","currency":"EUR","paid_at":"2026-11-18T09:00:00+02:00"}}"#;

fn requests() -> Vec<(Operation, Vec<u8>)> {
    let count = env::var("PAYLINT_CASES").map_or(4_000, |value| value.parse().expect("a number"));
    let cases = (0..count).map(|seed| generate::case(&mut Rng::new(seed)));
    let known = |name: &str| Operation::from_name(name).expect("an operation of that name");
    cases.map(|case| (known(&case.operation), case.body)).collect()
}

/// What threads may share, and pass on.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Engine>();
    is_send_and_sync::<FactsBuf>();
    is_send_and_sync::<Report>();
};

#[test]
#[ignore = "for ThreadSanitizer: cargo xtask long threads"]
fn eight_threads_share_an_engine_and_facts() {
    let policy = br#"{"levels":{"avs.issuer_support":"deny","code.*":"deny"},"max_findings":7}"#;
    let engine = Engine::new(&Policy::from_json(policy).expect("a policy"));
    let facts = FactsBuf::from_json(FACTS).expect("facts");
    let requests = requests();
    let expected: Vec<String> = requests
        .iter()
        .map(|(operation, body)| engine.check(*operation, body, &facts.as_facts()).to_json())
        .collect();
    assert!(expected.iter().any(|report| report.starts_with("{\"verdict\":\"accept\"")));
    let start = Barrier::new(THREADS);
    thread::scope(|scope| {
        let work = |thread: usize| {
            let (engine, facts, requests) = (&engine, &facts, &requests);
            let (expected, start) = (&expected, &start);
            scope.spawn(move || {
                start.wait();
                // Each begins elsewhere, and goes its own way: a kept report, a new one, a cloned
                // engine.
                let (mut report, own) = (Report::new(), engine.clone());
                let engine = if thread.is_multiple_of(2) { engine } else { &own };
                for step in 0..requests.len() {
                    let at = (step * (2 * thread + 1) + thread * 499) % requests.len();
                    let (operation, body) = &requests[at];
                    let facts: Facts<'_> = facts.as_facts();
                    if step % 3 == thread % 3 {
                        report = engine.check(*operation, body, &facts);
                    } else {
                        engine.check_into(*operation, body, &facts, &mut report);
                    }
                    assert_eq!(report.to_json(), expected[at], "request {at}, thread {thread}");
                    let accepts = engine.accepts(*operation, body, &facts);
                    assert_eq!(accepts, report.to_problem().is_none(), "request {at}");
                }
            })
        };
        // Joined one by one: ThreadSanitizer knows that, and not how a scope waits.
        let threads: Vec<_> = (0..THREADS).map(work).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    });
}

#[test]
#[ignore = "for ThreadSanitizer: cargo xtask long threads"]
fn a_report_goes_from_thread_to_thread() {
    let engine = Engine::default();
    let mut report = Report::new();
    for (operation, body) in requests().into_iter().take(64) {
        let expected = engine.check(operation, &body, &Facts::default()).to_json();
        let engine = engine.clone();
        let checked = thread::spawn(move || {
            engine.check_into(operation, &body, &Facts::default(), &mut report);
            report
        });
        report = checked.join().expect("no panic");
        assert_eq!(report.to_json(), expected);
    }
}
