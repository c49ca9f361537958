//! Orders: from the bytes to a report, in the ways that a host can check them, compared with the
//! yardstick.
//!
//! Every figure of paylint includes combining the request's own facts with the standing ones.

mod common;

use common::{CpuTime, config};
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use paylint::{Engine, Facts, Level, Operation, Policy, Report, Workspace};
use paylint_benches::requests::{INVALID, Layout, ORDERS, Request, real_orders, standing};
use paylint_benches::typed;
use std::hint::black_box;

type Group<'a> = BenchmarkGroup<'a, CpuTime>;

/// Every unlocked rule at level allow.
fn without_rules() -> Engine {
    let families = paylint::catalogue().iter().map(|rule| rule.family());
    let policy = families.fold(Policy::default(), |policy, family| {
        policy.with_level(&format!("{family}.*"), Level::Allow).expect("a family of the catalogue")
    });
    Engine::new(&policy)
}

/// A policy without and with ten policy rules, none of which fires.
fn policies() -> [(&'static str, Policy); 2] {
    let rule = |number: u32| {
        let limit = r#""on":["order"],"member":"/products/*/price","maximum":1000000"#;
        format!(r#"{{"name":"custom.price_{number}",{limit}}}"#)
    };
    let own: Vec<String> = (0..10).map(rule).collect();
    let ways =
        [("check_into_no_own_rules", String::new()), ("check_into_own_rules", own.join(","))];
    ways.map(|(way, rules)| {
        let policy = format!(r#"{{"rules":[{rules}]}}"#);
        (way, Policy::from_json(policy.as_bytes()).expect("a policy"))
    })
}

fn yardstick(group: &mut Group<'_>, request: &Request) {
    group.bench_function("yardstick", |b| {
        b.iter(|| typed::read(request.operation, black_box(request.body)));
    });
    group.bench_function("serde_json_value", |b| {
        b.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(request.body)));
    });
}

fn paylint(group: &mut Group<'_>, request: &Request, standing: &Facts<'_>) {
    let engine = Engine::default();
    let &Request { operation, body, .. } = request;
    let changing = request.changing();
    let mut report = Report::new();
    group.bench_function("check_into", |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            engine.check_into(operation, black_box(body), &facts, &mut report);
            black_box(&report);
        });
    });
    group.bench_function("check", |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            engine.check(operation, black_box(body), &facts)
        });
    });
    group.bench_function("accepts", |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            engine.accepts(operation, black_box(body), &facts)
        });
    });
    let mut workspace = Workspace::default();
    group.bench_function("accepts_with", |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            engine.accepts_with(operation, black_box(body), &facts, &mut workspace)
        });
    });
    let unruled = without_rules();
    group.bench_function("check_into_all_allowed", |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            unruled.check_into(operation, black_box(body), &facts, &mut report);
            black_box(&report);
        });
    });
    for (way, policy) in policies() {
        let engine = Engine::new(&policy);
        group.bench_function(way, |b| {
            b.iter(|| {
                let facts = black_box(&changing).over(black_box(standing));
                engine.check_into(operation, black_box(body), &facts, &mut report);
                black_box(&report);
            });
        });
    }
    let report = engine.check(operation, body, &changing.over(standing));
    let mut json = String::new();
    group.bench_function("write_json", |b| {
        b.iter(|| {
            json.clear();
            black_box(&report).write_json(&mut json);
            black_box(&json);
        });
    });
}

fn orders(criterion: &mut Criterion<CpuTime>) {
    let standing = standing();
    for request in ORDERS.iter().chain([&INVALID]) {
        let mut group = criterion.benchmark_group(request.name);
        yardstick(&mut group, request);
        paylint(&mut group, request, &standing);
        group.finish();
    }
}

/// The orders that clients send, all of them in each measurement.
fn real(criterion: &mut Criterion<CpuTime>) {
    let (operation, standing, changing) = (Operation::Order, standing(), ORDERS[0].changing());
    let shop = Policy::preset("shop-members").expect("a preset");
    let engines = [
        ("default", Engine::default()),
        ("shop-members", Engine::new(&Policy::from_json(shop.as_bytes()).expect("a policy"))),
    ];
    for (layout, name) in
        [(Layout::Compact, "compact"), (Layout::Spaced, "spaced"), (Layout::Pretty, "pretty")]
    {
        let orders = real_orders(layout);
        let mut group = criterion.benchmark_group(format!("real_{name}"));
        let mut each = |way: String, run: &mut dyn FnMut(&[u8])| {
            group.bench_function(way, |b| {
                b.iter(|| orders.iter().for_each(|order| run(black_box(order.as_bytes()))));
            });
        };
        each("yardstick".into(), &mut |body| typed::read_escaped(body).expect("an order"));
        each("serde_json_value".into(), &mut |body| {
            black_box(serde_json::from_slice::<serde_json::Value>(body)).expect("JSON");
        });
        for (policy, engine) in &engines {
            let mut report = Report::new();
            each(format!("check_into_{policy}"), &mut |body| {
                let facts = black_box(&changing).over(black_box(&standing));
                engine.check_into(operation, body, &facts, &mut report);
                black_box(&report);
            });
            each(format!("check_{policy}"), &mut |body| {
                let facts = black_box(&changing).over(black_box(&standing));
                _ = black_box(engine.check(operation, body, &facts));
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = config();
    targets = orders, real
}
criterion_main!(benches);
