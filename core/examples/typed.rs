//! A service with types of its own: `cargo run -p paylint --example typed --features serde_json`
//!
//! It reads its policy and the facts about its merchant from its configuration, checks an order
//! before sending it, and answers with the report as a part of its own JSON.

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use chrono::{DateTime, Utc};
use paylint::{Engine, Facts, FactsBuf, Operation, Policy, Report, Timestamp, Verdict};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::error::Error;

/// The service's configuration. It is JSON here, but could be TOML or YAML just as well.
#[derive(Deserialize)]
struct Config {
    checks: Policy,
    merchant: FactsBuf,
}

const CONFIG: &str = r#"{
    "checks": {"levels": {"contact.*": "warn"}, "max_findings": 20},
    "merchant": {"terminal": "standard", "merchant": {"avs_permission": false, "country": "LV"}}
}"#;

/// Order as the service sends it to the gateway.
#[derive(Serialize)]
struct Order {
    client: Client,
    products: Vec<Product>,
    currency: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    return_url: Option<&'static str>,
}

#[derive(Serialize)]
struct Client {
    email: &'static str,
}

#[derive(Serialize)]
struct Product {
    title: &'static str,
    /// The gateway expects a number. Without this, `rust_decimal` writes a string, and paylint reports
    /// `field.number_as_string`.
    #[serde(with = "rust_decimal::serde::float")]
    price: Decimal,
    quantity: u32,
}

/// Answer of the service.
#[derive(Serialize)]
struct Answer {
    sent: bool,
    checked_at: Timestamp,
    report: Report,
}

/// Checks an order of two bells at a price, and answers whether it was sent.
pub(crate) fn answer(price: Decimal) -> Result<String, Box<dyn Error>> {
    let Config { checks, merchant } = serde_json::from_str(CONFIG)?;
    let engine = Engine::new(&checks);
    // A real service asks for `Utc::now()` instead.
    let now: DateTime<Utc> = "2026-11-20T10:15:00Z".parse()?;
    let now = Timestamp::try_from(now)?;
    let facts = Facts { now: Some(now), ..merchant.as_facts() };
    let order = Order {
        client: Client { email: "ada@mail.example" },
        products: vec![Product { title: "Bicycle bell", price, quantity: 2 }],
        currency: "EUR",
        return_url: None,
    };
    // Check the very bytes that are sent.
    let body = serde_json::to_vec(&order)?;
    let report = engine.check(Operation::Order, &body, &facts);
    let answer = Answer { sent: report.verdict() == Verdict::Accept, checked_at: now, report };
    Ok(serde_json::to_string_pretty(&answer)?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    println!("{}\n{}", answer(Decimal::new(1250, 2))?, answer(Decimal::ZERO)?);
    Ok(())
}
