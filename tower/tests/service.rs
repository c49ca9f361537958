//! The layer around a service, without a connection.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use http_body::Body as _;
use http_body_util::{BodyExt, Full};
use paylint::{Engine, FactsBuf, Operation, Policy, Report, Verdict};
use paylint_tower::{CheckBody, CheckLayer, Checked, OfTenant, SharedEngine, Tenant};
use paylint_traffic::calibration::Observation;
use paylint_traffic::replay::Change;
use std::convert::Infallible;
use std::fs::File;
use std::future::ready;
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::task::Context;
use std::time::Duration;
use tower::load_shed::LoadShed;
use tower::{Layer, Service, ServiceExt, service_fn};

const ORDER: &str =
    r#"{"client":{"email":"grace@mail.example"},"products":[{"title":"Lock","price":12.5}]}"#;

type Body = Full<Bytes>;

fn order(body: &str) -> Request<Body> {
    request("/api/v0.6/orders/", body)
}

fn request(path: &str, body: &str) -> Request<Body> {
    Request::post(path)
        .header("authorization", "Bearer sk_example")
        .header("content-type", "application/json")
        .body(Full::new(Bytes::copy_from_slice(body.as_bytes())))
        .unwrap()
}

fn engine(policy: &str) -> Engine {
    Engine::new(&Policy::from_json(policy.as_bytes()).unwrap())
}

/// Result of a request: the response, its body as text, and the body that went on, if it did.
async fn answer(
    layer: CheckLayer,
    request: Request<Body>,
) -> (Response<()>, String, Option<String>) {
    let received = Arc::new(Mutex::new(None));
    let to = Arc::clone(&received);
    let service = service_fn(move |request: Request<CheckBody<Body>>| {
        let to = Arc::clone(&to);
        async move {
            let body = request.into_body().collect().await.unwrap().to_bytes();
            *to.lock().unwrap() = Some(String::from_utf8(body.to_vec()).unwrap());
            Ok::<_, Infallible>(Response::new(Full::new(Bytes::from_static(b"done"))))
        }
    });
    let response = layer.layer(service).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let received = received.lock().unwrap().take();
    let body = String::from_utf8(body.to_vec()).unwrap();
    (Response::from_parts(parts, ()), body, received)
}

/// A layer whose callback keeps what it is told.
fn telling<T: Send + 'static>(
    layer: CheckLayer,
    told: impl Fn(&Checked) -> T + Send + Sync + 'static,
) -> (CheckLayer, Arc<Mutex<Vec<T>>>) {
    let all = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&all);
    (layer.on_check(move |checked| to.lock().unwrap().push(told(checked))), all)
}

