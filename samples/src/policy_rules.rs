//! Policy rules.

use paylint::Operation;

use crate::known::{Holds, Known, knows};
use crate::node::Node;
use crate::rng::Rng;
use crate::when::{self, when};

/// Members by the kind of what they hold, each with the operations that know it; `payout` stands for all payouts.
const TEXTS: &[(&str, &[&str])] = &[
    ("/currency", &["order", "payout"]),
    ("/language", &["order", "payout"]),
    ("/client/email", &["order", "payout"]),
    ("/client/country", &["order", "payout"]),
    ("/email", &["client"]),
    ("/name", &["tax"]),
    ("/setup_future_use", &["order"]),
    ("/dynamic_descriptor", &["order"]),
    ("/products/*/title", &["order"]),
    ("/products/*/description", &["order"]),
    ("/travel_data/airline_addendum/carrier_name", &["order"]),
    ("/travel_data/airline_addendum/legs/*/service_class", &["order"]),
    ("/travel_data/lodging/booking_number", &["order"]),
    ("/recipient_client/country", &["order"]),
    ("/sender_country", &["payout"]),
    ("/cardholder_name", &["payment", "card_webhook"]),
    ("/client", &["card_webhook"]),
    ("/issuer_country", &["card_webhook"]),
];
const NUMBERS: &[(&str, &[&str])] = &[
    ("/products/*/price", &["order"]),
    ("/products/*/quantity", &["order"]),
    ("/travel_data/airline_addendum/n_legs", &["order"]),
    ("/amount", &["refund", "payout"]),
    ("/total", &["capture"]),
    ("/percent", &["tax"]),
    ("/exp_month", &["payment", "card_webhook"]),
    ("total", &["order"]),
];
const OTHERS: &[(&str, &[&str])] = &[
    ("/client", &["order", "payout", "card_webhook"]),
    ("/products", &["order"]),
    ("/products/*/tax", &["order"]),
    ("/is_moto", &["order", "payout"]),
    ("/setup_future_use", &["order", "payout"]),
    ("/travel_data", &["order", "payout"]),
    ("/avs", &["payment"]),
    ("/is_default", &["card_webhook"]),
];

/// The members that the source shows and those that the policy declares.
fn all_known(declared: &[Known]) -> Vec<Known> {
    let of = |table: &'static [(&str, &[&str])], holds| {
        table.iter().map(move |(path, on)| {
            let all = Operation::ALL.iter().map(|operation| operation.name());
            let operations = all.filter(|name| knows(on, name)).map(str::to_owned).collect();
            Known { path: (*path).to_owned(), operations, holds }
        })
    };
    let listed = of(TEXTS, Holds::Text).chain(of(NUMBERS, Holds::Number));
    listed.chain(of(OTHERS, Holds::Other)).chain(declared.iter().cloned()).collect()
}

/// Some rules, each of which can be used; `operation` is that of the case.
pub(crate) fn rules(rng: &mut Rng, operation: &str, declared: &[Known]) -> Node {
    let count = rng.pick(&[1, 1, 2, 3, 5]);
    let known = all_known(declared);
    Node::List((0..count).map(|index| rule(rng, index, operation, &known)).collect())
}

fn rule(rng: &mut Rng, index: usize, operation: &str, known: &[Known]) -> Node {
    let mut entry = vec![("name".to_owned(), Node::Text(format!("custom.r{index}")))];
    let mut put = |name: &str, node: Node| entry.push((name.to_owned(), node));
    // The level of the first one may be set under its old name; an old name may be another's, too.
    if index == 0 || rng.chance(10) {
        let old = if index == 0 { "custom.old0" } else { rng.pick(&["custom.old0", "custom.r0"]) };
        put("renamed_from", Node::text(old));
    }
    let member = member(rng, operation, known);
    let (name, node) = match member.holds {
        Holds::Other => presence(rng),
        _ if member.path != "total" && rng.chance(20) => presence(rng),
        Holds::Text => of_text(rng),
        Holds::Number => of_number(rng),
    };
    put(name, node);
    put("member", Node::text(&member.path));
    let of: Vec<&str> = member.operations.iter().map(String::as_str).collect();
    let mut on: Vec<&str> = of.iter().copied().filter(|_| rng.chance(60)).collect();
    if on.is_empty() {
        on.push(rng.pick(&of));
    }
    if rng.chance(45) {
        when(rng, &on, known).into_iter().for_each(|conditions| put("when", conditions));
    }
    put("on", Node::List(on.into_iter().map(Node::text).collect()));
    if rng.chance(50) {
        put("level", Node::text(rng.pick(&["deny", "warn", "warn", "allow"])));
    }
    if rng.chance(30) {
        put("message", Node::text(rng.pick(&["{actual} \"is\" too much", "nein, danke – ß"])));
    }
    Node::Object(entry)
}

