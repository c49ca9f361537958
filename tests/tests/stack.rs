//! The stack doesn't grow with the input: every case and the worst bodies run on a small stack.

use paylint::{Engine, Facts, FactsBuf, Operation, Policy};
use paylint_tests::well_formed::nested;
use paylint_tests::worst::WORST;
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

#[test]
fn the_worst_bodies_are_checked_on_a_small_stack() {
    on_a_small_stack(|| {
        let policy = Policy::from_json(br#"{"max_findings":10000}"#).expect("a limit");
        for engine in [Engine::default(), Engine::new(&policy)] {
            for body in bodies() {
                for operation in Operation::ALL {
                    let report = engine.check(*operation, body.as_bytes(), &Facts::default());
                    drop((report.to_json(), report.to_problem(), report.to_string()));
                }
            }
        }
    });
}

#[test]
fn worst_facts_and_policies_fit_a_small_stack() {
    on_a_small_stack(|| {
        for text in bodies() {
            for inside in
                [text.clone(), format!("{{\"order\":{text}}}"), format!("{{\"levels\":{text}}}")]
            {
                drop((
                    FactsBuf::from_json(inside.as_bytes()),
                    Policy::from_json(inside.as_bytes()),
                ));
            }
        }
    });
}

/// The worst bodies, and some of the deepest that are read.
fn bodies() -> impl Iterator<Item = String> {
    let worst = WORST.iter().map(|(_, _, body)| body(200_000));
    worst.chain(["{", "[", "[{"].map(|kinds| format!("{{\"client\":{}}}", nested(kinds, 127))))
}
