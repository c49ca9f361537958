//! Messages are in one style, and name what they are about: in the examples of the catalogue, and in every case.

use std::collections::BTreeMap;

use paylint::{Engine, Facts, Operation, Policy, catalogue};
use paylint_tests::audit::examples;
use paylint_tests::{cases, engine};
use serde_json::{Value, json};

/// Words with a capital that a message may begin with.
const NAMES: [&str; 9] =
    ["AVS", "MOTO", "QCash", "Custom AVS", "IPSP", "SDWO", "OG", "A2A", "One-"];

/// Things that are counted.
const COUNTED: [(&str, &str); 5] = [
    ("leg", "legs"),
    ("byte", "bytes"),
    ("digit", "digits"),
    ("character", "characters"),
    ("decimal place", "decimal places"),
];

/// What a message does that no message should, if anything.
fn fault(path: &str, message: &str) -> Option<String> {
    let is_name = NAMES.iter().any(|name| message.starts_with(name));
    if !is_name && !message.starts_with(|c: char| c.is_lowercase() || c.is_numeric() || c == '`') {
        return Some("begins with a capital".into());
    }
    if message.ends_with(['.', ' ', ',', ';', ':', '!']) {
        return Some("ends with a stop".into());
    }
    // The path of an endpoint has braces, and what JSON is made of.
    let filled_in = message.replace("{order_id}", "");
    let filled_in =
        ["`{`", "`}`", "`,`"].iter().fold(filled_in, |text, it| text.replace(it, "`x`"));
    if let Some(part) = ["  ", " ,", " ;", "{", "}", "``", "—", "null,", " . ", "not ;", "\n"]
        .into_iter()
        .find(|part| filled_in.contains(part))
    {
        return Some(format!("has {part:?}"));
    }
    if message.matches('`').count() % 2 == 1 || message.chars().count() > 190 {
        return Some("has half a quotation, or is too long".into());
    }
    for (one, more) in COUNTED {
        for (at, _) in message.match_indices(one) {
            let before = message[..at].trim_end_matches(' ');
            let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let number = &before[before.len() - digits..];
            let is_more = message[at..].starts_with(more);
            if digits > 0 && is_more == (number == "1") {
                return Some(format!("counts {number} {}", if is_more { more } else { one }));
            }
        }
    }
    let named = match path.rsplit('/').next() {
        None | Some("") => return None,
        Some("*") => "a member".to_owned(),
        Some(index) if index.bytes().all(|byte| byte.is_ascii_digit()) => format!("[{index}]`"),
        Some(name) => name.to_owned(),
    };
    let is_named = message.split('`').any(|part| part.rsplit('.').next() == Some(&named))
        || message.contains(&named) && !named.bytes().all(|byte| byte.is_ascii_lowercase());
    (!is_named).then(|| format!("doesn't name {named}"))
}

/// The findings of a report, as rule, path and message.
fn findings(report: &str) -> Vec<[String; 3]> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let found = report["findings"].as_array().expect("findings");
    found.iter().map(|it| [text(&it["rule"]), text(&it["path"]), text(&it["message"])]).collect()
}

