//! The engine and the naive model agree on random cases, in the rules that the model knows.
//!
//! `PAYLINT_CASES` sets how many, `PAYLINT_SEED` where to begin.

use paylint::Operation;
use paylint_tests::agree::agrees;
use paylint_tests::cases;
use paylint_tests::generate::{self, Rng};
use paylint_tests::{number, tries};

#[test]
fn engine_and_model_agree_on_random_cases() {
    let (count, start) = (number("PAYLINT_CASES", tries(100_000)), number("PAYLINT_SEED", 0));
    let halves = [start..start + count / 2, start + count / 2..start + count];
    let usable = |seed: &u64| {
        let case = generate::case(&mut Rng::new(*seed));
        let operation = Operation::from_name(&case.operation).expect("an operation");
        agrees(operation, &case.body, case.facts.as_deref())
    };
    let threads = halves.map(|seeds| std::thread::spawn(move || seeds.filter(usable).count()));
    let usable: usize = threads.into_iter().map(|thread| thread.join().expect("agreement")).sum();
    println!("\nresult: {count} cases agree ({usable} have facts that can be used)");
    assert!(usable as u64 > count / 2);
}

#[test]
fn engine_and_model_agree_on_every_case() {
    let mut usable = 0;
    for case in cases::all() {
        let (operation, body, facts, _) = case.parts();
        let Some(operation) = Operation::from_name(operation) else { continue };
        usable += usize::from(agrees(operation, body, facts));
    }
    assert!(usable > 1200, "only {usable} cases");
}