#[tokio::test]
async fn a_request_is_passed_on_as_it_came_or_never() {
    let layer = || CheckLayer::new(Engine::default());
    let (response, body, received) = answer(layer(), order(ORDER)).await;
    assert_eq!((response.status(), &*body), (StatusCode::OK, "done"));
    assert_eq!(received.as_deref(), Some(ORDER));
    assert_eq!(verdict(&response), Some(Verdict::Accept));

    let bad = ORDER.replace("12.5", "true");
    let (response, body, received) = answer(layer(), order(&bad)).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    assert!(body.contains(r##""pointer":"#/products/0/price","rule":"field.type""##), "{body}");
    assert_eq!((received, verdict(&response)), (None, Some(Verdict::Reject)));

    let mut unauthorized = order(ORDER);
    unauthorized.headers_mut().remove("authorization");
    let (response, _, received) = answer(layer(), unauthorized).await;
    assert_eq!((response.status(), received), (StatusCode::FORBIDDEN, None));
}

fn report(response: &Response<()>) -> Option<&Report> {
    Some(response.extensions().get::<Arc<Report>>()?)
}

fn verdict(response: &Response<()>) -> Option<Verdict> {
    Some(report(response)?.verdict())
}

fn violates(response: &Response<()>, rule: &str) -> bool {
    report(response).unwrap().findings().any(|finding| finding.rule().name == rule)
}

#[tokio::test]
async fn a_tenant_is_picked_by_the_request() {
    let strict = Tenant::new(engine(r#"{"levels":{"field.unknown":"deny"}}"#));
    let avs = FactsBuf::from_json(br#"{"merchant":{"avs_permission":true}}"#).unwrap();
    let without = FactsBuf::from_json(br#"{"merchant":{"avs_permission":false}}"#).unwrap();
    let checks_addresses = Tenant::from(Engine::default()).facts(avs);
    let layer = CheckLayer::for_tenants(move |parts| match parts.extensions.get::<&str>() {
        Some(&"strict") => strict.clone(),
        Some(&"without") => checks_addresses.clone().request_facts(without.clone()),
        _ => checks_addresses.clone(),
    });
    let unknown = ORDER.replacen('{', r#"{"colour":1,"#, 1);
    for (tenant, expected) in [
        ("strict", Some("field.unknown")),
        ("addresses", Some("avs.address_required")),
        ("without", None),
    ] {
        let mut request = order(&unknown);
        request.extensions_mut().insert(tenant);
        let (response, _, _) = answer(layer.clone(), request).await;
        let denial = report(&response).unwrap().first_denial();
        assert_eq!(denial.map(|finding| finding.rule().name), expected, "{tenant}");
    }
}

#[tokio::test]
async fn stored_engine_decides_from_then_on() {
    let shared = SharedEngine::default();
    let layer = CheckLayer::new(shared.clone());
    let unknown = ORDER.replacen('{', r#"{"colour":1,"#, 1);
    assert_eq!(answer(layer.clone(), order(&unknown)).await.0.status(), StatusCode::OK);
    shared.store(engine(r#"{"levels":{"field.unknown":"deny"}}"#));
    assert_eq!(answer(layer, order(&unknown)).await.0.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn unknown_tenant_is_passed_on_or_refused() {
    let watched = Tenant::from(Engine::default()).report_only();
    let layer = CheckLayer::for_tenants(move |parts| match parts.extensions.get::<&str>() {
        Some(&"watched") => OfTenant::Check(watched.clone()),
        Some(&"passed") => OfTenant::Pass,
        _ => OfTenant::Refuse,
    });
    let (layer, told) = telling(layer, |checked| {
        (checked.request.as_ref().unwrap().uri.path().to_owned(), checked.status)
    });
    for (tenant, status, is_passed) in
        [("watched", 200, true), ("passed", 200, true), ("other", 403, false)]
    {
        let mut request = order("{}");
        request.extensions_mut().insert(tenant);
        let (response, _, received) = answer(layer.clone(), request).await;
        assert_eq!(
            (response.status().as_u16(), received.is_some()),
            (status, is_passed),
            "{tenant}"
        );
    }
    let only = ("/api/v0.6/orders/".to_owned(), Some(200));
    assert_eq!(*told.lock().unwrap(), [only]);
}

#[tokio::test]
async fn the_layer_adds_the_facts_that_it_sees() {
    let facts = br#"{"now":"2001-01-01T00:00:00Z","webhook":{"allowed_sources":["192.0.2.7"]}}"#;
    let facts = FactsBuf::from_json(facts).unwrap();
    let layer = CheckLayer::new(Tenant::new(Engine::default()).facts(facts))
        .route(|_| Some(Operation::CardWebhook))
        .source_address(|parts| parts.extensions.get().copied());
    let (layer, told) = telling(layer, |checked| checked.missing().collect::<Vec<_>>());
    for (address, allowed) in [("::ffff:192.0.2.7", true), ("198.51.100.9", false)] {
        let mut request = request("/hook", "{}");
        let address: std::net::IpAddr = address.parse().unwrap();
        request.extensions_mut().insert(address);
        let (response, ..) = answer(layer.clone(), request).await;
        assert_eq!(violates(&response, "webhook.source_address"), !allowed, "{address}");
    }
    for missing in told.lock().unwrap().iter() {
        let names: Vec<_> = missing.iter().map(|fact| fact.name()).collect();
        let is_ours = |name: &&str| *name == "now" || name.starts_with("request.");
        assert!(!names.iter().any(is_ours), "{names:?}");
    }
}

#[tokio::test]
async fn the_time_is_that_of_the_clock() {
    let facts = br#"{"now":"2001-01-01T00:00:00Z","order":{"paid_at":"2023-01-15T10:00:00Z"}}"#;
    let layer = |now: &'static str| {
        CheckLayer::new(Tenant::new(Engine::default()).facts(FactsBuf::from_json(facts).unwrap()))
            .clock(|| now.parse().ok())
    };
    for (now, expected) in [("2023-02-01T00:00:00Z", false), ("2026-11-20T10:15:00Z", true)] {
        let refund = request("/api/v0.6/orders/42/refund/", "");
        let (response, ..) = answer(layer(now), refund).await;
        assert_eq!(violates(&response, "refund.too_old"), expected, "{now}");
    }
}

#[tokio::test]
async fn the_callback_is_told_names_and_numbers() {
    let policy = r#"{"label":"shop-1","levels":{"field.unknown":"deny"}}"#;
    let (strict, default) = (engine(policy), SharedEngine::default());
    let fingerprint = strict.policy_fingerprint();
    let layer = CheckLayer::new(Tenant::new(strict).shadow(default));
    let (layer, told) = telling(layer, move |checked| {
        assert_eq!(checked.engine.policy_fingerprint(), fingerprint);
        assert_eq!((checked.engine.label(), checked.status), (Some("shop-1"), None));
        let (change, shadow) = checked.shadow.as_ref().unwrap();
        assert_eq!((*change, shadow.report.verdict()), (Change::RejectToAccept, Verdict::Accept));
        assert!(shadow.shadow.is_none());
        assert!(checked.took > Duration::ZERO && shadow.took > Duration::ZERO);
        let rules: Vec<_> = shadow.rules().map(|(rule, level)| format!("{rule} {level}")).collect();
        assert_eq!(rules, ["field.unknown warn"]);
        format!("{checked}\n{checked:?}")
    });
    let two = ORDER.replacen('{', r#"{"colour":"Plantedname","size":"4000056655665556","#, 1);
    let mut planted = request("/api/v0.6/orders/?of=planted", &two);
    let token = HeaderValue::from_static("Bearer sk_live_planted");
    planted.headers_mut().insert("authorization", token);
    let (response, body, received) = answer(layer, planted).await;
    assert_eq!((response.status(), received), (StatusCode::BAD_REQUEST, None));
    let line = told.lock().unwrap().join("\n");
    let parts = [
        "order: reject, field.unknown deny, unchecked without merchant.",
        "; shadow: accept, field.unknown warn",
    ];
    assert!(line.starts_with(parts[0]) && line.contains(parts[1]), "{line}");
    let shown = (line + &body).to_lowercase();
    let mut secrets = ["planted", "4000056655665556", "grace"].into_iter();
    assert!(!secrets.any(|secret| shown.contains(secret)), "{shown}");
}

/// The lines that the callback gets of a request.
async fn told_of(layer: CheckLayer, request: Request<Body>) -> (u16, String, String) {
    let all = Arc::new(Mutex::new(String::new()));
    let (checked, unchecked) = (Arc::clone(&all), Arc::clone(&all));
    let layer = layer
        .on_check(move |check| {
            // When it was sent is another time each time.
            let observation = Observation { at: None, ..check.observation() };
            let line = serde_json::to_string(&observation).unwrap();
            checked.lock().unwrap().push_str(&line);
        })
        .on_unchecked(move |_, why| unchecked.lock().unwrap().push_str(why));
    let (response, body, _) = answer(layer, request).await;
    let told = all.lock().unwrap().clone();
    (response.status().as_u16(), body, told)
}

#[tokio::test]
async fn every_request_is_told_with_status_or_reason() {
    const ORDERS: &str = "/api/v0.6/orders/";
    let told = |verdict, finding, status| {
        format!(
            r#"{{"operation":"order","verdict":"{verdict}","findings":[{finding}],"status":{status}}}"#
        )
    };
    let rejected = |rule| told("reject", format!(r#"["{rule}","","deny"]"#), "null");
    let warned = told("accept", r#"["http.trailing_slash","","warn"]"#.to_owned(), "200");
    let accepted = told("accept", String::new(), "200");
    let encoded = "the body has a Content-Encoding, which isn't decoded".to_owned();
    let cancel = "/orders/1/cancel/";
    let (longest, long) = (format!("{ORDER:100}"), format!("{ORDER:101}"));
    for (path, header, body, status, told) in [
        (ORDERS, "", ORDER, 200, accepted.clone()),
        ("/api/v0.6/orders", "", ORDER, 200, warned),
        ("/api/v0.6//orders/", "", ORDER, 400, rejected("http.path")),
        (ORDERS, "", &*longest, 200, accepted.clone()),
        (ORDERS, "", &*long, 413, rejected("json.too_large")),
        (ORDERS, "gzip", "\u{1f}", 415, encoded),
        (ORDERS, "identity", ORDER, 200, accepted),
        (cancel, "", ORDER, 200, Operation::no_route("POST", cancel)),
    ] {
        let base = "https://docs.example/\"/".parse().unwrap();
        let layer = CheckLayer::new(engine(r#"{"max_body_bytes":100}"#)).problem_base(&base);
        let mut request = request(path, body);
        if !header.is_empty() {
            request.headers_mut().insert("content-encoding", HeaderValue::from_static(header));
        }
        let (found, body, lines) = told_of(layer, request).await;
        assert_eq!((found, lines), (status, told), "{path}");
        let starts = match status {
            200 => "done",
            415 => r#"{"type":"about:blank","title":"Unsupported Media Type","status":415,"#,
            _ => r#"{"type":"https://docs.example/%22/rules/"#,
        };
        let of_status = format!(r#","status":{status},"#);
        assert!(body.starts_with(starts) && (status == 200 || body.contains(&of_status)), "{body}");
    }
}

fn watched(file: File) -> CheckLayer {
    CheckLayer::new(Tenant::from(Engine::default()).report_only()) // while you watch
        .on_check(move |checked| {
            let line = serde_json::to_string(&checked.observation()).unwrap_or_default();
            _ = (&file).write_all((line + "\n").as_bytes());
        })
        .on_unchecked(|_, why| eprintln!("{why}"))
}

#[tokio::test]
async fn calibration_pages_example_writes_every_line() {
    let page = include_str!("../../docs/calibration.md");
    let shown = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(include_str!("service.rs").contains(shown));
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/observed.ndjson");
    let layer = watched(File::create(path).unwrap());
    let bad = ORDER.replace("12.5", "true");
    for body in [ORDER, &bad] {
        assert_eq!(answer(layer.clone(), order(body)).await.1, "done");
    }
    let lines = std::fs::read_to_string(path).unwrap();
    let mut observed = lines.lines().map(|line| Observation::from_json(line).unwrap());
    assert!(observed.all(|line| line.status == Some(200) && line.at.is_some()));
    assert_eq!(
        lines
            .matches(r#""verdict":"reject","findings":[["field.type","/products/0/price","deny"]]"#)
            .count(),
        1,
        "{lines}"
    );
}

/// The file that is logged to until the guard is dropped.
fn logged(name: &str) -> (String, tracing::subscriber::DefaultGuard) {
    let path = format!("{}/{name}.log", env!("CARGO_TARGET_TMPDIR"));
    let file = File::create(&path).unwrap();
    let log = tracing_subscriber::fmt().without_time().with_writer(file).finish();
    (path, tracing::subscriber::set_default(log))
}

#[tokio::test]
async fn tracing_warns_of_findings_and_unchecked() {
    let (path, guard) = logged("tracing");
    for (path, body) in
        [("/orders/", ORDER), ("/api/v0.6/orders/", ORDER), ("/api/v0.6/balance/", "{")]
    {
        answer(CheckLayer::new(Engine::default()), request(path, body)).await;
    }
    drop(guard);
    let log = std::fs::read_to_string(path).unwrap();
    let starts = [
        " WARN paylint: order: accept, http.version_prefix warn, ",
        " INFO paylint: not checked: the gateway's ",
    ];
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(log.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{log}");
}

/// Panics are printed by the panic hook, and logged once.
#[tokio::test]
async fn a_panicking_callback_changes_no_answer() {
    let (path, guard) = logged("panics");
    let layer = CheckLayer::new(Engine::default())
        .clock(|| panic!("no clock"))
        .source_address(|_| panic!("no proxy"))
        .on_check(|_| panic!("the disk is full"))
        .on_unchecked(|_, _| panic!("the disk is full"));
    for (path, body, status) in [
        ("/api/v0.6/orders/", ORDER, StatusCode::OK),
        ("/api/v0.6/balance/", "{", StatusCode::OK),
        ("/api/v0.6/orders/", "{", StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(answer(layer.clone(), request(path, body)).await.0.status(), status);
    }
    // A handler that panics, too.
    let handler = service_fn(|_: Request<CheckBody<Body>>| async {
        if true {
            panic!("no database");
        }
        Ok::<Response<Body>, Infallible>(Response::default())
    });
    let ended = tokio::spawn(layer.layer(handler).oneshot(order(ORDER))).await;
    let payload = ended.unwrap_err().into_panic();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"no database"));
    drop(guard);
    let log = std::fs::read_to_string(path).unwrap();
    assert_eq!(log.matches("ERROR paylint: a callback").count(), 10, "{log}");
}

#[tokio::test]
async fn cancelled_request_is_told() {
    let (layer, told) = telling(CheckLayer::new(Engine::default()), |checked| checked.status);
    let never = service_fn(|_: Request<CheckBody<Body>>| {
        std::future::pending::<Result<Response<Body>, Infallible>>()
    });
    let mut future = Box::pin(layer.layer(never).oneshot(order(ORDER)));
    assert!(
        Future::poll(future.as_mut(), &mut Context::from_waker(std::task::Waker::noop()))
            .is_pending()
    );
    assert!(told.lock().unwrap().is_empty());
    drop(future);
    assert_eq!(*told.lock().unwrap(), [None]);
}

#[tokio::test]
async fn a_shadow_engine_is_never_enforced() {
    let layer = || {
        let strict = engine(r#"{"levels":{"field.unknown":"deny"},"max_body_bytes":8}"#);
        CheckLayer::new(Tenant::new(Engine::default()).shadow(strict))
    };
    let (told, changes) =
        telling(layer(), |checked| checked.shadow.as_ref().map(|(change, _)| *change));
    let (response, _, received) = answer(told, order(ORDER)).await;
    assert_eq!((response.status(), received.as_deref()), (StatusCode::OK, Some(ORDER)));
    assert_eq!(*changes.lock().unwrap(), [Some(Change::AcceptToReject)]);
    let same = Tenant::new(Engine::default()).shadow(Engine::default());
    let (same, lines) = telling(CheckLayer::new(same), |checked| checked.to_string());
    answer(same, order(ORDER)).await;
    assert!(!lines.lock().unwrap()[0].contains("shadow"), "{lines:?}");
    // Nobody to tell.
    assert_eq!(answer(layer(), order(ORDER)).await.0.status(), StatusCode::OK);
}

#[tokio::test]
async fn ready_service_is_the_one_called() {
    let done =
        |_: Request<CheckBody<Body>>| ready(Ok::<Response<Body>, Infallible>(Response::default()));
    // Fails if it is called before it was ready.
    let turns = LoadShed::new(service_fn(done));
    let mut service = CheckLayer::new(Engine::default()).layer(turns);
    for path in ["/api/v0.6/orders/", "/elsewhere/", "/api/v0.6/orders/"] {
        let service = ServiceExt::<Request<Body>>::ready(&mut service).await.unwrap();
        let response = service.call(request(path, ORDER)).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn trailers_are_kept() {
    let sum = (HeaderName::from_static("sum"), HeaderValue::from_static("1"));
    let trailers = HeaderMap::from_iter([sum]);
    let body = Full::from(ORDER).with_trailers(ready(Some(Ok(trailers.clone()))));
    let service = service_fn(async |request: Request<CheckBody<Body>>| {
        assert_eq!(request.body().size_hint().exact(), Some(ORDER.len() as u64));
        Ok::<_, Infallible>(Response::new(request.into_body()))
    });
    let service = CheckLayer::new(Engine::default()).layer(service);
    let response = service.oneshot(order("").map(|_| body)).await.unwrap();
    let all = response.into_body().collect().await.unwrap();
    assert_eq!(all.trailers(), Some(&trailers));
    assert_eq!(all.to_bytes(), ORDER);
}