fn assert_in_style(all: &[[String; 3]]) {
    let faults: Vec<String> = all
        .iter()
        .filter_map(|[rule, path, message]| {
            let fault = fault(path, message)?;
            Some(format!("{rule} {path}: {message:?} {fault}"))
        })
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_is_wrong_with_a_message_is_noticed() {
    for (path, message) in [
        ("", "The body is wrong"),
        ("", "the body is wrong."),
        ("", "the body is wrong  here"),
        ("", "the body is {wrong}"),
        ("", "the method must be POST, not ;"),
        ("", "the `body is wrong"),
        ("", "there are 1 legs"),
        ("", "there are 2 leg"),
        ("", "there are 0 decimal place"),
        ("/client/city", "a city is missing"),
        ("/client/zip_code", "`zip` is missing"),
        ("/products/1", "`products[0]` is wrong"),
        ("/client/*", "`client` is wrong"),
    ] {
        assert!(fault(path, message).is_some(), "{message}");
    }
    for (path, message) in [
        ("", "AVS isn't there"),
        ("", "80.5 was captured already; there is 1 leg, there are 2 legs and 0 decimal places"),
        ("/client/city", "`client.city` is missing"),
        ("/city", "`city` is missing"),
        ("/products/1", "`products[1]` is wrong"),
        ("/client/*", "a member is wrong"),
    ] {
        assert_eq!(fault(path, message), None, "{message}");
    }
}

#[test]
fn the_messages_of_the_examples_are_in_one_style() {
    let mut all = Vec::new();
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for rule in catalogue() {
        let report = examples::report(&rule.docs.violated_by).expect("an example that can be run");
        for finding in findings(&report) {
            let [name, _, message] = &finding;
            let before = said.insert(message.clone(), name.clone());
            assert!(before.is_none_or(|before| before == *name), "two rules say {message:?}");
            all.push(finding);
        }
    }
    assert!(all.len() >= catalogue().len());
    assert_in_style(&all);
}

#[test]
fn the_messages_of_all_cases_are_in_one_style() {
    let mut all = Vec::new();
    for case in cases::all() {
        let report = engine::report_of(&case);
        let found = report.iter().flat_map(|report| findings(report));
        // Policy rules may show the policy's message, whose style is the policy's.
        all.extend(found.filter(|[rule, ..]| !rule.starts_with("custom.")));
    }
    assert!(all.len() > 500, "{} findings", all.len());
    assert_in_style(&all);
}

/// A limit that a value could be replaced with has one of two names.
#[test]
fn limits_have_the_same_names_everywhere() {
    for rule in catalogue() {
        let other = rule.params.iter().find(|name| matches!(**name, "limit" | "max" | "min"));
        assert_eq!(other, None, "{}", rule.name);
    }
}

/// The one finding of a rule for a body: the message and the params.
fn said(rule: &str, operation: Operation, body: &str, facts: Value, policy: Value) -> [String; 2] {
    let facts = paylint::FactsBuf::from_json(facts.to_string().as_bytes()).expect("facts");
    let policy = Policy::from_json(policy.to_string().as_bytes()).expect("a policy");
    let report = Engine::new(&policy).check(operation, body.as_bytes(), &facts.as_facts());
    let found = report.findings().find(|finding| finding.rule().name == rule);
    let found = found.unwrap_or_else(|| panic!("{rule} doesn't fire: {report}"));
    [found.message().to_string(), found.params_json()]
}

#[test]
fn a_wrong_type_is_named() {
    for (value, actual) in [
        ("null", "null"),
        ("true", "boolean"),
        ("false", "boolean"),
        ("\"1\"", "string"),
        ("[]", "array"),
        ("-1", "number"),
        ("1", "number"),
    ] {
        let body = format!(r#"{{"client":{{}},"products":[{value}]}}"#);
        let [message, params] = said("field.type", Operation::Order, &body, json!({}), json!({}));
        let expected = format!("`products[0]` has the wrong type: expected object, found {actual}");
        assert_eq!(message, expected);
        assert_eq!(params, format!(r#"{{"expected":"object","actual":"{actual}","why":null}}"#));
    }
    let body = r#"{"client":{"email":{}}}"#;
    let [message, _] = said("field.type", Operation::Order, body, json!({}), json!({}));
    assert_eq!(message, "`client.email` has the wrong type: expected string, found object");
}

#[test]
fn why_a_value_has_the_wrong_type_is_said() {
    let order = |members: &str| format!(r#"{{"client":{{"email":"a@b.example"}},{members}}}"#);
    let product =
        |price: &str| order(&format!(r#""products":[{{"title":"Mug","price":{price}}}]"#));
    for (operation, body, why) in [
        (Operation::Order, product("\"12,50\""), "a number has a decimal point, and no comma"),
        (Operation::Order, product("\"1,234.50\""), "a number has a decimal point, and no comma"),
        (Operation::Order, product("\" 19.99\""), "a number has no white space around it"),
        (
            Operation::Order,
            order(r#""products":{"1":{"title":"Mug","price":12}}"#),
            "its keys are numbers, so re-index the array before you encode it",
        ),
        (Operation::Order, product("\"1 234.50\""), "a number has nothing between its thousands"),
        (Operation::Order, product("\"1'234.50\""), "a number has nothing between its thousands"),
        (Operation::Order, product("\"12.50 EUR\""), "only digits and a point make a number"),
        (Operation::Order, product("\"NaN\""), "NaN and infinity aren't numbers in JSON"),
        (
            Operation::Order,
            order(r#""skip_capture":"false""#),
            "write true and false without quotes",
        ),
        (Operation::Payment, r#"{"exp_month":1.5}"#.to_owned(), "it has a fractional part"),
        (Operation::Payment, r#"{"exp_month":"1.5"}"#.to_owned(), "it has a fractional part"),
        (
            Operation::PayoutSdwo,
            r#"{"amount":"ten"}"#.to_owned(),
            "only digits and a point make a number",
        ),
    ] {
        let [message, params] = said("field.type", operation, &body, json!({}), json!({}));
        assert!(message.ends_with(&format!("; {why}")), "{message}");
        assert!(params.ends_with(&format!(r#""why":"{why}"}}"#)), "{params}");
    }
    for body in [product("\"free\""), order(r#""skip_capture":"no""#)] {
        let [message, _] = said("field.type", Operation::Order, &body, json!({}), json!({}));
        assert!(!message.contains(';'), "{message}");
    }
}

/// Every rule whose level can be set, once at each level.
#[test]
fn what_must_be_at_deny_should_be_at_warn() {
    let mut differing = 0;
    for rule in catalogue().iter().filter(|rule| !rule.locked) {
        let example = &rule.docs.violated_by;
        let at = |level: &str| {
            let mut policy: Value = match example.policy {
                "" => json!({}),
                policy => serde_json::from_str(policy).expect("JSON"),
            };
            policy["levels"][rule.name] = json!(level);
            let facts = match example.facts {
                "" => json!({}),
                facts => serde_json::from_str(facts).expect("JSON"),
            };
            let operation = Operation::from_name(example.operation).expect("an operation");
            said(rule.name, operation, example.body, facts, policy)
        };
        let ([deny, deny_params], [warn, warn_params]) = (at("deny"), at("warn"));
        assert_eq!(deny_params, warn_params, "{}", rule.name);
        let softer = deny.replace("needs", "should have").replace("must", "should");
        assert!(!deny.contains("should"), "{}: {deny}", rule.name);
        // What issuers have to do is no matter of levels.
        assert!(warn == softer || rule.name == "avs.issuer_support", "{}: {warn}", rule.name);
        differing += usize::from(warn != deny);
    }
    assert!(differing > 60, "{differing}");
}

/// A path that differs from the endpoint in one thing says which.
#[test]
fn the_whole_path_is_said() {
    let at = |rule: &str, path: &str| {
        let facts = json!({ "request": { "path": path } });
        said(rule, Operation::Order, r#"{"client":{}}"#, facts, json!({}))
    };
    let [message, params] = at("http.path", "/v0.6/orders/");
    assert_eq!(
        message,
        "the path must be /api/v0.6/orders/, the endpoint of this operation; /api is missing \
         before the version"
    );
    assert_eq!(
        params,
        r#"{"expected":"/api/v0.6/orders/","mistake":"/api is missing before the version","leads_to":null}"#
    );
    let [message, _] = at("http.version_prefix", "/orders/");
    assert_eq!(message, "the path should be /api/v0.6/orders/, with the version in front");
    let [message, _] = at("http.trailing_slash", "/api/v0.6/orders");
    assert_eq!(message, "the path should end with a slash: /api/v0.6/orders/");
    let [message, _] = at("http.path", "/api/v0.6/orders/7/refund/");
    assert!(message.ends_with("; this path leads to the operation `refund`"), "{message}");
    let [message, _] = at("http.path", "/api/v0.6/basket/");
    assert!(message.ends_with("the endpoint of this operation"), "{message}");
}

/// What is wrong with a header is said, and never what it holds.
#[test]
fn a_broken_header_says_how() {
    for (value, why) in [
        ("Bearer", ": the key is missing"),
        ("Bearer Bearer k", ": Bearer is there twice"),
        ("Bearer: k", ": no colon follows Bearer"),
        ("Bearer a b", ": the key has a character other than visible ASCII ones, such as a space"),
        ("Basic a", ": the scheme is Basic"),
        ("k", ": Bearer and a space are missing"),
        ("Token token=k", ""),
    ] {
        let facts = json!({ "request": { "headers": { "Authorization": value } } });
        let [message, _] = said("http.authorization", Operation::Client, "{}", facts, json!({}));
        let expected =
            format!("the header Authorization is wrong{why}; it must be Bearer and a key");
        assert_eq!(message, expected);
    }
    let from = |forwarded: &str| {
        let headers = json!({ "X-Forwarded-For": forwarded });
        let facts = json!({ "request": { "source_address": "10.0.0.1", "headers": headers },
            "webhook": { "allowed_sources": ["192.0.2.7"] } });
        said("webhook.source_address", Operation::CardWebhook, "{}", facts, json!({}))[1].clone()
    };
    assert_eq!(from("192.0.2.7, 10.0.0.9"), r#"{"forwarded":true}"#);
    assert_eq!(from("192.0.2.9, x"), r#"{"forwarded":false}"#);
}

/// An amount that is too large says what is left, and whether it may be in cents.
#[test]
fn amounts_that_are_too_large_say_what_is_left() {
    let refund = |amount: &str, refunded: &str| {
        let facts =
            json!({ "order": { "scenario": "one_step", "amount": "100", "refunded": refunded } });
        let body = format!(r#"{{"amount":{amount}}}"#);
        said("refund.exceeds_remaining", Operation::Refund, &body, facts, json!({}))[0].clone()
    };
    assert_eq!(refund("80", "50"), "`amount` is 80, but at most 50 is left to refund");
    let nothing = "`amount` is 5, but nothing is left: paid less refunded is -50";
    assert_eq!(refund("5", "150"), nothing);
    let cents = "`amount` is 10000, but at most 100 is left to refund; is it in cents?";
    assert_eq!(refund("10000", "0"), cents);
    let capture = |total: &str, amount: &str| {
        let (body, facts) =
            (format!(r#"{{"total":{total}}}"#), json!({ "order": { "amount": amount } }));
        said("capture.exceeds_order", Operation::Capture, &body, facts, json!({}))[0].clone()
    };
    let most = "`total` is 30, but at most 20, the amount of the order, can be captured";
    assert_eq!(capture("30", "20"), most);
    assert_eq!(capture("3", "0"), "`total` is 3, but nothing was held: the order's amount is 0");
    let facts = json!({ "order": { "scenario": "one_step", "amount": "1", "refunded": "0.997" } });
    let [rest, _] = said("refund.full_after_partial", Operation::Refund, "", facts, json!({}));
    assert_eq!(rest, "0.997 was refunded already; the rest is less than a refund can be, 0.003");
}

#[test]
fn advice_fits_the_value() {
    let order = |client: &str, price: &str| {
        format!(r#"{{"client":{client},"products":[{{"title":"Mug","price":{price}}}]}}"#)
    };
    let of = |rule: &str, body: String| {
        said(rule, Operation::Order, &body, json!({}), json!({}))[0].clone()
    };
    let misplaced = of("field.misplaced", order(r#"{"skip_capture":true}"#, "1"));
    let expected = "`client.skip_capture` isn't a known member here; it belongs at /skip_capture, where there is none";
    assert_eq!(misplaced, expected);
}

/// A refund of what isn't captured isn't sent to a reversal that is too late.
#[test]
fn a_reversal_is_advised_only_in_time() {
    let at = |now: &str| {
        let facts = json!({ "now": now, "merchant": { "utc_offset": "+02:00" }, "order": {
            "scenario": "two_step", "captured": "0", "paid_at": "2026-11-20T08:00:00Z" } });
        said("refund.not_captured", Operation::Refund, "", facts, json!({}))
    };
    let [message, params] = at("2026-11-20T10:15:00Z");
    assert!(message.contains("reverse it"), "{message}");
    assert_eq!(params, r#"{"too_late_to_reverse":false}"#);
    let [message, params] = at("2026-11-21T10:15:00Z");
    assert!(!message.contains("reverse it"), "{message}");
    assert_eq!(params, r#"{"too_late_to_reverse":true}"#);
}

#[test]
fn one_is_not_many() {
    let order = |travel: &str| {
        format!(
            r#"{{"client":{{"email":"a@b.example"}},"products":[{{"title":"Mug","price":12.5}}],
            "currency":"JPY","travel_data":{{"airline_addendum":{travel}}}}}"#
        )
    };
    for (legs, counted) in [("[{}]", "there is 1 leg"), ("[{},{}]", "there are 2 legs")] {
        let body = order(&format!(r#"{{"n_legs":7,"legs":{legs}}}"#));
        let [message, _] = said("travel.leg_count", Operation::Order, &body, json!({}), json!({}));
        assert_eq!(message, format!("`airline_addendum.n_legs` is 7, but {counted}"));
    }
    let [message, params] =
        said("amount.minor_units", Operation::Order, &order("{}"), json!({}), json!({}));
    assert_eq!(
        message,
        "`products[0].price` is 12.5, but amounts in JPY have 0 decimal places; round it"
    );
    assert_eq!(params, r#"{"minor_units":0,"currency":"JPY","actual":"12.5"}"#);
    for (limit, counted) in [(1, "at most 1 is accepted"), (2, "at most 2 are accepted")] {
        let policy = json!({ "max_body_bytes": limit });
        let [message, _] = said("json.too_large", Operation::Refund, "[1]", json!({}), policy);
        assert_eq!(message, format!("the body has 3 bytes, but {counted}"));
    }
}

/// Days and instants of facts are shown, and those of a person or a card never.
#[test]
fn dates_are_shown_where_they_may_be() {
    let capture = |merchant: Value| {
        let facts = json!({ "now": "2026-11-20T10:15:00+02:00", "merchant": merchant,
            "order": { "scenario": "two_step", "paid_at": "2026-10-01T09:00:00Z" } });
        said("capture.hold_expired", Operation::Capture, r#"{"total":1}"#, facts, json!({}))
    };
    let [message, params] = capture(json!({ "hold_days": 7 }));
    assert_eq!(
        message,
        "this payment was made 2026-10-01T09:00:00Z and held until 2026-10-08T09:00:00Z at the \
         latest; it is now 2026-11-20T08:15:00Z"
    );
    assert_eq!(
        params,
        r#"{"paid_at":"2026-10-01T09:00:00Z","held_until":"2026-10-08T09:00:00Z","now":"2026-11-20T08:15:00Z"}"#
    );
    assert!(capture(json!({}))[1].contains(r#""held_until":"2026-10-29T09:00:00Z""#));

    // The days are those of the merchant; without the offset those of UTC, which differ as well.
    let reversal = |offset: Value, now: &str| {
        let facts = json!({ "now": now, "merchant": offset,
            "order": { "paid_at": "2026-11-19T21:30:00Z" } });
        said("reversal.same_day", Operation::Reversal, "", facts, json!({}))[1].clone()
    };
    assert_eq!(
        reversal(json!({ "utc_offset": "+02:00" }), "2026-11-19T22:15:00Z"),
        r#"{"paid_on":"2026-11-19","today":"2026-11-20","captured":null}"#
    );
    assert_eq!(
        reversal(json!({}), "2026-11-20T21:30:00Z"),
        r#"{"paid_on":"2026-11-19","today":"2026-11-20","captured":null}"#
    );

    let card = r#"{"cardholder_name":"A","card_number":"4111111111111111","csc":"123",
        "exp_month":3,"exp_year":25}"#;
    let facts = json!({ "now": "2026-11-20T10:15:00Z" });
    let [message, params] =
        said("payment.card_expired", Operation::Payment, card, facts.clone(), json!({}));
    assert_eq!(
        message,
        "the card has expired: `exp_year` and `exp_month` are before the month of the request, 2026-11"
    );
    assert_eq!(params, r#"{"month":"2026-11","incomplete":false}"#);

    let client = r#"{"client":{"birth_date":"2087-03-09"}}"#;
    let [message, params] =
        said("date.birth_in_future", Operation::Order, client, facts, json!({}));
    assert_eq!(message, "`client.birth_date` is after the day of the request, 2026-11-20");
    assert_eq!(params, r#"{"today":"2026-11-20"}"#);
}

/// Both ways of reading the digits give the same days.
#[test]
fn days_of_a_journey_are_shown_as_they_were_read() {
    for (first, second) in [("20261205", "20261201"), ("05122026", "01122026")] {
        let body = format!(
            r#"{{"travel_data":{{"cruise":{{"departure_date":"{first}","return_date":"{second}"}}}}}}"#
        );
        let [message, params] =
            said("travel.date_order", Operation::Order, &body, json!({}), json!({}));
        assert_eq!(
            message,
            "`cruise.return_date` is 2026-12-01, before the first date, 2026-12-05"
        );
        assert_eq!(params, r#"{"first":"2026-12-05","second":"2026-12-01"}"#);
    }
}

/// A method that isn't one of HTTP could be anything, and isn't shown.
#[test]
fn only_methods_of_http_are_shown() {
    for (method, message, actual) in [
        ("PUT", "the method must be POST, not PUT", json!("PUT")),
        ("TRACE", "the method must be POST, not TRACE", json!("TRACE")),
        ("post", "the method must be POST", json!(null)),
        ("4111111111111111", "the method must be POST", json!(null)),
    ] {
        let facts = json!({ "request": { "method": method } });
        let said =
            said("http.method", Operation::Client, r#"{"email":"a@b.example"}"#, facts, json!({}));
        let params = format!(r#"{{"expected":"POST","actual":{actual}}}"#);
        assert_eq!(said, [message.to_owned(), params]);
    }
    let facts = json!({ "request": { "method": "GET" } });
    let [message, params] = said("webhook.method", Operation::CardWebhook, "{}", facts, json!({}));
    assert_eq!(message, "the method must be one of POST, PUT, PATCH, DELETE, not GET");
    assert_eq!(params, r#"{"one_of":["POST","PUT","PATCH","DELETE"],"actual":"GET"}"#);
}

/// What isn't JSON is shown where it stops being JSON, with what was expected there, whatever way the reader takes to
/// get there.
#[test]
fn malformed_bodies_say_what_was_expected() {
    let order = concat!(
        "{\n  \"client\": {\"email\": \"ada@mail.example\", \"first_name\": \"Zoë\"},\n",
        "  \"products\": [{\"title\": \"Mug\", \"price\": 12, \"tax\": {\"x\": [1, {}]}}],\n",
        "  \"u\": [true, null], \"is_moto\": false\n}\n"
    );
    let engine = Engine::default();
    let check = |body: &[u8]| {
        let report = engine.check(Operation::Order, body, &Facts::default());
        let found = report.findings().next().filter(|it| it.rule().name == "json.malformed")?;
        let params: Value = serde_json::from_str(&found.params_json()).expect("JSON");
        let (at, before) = (found.span().start, &body[..found.span().start]);
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |line| line + 1);
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(
            (&params["line"], &params["column"]),
            (&json!(lines + 1), &json!(at - start + 1))
        );
        // Behind the last of the text, whatever white space follows.
        let last = body.iter().rposition(|byte| !b" \t\n\r".contains(byte));
        let is_at_end = params["found"] == "the end of the text";
        assert_eq!(is_at_end, Some(at) == last.map(|last| last + 1), "{params} at {at}");
        Some(params)
    };
    let body = order.as_bytes();
    assert!(check(body).is_none());
    for at in 1..body.len() - 2 {
        assert!(check(&body[..at]).is_some(), "cut at {at}");
    }
    for at in 0..body.len() {
        for byte in [b',', b'}', b']', b':', b'"', b'x', b'0', b'\n', 0x01, 0x80, 0xFF] {
            let mut spoilt = body.to_vec();
            spoilt[at] = byte;
            check(&spoilt);
        }
    }
    let message = |body: &str| {
        let report = engine.check(Operation::Order, body.as_bytes(), &Facts::default());
        report.findings().next().expect("a finding").message().to_string()
    };
    assert_eq!(
        message("{\"is_moto\": true\n \"u\": 1}"),
        "the body isn't valid JSON: expected `,` or `}`, found a string at line 2, column 2"
    );
    assert_eq!(
        message("{\n  \"products\": [ \n\n"),
        "the body isn't valid JSON: expected a value or `]`, found the end of the text at line 2, column 16"
    );
    // Not white space in JSON, though it is in ASCII.
    assert_eq!(
        message("{} \n \u{C}\n"),
        "the body isn't valid JSON: expected the end of the text, found a control character at line 2, column 2"
    );
    assert_eq!(
        message("\u{FEFF}{}"),
        "the body isn't valid JSON: expected a value, found a byte order mark at line 1, column 1"
    );
}

/// An order's scenario follows from its members, which the message names.
#[test]
fn the_scenario_of_an_order_is_said_with_its_reason() {
    for (body, message) in [
        (
            r#"{"products":[{"title":"Mug","price":12}],"skip_capture":true,"recipient_client":{}}"#,
            "`recipient_client`: account funding cannot be combined with a Two-Step payment (an order \
             with `skip_capture`)",
        ),
        (
            r#"{"setup_future_use":"one-click","sdwo_merchant_id":"M-1"}"#,
            "`sdwo_merchant_id`: an SDWO purchase payment cannot be combined with a Zero-Amount payment \
             (an order without products that saves a payment method or has `payment_system` AUTH)",
        ),
        (
            r#"{"products":[{"title":"Mug","price":12}],"is_moto":true,"recipient_client":{}}"#,
            "`is_moto`: MOTO cannot be combined with account funding",
        ),
    ] {
        let [said, _] = said("compat.pair", Operation::Order, body, json!({}), json!({}));
        assert_eq!(said, message);
    }
}
