//! Requests: from the bytes to a report, in the ways that a host can check them, compared with the
//! yardstick.
//!
//! Every figure of paylint includes combining the request's own facts with the standing ones.

mod common;

use common::{CpuTime, Group, check_into, config, with_facts};
use criterion::{Criterion, criterion_group, criterion_main};
use paylint::{Engine, Facts, Operation, Policy, Report, Workspace};
use paylint_benches::requests::{
    INVALID, Layout, OPERATIONS, ORDERS, Request, real_orders, standing,
};
use paylint_benches::typed;
use std::collections::BTreeSet;
use std::hint::black_box;

/// Every unlocked rule at level allow.
fn without_rules() -> Engine {
    let families = paylint::catalogue().iter().map(|rule| rule.family());
    let levels = families.map(|family| format!("\"{family}.*\":\"allow\""));
    let levels = Vec::from_iter(levels.collect::<BTreeSet<_>>()).join(",");
    let policy = format!(r#"{{"levels":{{{levels}}}}}"#);
    Engine::new(&Policy::from_json(policy.as_bytes()).expect("a policy"))
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

/// Orders, in every way.
fn order(group: &mut Group<'_>, request: &Request, standing: &Facts<'_>) {
    group.bench_function("serde_json_value", |b| {
        b.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(request.body)));
    });
    let engine = Engine::default();
    let &Request { operation, body, .. } = request;
    with_facts(group, "check", request, standing, |body, facts| {
        drop(black_box(engine.check(operation, body, facts)));
    });
    with_facts(group, "accepts", request, standing, |body, facts| {
        _ = black_box(engine.accepts(operation, body, facts));
    });
    let mut workspace = Workspace::default();
    with_facts(group, "accepts_with", request, standing, |body, facts| {
        _ = black_box(engine.accepts_with(operation, body, facts, &mut workspace));
    });
    check_into(group, "check_into_all_allowed", &without_rules(), request, standing);
    for (way, policy) in policies() {
        check_into(group, way, &Engine::new(&policy), request, standing);
    }
    let report = engine.check(operation, body, &request.changing().over(standing));
    let mut json = String::new();
    group.bench_function("write_json", |b| {
        b.iter(|| {
            json.clear();
            black_box(&report).write_json(&mut json);
            black_box(&json);
        });
    });
}

fn requests(criterion: &mut Criterion<CpuTime>) {
    let (engine, standing) = (Engine::default(), standing());
    for request in ORDERS.iter().chain([&INVALID]).chain(&OPERATIONS) {
        let mut group = criterion.benchmark_group(request.name);
        if !request.body.is_empty() {
            group.bench_function("yardstick", |b| {
                b.iter(|| typed::read(request.operation, black_box(request.body)));
            });
        }
        check_into(&mut group, "check_into", &engine, request, &standing);
        if request.operation == Operation::Order {
            order(&mut group, request, &standing);
        }
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
    targets = requests, real
}
criterion_main!(benches);
