//! Every operation but orders: from the bytes to a reused report, compared with the yardstick.

mod common;

use common::{CpuTime, config};
use criterion::{Criterion, criterion_group, criterion_main};
use paylint::{Engine, Report};
use paylint_benches::requests::{OPERATIONS, standing};
use paylint_benches::typed;
use std::hint::black_box;

fn operations(criterion: &mut Criterion<CpuTime>) {
    let engine = Engine::default();
    let standing = standing();
    let mut report = Report::new();
    for request in OPERATIONS {
        let mut group = criterion.benchmark_group(request.name);
        let (operation, body) = (request.operation, request.body);
        if !body.is_empty() {
            group.bench_function("yardstick", |b| {
                b.iter(|| typed::read(operation, black_box(body)));
            });
        }
        let changing = request.changing();
        group.bench_function("check_into", |b| {
            b.iter(|| {
                let facts = black_box(&changing).over(black_box(&standing));
                engine.check_into(operation, black_box(body), &facts, &mut report);
                black_box(&report);
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = config();
    targets = operations
}
criterion_main!(benches);
