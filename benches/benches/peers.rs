//! Orders: other readers and validators, from the bytes to their verdict, compared with paylint and
//! the yardstick.

mod common;

use common::{CpuTime, check_into, config};
use criterion::{Criterion, criterion_group, criterion_main};
use paylint::Engine;
use paylint_benches::requests::{INVALID, ORDERS, Request, standing};
use paylint_benches::{peers, typed};
use serde_json::Value;
use std::hint::black_box;

fn order(criterion: &mut Criterion<CpuTime>, request: &Request) {
    let &Request { operation, body, .. } = request;
    let mut group = criterion.benchmark_group(format!("peers_{}", request.name));
    group.bench_function("yardstick", |b| b.iter(|| typed::read(operation, black_box(body))));

    check_into(&mut group, "check_into", &Engine::default(), request, &standing());
    group.bench_function("sonic_rs", |b| {
        b.iter(|| sonic_rs::from_slice::<typed::Order<&str>>(black_box(body)));
    });
    group.bench_function("by_hand", |b| b.iter(|| peers::by_hand::findings(black_box(body))));
    let schema = peers::schema();
    let value = || serde_json::from_slice::<Value>(black_box(body)).expect("JSON");
    group.bench_function("jsonschema_is_valid", |b| b.iter(|| schema.is_valid(&value())));
    group.bench_function("jsonschema_iter_errors", |b| {
        b.iter(|| schema.iter_errors(&value()).map(|error| drop(black_box(error))).count());
    });
    group.finish();
}

fn orders(criterion: &mut Criterion<CpuTime>) {
    for request in ORDERS.iter().chain([&INVALID]) {
        order(criterion, request);
    }
}

criterion_group! {
    name = benches;
    config = config();
    targets = orders
}
criterion_main!(benches);
