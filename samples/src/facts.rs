//! Facts: each present or missing, with values near the edges of the rules.

use crate::codes::{ADDRESSES, CURRENCIES};
use crate::http::request;
use crate::node::Node;
use crate::odds::{Group, Odds, calm_or_any};
use crate::rng::Rng;
use crate::times::times;

const COUNTRIES: &[&str] = &[
    "LV", "DE", "US", "CA", "GB", "CH", "IE", "JP", "ZZ", "XI", "AX", "UK", "EL", "XK", "GP", "YT",
];

/// Facts at these odds.
pub(crate) fn facts(rng: &mut Rng, operation: &str, odds: Odds) -> Node {
    let calm = rng.chance(odds.calm);
    let times = times(rng, calm);
    let mut top = Group::new(odds);
    top.text(rng, "now", &[&times.now]);
    top.text(rng, "environment", &["live", "sandbox"]);
    top.text(rng, "website", &["shop.example", "SHOP.example", "tea.example"]);
    // What changes the features is rarer, or hardly an order would be without it.
    top.text(rng, "terminal", &["standard", "standard", "standard", "qcash", "sdwo_funding"]);
    top.seldom(14).text(rng, "account_funding", &["card_network", "other"]);
    top.text(rng, "saving_side", &["service", "merchant"]);
    let subsequent = ["recurring", "recurring_automatic", "one_click"];
    top.seldom(14).text(rng, "subsequent", &subsequent);

    let mut merchant = Group::new(odds);
    merchant.text(rng, "country", COUNTRIES);
    merchant.text(rng, "utc_offset", &[&times.utc_offset]);
    merchant.flag(rng, "avs_permission", false);
    merchant.flag(rng, "ipsp_partner", true);
    merchant.put(rng, "hold_days", Node::Number(times.hold_days.to_string()));
    top.group(rng, "merchant", merchant);

    let mut acquirer = Group::new(odds);
    acquirer.flag(rng, "requires_recurring_number", false);
    top.group(rng, "acquirer", acquirer);

    let mut card = Group::new(odds);
    card.text(rng, "issuer_country", COUNTRIES);
    card.text(rng, "brand", &["visa", "VISA", "Mastercard"]);
    top.group(rng, "card", card);

    let mut key = Group::new(odds);
    key.flag(rng, "test", false);
    key.flag(rng, "three_ds", true);
    for (name, one, two) in
        [("brands", "visa", "mastercard"), ("websites", "shop.example", "Tea.Example")]
    {
        let both = [Node::text(one), Node::text(two)];
        let calm = rng.chance(odds.calm);
        let range = if calm { (0, 2) } else { rng.pick(&[(0, 1), (1, 2)]) };
        key.put(rng, name, Node::List(both[range.0..range.1].to_vec()));
    }
    top.group(rng, "key", key);

    let order = order(rng, operation, odds, &times.paid_at);
    top.group(rng, "order", order);
    // Without a request the rules about it are out of scope, so that it is there often enough.
    if rng.chance(odds.given) {
        let request = request(rng, operation, Odds { given: odds.given.max(60), ..odds });
        top.members.push(("request".to_owned(), Node::Object(request.members)));
    }
    let mut webhook = Group::new(odds);
    webhook.text(rng, "host", &["merchant.example", "Merchant.Example", "hooks.example"]);
    let count = rng.pick(&[1, 2, 3]);
    let sources = (0..count).map(|_| Node::text(calm_or_any(rng, odds, ADDRESSES))).collect();
    webhook.put(rng, "allowed_sources", Node::List(sources));
    top.group(rng, "webhook", webhook);
    Node::Object(top.members)
}

fn order(rng: &mut Rng, operation: &str, odds: Odds, paid_at: &str) -> Group {
    let mut order = Group::new(odds);
    let scenarios: &[&str] = match operation {
        "capture" => &["two_step", "two_step", "two_step", "one_step", "zero_amount", "payout_og"],
        "payment" => &["one_step", "two_step", "payout_b2p", "payout_sdwo"],
        _ => &["one_step", "one_step", "two_step", "two_step", "zero_amount", "payout_a2a"],
    };
    order.text(rng, "scenario", scenarios);
    let mut capabilities = Vec::new();
    for _ in 0..rng.pick(&[0, 0, 1, 1, 2, 3]) {
        capabilities.push(Node::text(rng.pick(&[
            "moto",
            "moto",
            "avs",
            "payment_method_saving",
            "payment_method_saving",
            "taxes",
            "account_funding",
            "recurring",
            "recurring_automatic",
            "one_click",
            "travel_data",
            "dynamic_descriptor",
            "service_location",
            "qcash",
            "sdwo_funding",
            "sdwo_purchase",
        ])));
    }
    order.put(rng, "capabilities", Node::List(capabilities));
    let sums = [
        ("amount", &["100", "100.00", "70", "10", "0.01", "0", "999999999999999.99999999"][..]),
        ("captured", &["0", "0.00", "100", "80.00", "0.01"]),
        ("last_refund", &["30", "30.00", "100", "0.01", "5"]),
        ("refunded", &["0", "0", "0", "30", "30.00", "100", "99.99", "120"]),
    ];
    for (name, from) in sums {
        let literal = calm_or_any(rng, odds, from);
        let node = if rng.chance(50) { Node::text(literal) } else { Node::number(literal) };
        order.put(rng, name, node);
    }
    order.text(rng, "currency", CURRENCIES);
    order.text(rng, "paid_at", &[paid_at]);
    order.flag(rng, "reversed", false);
    order.flag(rng, "chargeback", false);
    order.flag(rng, "billing_address", true);
    order
}
