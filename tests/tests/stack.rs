//! The stack doesn't grow with the input: every case and the worst bodies run on a small stack.

use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Verdict};
use paylint_tests::well_formed::nested;
use paylint_tests::{cases, engine, on_a_small_stack};

#[test]
fn every_case_is_checked_on_a_small_stack() {
    let cases = cases::all();
    assert!(cases.len() > 500, "{} cases", cases.len());
    let reports = on_a_small_stack(move || {
        cases.iter().filter_map(|case| engine::report_of(case).ok()).count()
    });
    assert!(reports > 500, "{reports} reports");
}

/// Bodies that are deep, long, and full of mistakes.
fn worst_bodies() -> Vec<String> {
    let mut bodies = vec![
        format!("{{\"client\":{}}}", nested("{", 127)),
        format!("{{\"client\":{}}}", nested("{", 10_000)),
        nested("[{", 128),
        nested("[", 100_000),
        nested("{", 100_000),
        "[".repeat(900_000),
        "{\"client\":".repeat(50_000),
        "{\"products\":[".repeat(50_000),
        format!("{{\"products\":[{}{{}}]}}", "{},".repeat(100_000)),
        format!("{{\"products\":[{}1]}}", "1,".repeat(100_000)),
        format!("{{{}\"u\":1}}", "\"u\":null,".repeat(50_000)),
        format!("{{{}\"client\":1}}", "\"client\":1,".repeat(50_000)),
        format!("{{\"u\":\"{}\"}}", "\\u0041".repeat(100_000)),
        format!("{{\"{}\":1}}", "\\u0041".repeat(100_000)),
        format!("{{\"amount\":{0},\"total\":{0}}}", "9".repeat(400_000)),
        format!("{{\"email\":\"{}@{}\"}}", "a".repeat(100_000), "a.".repeat(100_000)),
    ];
    let legs = "{\"departure_date\":\"20269999\",\"carrier_code\":\"?\"},".repeat(10_000);
    let addendum = format!("{{\"n_legs\":7,\"legs\":[{legs}{{}}]}}");
    bodies.push(format!("{{\"travel_data\":{{\"airline_addendum\":{addendum}}}}}"));
    bodies
}

#[test]
fn the_worst_bodies_are_checked_on_a_small_stack() {
    on_a_small_stack(|| {
        let policy = Policy::default().with_max_findings(Policy::MAX_FINDINGS).expect("a limit");
        for engine in [Engine::default(), Engine::new(&policy)] {
            for body in worst_bodies() {
                for operation in Operation::ALL {
                    let report = engine.check(*operation, body.as_bytes(), &Facts::default());
                    let rejected = report.verdict() == Verdict::Reject;
                    assert!(report.findings().len() > 0, "{operation}");
                    assert!(report.to_json().ends_with("\"valid_until\":null}"), "{operation}");
                    assert_eq!(report.to_problem().is_some(), rejected, "{operation}");
                    assert!(!report.to_string().is_empty());
                }
            }
        }
    });
}

#[test]
fn worst_facts_and_policies_fit_a_small_stack() {
    on_a_small_stack(|| {
        for text in worst_bodies() {
            assert!(FactsBuf::from_json(text.as_bytes()).is_err());
            assert!(Policy::from_json(text.as_bytes()).is_err());
            let inside = format!("{{\"order\":{text}}}");
            assert!(FactsBuf::from_json(inside.as_bytes()).is_err());
            let inside = format!("{{\"levels\":{text}}}");
            assert!(Policy::from_json(inside.as_bytes()).is_err());
        }
    });
}
