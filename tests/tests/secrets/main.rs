//! No output of the engine shows any part of a card number, a code, an account number, a token, a name or an address in
//! a body, in facts or in a policy.

mod leak;
mod numbers;
mod plant;

use std::fmt::{Debug, Display, Write};

use leak::{ALL, CODE, KEYS, Parts, Secret};
use paylint::facts::Fact;
use paylint::schema;
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Timestamp, UtcOffset};
use paylint_tests::fuzz::FACTS;
use serde_json::{Value, json};

/// Everything that a report shows.
fn all_of(report: &Report, out: &mut String) {
    let json = report.to_json();
    assert_eq!(format!("{report:?}"), json, "Debug shows the canonical form and no more");
    let findings: Vec<String> = report.findings().map(|finding| format!("{finding:?}")).collect();
    let findings = format!("\"findings\":[{}]", findings.join(","));
    assert!(json.contains(&findings), "Debug of a finding is part of it");
    report
        .findings()
        .flat_map(|finding| finding.params())
        .for_each(|param| _ = writeln!(out, "{param:?}"));
    report.unchecked().for_each(|unchecked| _ = writeln!(out, "{unchecked:?}"));
    _ = writeln!(out, "{json}\n{report}\n{}", report.to_problem().unwrap_or_default());
    _ = writeln!(out, "{:?} {:?}", report.obligations(), report.capabilities());
}

