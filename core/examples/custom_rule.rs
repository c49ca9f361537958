//! Custom rules next to those of the catalogue: `cargo run -p paylint --example custom_rule`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use paylint::facts::Fact;
use paylint::rule::{Docs, Example, HOLDS, Param};
use paylint::{CustomRule, Decimal, Engine, Facts, Operation, Operations, Policy};

/// Rejects orders over a limit in a currency. The closure captures both.
fn order_limit(currency: &'static str, limit: Decimal) -> CustomRule {
    CustomRule::with_params(
        "custom.order_limit",
        Operations::ORDER,
        "an order is at most {limit}, not {total}",
        &["limit", "total"],
        move |c, findings| {
            // There is a total only if every product has a price.
            if let (Some(order), Some(total)) = (c.request.order(), c.total())
                && order.currency().is(currency)
                && total > limit
            {
                findings.with(order.products(), [Param::Limit(limit), Param::Total(total)]);
            }
            HOLDS
        },
    )
    .docs(Docs::new(
        "an order is within the shop's limit",
        "Larger orders are paid by bank transfer.",
        Example {
            operation: "order",
            body: r#"{"products":[{"price":1000}],"currency":"EUR"}"#,
            ..Example::NONE
        },
        Example {
            operation: "order",
            body: r#"{"products":[{"price":10}],"currency":"EUR"}"#,
            ..Example::NONE
        },
    ))
}

/// Lets only merchants of one country place orders. If the fact before the `?` is missing, the rule
/// is unchecked.
fn domestic_only() -> CustomRule {
    CustomRule::new(
        "custom.domestic_only",
        Operations::ORDER,
        "only Latvian merchants use this account",
        |c, findings| {
            if c.facts.merchant_country()?.code() != "LV" {
                findings.at(c);
            }
            HOLDS
        },
    )
    .needs(&[Fact::MerchantCountry])
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::default()
        .with_rule(order_limit("EUR", "500.00".parse()?))?
        .with_rule(domestic_only())?
        // Like any other rule, it can be tried as a warning first.
        .with_json(br#"{"levels":{"custom.order_limit":"warn"}}"#)?;
    let engine = Engine::new(&policy);
    let body = br#"{"client":{"email":"ada@mail.example"},
        "products":[{"title":"Bicycle","price":249.50,"quantity":3}],"currency":"EUR"}"#;
    let report = engine.check(Operation::Order, body, &Facts::default());
    for finding in report.findings() {
        println!(
            "{} {} at {}: {}",
            finding.level(),
            finding.rule().name,
            finding.path(),
            finding.message()
        );
    }
    for unchecked in report.unchecked() {
        let needs: Vec<&str> = unchecked.needs().map(Fact::name).collect();
        println!("{} is unchecked without {}", unchecked.rule().name, needs.join(", "));
    }
    Ok(())
}
