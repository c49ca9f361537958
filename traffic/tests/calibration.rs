//! A gateway that refuses what it refuses, a month of requests to it, and what is learnt from its answers: also where the
//! log lies.

use paylint::{Engine, Facts, Operation, Report, Timestamp};
use paylint_tests::generate::Rng;
use paylint_traffic::Location;
use paylint_traffic::calibration::{
    Calibration, Evidence, Gatherer, Key, KnownPaths, LayerOf, Looker, Refusals, Seen, Terms,
};
use paylint_traffic::log::LogRequest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request that was sent, and the answer.
#[derive(Clone)]
struct Line {
    operation: Operation,
    body: String,
    /// Minutes since the first of the month.
    minute: i64,
    terminal: &'static str,
    status: u16,
    answer: String,
}

impl Line {
    fn day(&self) -> i64 {
        self.minute / 1440 + 1
    }
}

/// The first thing that the gateway refuses: it looks no further.
fn refusal(operation: Operation, body: &Value, day: i64, terminal: &str) -> Option<&'static str> {
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).unwrap_or("x");
    let number = |pointer: &str| body.pointer(pointer).and_then(Value::as_f64).unwrap_or(9.0);
    let refuses = match operation {
        Operation::Order => [
            (text("/client/email").is_empty(), "client.email"),
            (text("/client/country").len() > 2, "client.country"),
            (day >= 6 && text("/client/city").is_empty(), "client.city"),
            (text("/dynamic_descriptor").chars().count() > 18, "dynamic_descriptor"),
            (["CHF", "TRY"].contains(&text("/currency")), "currency"),
            (body["is_moto"] == true && body["client"]["zip_code"].is_null(), "client.zip_code"),
            (number("/products/0/quantity") < 1.0, "products.0.quantity"),
            (terminal == "T2" && number("/products/0/price") == 0.0, "products.0.price"),
        ]
        .to_vec(),
        _ => vec![(number("/amount") < 2.0, "amount")],
    };
    refuses.into_iter().find(|(refuses, _)| *refuses).map(|(_, member)| member)
}

/// A month of requests with the mistakes that shops make, and the gateway's answers.
fn month() -> Vec<Line> {
    let mut rng = Rng::new(1);
    let mut lines = Vec::new();
    for minute in (0..28 * 1440).step_by(5) {
        let operation =
            rng.pick(&[Operation::Order, Operation::Order, Operation::Order, Operation::PayoutOg]);
        let email = format!("u{}@mail.example", rng.below(4000));
        let one_in = |rng: &mut Rng, of: usize| rng.below(of) == 0;
        let mut body = match operation {
            Operation::Order => json!({
                "client": {"email": email, "country": "LV", "city": "Riga"},
                "products": [{"title": "Mug", "price": 4 + rng.below(60), "quantity": 1 + rng.below(3)}],
                "currency": rng.pick(&["EUR", "EUR", "SEK", "PLN"]),
                "dynamic_descriptor": "NORTHHOUSE STORE"[..8 + rng.below(9)],
            }),
            _ => {
                json!({"client": {"email": email}, "amount": (200 + rng.below(9000)) as f64 / 100.0, "currency": "EUR"})
            }
        };
        if operation == Operation::Order {
            let mut mistakes = vec![
                ("/client/email", json!("")),
                ("/client/country", json!("Latvia")),
                ("/client/city", json!("")),
                ("/client/state", json!("")),
                ("/client/state", json!("")),
                ("/client/birth_date", json!("31-12-1990")),
                ("/dynamic_descriptor", json!("NORTHHOUSE STORE BRANCH"[..19 + rng.below(5)])),
                ("/currency", json!(rng.pick(&["CHF", "TRY"]))),
                ("/products/0/price", json!(0)),
                ("/products/0/quantity", json!(0)),
                ("/langauge", json!("lv")),
                ("/is_moto", json!(true)),
            ];
            if one_in(&mut rng, 3) {
                let (at, value) = mistakes.swap_remove(rng.below(mistakes.len()));
                let (object, key) = at.rsplit_once('/').unwrap();
                body.pointer_mut(object).unwrap()[key] = value;
            }
            if one_in(&mut rng, 8) {
                body["is_moto"] = json!(true);
                body["client"]["zip_code"] = json!("LV-1010");
            }
        } else if one_in(&mut rng, 12) {
            body["amount"] = json!((20 + rng.below(179)) as f64 / 100.0);
        }
        let terminal = rng.pick(&["T1", "T1", "T2"]);
        let refused = refusal(operation, &body, minute / 1440 + 1, terminal);
        let (status, answer) = match refused {
            Some(member) => {
                (422, json!({"errors": [{"attr": member, "code": "invalid", "detail": "no"}]}))
            }
            None if rng.below(400) == 0 => (400, json!({"message": "try again later"})),
            None => (201, json!({"id": "o-1", "state": "created"})),
        };
        lines.push(Line {
            operation,
            body: body.to_string(),
            minute,
            terminal,
            status,
            answer: answer.to_string(),
        });
    }
    lines
}

fn at(line: &Line) -> Timestamp {
    Timestamp::from_unix_seconds(1_790_000_000 / 86_400 * 86_400 + line.minute * 60).unwrap()
}