/// Engines that check every rule, and one that reads no body.
fn engines() -> [Engine; 4] {
    let strict = Policy::from_json(br#"{"levels":{"avs.issuer_support":"deny"}}"#);
    let short = Policy::from_json(br#"{"max_body_bytes":1}"#).expect("a limit");
    // Here the planted unknown member is declared, and a policy rule compares it.
    let number = declaring("number", &json!({ "maximum": 1 }));
    let text = declaring("string", &json!({ "min_length": 200 }));
    [strict.expect("a rule"), short, number, text].map(|policy| Engine::new(&policy))
}

/// A policy that declares a member `unknown` in every body, and has a rule about it.
fn declaring(kind: &str, constraint: &Value) -> Policy {
    let on: Vec<&str> = Operation::ALL
        .iter()
        .filter(|operation| schema::body(**operation).is_some())
        .map(|operation| operation.name())
        .collect();
    let mut rule = json!({ "name": "custom.unknown", "on": on, "member": "/unknown" });
    rule.as_object_mut().expect("a rule").extend(constraint.as_object().expect("one").clone());
    let members = json!([{ "member": "/unknown", "on": on, "type": kind }]);
    let policy = json!({ "members": members, "rules": [rule] });
    Policy::from_json(policy.to_string().as_bytes()).expect("a policy")
}

/// Fails if checking the body shows any part of a secret.
fn keeps(parts: &Parts, engines: &[Engine], operation: Operation, body: &[u8], facts: &FactsBuf) {
    // Lengths and columns may be shown, so they must be less than any four planted digits.
    assert!(body.len() < 8888, "{operation}: a body of {} bytes", body.len());
    let mut out = String::new();
    let facts = facts.as_facts();
    for engine in engines {
        all_of(&engine.check(operation, body, &facts), &mut out);
    }
    // Fields take a hundred checks, so only every 64th body gets them, by its length.
    if body.len().is_multiple_of(64) {
        let fields = engines[0].fields(operation, body, &facts);
        _ = writeln!(out, "{}\n{fields:?}", fields.to_json());
    }
    // Fixes take as many checks as there are findings.
    if body.len().is_multiple_of(16) {
        let fixes = engines[0].fixes(operation, body, &facts);
        // The amount of work may be shown.
        let shown = format!("{fixes:?}");
        let (shown, _) = shown.split_once(", complete: ").expect("what the answer took");
        _ = writeln!(out, "{}\n{shown}", fixes.to_json());
    }
    // A truncated body isn't JSON.
    let cut = &body[..body.len().saturating_sub(1)];
    all_of(&engines[0].check(operation, cut, &Facts::default()), &mut out);
    if let Some(part) = parts.leak(&out) {
        let body = String::from_utf8_lossy(body);
        let line = out.lines().find(|line| parts.leak(line).is_some()).unwrap_or("?");
        panic!("{operation}: {part:?} comes out of {body} as: {line}");
    }
}

/// Fails if a fact or a policy shows any part of a secret.
fn keeps_in(parts: &Parts, value: &(impl Debug + ?Sized), shown: &str, from: &dyn Display) {
    let out = format!("{value:?}\n{value:#?}\n{shown}");
    assert_eq!(parts.leak(&out), None, "out of {from}: {out}");
}

/// A body that has every member, each with its example: with few other findings, a report is searched fast.
fn full(operation: Operation) -> Value {
    let mut body = json!({});
    for known in paylint::members(operation) {
        let path = known.path.replace('*', "0");
        let (around, name) = path.rsplit_once('/').expect("a member");
        let example = serde_json::from_str(&known.example()).expect("JSON");
        body.pointer_mut(around).expect("its object")[name] = example;
    }
    body
}

fn facts() -> Value {
    serde_json::from_slice(FACTS).expect("JSON")
}

fn read(facts: &Value) -> FactsBuf {
    FactsBuf::from_json(facts.to_string().as_bytes()).expect("facts")
}

/// Whether a fact takes a number's digits there: all numbers of these values, and amounts that are strings.
fn is_amount(value: &Value, place: &str) -> bool {
    value.pointer(place).is_some_and(|value| {
        value.is_number() || value.as_str().is_some_and(|text| text.parse::<f64>().is_ok())
    })
}

#[test]
fn body_secrets_are_not_shown() {
    let (parts, engines) = (Parts::new(&ALL, 4), engines());
    // One payout represents the four that know the same members.
    let all = Operation::ALL.iter().copied();
    let twins = [Operation::PayoutB2p, Operation::PayoutP2p, Operation::PayoutOg];
    let all_facts = [read(&json!({})), read(&facts())];
    for operation in all.filter(|operation| !twins.contains(operation)) {
        let whole = full(operation);
        let places = plant::places(&whole);
        let places = places.iter().enumerate();
        for ((at, place), secret) in places.flat_map(|place| ALL.map(|secret| (place, secret))) {
            let ways = plant::ways(secret);
            if is_amount(&whole, place) && secret.0 == CODE.0 {
                // As an SDWO payout's amount it is a number, and is compared.
                continue;
            }
            for (turn, way) in ways.iter().enumerate() {
                let body = plant::text(&plant::replaced(&whole, place, way), (at + turn) % 2 == 0);
                keeps(&parts, &engines, operation, &body, &all_facts[turn / 2 % 2]);
            }
            let names = KEYS.iter().map(|Secret(name)| *name).chain([
                "unknown",
                " ",
                "card_numbr",
                "firstName",
            ]);
            for (name, way) in names.zip(ways.iter().cycle().skip(at)) {
                if let Some(more) = plant::with_member(&whole, place, name, way) {
                    let body = plant::text(&more, at % 2 == 0);
                    keeps(&parts, &engines, operation, &body, &all_facts[at % 2]);
                }
            }
        }
    }
}

#[test]
fn fact_secrets_are_not_shown() {
    let (parts, engines) = (Parts::new(&ALL, 4), engines());
    let whole = facts();
    let (mut usable, mut refused) = (0, 0);
    let mut planted: Vec<Vec<u8>> = Vec::new();
    let places = plant::places(&whole);
    let places = places.iter().enumerate();
    for ((at, place), secret) in places.flat_map(|place| ALL.map(|secret| (place, secret))) {
        if is_amount(&whole, place) && secret.0 == CODE.0 {
            // An amount may be a string of digits, and is compared.
            continue;
        }
        for way in plant::ways(secret) {
            planted.push(plant::text(&plant::replaced(&whole, place, &way), false));
            planted.push(plant::text(&plant::replaced(&whole, place, &way), true));
        }
        for Secret(name) in KEYS {
            let more = plant::with_member(&whole, place, name, &json!(secret.0));
            planted.extend(more.map(|more| plant::text(&more, at % 2 == 0)));
        }
    }
    let bodies = [Operation::Order, Operation::Refund, Operation::Payment, Operation::CardWebhook];
    let bodies = bodies.map(|body| (body, full(body).to_string()));
    let mut kept = FactsBuf::new();
    for json in &planted {
        let from = String::from_utf8_lossy(json);
        match FactsBuf::from_json(json) {
            Ok(facts) => {
                usable += 1;
                keeps_in(&parts, &facts, &format!("{:?}", facts.as_facts()), &from);
                // Between them, these operations read every fact.
                for (operation, body) in &bodies {
                    keeps(&parts, &engines[..1], *operation, body.as_bytes(), &facts);
                }
            }
            Err(error) => {
                refused += 1;
                let shown = format!("{error}\n{}\n{}", error.member(), error.problem());
                keeps_in(&parts, &error, &shown, &from);
            }
        }
        _ = kept.read_json(json);
        keeps_in(&parts, &kept, "", &from);
        let cut = FactsBuf::from_json(&json[..json.len() - 1]).expect_err("no JSON");
        keeps_in(&parts, &cut, &cut.to_string(), &from);
    }
    assert!(usable > 100 && refused > 1_000, "{usable} usable, {refused} refused");
}

#[test]
fn policy_secrets_are_not_shown() {
    let parts = Parts::new(&ALL, 4);
    let whole = json!({ "levels": { "compat.disputed": "deny", "code.*": "allow" },
        "max_findings": 100, "max_body_bytes": 1000 });
    let mut refused = 0;
    let places = plant::places(&whole);
    for (place, secret) in places.iter().flat_map(|place| ALL.map(|secret| (place, secret))) {
        let mut planted: Vec<Value> =
            plant::ways(secret).iter().map(|way| plant::replaced(&whole, place, way)).collect();
        for Secret(name) in KEYS {
            for name in [name.to_owned(), format!("{name}.*"), format!("avs.{name}")] {
                planted.extend(plant::with_member(&whole, place, &name, &json!("deny")));
                planted.extend(plant::with_member(&whole, place, "code.*", &json!(name)));
            }
        }
        for (value, escaped) in planted.iter().flat_map(|text| [(text, false), (text, true)]) {
            let json = plant::text(value, escaped);
            match Policy::from_json(&json) {
                Ok(policy) => keeps_in(&parts, &policy, "", value),
                Err(error) => {
                    refused += 1;
                    let shown = format!("{error}\n{}\n{}", error.member(), error.problem());
                    keeps_in(&parts, &error, &shown, value);
                }
            }
        }
    }
    assert!(refused > 500, "{refused} refused");
}

#[test]
fn secrets_of_facts_set_singly_are_not_shown() {
    let parts = Parts::new(&ALL, 4);
    for Secret(text) in ALL {
        let mut facts = FactsBuf::new();
        let amounts = [Fact::OrderAmount, Fact::OrderCaptured, Fact::OrderRefunded];
        for fact in Fact::ALL.iter().filter(|fact| text != CODE.0 || !amounts.contains(fact)) {
            for result in [facts.set_text(*fact, text), facts.add_text(*fact, text)] {
                if let Err(error) = result {
                    keeps_in(&parts, &error, &error.to_string(), &fact.name());
                }
            }
            keeps_in(&parts, &facts, &format!("{:?}", facts.as_facts()), &fact.name());
        }
        facts.add_header("Authorization", &format!("Bearer {text}"));
        facts.add_header(text, text);
        keeps_in(&parts, &facts, &format!("{:?}", facts.as_facts()), &"headers");
        for operation in Operation::ALL {
            keeps(&parts, &engines(), *operation, b"{}", &facts);
        }
        let time = text.parse::<Timestamp>().expect_err("no time");
        keeps_in(&parts, &time, &time.to_string(), &"a time");
        let offset = text.parse::<UtcOffset>().expect_err("no offset");
        keeps_in(&parts, &offset, &offset.to_string(), &"an offset");
    }
    for Secret(text) in KEYS {
        for selector in [text.to_owned(), format!("{text}.*"), format!("custom.{text}")] {
            let levels = json!({ "levels": { &selector: "deny" } }).to_string();
            let error = Policy::from_json(levels.as_bytes()).expect_err("no rule");
            keeps_in(&parts, &error, &error.to_string(), &selector);
        }
    }
}
