//! What facts hold, in words.

use paylint::facts::{
    AccountFunding, Environment, Fact, FactKind, SavingSide, Subsequent, Terminal,
};

/// The names that a kind of facts has to choose from, if any.
fn choices(kind: FactKind) -> &'static [&'static str] {
    match kind {
        FactKind::Flag => &["true", "false"],
        FactKind::Environment => Environment::NAMES,
        FactKind::Terminal => Terminal::NAMES,
        FactKind::AccountFunding => AccountFunding::NAMES,
        FactKind::SavingSide => SavingSide::NAMES,
        FactKind::Subsequent => Subsequent::NAMES,
        _ => &[],
    }
}

/// What a fact of a kind holds.
pub(super) fn kind(kind: FactKind) -> String {
    if !choices(kind).is_empty() {
        return choices(kind).join(" or ");
    }
    match kind {
        FactKind::Text => "a text",
        FactKind::Time => "an instant in RFC 3339, with T and an offset",
        FactKind::Days => "an integer from 6 to 28",
        FactKind::Amount => "an amount, 0 or more: as text it is exact",
        FactKind::Country => "a country code of two capitals (ISO 3166-1 alpha-2)",
        FactKind::UtcOffset => "an offset from UTC, ±HH:MM",
        FactKind::Scenario => "one_step, two_step, zero_amount or a payout",
        FactKind::Capabilities => "a list of capabilities, which may be empty",
        FactKind::Texts => "a list of texts",
        FactKind::Address => "an IPv4 or IPv6 address",
        FactKind::Addresses => "a list of IPv4 or IPv6 addresses",
        FactKind::Headers => "an object: the names of the headers and their values",
        _ => "a value",
    }
    .to_owned()
}

/// A fact as `--fact` takes it.
pub(super) fn example(fact: Fact) -> String {
    let value = match fact.kind() {
        FactKind::Text => match fact {
            Fact::OrderCurrency => "EUR",
            Fact::CardBrand => "visa",
            Fact::RequestMethod => "POST",
            Fact::RequestPath => "/api/v0.6/orders/",
            _ => "shop.example",
        },
        FactKind::Time => "2026-11-20T10:15:00Z",
        FactKind::Days => "7",
        FactKind::Amount => "100.00",
        FactKind::Country => "LV",
        FactKind::UtcOffset => "+02:00",
        FactKind::Scenario => "two_step",
        FactKind::Capabilities => "'[\"moto\"]'",
        FactKind::Texts if fact == Fact::KeyBrands => "'[\"visa\"]'",
        FactKind::Texts => "'[\"shop.example\"]'",
        FactKind::Address => "192.0.2.7",
        FactKind::Addresses => "'[\"192.0.2.7\"]'",
        FactKind::Headers => "'{\"Content-Type\":\"application/json\"}'",
        kind => choices(kind).first().copied().unwrap_or_default(),
    };
    format!("{}={value}", fact.name())
}
