//! Every pattern of presence of the members that account funding and AVS ask for: the engine's
//! whole outcome is the naive model's.

use paylint_tests::engine::outcome;
use paylint_tests::model::judge;

/// Compares the two on one order. Returns what the engine found, for counting.
fn agree(body: &str, facts: &str, policy: Option<&str>) -> usize {
    let (facts, policy) = (Some(facts.as_bytes()), policy.map(str::as_bytes));
    let model = judge("order", body.as_bytes(), facts, policy).expect("facts and policy");
    let engine = outcome("order", body.as_bytes(), facts, policy).expect("facts and policy");
    assert_eq!(engine, model, "{body} with {}", String::from_utf8_lossy(facts.unwrap_or_default()));
    engine.findings.len()
}

/// The members whose bit is set, as an object. Values are unlike each other and unlike the
/// client's.
fn object(names: &[&str], bits: u32) -> String {
    let members = names.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    let members: Vec<String> =
        members.map(|(_, name)| format!("\"{name}\":{}", value(name))).collect();
    format!("{{{}}}", members.join(","))
}

fn value(name: &str) -> &'static str {
    match name {
        "birth_date" => "\"1990-02-28\"",
        "country" => "\"LV\"",
        "account_type" => "\"01\"",
        "same_as_client" => "false",
        "state" => "\"CA\"",
        _ => "\"x\"",
    }
}

/// `,"name":json`, or nothing.
fn member(name: &str, json: &str) -> String {
    if json.is_empty() { String::new() } else { format!(",\"{name}\":{json}") }
}

fn order(client: &str, recipient: &str) -> String {
    let products = r#""products":[{"title":"t","price":1}]"#;
    format!("{{{products}{}{}}}", member("client", client), member("recipient_client", recipient))
}

/// Facts of these members, empty ones left out.
fn facts(members: &[(&str, &str)]) -> String {
    let given: Vec<String> = members
        .iter()
        .filter(|(_, json)| !json.is_empty())
        .map(|(name, json)| format!("\"{name}\":{json}"))
        .collect();
    format!("{{{}}}", given.join(","))
}

const FUNDING: [&str; 3] = ["", "\"card_network\"", "\"other\""];
const ISSUERS: [&str; 5] = [
    "",
    "{}",
    r#"{"issuer_country":"US"}"#,
    r#"{"issuer_country":"CA"}"#,
    r#"{"issuer_country":"DE"}"#,
];

const RECIPIENT: [&str; 9] = [
    "first_name",
    "last_name",
    "birth_date",
    "city",
    "country",
    "account_type",
    "account_number",
    "recipient_address",
    "same_as_client",
];
const CLIENT: [&str; 6] = ["first_name", "last_name", "country", "city", "address", "state"];
const SHARED: [&str; 5] = ["first_name", "last_name", "birth_date", "city", "country"];

#[test]
fn every_set_of_a_recipient_s_members() {
    let mut findings = 0;
    for (bits, funding) in (0..1 << 9).flat_map(|bits| FUNDING.map(|funding| (bits, funding))) {
        let recipient = object(&RECIPIENT, bits);
        let facts = facts(&[("account_funding", funding)]);
        for client in ["", "{}", "{\"address\":\"x\"}"] {
            findings += agree(&order(client, &recipient), &facts, None);
        }
    }
    assert!(findings > 512 * 9, "only {findings} findings");
}

#[test]
fn every_set_of_a_funding_client_s_members() {
    let recipients = ["", "{}", "null", "7", &object(&RECIPIENT, 0x1FF)];
    for (bits, recipient) in (0..1 << 6).flat_map(|bits| recipients.map(|it| (bits, it))) {
        let body = order(&object(&CLIENT, bits), recipient);
        for (funding, card) in FUNDING.into_iter().flat_map(|it| ISSUERS.map(|card| (it, card))) {
            agree(&body, &facts(&[("account_funding", funding), ("card", card)]), None);
        }
    }
}

