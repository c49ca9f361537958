//! The engine and the naive model agree on whole reports of random cases.
//!
//! `PAYLINT_CASES` sets how many (100,000 by default), `PAYLINT_SEED` where to begin.

use std::env;

use paylint_tests::engine::{outcome, outcome_in_layers};
use paylint_tests::generate::{self, Rng};
use paylint_tests::model::{judge, judge_in_layers};

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

#[test]
fn engine_and_model_agree_on_random_cases() {
    let (count, start) = (number("PAYLINT_CASES", 100_000), number("PAYLINT_SEED", 0));
    let halves = [start..start + count / 2, start + count / 2..start + count];
    let threads = halves.map(|seeds| std::thread::spawn(|| seeds.map(agrees).sum::<u64>()));
    let errors: u64 = threads.into_iter().map(|thread| thread.join().expect("agreement")).sum();
    println!("\nresult: {count} cases agree ({errors} have facts or a policy that can't be used)");
}

/// Compares one case; 1 if both refuse the facts or the policy.
fn agrees(seed: u64) -> u64 {
    let case = generate::case(&mut Rng::new(seed));
    let (facts, policy) = (case.facts.as_deref(), case.policy.as_deref());
    let model = judge(&case.operation, &case.body, facts, policy);
    let engine = outcome(&case.operation, &case.body, facts, policy);
    match (model, engine) {
        (Err(_), Err(_)) => 1,
        (Ok(model), Ok(engine)) if model == engine => 0,
        (model, engine) => panic!(
            "seed {seed}: {}\n{}\nfacts {}\npolicy {}\n model {model:?}\nengine {engine:?}",
            case.operation,
            String::from_utf8_lossy(&case.body),
            String::from_utf8_lossy(facts.unwrap_or(b"none")),
            String::from_utf8_lossy(policy.unwrap_or(b"none")),
        ),
    }
}

#[test]
fn engine_and_model_agree_on_policies_in_layers() {
    let (mut errors, count) = (0, number("PAYLINT_CASES", 100_000) / 10);
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let case = generate::case(&mut rng);
        let layers = generate::layers(&mut rng, &case.operation);
        let layers: Vec<&[u8]> = layers.iter().map(Vec::as_slice).collect();
        let facts = case.facts.as_deref();
        let model = judge_in_layers(&case.operation, &case.body, facts, &layers);
        let engine = outcome_in_layers(&case.operation, &case.body, facts, &layers);
        match (model, engine) {
            (Err(_), Err(_)) => errors += 1,
            (Ok(model), Ok(engine)) if model == engine => {}
            (model, engine) => {
                let layers: Vec<_> = layers.iter().map(|it| String::from_utf8_lossy(it)).collect();
                let body = String::from_utf8_lossy(&case.body);
                panic!(
                    "seed {seed}: {} {body}\n{layers:#?}\n model {model:?}\nengine {engine:?}",
                    case.operation,
                );
            }
        }
    }
    assert!(errors < count / 2, "{errors} of {count} can't be used");
}