/// Mostly one that the case's own operation knows.
fn member<'a>(rng: &mut Rng, operation: &str, known: &'a [Known]) -> &'a Known {
    let holds = rng.pick(&[Holds::Text, Holds::Number, Holds::Other]);
    let fits = |it: &&Known| it.holds == holds && it.is_known_to(&[operation]);
    let own: Vec<&Known> = known.iter().filter(fits).collect();
    if own.is_empty() || rng.chance(5) {
        return &known[rng.below(known.len())];
    }
    // The total is one of many numbers, and changes in many ways.
    match own.iter().find(|it| it.path == "total") {
        Some(total) if rng.chance(30) => total,
        _ => rng.pick(&own),
    }
}

fn presence(rng: &mut Rng) -> (&'static str, Node) {
    (rng.pick(&["required", "required", "forbidden"]), Node::Bool(true))
}

fn of_text(rng: &mut Rng) -> (&'static str, Node) {
    if rng.chance(50) {
        let name = rng.pick(&["max_length", "min_length"]);
        return (name, Node::number(rng.pick(&["1", "2", "3", "5", "12", "30"])));
    }
    let words = ["EUR", "USD", "en", "lv", "one-click", "LV", "US", "EUR "];
    let listed: Vec<Node> =
        words.iter().filter(|_| rng.chance(50)).map(|word| Node::text(word)).collect();
    ("one_of", Node::List(if listed.is_empty() { vec![Node::text("EUR")] } else { listed }))
}

fn of_number(rng: &mut Rng) -> (&'static str, Node) {
    let limit = rng.pick(&["0", "0.01", "1", "2", "9.99", "10", "12", "50", "100.00", "1e3"]);
    let node = match limit.contains('e') || rng.chance(50) {
        true => Node::number(limit),
        false => Node::text(limit),
    };
    (rng.pick(&["minimum", "maximum"]), node)
}

/// What stands in a good rule, with one thing that is wrong.
pub(crate) fn spoilt(rng: &mut Rng) -> Node {
    let texts = |texts: &[&str]| Node::List(texts.iter().map(|text| Node::text(text)).collect());
    let wrong = [
        ("name", Node::text("limit")),
        ("name", Node::text("custom.")),
        ("name", Node::text("custom.Limit")),
        ("name", Node::Text(format!("custom.{}", "a".repeat(49)))),
        ("on", Node::List(Vec::new())),
        ("on", texts(&["order", "order"])),
        ("on", texts(&["orders"])),
        ("on", texts(&["order", "client"])),
        ("on", texts(&["order", "reversal"])),
        ("on", Node::text("order")),
        ("level", Node::text("off")),
        ("member", Node::text("currency")),
        ("member", Node::text("/curency")),
        ("member", Node::text("/products/*")),
        ("member", Node::text("/products/0/title")),
        ("member", Node::text("/products/title")),
        ("member", Node::text("/client/")),
        ("member", Node::text("/currency/*")),
        ("member", Node::text("total")),
        ("member", Node::text("/is_moto")),
        ("required", Node::Bool(true)),
        ("maximum", Node::number("1")),
        ("max_length", Node::number("0")),
        ("max_length", Node::number("1.0")),
        ("min_length", Node::number("0")),
        ("min_length", Node::number("2")),
        ("one_of", Node::List(Vec::new())),
        ("one_of", texts(&["A", "B", "A"])),
        ("one_of", Node::List(vec![Node::Null])),
        ("message", Node::text("  ")),
        ("message", Node::text("a\u{7f}")),
        ("message", Node::Text("ā".repeat(200))),
        ("message", Node::Text("ā".repeat(201))),
        ("nmae", Node::text("custom.a")),
        ("renamed_from", Node::text("custom.A")),
        ("renamed_from", Node::text("custom.limit")),
    ];
    let mut entry = vec![
        ("name".to_owned(), Node::text("custom.limit")),
        ("on".to_owned(), texts(&["order", "payout_og"])),
        ("member".to_owned(), Node::text("/currency")),
        ("one_of".to_owned(), texts(&["EUR", "USD"])),
    ];
    let (name, node) = if rng.chance(30) {
        ("when", when::spoilt(rng))
    } else {
        wrong[rng.below(wrong.len())].clone()
    };
    entry.retain(|(known, _)| known != name);
    if rng.chance(95) {
        entry.push((name.to_owned(), node));
    }
    Node::List(vec![Node::Object(entry)])
}