/// Gathers answers line by line.
fn gathered(engine: &Engine, lines: &[Line]) -> Evidence {
    let (known, refusals) = (KnownPaths::of_all(engine), Refusals::default());
    let mut looker = Looker::new(&known, &refusals, Key::new("secret"));
    let (mut gatherer, mut report) = (Gatherer::default(), Report::new());
    for (number, line) in lines.iter().enumerate() {
        engine.check_into(line.operation, line.body.as_bytes(), &Facts::default(), &mut report);
        let request = LogRequest {
            at: Some(at(line)),
            by: Some(line.terminal.into()),
            status: Some(line.status),
            answer: Some(&line.answer),
            ..LogRequest::new(line.operation, line.body.as_bytes().into())
        };
        let mut seen = Seen::default();
        looker.look(&report, &request, &mut seen);
        gatherer.add(&seen, |_| Location::new(number as u64, None));
    }
    gatherer.finish()
}

/// Entries of layers, each with its part: levels, and rules without their names.
fn entries(layers: &[LayerOf]) -> BTreeSet<String> {
    let (mut entries, mut names) = (BTreeSet::new(), BTreeSet::new());
    for LayerOf { by, layer, .. } in layers {
        let by = by.as_deref().unwrap_or("all");
        entries.extend(
            layer.levels.iter().map(|(selector, level)| format!("{by}: {selector} {level}")),
        );
        entries.extend(layer.rules.iter().map(|rule| {
            let mut rule = rule.clone();
            let name = rule.as_object_mut().unwrap().remove("name").unwrap().to_string();
            assert!(names.insert(name), "{rule}");
            format!("{by}: {rule}")
        }));
    }
    entries
}

/// Entries of somebody who knows the gateway.
fn true_entries() -> BTreeSet<String> {
    let levels = [
        "all: field.blank@/client/email deny",
        "all: field.blank@/client/city deny",
        "all: code.country@/client/country deny",
        "all: date.format@/client/birth_date warn",
        "T1: product.price_minimum@/products/*/price warn",
    ];
    let rules = [
        json!({"on": ["order"], "level": "deny", "member": "/dynamic_descriptor", "max_length": 18}),
        json!({"on": ["order"], "level": "deny", "member": "/currency", "none_of": ["CHF", "TRY"]}),
        json!({"on": ["order"], "level": "deny", "member": "/client/zip_code", "required": true,
            "when": {"capability": "moto"}}),
        json!({"on": ["payout_og"], "level": "deny", "member": "/amount", "minimum": 2}),
    ];
    let rules = rules.map(|rule| format!("all: {rule}"));
    levels.into_iter().map(str::to_owned).chain(rules).collect()
}

#[test]
fn policy_of_the_gateway_is_learnt() {
    let lines: Vec<Line> = month().into_iter().filter(|line| line.day() <= 14).collect();
    let engine = Engine::default();
    let found = Calibration::of(&gathered(&engine, &lines), Terms::default(), &engine);
    assert_eq!(entries(&found.layers), true_entries());
    // The change is seen, and the day is said.
    let city = found.rules.iter().find(|row| row.member == "/client/city").unwrap();
    assert_eq!(city.since.as_deref(), Some("2026-09-26"));
}

/// Two halves that are merged, a log that is given twice, and rows of a table say what the whole says.
#[test]
fn parts_add_up_to_the_whole() {
    let engine = Engine::default();
    let mut lines: Vec<Line> = month().into_iter().filter(|line| line.day() <= 14).collect();
    lines[0].body = r#"{"client":{"email":"a@mail.example"},"language":"[FILTERED]"}"#.to_owned();
    let gathered = |lines: &[Line]| gathered(&engine, lines);
    let whole = gathered(&lines);
    let (first, second) = lines.split_at(lines.partition_point(|line| line.day() < 8));
    let mut merged = gathered(second);
    merged.merge(gathered(first));
    let json = |evidence: &Evidence| {
        let mut json =
            serde_json::to_value(Calibration::of(evidence, Terms::default(), &engine)).unwrap();
        for list in ["rules", "missed"] {
            for row in json[list].as_array_mut().unwrap() {
                row["ids"] = Value::Null;
            }
        }
        json
    };
    assert_eq!(json(&merged), json(&whole));

    let mut twice = gathered(&[&lines[..], &lines].concat());
    assert_eq!(twice.read.twice, whole.read.lines);
    (twice.read.lines, twice.read.twice) = (whole.read.lines, whole.read.twice);
    assert_eq!(json(&twice), json(&whole));

    let mut again = Evidence::default();
    whole.for_each_row(|names, count| again.add_row(names, count).expect("a row"));
    assert_eq!(json(&again)["rules"], json(&whole)["rules"]);
    assert!(json(&again)["rules"].to_string().contains("masked"));

    // Counts end at a greatest one.
    whole.for_each_row(|names, _| again.add_row(names, u64::MAX).expect("a row"));
    again.merge(again.clone());
    assert_eq!(Calibration::of(&again, Terms::default(), &engine).read.attempts, 1 << 40);
}
