//! Histories: the facts that follow from earlier requests, as the naive model adds them up.

use paylint::history::{Event, History};
use paylint::{Decimal, Engine, Facts, FactsBuf, Operation, Policy, Timestamp, Verdict};
use paylint_tests::generate::Rng;
use paylint_tests::model::order_facts;
use paylint_tests::workspace::{fences, read};
use serde_json::value::RawValue;
use serde_json::{Value, json};

fn time(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn decimal(text: &str) -> Decimal {
    text.parse().expect("an amount")
}

/// The facts with normalized amounts and times.
fn uniform(mut order: Value) -> Value {
    for (name, value) in order.as_object_mut().expect("facts") {
        match (name.as_str(), value.as_str()) {
            ("paid_at", Some(text)) => *value = time(text).to_string().into(),
            ("amount" | "captured" | "refunded" | "last_refund", Some(text)) => {
                *value = decimal(text).to_string().into();
            }
            _ => {}
        }
    }
    order
}

/// The lines of `tests/data/histories.ndjson`: the resulting facts, or the error and its place.
#[test]
fn facts_follow_as_the_cases_expect() {
    #[derive(serde::Deserialize)]
    struct Row<'a> {
        #[serde(borrow)]
        history: &'a RawValue,
        policy: Option<&'a RawValue>,
        order: Option<Value>,
        error: Option<Value>,
    }
    let lines = include_str!("../../data/histories.ndjson").lines();
    let mut count = 0;
    for line in lines {
        let Row { history, policy, order, error } = serde_json::from_str(line).expect("a row");
        let engine = engine_of(policy.map(RawValue::get));
        match (engine.order_facts_json(history.get().as_bytes()), order, error) {
            (Err(error), None, Some(expected)) => {
                let said = error.to_string();
                assert!(said.starts_with("invalid history: "), "{said}");
                assert!(said.contains(expected.as_str().unwrap_or_default()), "{line}\n{said}");
            }
            (Ok(found), Some(order), None) => {
                let found = serde_json::from_str(&found).expect("JSON");
                assert_eq!(uniform(found), uniform(order), "{line}");
            }
            (outcome, ..) => panic!("{line}\n{outcome:?}"),
        }
        count += 1;
    }
    assert_eq!(count, 92);
}

const ORDER: &str = r#"{"operation":"order","at":"2026-11-18T09:00:00Z","body":{"products":[{"title":"Tea","price":100}],"skip_capture":true}}"#;

#[test]
fn invalid_list_of_events_is_refused() {
    for (events, expected) in [
        ("", "empty, expected a JSON array"),
        (" ", "empty, expected a JSON array"),
        ("[", "not JSON: line 1, column 2"),
        ("orders.json", "not JSON: line 1, column 1; pass what the file holds, not its name"),
        ("{}", "expected an array, found object"),
    ] {
        let error = Engine::default().order_facts_json(events.as_bytes()).expect_err(expected);
        assert_eq!(error.to_string(), format!("invalid history: {expected}"));
    }
}

