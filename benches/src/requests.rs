//! Realistic requests, and facts with which every rule about them can be decided.

use paylint::facts::{
    AccountFunding, Acquirer, Card, Country, Environment, Headers, HoldDays, HttpRequest, Key,
    Merchant, Order, SavingSide, Terminal, Webhook,
};
use paylint::{Decimal, Facts, Feature, FeatureSet, Operation, Timestamp, UtcOffset};
use std::net::{IpAddr, Ipv4Addr};

/// A request to measure.
#[derive(Clone, Copy)]
pub struct Request {
    /// The name of its benchmarks.
    pub name: &'static str,
    /// Its operation.
    pub operation: Operation,
    /// Its body.
    pub body: &'static [u8],
    /// The path it is sent to.
    path: &'static str,
    /// Whether it is account funding.
    funding: bool,
}

macro_rules! request {
    ($operation:ident, $name:literal, $path:literal) => {
        Request {
            name: $name,
            operation: Operation::$operation,
            body: include_bytes!(concat!("../bodies/", $name, ".json")).trim_ascii_end(),
            path: $path,
            funding: false,
        }
    };
}

/// Orders without a finding, from the smallest to an airline's with two legs.
pub const ORDERS: [Request; 4] = [
    request!(Order, "order_200", "/api/v0.6/orders/"),
    request!(Order, "order_800", "/api/v0.6/orders/"),
    Request { funding: true, ..request!(Order, "order_1100_funding", "/api/v0.6/orders/") },
    request!(Order, "order_1800_airline", "/api/v0.6/orders/"),
];

/// An order with [`MISTAKES`] mistakes. None is a wrong JSON type, at which the yardstick would
/// stop, so that it reads the whole body.
pub const INVALID: Request =
    Request { funding: true, ..request!(Order, "order_invalid", "/api/v0.6/orders/") };

/// The number of findings of [`INVALID`].
pub const MISTAKES: usize = 25;

/// The facts that a mix of orders is checked with, as JSON.
pub const FACTS: &str = include_str!("../bodies/facts.json");

/// Orders of all sizes, each a little different, one in twenty with many mistakes.
#[must_use]
pub fn mixed_orders(count: usize) -> Vec<String> {
    // Small orders are the commonest.
    let [small, medium, funding, airline] = ORDERS;
    let mix = [small, medium, small, medium, small, airline, small, medium, small, funding];
    let order = |index: usize| {
        let request = if index % 20 == 19 { INVALID } else { mix[index % mix.len()] };
        // A number in each, so that neither the reader nor the processor sees the same text twice.
        String::from_utf8_lossy(request.body).replacen(
            "grace.lee",
            &format!("grace.lee+{index}"),
            1,
        )
    };
    (0..count).map(order).collect()
}

/// The orders of [`real_orders`], one on each line, as their encoders write them.
const REAL: &str = include_str!("../bodies/real/orders.ndjson");

/// How a program lays out its JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Without white space.
    Compact,
    /// A space after each comma and colon: Python's default.
    Spaced,
    /// A line for each member and element.
    Pretty,
}

/// Orders that shop modules and libraries send; the personal details are made up.
#[must_use]
pub fn real_orders(layout: Layout) -> Vec<String> {
    REAL.lines().map(|body| laid_out(body, layout)).collect()
}

fn laid_out(compact: &str, layout: Layout) -> String {
    let (mut out, mut depth, mut in_string, mut before) = (String::new(), 0, false, ' ');
    for character in compact.chars() {
        if in_string || layout == Layout::Compact {
            out.push(character);
            in_string &= character != '"' || before == '\\';
            // A backslash that is escaped itself escapes nothing.
            before = if before == '\\' { ' ' } else { character };
            continue;
        }
        in_string = character == '"';
        let opens = matches!(character, '{' | '[');
        let (is_pretty, is_end) = (layout == Layout::Pretty, matches!(character, '}' | ']'));
        depth = depth + usize::from(opens) - usize::from(is_end);
        let line = format!("\n{}", "    ".repeat(depth));
        if is_pretty && is_end {
            out.push_str(&line);
        }
        out.push(character);
        if is_pretty && (opens || character == ',') {
            out.push_str(&line);
        } else if matches!(character, ',' | ':') {
            out.push(' ');
        }
    }
    out
}

/// One request of every other operation, without a finding.
pub const OPERATIONS: [Request; 12] = [
    request!(Capture, "capture", "/api/v0.6/orders/5021/capture/"),
    request!(Refund, "refund", "/api/v0.6/orders/5021/refund/"),
    Request {
        name: "reversal",
        operation: Operation::Reversal,
        body: b"",
        path: "/api/v0.6/orders/5021/reverse/",
        funding: false,
    },
    request!(PayoutA2a, "payout_a2a", "/api/v0.6/orders/init_a2a/"),
    request!(PayoutB2p, "payout_b2p", "/api/v0.6/orders/init_b2p/"),
    request!(PayoutP2p, "payout_p2p", "/api/v0.6/orders/init_p2p/"),
    request!(PayoutOg, "payout_og", "/api/v0.6/orders/init_og/"),
    request!(PayoutSdwo, "payout_sdwo", "/api/v0.6/orders/init_sdwo_payout/"),
    request!(Client, "client", "/api/v0.6/clients/"),
    request!(Tax, "tax", "/api/v0.6/taxes/"),
    request!(Payment, "payment", "/pay/5021/"),
    request!(CardWebhook, "card_webhook", "/hooks/cards"),
];

