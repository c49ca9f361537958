//! The example runs and does what it promises.
#![cfg(all(feature = "serde", feature = "rust_decimal", feature = "chrono"))]

#[path = "../examples/typed.rs"]
mod typed;

#[test]
fn a_service_with_its_own_types_answers() {
    typed::main().expect("the example runs");
    let good = typed::answer(rust_decimal::Decimal::new(1250, 2)).expect("an answer");
    assert!(good.contains("\"sent\": true") && good.contains("\"total\": \"25\""), "{good}");
    assert!(good.contains("\"checked_at\": \"2026-11-20T10:15:00Z\""), "{good}");
    let free = typed::answer(rust_decimal::Decimal::ZERO).expect("an answer");
    assert!(free.contains("\"sent\": false"), "{free}");
    assert!(free.contains("\"path\": \"/products/0/price\""), "{free}");
}