#[test]
fn total_beyond_a_facts_range_is_absent() {
    let declared = r#"{"members":[{"member":"/less","on":["order"],"type":"number","total":"subtracts"},
        {"member":"/hidden","on":["order"],"type":"any","total":"hides"}]}"#;
    let engine = Engine::new(&Policy::from_json(declared.as_bytes()).expect("a policy"));
    for (members, amount) in [
        (r#""products":[{"title":"Tea","price":100}]"#, Some("100")),
        (r#""products":[{"title":"Tea","price":100}],"less":"30.5""#, Some("69.5")),
        (r#""products":[{"title":"Tea","price":100}],"less":100"#, Some("0")),
        (r#""products":[{"title":"Tea","price":100}],"less":100.01"#, None),
        (r#""products":[{"title":"Tea","price":100}],"hidden":1"#, None),
        (r#""products":[{"title":"Tea","price":0.00001,"quantity":0.00001}]"#, None),
        (r#""products":[{"title":"Tea","price":0.0001,"quantity":0.0001}]"#, Some("0.00000001")),
    ] {
        let at = time("2026-11-18T09:00:00Z");
        let body = format!("{{{members}}}");
        let history = engine.history(body.as_bytes(), &Facts::default(), at).expect(members);
        let facts = history.facts();
        assert_eq!(facts.order_amount().ok(), amount.map(decimal), "{members}");
    }
}

/// A hold may end within a second, so the fraction is kept.
#[test]
fn fraction_of_a_second_is_kept() {
    for (given, kept) in [
        ("09:00:00.5+02:00", "07:00:00.5Z"),
        ("09:00:00.000000001Z", "09:00:00.000000001Z"),
        ("09:00:00.120Z", "09:00:00.12Z"),
        ("09:00:00.0Z", "09:00:00Z"),
    ] {
        let events = format!("[{}]", ORDER.replace("09:00:00Z", given));
        let order = Engine::default().order_facts_json(events.as_bytes()).expect("facts");
        assert!(order.contains(&format!(r#""paid_at":"2026-11-18T{kept}""#)), "{order}");
        let facts = FactsBuf::from_json(format!(r#"{{"order":{order}}}"#).as_bytes());
        let again = facts.expect("facts").as_facts().paid_at();
        assert_eq!(again.ok(), Some(time(&format!("2026-11-18T{given}"))));
    }
}

#[test]
fn builder_agrees_with_json() {
    let engine = Engine::default();
    let facts =
        FactsBuf::from_json(br#"{"terminal":"standard","merchant":{"avs_permission":true}}"#)
            .expect("facts");
    let body = r#"{"client":{"address":"Road 1","zip_code":"1"},"products":[{"title":"Tea","price":100}],"currency":"EUR","skip_capture":true}"#;
    let at = |day: u32| time(&format!("2026-11-{day}T09:00:00+02:00"));
    let built = engine
        .history(body.as_bytes(), &facts.as_facts(), at(18))
        .and_then(|history| history.with(Event::Capture(Some(decimal("80.5"))), at(19)))
        .and_then(|history| history.with(Event::Refund(Some(decimal("30"))), at(20)))
        .and_then(|history| history.with(Event::Refund(None), at(20)))
        .and_then(|history| history.with(Event::Reversal, at(21)))
        .and_then(|history| history.with(Event::Chargeback, at(22)))
        .expect("a history");
    let all = engine.history(body.as_bytes(), &facts.as_facts(), at(18));
    let all =
        all.and_then(|history| history.with(Event::Capture(None), at(19))).expect("a history");
    assert_eq!(all.facts().order_captured(), Ok(decimal("100")));
    let json = r#"{"scenario":"two_step","capabilities":["avs"],"amount":"100","captured":"80.5","refunded":"80.5","currency":"EUR","paid_at":"2026-11-18T07:00:00Z","reversed":true,"chargeback":true,"billing_address":true}"#;
    assert_eq!(built.order_json(), json);
    let events = json!([
        {"operation": "order", "at": "2026-11-18T09:00:00+02:00", "body": serde_json::from_str::<Value>(body).unwrap(),
         "facts": {"terminal": "standard", "merchant": {"avs_permission": true}}},
        {"operation": "capture", "at": "2026-11-19T09:00:00+02:00", "body": {"total": 80.5}},
        {"operation": "refund", "at": "2026-11-20T09:00:00+02:00", "body": {"amount": 30}},
        {"operation": "refund", "at": "2026-11-20T09:00:00+02:00"},
        {"operation": "reversal", "at": "2026-11-21T09:00:00+02:00"},
        {"event": "chargeback", "at": "2026-11-22T09:00:00+02:00"},
    ]);
    assert_eq!(engine.order_facts_json(events.to_string().as_bytes()).as_deref(), Ok(json));
    assert_eq!(
        format!("{built:?}"),
        r#"History { events: 6, order: Order {"scenario", "capabilities", "amount", "captured", "refunded", "currency", "paid_at", "reversed", "chargeback", "billing_address"} }"#
    );
    let payout = engine
        .payout_history(Operation::PayoutSdwo, br#"{"amount":"5.0"}"#, at(18))
        .expect("a payout");
    assert_eq!(
        payout.order_json(),
        r#"{"scenario":"payout_sdwo","amount":"5","paid_at":"2026-11-18T07:00:00Z"}"#
    );
}

#[test]
fn builder_refuses_the_same_as_json() {
    let engine = Engine::default();
    let at = time("2026-11-18T09:00:00Z");
    let order = |body: &[u8]| engine.history(body, &Facts::default(), at);
    let problem =
        |outcome: Result<History, paylint::HistoryError>| outcome.expect_err("an error").message();
    let one_step = order(br#"{"products":[{"title":"Tea","price":100}]}"#).expect("an order");
    let two_step = order(br#"{"skip_capture":true,"products":[{"title":"Tea","price":100}]}"#);
    for (outcome, expected) in [
        (order(b"{\n,"), "[0].body: not JSON: line 2, column 1"),
        (order(&vec![b' '; Policy::MAX_BODY_BYTES + 1]), "[0].body: longer than 67108864 bytes"),
        (engine.payout_history(Operation::Order, b"{}", at), "[0].operation: isn't a payout"),
        (
            two_step.and_then(|order| order.with(Event::Capture(Decimal::from_units(-1)), at)),
            "[1].body.total: not an amount: digits with at most 15 before and 8 after the point, 0 or more",
        ),
        (
            one_step.with(Event::Refund(Decimal::from_units(-1)), at),
            "[1].body.amount: not an amount: digits with at most 15 before and 8 after the point, 0 or more",
        ),
    ] {
        assert_eq!(problem(outcome), format!("invalid history: {expected}"));
    }
}

/// A random history as JSON, most often a valid one, and its policy.
fn random_history(rng: &mut Rng) -> (String, Option<&'static str>) {
    let one_of = |rng: &mut Rng, words: &'static str| {
        rng.pick(&words.split_whitespace().collect::<Vec<_>>())
    };
    let price = |rng: &mut Rng| {
        one_of(
            rng,
            r#"100 0.1 12.5 "49.90" 1e2 0.0001 59.899999999999999 999999999999 -3 null 0.00000001"#,
        )
    };
    let sum = |rng: &mut Rng| {
        one_of(
            rng,
            r#"1 0.01 30 "20.5" 0.00000001 33.333333 100 0 59.899999999999999 999999999999999 -1 null "x""#,
        )
    };
    let policy = rng.chance(30).then_some(
        r#"{"members":[{"member":"/off","on":["order"],"type":"number","total":"subtracts"}]}"#,
    );
    let products: Vec<String> = (0..rng.below(4))
        .map(|_| {
            let quantity =
                rng.pick(&["", r#","quantity":3"#, r#","quantity":"0.5""#, r#","tax":"T-1""#]);
            format!(r#"{{"title":"Tea","price":{}{quantity}}}"#, price(rng))
        })
        .collect();
    let mut members = vec![format!(r#""products":[{}]"#, products.join(","))];
    for member in [
        r#""skip_capture":true"#,
        r#""currency":"EUR""#,
        r#""currency":"eur""#,
        r#""client":{"email":"a@b.example","address":"Road 1","zip_code":"1"}"#,
        r#""client":{"address":" ","zip_code":"1"}"#,
        r#""client":{"address":"Road 1","zip_code":7}"#,
        r#""setup_future_use":"one-click""#,
        r#""is_moto":true"#,
        r#""off":2.5"#,
        r#""off":"no""#,
    ] {
        if rng.chance(35) {
            members.push(member.to_owned());
        }
    }
    let facts = if rng.chance(50) {
        let facts = rng.pick(&[
            r#"{"terminal":"standard","merchant":{"avs_permission":true}}"#,
            r#"{"terminal":"qcash"}"#,
            r#"{"terminal":"standard","subsequent":"recurring"}"#,
            r#"{"merchant":{"avs_permission":false},"account_funding":"other"}"#,
        ]);
        format!(r#","facts":{facts}"#)
    } else {
        String::new()
    };
    let event = |what: &str, minute: usize, more: String| {
        let what = match what {
            "payment" => r#""event":"payment","paid":true"#.to_owned(),
            "no payment" => r#""event":"payment","paid":false"#.to_owned(),
            "chargeback" => r#""event":"chargeback""#.to_owned(),
            operation => format!(r#""operation":"{operation}""#),
        };
        let at = format!("2026-11-18T{:02}:{:02}:00Z", minute / 60, minute % 60);
        format!(r#"{{{what},"at":"{at}"{more}}}"#)
    };
    let first = one_of(rng, "order order order order payout_og payout_sdwo refund");
    if first.starts_with("payout") {
        members = vec![format!(r#""amount":{},"currency":"USD""#, sum(rng))];
    }
    let mut minute = rng.below(60);
    let body = format!(r#","body":{{{}}}{facts}"#, members.join(","));
    let mut events = vec![event(first, minute, body)];
    for _ in 0..rng.below(6) {
        minute = if rng.chance(3) { minute.saturating_sub(1) } else { minute + rng.below(30) };
        let what =
            one_of(rng, "capture capture refund refund refund refund reversal chargeback payment");
        let what = match rng.below(100) {
            0..2 => "order",
            2..7 => "no payment",
            _ => what,
        };
        let member = if what == "capture" { "total" } else { "amount" };
        let body = match what {
            "refund" if rng.chance(30) => String::new(),
            "capture" | "refund" => format!(r#","body":{{"{member}":{}}}"#, sum(rng)),
            _ => String::new(),
        };
        events.push(event(what, minute, body));
    }
    (format!("[{}]", events.join(",")), policy)
}

fn engine_of(policy: Option<&str>) -> Engine {
    let policy = policy.map_or(Ok(Policy::default()), |json| Policy::from_json(json.as_bytes()));
    Engine::new(&policy.expect("a policy"))
}

#[test]
fn facts_agree_with_the_naive_model() {
    let (mut good, mut bad) = (0, 0);
    for seed in 0..20_000 {
        let (json, policy) = random_history(&mut Rng::new(seed));
        let order = engine_of(policy).order_facts_json(json.as_bytes());
        let expected = order_facts(&json, policy);
        match (order, expected) {
            (Ok(order), Some(expected)) => {
                let order: Value = serde_json::from_str(&order).expect("JSON");
                assert_eq!(order, Value::from(expected), "seed {seed}: {json}");
                good += 1;
            }
            (Err(_), None) => bad += 1,
            (order, expected) => panic!("seed {seed}: {json}\n{order:?}\n{expected:?}"),
        }
    }
    assert!(good > 3_000 && bad > 2_000, "{good} and {bad}");
}

/// The example of `docs/history.md`: each request is checked with the facts of the earlier ones, and accepted ones are
/// added.
#[test]
fn page_shows_the_actual_results() {
    let page = read("docs/history.md");
    let engine = Engine::default();
    let (mut standing, mut events, mut last) = (Value::Null, Vec::new(), Value::Null);
    let (mut requests, mut states) = (0, 0);
    for (kind, text) in fences(&page) {
        match kind {
            "json standing" => standing = serde_json::from_str(text).expect("facts"),
            "json request" => {
                requests += 1;
                last = serde_json::from_str(text).expect("a request");
            }
            "text" => {
                let mut facts = standing.clone();
                facts["now"] = last["at"].clone();
                if !events.is_empty() {
                    let order =
                        engine.order_facts_json(Value::from(events.clone()).to_string().as_bytes());
                    facts["order"] =
                        serde_json::from_str(&order.expect("a history")).expect("JSON");
                }
                let facts = FactsBuf::from_json(facts.to_string().as_bytes()).expect("facts");
                let operation = last["operation"]
                    .as_str()
                    .and_then(Operation::from_name)
                    .expect("an operation");
                let body = last.get("body").map(Value::to_string).unwrap_or_default();
                let report = engine.check(operation, body.as_bytes(), &facts.as_facts());
                let mut said = format!("{}\n", report.verdict().name());
                for finding in report.findings() {
                    said += format!("{} {}", finding.rule().name, finding.path()).trim_end();
                    said += "\n";
                }
                assert_eq!(said.trim_end(), text, "{last}");
                assert_eq!(report.unchecked().count(), 0, "{last}");
                if report.verdict() == Verdict::Accept {
                    if events.is_empty() {
                        last["facts"] = standing.clone();
                    }
                    events.push(last.clone());
                }
            }
            "json facts" => {
                let order =
                    engine.order_facts_json(Value::from(events.clone()).to_string().as_bytes());
                let order: Value = serde_json::from_str(&order.expect("a history")).expect("JSON");
                assert_eq!(order, serde_json::from_str::<Value>(text).expect("facts"));
                states += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!((requests, states), (4, 3));
}