const BRANDS: &[&str] = &["visa", "mastercard"];
const WEBSITES: &[&str] = &["bikes.example"];
const SOURCE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
const HEADERS: &[(&str, &str)] = &[
    ("Host", "merchant.example"),
    ("Authorization", "Bearer not-a-real-key"),
    ("Content-Type", "application/json; charset=utf-8"),
    ("Accept", "application/json"),
    ("X-Webhook-Event", "card.saved"),
    ("X-Webhook-Version", "v0.6"),
];

/// 2026-11-20T10:15:00Z.
fn now() -> Option<Timestamp> {
    Timestamp::from_unix_seconds(1_795_169_700)
}

/// The facts that stand: merchant, key, acquirer, environment, website, webhook, terminal.
#[must_use]
pub fn standing() -> Facts<'static> {
    Facts {
        environment: Some(Environment::Live),
        website: Some("bikes.example"),
        terminal: Some(Terminal::Standard),
        saving_side: Some(SavingSide::Service),
        merchant: Some(Merchant {
            country: Country::new("LV"),
            utc_offset: UtcOffset::from_minutes(120),
            avs_permission: Some(true),
            ipsp_partner: Some(true),
            hold_days: HoldDays::new(7),
        }),
        acquirer: Some(Acquirer { requires_recurring_number: Some(false) }),
        key: Some(Key {
            test: Some(false),
            three_ds: Some(true),
            brands: Some(BRANDS.into()),
            websites: Some(WEBSITES.into()),
        }),
        webhook: Some(Webhook { host: Some("merchant.example"), allowed_sources: Some(&[SOURCE]) }),
        ..Facts::default()
    }
}

/// The facts that change with a request: the time, the HTTP request, the card, the payment acted on.
#[derive(Clone, Copy)]
pub struct Changing {
    now: Option<Timestamp>,
    request: HttpRequest<'static>,
    card: Card<'static>,
    account_funding: Option<AccountFunding>,
    order: Option<Order<'static>>,
}

impl Changing {
    /// The facts laid over the standing ones, as a host does for every request.
    #[must_use]
    #[inline]
    pub fn over<'a>(&'a self, standing: &Facts<'a>) -> Facts<'a> {
        Facts {
            now: self.now,
            request: Some(self.request),
            card: Some(self.card),
            account_funding: self.account_funding,
            order: self.order,
            ..*standing
        }
    }
}

impl Request {
    /// The facts that change with this request.
    #[must_use]
    pub fn changing(&self) -> Changing {
        Changing {
            now: now(),
            request: HttpRequest {
                method: Some("POST"),
                path: Some(self.path),
                source_address: Some(SOURCE),
                headers: Some(Headers::from(HEADERS)),
            },
            card: Card { issuer_country: Country::new("US"), brand: Some("visa") },
            account_funding: self.funding.then_some(AccountFunding::CardNetwork),
            order: acted_on(self.operation),
        }
    }
}

/// The payment that a capture, refund, reversal or card post acts on.
fn acted_on(operation: Operation) -> Option<Order<'static>> {
    let captured = match operation {
        Operation::Capture | Operation::Payment => 0,
        Operation::Refund => 1849,
        Operation::Reversal => 1900,
        _ => return None,
    };
    Some(Order {
        scenario: Some(Feature::TwoStep),
        capabilities: Some(FeatureSet::EMPTY),
        amount: Some(Decimal::from_integer(1900)),
        captured: Some(Decimal::from_integer(captured)),
        refunded: Some(Decimal::ZERO),
        last_refund: None,
        currency: Some("USD"),
        // An hour ago.
        paid_at: Timestamp::from_unix_seconds(1_795_166_100),
        paid: None,
        reversed: Some(false),
        chargeback: Some(false),
        billing_address: Some(true),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use paylint::Engine;

    /// The measured requests are what the page says of them.
    #[test]
    fn requests_are_what_they_are_said_to_be() {
        let engine = Engine::default();
        for request in ORDERS.iter().chain(&OPERATIONS) {
            let facts = request.changing();
            let report = engine.check(request.operation, request.body, &facts.over(&standing()));
            assert_eq!(report.findings().len(), 0, "{}: {report:?}", request.name);
            assert_eq!(report.unchecked().len(), 0, "{}: {report:?}", request.name);
        }
        let facts = INVALID.changing();
        let report = engine.check(INVALID.operation, INVALID.body, &facts.over(&standing()));
        assert_eq!(report.findings().len(), MISTAKES, "{report:?}");
        assert_eq!(report.unchecked().len(), 0, "{report:?}");
    }

    #[test]
    fn layouts_differ_in_white_space_alone() {
        let of = |layout| real_orders(layout).join("\n");
        for (layout, ends) in [(Layout::Spaced, "1}]}"), (Layout::Pretty, "1\n        }\n    ]\n}")]
        {
            let without: String = of(layout).split([' ', '\n']).collect();
            assert_eq!(without, of(Layout::Compact).split([' ', '\n']).collect::<String>());
            assert!(real_orders(layout)[0].ends_with(ends));
        }
        for order in real_orders(Layout::Pretty) {
            assert!(crate::typed::read_escaped(order.as_bytes()).is_ok());
        }
    }

    #[test]
    fn orders_have_the_sizes_that_their_names_say() {
        for request in ORDERS {
            let said = request.name.split('_').nth(1).and_then(|size| size.parse::<usize>().ok());
            let said = said.expect("a size in the name");
            assert!(request.body.len().abs_diff(said) <= 50, "{}: {}", said, request.body.len());
        }
    }

    #[test]
    fn the_yardstick_reads_every_body() {
        for request in ORDERS.iter().chain(&OPERATIONS).chain([&INVALID]) {
            let read = crate::typed::read(request.operation, request.body);
            assert!(read.is_ok(), "{}: {read:?}", request.name);
        }
    }
}
