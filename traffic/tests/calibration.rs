//! A gateway that refuses what it refuses, a month of requests to it, and what is learnt from its answers: also where the
//! log lies.

use paylint::{Engine, Facts, Operation, Policy, Report, Timestamp, Verdict};
use paylint_tests::generate::Rng;
use paylint_traffic::Location;
use paylint_traffic::calibration::{
    Calibration, Evidence, Exchange, Gatherer, Key, KnownPaths, LayerOf, Looker, Observation,
    Refusals, Row, Seen, Terms,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The policy of somebody who knows the gateway.
const TRUTH: &str = r#"{
    "levels": {
        "field.blank@/client/email": "deny",
        "field.blank@/client/city": "deny",
        "code.country@/client/country": "deny",
        "product.price_minimum@/products/*/price": "warn",
        "date.format@/client/birth_date": "warn"
    },
    "rules": [
        {"name": "custom.descriptor", "on": ["order"], "level": "deny", "member": "/dynamic_descriptor", "max_length": 18},
        {"name": "custom.currency", "on": ["order"], "level": "deny", "member": "/currency", "none_of": ["CHF", "TRY"]},
        {"name": "custom.zip", "on": ["order"], "level": "deny", "member": "/client/zip_code", "required": true,
            "when": {"capability": "moto"}},
        {"name": "custom.payout", "on": ["payout_og"], "level": "deny", "member": "/amount", "minimum": 2}
    ]
}"#;

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
fn month(seed: u64) -> Vec<Line> {
    // Fewer where a test looks at many months.
    let step = if seed < 3 { 5 } else { 10 };
    let mut rng = Rng::new(seed);
    let mut lines = Vec::new();
    for minute in (0..28 * 1440).step_by(step) {
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
fn gathered(
    engine: &Engine,
    lines: &[Line],
    refusals: &Refusals,
    by_terminal: bool,
    key: Key,
) -> Evidence {
    let known = KnownPaths::of_all(engine);
    let mut looker = Looker::new(&known, refusals, key);
    let (mut gatherer, mut report) = (Gatherer::default(), Report::new());
    for (number, line) in lines.iter().enumerate() {
        engine.check_into(line.operation, line.body.as_bytes(), &Facts::default(), &mut report);
        let exchange = Exchange {
            body: line.body.as_bytes(),
            at: Some(at(line)),
            by: by_terminal.then_some(line.terminal),
            status: Some(line.status),
            answer: Some(&line.answer),
            ..Exchange::default()
        };
        let mut seen = Seen::default();
        looker.look(&report, &exchange, &mut seen);
        gatherer.add(&seen, |_| Location::new(number as u64, None));
    }
    gatherer.finish()
}

fn calibrated(lines: &[Line]) -> Calibration {
    let engine = Engine::default();
    let evidence = gathered(&engine, lines, &Refusals::default(), true, Key::default());
    Calibration::of(&evidence, Terms::default(), &engine)
}

/// Entries of layers, each with its part: levels, and rules without their names.
fn entries(layers: &[LayerOf]) -> BTreeSet<String> {
    let mut entries = BTreeSet::new();
    for LayerOf { by, layer, .. } in layers {
        let by = by.as_deref().unwrap_or("all");
        entries.extend(
            layer.levels.iter().map(|(selector, level)| format!("{by}: {selector} {level}")),
        );
        entries.extend(layer.rules.iter().map(|rule| {
            let mut rule = rule.clone();
            rule.as_object_mut().unwrap().remove("name");
            format!("{by}: {rule}")
        }));
    }
    entries
}

/// Entries that this gateway lets be learnt: the truth, but that one terminal differs.
fn true_entries() -> BTreeSet<String> {
    let mut truth: Value = serde_json::from_str(TRUTH).unwrap();
    let rules = truth["rules"].as_array_mut().unwrap();
    let rules = rules.iter_mut().map(|rule| {
        rule.as_object_mut().unwrap().remove("name");
        format!("all: {rule}")
    });
    let mut entries: BTreeSet<String> = rules.collect();
    for (selector, level) in truth["levels"].as_object().unwrap() {
        let part = if selector.starts_with("product") { "T1" } else { "all" };
        entries.insert(format!("{part}: {selector} {}", level.as_str().unwrap()));
    }
    entries
}

/// Accepted requests that a policy stops, and refused ones that it prevents.
fn held(layers: impl Fn(&Line) -> Vec<String>, lines: &[Line]) -> (u64, u64) {
    let engine = |line: &Line| {
        let layers = layers(line);
        let layers: Vec<&[u8]> = layers.iter().map(String::as_bytes).collect();
        Engine::new(&Policy::default().with_layers(&layers).unwrap())
    };
    let terminals = ["T1", "T2"].map(|terminal| {
        let line = lines.iter().find(|line| line.terminal == terminal).unwrap();
        (terminal, engine(line))
    });
    let (mut stopped, mut prevented) = (0, 0);
    for line in lines {
        let (_, engine) =
            terminals.iter().find(|(terminal, _)| *terminal == line.terminal).unwrap();
        let report = engine.check(line.operation, line.body.as_bytes(), &Facts::default());
        let is_stopped = u64::from(report.verdict() == Verdict::Reject);
        *(if line.status < 300 { &mut stopped } else { &mut prevented }) += is_stopped;
    }
    (stopped, prevented)
}

#[test]
fn learnt_policy_holds_on_other_days() {
    let (learnt_on, held_on): (Vec<Line>, Vec<Line>) =
        month(1).into_iter().partition(|line| line.day() <= 14);
    let found = calibrated(&learnt_on);
    assert_eq!(entries(&found.layers), true_entries());
    let layers = |line: &Line| {
        let of = |by| found.layer(by).map(|layer| serde_json::to_string(&layer.layer).unwrap());
        [of(None), of(Some(line.terminal))].into_iter().flatten().collect()
    };
    let (stopped, prevented) = held(layers, &held_on);
    let (_, possible) = held(|_| vec![TRUTH.to_owned()], &held_on);
    let good = held_on.iter().filter(|line| line.status < 300).count() as u64;
    assert!(stopped * 1000 <= good, "{stopped} of {good}");
    assert!(prevented * 10 >= possible * 6, "{prevented}, and {possible} are possible");
    let before = held(|_| Vec::new(), &held_on);
    assert!(before.0 * 100 > good && before.1 * 2 < prevented, "{before:?}");
    // The change is seen, and the day is said.
    let city = found.rules.iter().find(|row| row.member == "/client/city").unwrap();
    assert_eq!(city.since.as_deref(), Some("2026-09-26"));
}

#[test]
fn month_given_twice_changes_nothing() {
    let lines: Vec<Line> = month(2).into_iter().filter(|line| line.day() <= 14).collect();
    let [once, twice] =
        [lines.clone(), [lines.clone(), lines].concat()].map(|lines| calibrated(&lines));
    assert_eq!(twice.read.twice, once.read.lines);
    let without_lines = |found: &Calibration| {
        let mut json = serde_json::to_value(found).unwrap();
        json["lines"] = Value::Null;
        json["twice"] = Value::Null;
        json
    };
    assert_eq!(without_lines(&twice), without_lines(&once));
}

/// Each lie of a log, told to the same month: nothing but the truth follows.
#[test]
fn nothing_false_follows_from_a_log_that_lies() {
    type Lie = fn(&mut Vec<Line>);
    let lies: [(&str, Lie); 8] = [
        ("retried by a program, a minute later", |lines| {
            let again = lines.iter().filter(|line| line.status >= 400).cloned();
            let again = again.flat_map(|line| {
                (1..4).map(move |later| Line { minute: line.minute + later, ..line.clone() })
            });
            lines.extend(again.collect::<Vec<_>>());
        }),
        ("one loud customer, whom the gateway has barred", |lines| {
            for (number, line) in lines
                .clone()
                .iter()
                .enumerate()
                .filter(|(_, line)| line.operation == Operation::Order)
                .take(300)
            {
                let body = json!({"client": {"email": "loud@mail.example", "state": ""}, "products": [{"title": "Cup", "price": 1 + number}]});
                let answer = json!({"errors": [{"attr": "client.state", "code": "barred"}]});
                lines.push(Line {
                    body: body.to_string(),
                    status: 422,
                    answer: answer.to_string(),
                    ..line.clone()
                });
            }
        }),
        ("one day on which everything was refused, by its state", |lines| {
            for line in lines
                .iter_mut()
                .filter(|line| line.day() == 9 && line.operation == Operation::Order)
            {
                (line.status, line.answer) =
                    (422, json!({"errors": [{"attr": "client.state"}]}).to_string());
                line.body = line.body.replace("\"email\"", "\"state\":\"\",\"email\"");
            }
        }),
        ("masked by the log", |lines| {
            for line in lines.iter_mut() {
                line.body =
                    line.body.replace("\"country\":\"LV\"", r#""country":"\u2022\u2022\u2022""#);
                line.body = line.body.replace("\"Riga\"", "\"**********\"");
            }
        }),
        ("cut at 150 bytes", |lines| {
            lines.iter_mut().for_each(|line| line.body.truncate(150));
        }),
        ("an outage that answers 400 and names nothing", |lines| {
            for line in lines.iter_mut().filter(|line| line.day() == 4) {
                (line.status, line.answer) = (400, json!({"message": "out of order"}).to_string());
            }
        }),
        ("names what it always names", |lines| {
            for line in
                lines.iter_mut().filter(|line| line.status >= 400 && !line.answer.contains("price"))
            {
                line.answer =
                    json!({"errors": [{"attr": "client.email", "code": "invalid"}]}).to_string();
            }
        }),
        ("refuses by what it knows of the customer", |lines| {
            for (number, line) in lines
                .iter_mut()
                .enumerate()
                .filter(|(_, line)| line.operation == Operation::PayoutOg)
            {
                if number % 7 == 0 && line.status < 300 {
                    (line.status, line.answer) =
                        (422, json!({"errors": [{"attr": "client.email"}]}).to_string());
                }
            }
        }),
    ];
    let truth = true_entries();
    for (name, lie) in lies {
        let mut lines: Vec<Line> = month(3).into_iter().filter(|line| line.day() <= 14).collect();
        lie(&mut lines);
        lines.sort_by_key(|line| line.minute);
        let found = entries(&calibrated(&lines).layers);
        let wrong: Vec<&String> = found.difference(&truth).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
}

/// A 200 that says inside that it failed.
#[test]
fn failures_inside_an_answer_are_refusals() {
    let mut lines: Vec<Line> = month(4).into_iter().filter(|line| line.day() <= 14).collect();
    let said = entries(&calibrated(&lines).layers);
    for line in lines.iter_mut().filter(|line| line.status == 422) {
        line.status = 200;
        line.answer = line.answer.replacen('{', r#"{"state":"failed","#, 1);
    }
    let bodies = vec![("/state".to_owned(), vec!["failed".to_owned()])];
    let refusals = Refusals { bodies, ..Refusals::default() };
    let engine = Engine::default();
    let evidence = gathered(&engine, &lines, &refusals, true, Key::default());
    assert_eq!(entries(&Calibration::of(&evidence, Terms::default(), &engine).layers), said);
}

/// Two halves that are merged, and rows of a table, say what the whole says.
#[test]
fn parts_add_up_to_the_whole() {
    let (engine, refusals, key) = (Engine::default(), Refusals::default(), Key::new("secret"));
    let mut lines: Vec<Line> = month(5).into_iter().filter(|line| line.day() <= 14).collect();
    lines[0].body = r#"{"client":{"email":"a@mail.example"},"language":"[FILTERED]"}"#.to_owned();
    let gathered = |lines: &[Line]| gathered(&engine, lines, &refusals, true, key);
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

    let mut again = Evidence::default();
    whole
        .for_each_row(|row| if again.add_row(row) { Ok(()) } else { Err(format!("{row:?}")) })
        .unwrap();
    assert_eq!(json(&again)["rules"], json(&whole)["rules"]);
    assert!(json(&again)["rules"].to_string().contains("masked"));

    // Counts end at a greatest one.
    whole
        .for_each_row(|row| again.add_row(Row { count: u64::MAX, ..row }).then_some(()).ok_or(()))
        .unwrap();
    again.merge(again.clone());
    assert_eq!(Calibration::of(&again, Terms::default(), &engine).read.attempts, 1 << 40);
}

/// Two members are always blank together: one level is enough, and no rule takes the place of the other.
#[test]
fn level_left_out_leaves_no_rule_behind() {
    let (engine, refusals) = (Engine::default(), Refusals::default());
    let line = |number: i64| {
        let is_refused = number % 5 < 2;
        let (city, state) = if is_refused { ("", "") } else { ("Riga", "RIX") };
        let email = format!("c{number}@mail.example");
        let client = json!({"email": email, "city": city, "state": state});
        let names = json!({"errors": [{"attr": "client.city"}, {"attr": "client.state"}]});
        Line {
            operation: Operation::Order,
            body: json!({"client": client, "products": [{"title": "Cup", "price": 5}]}).to_string(),
            minute: number * 60,
            terminal: "a",
            status: if is_refused { 422 } else { 200 },
            answer: if is_refused { names.to_string() } else { "{}".to_owned() },
        }
    };
    let lines: Vec<Line> = (0..100).map(line).collect();
    let evidence = gathered(&engine, &lines, &refusals, true, Key::default());
    let found = Calibration::of(&evidence, Terms::default(), &engine);
    let layers = serde_json::to_string(&found.layers).unwrap();
    assert!(layers.contains("field.blank@/client/city"), "{layers}");
    assert!(!layers.contains("custom."), "{layers}");
}

/// An observer's lines say what the log says, but for policy rules.
#[test]
fn observers_see_what_the_log_says() {
    let (engine, refusals, key) = (Engine::default(), Refusals::default(), Key::default());
    let lines: Vec<Line> = month(6).into_iter().filter(|line| line.day() <= 14).collect();
    let looker = Looker::new(&[], &refusals, key);
    let (mut gatherer, mut seen) = (Gatherer::default(), Seen::default());
    for line in &lines {
        let report = engine.check(line.operation, line.body.as_bytes(), &Facts::default());
        let body: Value = serde_json::from_str(&line.body).unwrap();
        let who = body["client"]["email"].as_str().filter(|who| !who.is_empty());
        let answer: Value = serde_json::from_str(&line.answer).unwrap();
        let named = answer["errors"][0]["attr"]
            .as_str()
            .map(|named| format!("/{}", named.replace('.', "/")));
        let observation = Observation {
            at: Some(at(line)),
            by: Some(line.terminal.into()),
            who: who.map(Into::into),
            named: named.into_iter().collect(),
            ..Observation::of(&report, Some(line.status))
        };
        let json = serde_json::to_string(&observation).unwrap();
        let observation = Observation::from_json(&json).unwrap();
        looker.observe(&observation, &json, &mut seen);
    }
    gatherer.add(&seen, |_| Location::default());
    let levels = |evidence: &Evidence| {
        let found = Calibration::of(evidence, Terms::default(), &engine);
        found.layers.iter().flat_map(|layer| layer.layer.levels.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(
        levels(&gatherer.finish()),
        levels(&gathered(&engine, &lines, &refusals, true, key))
    );
}
