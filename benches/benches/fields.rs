//! Fields beside the check of the same body: how many checks they cost in time. How many they make is
//! exact, and tested (`tests/tests/it/fields.rs`).

mod common;

use common::{CpuTime, config};
use criterion::{Criterion, criterion_group, criterion_main};
use paylint::{Engine, Facts, Operation};
use paylint_benches::requests::{INVALID, ORDERS};
use std::hint::black_box;

/// An ordinary order without the price of its product.
fn without_price(order: &[u8]) -> Vec<u8> {
    let mut order: serde_json::Value = serde_json::from_slice(order).expect("JSON");
    if let Some(product) = order["products"][0].as_object_mut() {
        product.remove("price");
    }
    order.to_string().into_bytes()
}

fn answers(criterion: &mut Criterion<CpuTime>) {
    let (engine, facts) = (Engine::default(), Facts::default());
    let [_, ordinary, ..] = ORDERS;
    let bodies = [
        ("ordinary", ordinary.body.to_vec()),
        ("without_price", without_price(ordinary.body)),
        ("invalid", INVALID.body.to_vec()),
    ];
    for (name, body) in bodies {
        let fields = engine.fields(Operation::Order, &body, &facts);
        println!("{name}: {} checks", fields.checks);
        let mut group = criterion.benchmark_group(format!("fields_{name}"));
        group.bench_function("check", |b| {
            b.iter(|| engine.check(Operation::Order, black_box(&body), &facts));
        });
        group.bench_function("fields", |b| {
            b.iter(|| engine.fields(Operation::Order, black_box(&body), &facts));
        });
        group.finish();
    }
}

criterion_group! {
    name = fields;
    config = config();
    targets = answers
}
criterion_main!(fields);
