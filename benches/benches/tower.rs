//! What the layer of `paylint-tower` costs: a handler that takes a body and answers, and the same behind the
//! layer. Both are called without a connection, and their bodies are there at once.

mod common;

use bytes::Bytes;
use common::{CpuTime, config};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt, Full};
use paylint::{Engine, FactsBuf};
use paylint_benches::requests::{FACTS, INVALID, ORDERS};
use paylint_tower::{CheckLayer, Tenant};
use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use tower::{Layer, Service, service_fn};

fn request(body: &'static [u8]) -> Request<Full<Bytes>> {
    Request::post("/api/v0.6/orders/")
        .header("host", "gateway.example")
        .header("authorization", "Bearer sk_example")
        .header("content-type", "application/json")
        .header("content-length", body.len())
        .body(Full::new(Bytes::from_static(body)))
        .expect("a request")
}

async fn handle<B: Body>(request: Request<B>) -> Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await.ok().map(|body| body.to_bytes());
    Ok(Response::new(Full::new(body.unwrap_or_default())))
}

/// The output of a future that is ready as soon as it is asked.
fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("everything is there"),
    }
}

fn costs(criterion: &mut Criterion<CpuTime>) {
    let facts = || FactsBuf::from_json(FACTS.as_bytes()).expect("facts");
    let layer = CheckLayer::new(Tenant::new(Engine::default()).facts(facts()));
    let [small, ordinary, ..] = ORDERS;
    for (name, status, order) in
        [("small", 200, small), ("ordinary", 200, ordinary), ("invalid", 400, INVALID)]
    {
        let mut bare = service_fn(handle);
        let mut behind = layer.layer(service_fn(handle));
        let answer = ready(behind.call(request(order.body))).expect("an answer");
        assert_eq!(answer.status(), status, "{name}");

        let mut group = criterion.benchmark_group(format!("tower_{name}"));
        let make = || request(order.body);
        group.bench_function("handler", |b| {
            b.iter_batched(make, |request| ready(bare.call(request)), BatchSize::SmallInput);
        });
        group.bench_function("behind_the_layer", |b| {
            b.iter_batched(make, |request| ready(behind.call(request)), BatchSize::SmallInput);
        });
        let (engine, facts) = (Engine::default(), facts());
        group.bench_function("check", |b| {
            b.iter(|| engine.check(order.operation, order.body, &facts.as_facts()));
        });
        group.finish();
    }
}

criterion_group! {
    name = tower;
    config = config();
    targets = costs
}
criterion_main!(tower);
