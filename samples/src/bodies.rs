//! Complete bodies of every operation, as a merchant would send them.

use crate::members::{RECOGNISED, SIGNED, add_extras, names, object, travel_data, usual};
use crate::node::Node;
use crate::rng::Rng;

/// What the body of an operation is.
pub(crate) fn kind(operation: &str) -> &str {
    match operation {
        "client" => "new_client",
        "tax" => "tax_template",
        payout if payout.starts_with("payout_") => "payout",
        other => other,
    }
}

/// A body in which little or nothing is wrong.
pub(crate) fn body(rng: &mut Rng, operation: &str) -> Node {
    match operation {
        "order" => order(rng),
        "payment" => payment(rng),
        payout if payout.starts_with("payout_") => self::payout(rng, payout),
        _ => object(rng, kind(operation), 100),
    }
}

fn put(members: &mut Vec<(String, Node)>, name: &str, node: Node) {
    members.push((name.to_owned(), node));
}

fn order(rng: &mut Rng) -> Node {
    let mut members = Vec::new();
    let fill = rng.pick(&[30, 60, 90, 100]);
    put(&mut members, "client", object(rng, "client", fill));
    let zero_amount = rng.chance(22);
    if zero_amount {
        if rng.chance(85) {
            put(&mut members, "payment_system", Node::text("AUTH"));
        }
    } else {
        put(&mut members, "products", usual(rng, "order", "products"));
        if rng.chance(30) {
            put(&mut members, "skip_capture", Node::Bool(rng.chance(80)));
        }
    }
    if zero_amount || rng.chance(25) {
        if rng.chance(70) {
            put(&mut members, "setup_future_use", usual(rng, "order", "setup_future_use"));
        }
        if rng.chance(40) {
            put(&mut members, "force_save_method", Node::Bool(rng.chance(75)));
        }
        if rng.chance(30) {
            put(&mut members, "recurring_number", Node::text("SUB-1"));
        }
    }
    for (name, percent) in [
        ("currency", 60),
        ("language", 30),
        ("dynamic_descriptor", 15),
        ("service_location", 12),
        ("travel_data", 20),
        ("is_moto", 12),
        ("sdwo_merchant_id", 8),
        ("recipient_client", 18),
        ("signature", SIGNED),
    ] {
        if rng.chance(percent) {
            let node = usual(rng, "order", name);
            put(&mut members, name, node);
        }
    }
    add_extras(rng, "order", &mut members);
    Node::Object(members)
}

fn payment(rng: &mut Rng) -> Node {
    let mut members = Vec::new();
    for name in names("payment") {
        let always = ["cardholder_name", "card_number", "exp_month", "exp_year"].contains(name);
        let percent = match *name {
            "csc" => 75,
            "signature" => SIGNED,
            _ => 45,
        };
        if always || rng.chance(percent) {
            put(&mut members, name, usual(rng, "payment", name));
        }
    }
    add_extras(rng, "payment", &mut members);
    Node::Object(members)
}

/// Mostly what the operation uses, sometimes more.
fn payout(rng: &mut Rng, operation: &str) -> Node {
    let mut members = Vec::new();
    let sender = match operation {
        "payout_a2a" | "payout_p2p" => 95,
        _ => rng.pick(&[0, 0, 10, 50]),
    };
    for name in names("payout") {
        let percent = match *name {
            "client" | "amount" | "currency" => 96,
            "language" => 50,
            "signature" => SIGNED,
            "sender_name" if operation == "payout_sdwo" => 95,
            _ => sender,
        };
        if !rng.chance(percent) {
            continue;
        }
        let node = match *name {
            "amount" if operation == "payout_sdwo" && rng.chance(60) => {
                Node::text(rng.pick(&["5", "12.50", "100.00"]))
            }
            "client" if rng.chance(75) => payout_client(rng, operation),
            _ => usual(rng, "payout", name),
        };
        put(&mut members, name, node);
    }
    if rng.chance(18) {
        for _ in 0..rng.pick(&[1, 1, 2, 3]) {
            let name = rng.pick(RECOGNISED);
            let node = match name {
                "is_moto" | "force_save_method" if rng.chance(70) => Node::Bool(rng.chance(50)),
                "travel_data" if rng.chance(50) => travel_data(rng),
                _ => Node::any(rng),
            };
            put(&mut members, name, node);
        }
    }
    add_extras(rng, "payout", &mut members);
    Node::Object(members)
}

/// A client with what the operation uses of it, and nothing else.
fn payout_client(rng: &mut Rng, operation: &str) -> Node {
    let used: &[&str] = match operation {
        "payout_sdwo" => &["first_name", "last_name", "birth_date", "country", "city"],
        _ => &["email", "first_name", "last_name", "birth_date", "country"],
    };
    let mut members = Vec::new();
    for name in used {
        if rng.chance(96) {
            put(&mut members, name, usual(rng, "client", name));
        }
    }
    add_extras(rng, "client", &mut members);
    Node::Object(members)
}