#[test]
fn a_client_or_a_recipient_that_is_not_an_object() {
    let shapes = ["", "null", "\"\"", "[]", "7", "{}"];
    for (client, recipient) in shapes.into_iter().flat_map(|it| shapes.map(|other| (it, other))) {
        let body = order(client, recipient);
        for (funding, card) in FUNDING.into_iter().flat_map(|it| ISSUERS.map(|card| (it, card))) {
            agree(&body, &facts(&[("account_funding", funding), ("card", card)]), None);
        }
    }
}

/// The ways in which a member can be present or absent.
const STATES: [&str; 5] = ["", "null", "\" \"", "7", "\"x\""];

#[test]
fn every_way_in_which_a_recipient_s_member_is_there() {
    for (state, others) in STATES.into_iter().flat_map(|state| [0, 0x1FF].map(|it| (state, it))) {
        for (at, name) in RECIPIENT.iter().enumerate() {
            let rest = object(&RECIPIENT, others & !(1 << at));
            let comma = if others == 0 { "" } else { "," };
            let recipient = match state {
                "" => rest,
                json => format!("{{\"{name}\":{json}{comma}{}", &rest[1..]),
            };
            for funding in FUNDING {
                agree(&order("{}", &recipient), &facts(&[("account_funding", funding)]), None);
            }
        }
    }
}

#[test]
fn every_way_in_which_recipient_and_client_are_the_same() {
    // Both absent, one absent, the same, another, the same spelled with an escape.
    let pairs = [("", ""), ("1990-01-01", ""), ("", "1990-01-01"), ("1990-01-01", "1990-01-01")];
    let pairs =
        pairs.into_iter().chain([("1990-01-01", "1990-01-02"), ("1990-01-0\\u0031", "1990-01-01")]);
    let pairs: Vec<(&str, &str)> = pairs.collect();
    for code in 0..pairs.len().pow(5) {
        let (mut client, mut recipient) = (String::new(), String::new());
        let mut rest = code;
        for name in SHARED {
            let (of_client, of_recipient) = pairs[rest % pairs.len()];
            rest /= pairs.len();
            for (object, value) in [(&mut client, of_client), (&mut recipient, of_recipient)] {
                if !value.is_empty() {
                    object.push_str(&format!(",\"{name}\":\"{value}\""));
                }
            }
        }
        let client = format!("{{\"send_to_email\":true{client}}}");
        for same in ["true", "false"] {
            let recipient = format!("{{\"same_as_client\":{same}{recipient}}}");
            agree(&order(&client, &recipient), "{}", None);
        }
    }
}

#[test]
fn every_way_in_which_a_billing_address_is_there() {
    let policy = r#"{"levels":{"avs.issuer_support":"deny"}}"#;
    let merchants = ["", "{}", r#"{"avs_permission":true}"#, r#"{"avs_permission":false}"#];
    let subsequents = ["", "\"recurring\"", "\"recurring_automatic\"", "\"one_click\""];
    let issuers = ISSUERS.into_iter().chain([r#"{"issuer_country":"GB"}"#]);
    let mut all_facts = Vec::new();
    for card in issuers {
        for (merchant, subsequent) in
            merchants.into_iter().flat_map(|it| subsequents.map(|other| (it, other)))
        {
            let members = [("merchant", merchant), ("subsequent", subsequent), ("card", card)];
            all_facts.push(facts(&members));
        }
    }
    for (address, zip_code) in STATES.into_iter().flat_map(|it| STATES.map(|other| (it, other))) {
        let members = member("address", address) + &member("zip_code", zip_code);
        let body = order(&format!("{{\"send_to_email\":true{members}}}"), "");
        for facts in &all_facts {
            agree(&body, facts, None);
            agree(&body, facts, Some(policy));
        }
    }
    for client in ["", "null", "7"] {
        all_facts.iter().for_each(|facts| _ = agree(&order(client, ""), facts, Some(policy)));
    }
}
