//! The facts as TypeScript types.

use paylint::facts::{AccountFunding, Environment, Fact, SavingSide, Subsequent, Terminal};
use std::fmt::Write;

/// Writes the interfaces of the facts.
pub(crate) fn write(out: &mut String) {
    let names = Fact::ALL.iter().map(|fact| fact.name());
    super::union(out, "A fact that a rule can need, in the order of reports.", "FactName", names);
    out.push_str("/** What the host knows and the body cannot say. All of it is optional. */\n");
    out.push_str("export interface FactsInit {\n");
    let mut group = "";
    for fact in Fact::ALL {
        let name = fact.name();
        let (before, member) = name.split_once('.').unwrap_or(("", name));
        if before != group {
            open_or_close(out, group, before);
            group = before;
        }
        let indent = if group.is_empty() { "" } else { "  " };
        let (type_name, doc) = describe(*fact);
        _ = writeln!(out, "{indent}  /** {doc} */\n{indent}  {member}?: {type_name};");
    }
    open_or_close(out, group, "");
    out.push_str("}\n\n");
}

fn open_or_close(out: &mut String, last: &str, next: &str) {
    if !last.is_empty() {
        out.push_str("  };\n");
    }
    if !next.is_empty() {
        _ = writeln!(out, "  /** {} */\n  {next}?: {{", describe_group(next));
    }
}

fn describe_group(group: &str) -> &'static str {
    match group {
        "merchant" => "The merchant.",
        "acquirer" => "The acquirer.",
        "card" => "The card.",
        "key" => "The key set that the request is sent with.",
        "order" => "The payment that a capture, refund, reversal or card post acts on.",
        "request" => "The HTTP request that carried the body.",
        "webhook" => "The merchant's webhook endpoint.",
        other => panic!("the group {other} is not known here"),
    }
}

const AMOUNT: &str = "string | number";
const TIME: &str = "string | Date";

fn choice(names: &[&str]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(" | ")
}

/// The type and the words of a fact.
fn describe(fact: Fact) -> (String, &'static str) {
    let (type_name, doc) = match fact {
        Fact::Environment => return (choice(Environment::NAMES), "Where the request goes."),
        Fact::Terminal => {
            return (choice(Terminal::NAMES), "The kind of terminal that the payment runs over.");
        }
        Fact::AccountFunding => {
            return (
                choice(AccountFunding::NAMES),
                "Who processes the account funding; given only for account funding.",
            );
        }
        Fact::SavingSide => {
            return (choice(SavingSide::NAMES), "Who keeps the saved payment method.");
        }
        Fact::Subsequent => {
            return (
                choice(Subsequent::NAMES),
                "The order charges a method saved earlier, in this way.",
            );
        }
        Fact::Now => (TIME, "The present time, RFC 3339. paylint has no clock."),
        Fact::Website => ("string", "The website that the payment is made on."),
        Fact::MerchantCountry => ("string", "Where the merchant is: ISO 3166-1 alpha-2."),
        Fact::MerchantUtcOffset => ("string", "Where the processing day begins: `±HH:MM`."),
        Fact::MerchantAvsPermission => ("boolean", "AVS is enabled for the merchant."),
        Fact::MerchantIpspPartner => ("boolean", "The merchant is an IPSP partner."),
        Fact::MerchantHoldDays => ("number", "How long a Two-Step payment is held: 6 to 28 days."),
        Fact::AcquirerRequiresRecurringNumber => {
            ("boolean", "The connection asks for a recurring number.")
        }
        Fact::CardIssuerCountry => ("string", "Where the issuer is: ISO 3166-1 alpha-2."),
        Fact::CardBrand => ("string", "The brand."),
        Fact::KeyTest => ("boolean", "The key is only for test requests."),
        Fact::KeyThreeDs => ("boolean", "3-D Secure is on; absent counts as on."),
        Fact::KeyBrands => {
            ("readonly string[]", "The brands that the key is for; absent means all.")
        }
        Fact::KeyWebsites => {
            ("readonly string[]", "The websites that the key is for; absent means all.")
        }
        Fact::OrderScenario => (
            "'one_step' | 'two_step' | 'zero_amount' | Extract<Feature, `payout_${string}`>",
            "What it was.",
        ),
        Fact::OrderCapabilities => (
            "readonly Exclude<Feature, 'one_step' | 'two_step' | 'zero_amount' | 'full_refund' \
             | 'partial_refund' | 'reversal' | `payout_${string}`>[]",
            "Its capabilities; none is a fact, too.",
        ),
        Fact::OrderAmount => (AMOUNT, "Its amount, 0 or more; as text it is exact."),
        Fact::OrderCaptured => (AMOUNT, "What was captured; 0 if nothing was yet."),
        Fact::OrderRefunded => (AMOUNT, "What was refunded."),
        Fact::OrderCurrency => ("string", "The currency of the amounts."),
        Fact::OrderPaidAt => (TIME, "When it was paid, or, Two-Step, authorised: RFC 3339."),
        Fact::OrderReversed => ("boolean", "It was reversed."),
        Fact::OrderChargeback => ("boolean", "A chargeback was received."),
        Fact::OrderBillingAddress => {
            ("boolean", "It had both `client.address` and `client.zip_code`.")
        }
        Fact::RequestMethod => ("string", "The method, as sent."),
        Fact::RequestPath => ("string", "The path, with the query if there is one."),
        Fact::RequestSourceAddress => ("string", "Where it came from: IPv4 or IPv6."),
        Fact::RequestHeaders => {
            ("{ readonly [name: string]: string }", "The headers. They are never shown.")
        }
        Fact::WebhookHost => ("string", "The domain of the receiving service."),
        Fact::WebhookAllowedSources => {
            ("readonly string[]", "The addresses that webhooks come from.")
        }
    };
    (type_name.to_owned(), doc)
}
