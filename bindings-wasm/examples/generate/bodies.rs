//! The bodies of the operations as TypeScript types.

use crate::members;
use paylint::Operation;
use paylint::schema::{self, Kind, Shape};
use std::fmt::Write;

/// Writes the interfaces of the bodies, and the body of each operation.
pub(crate) fn write(out: &mut String) {
    let mut written = Vec::new();
    for operation in Operation::ALL {
        if let Some(shape) = schema::body(*operation) {
            write_shape(out, shape, &mut written);
        }
    }
    out.push_str("/** The body of each operation, as an object. */\nexport interface Bodies {\n");
    for operation in Operation::ALL {
        let name = schema::body(*operation).map_or("never", |shape| shape.name);
        let endpoint =
            operation.endpoint().map_or(String::new(), |path| format!("  /** POST {path} */\n"));
        _ = writeln!(out, "{endpoint}  {}: {name};", operation.name());
    }
    out.push_str("}\n");
}

fn write_shape(out: &mut String, shape: &Shape, written: &mut Vec<&'static str>) {
    if written.contains(&shape.name) {
        return;
    }
    written.push(shape.name);
    for member in shape.members {
        if let Kind::Object(inner) | Kind::Array(inner) = member.kind {
            write_shape(out, inner, written);
        }
    }
    _ = writeln!(out, "/** {} */\nexport interface {} {{", describe(shape.name), shape.name);
    for member in shape.members {
        let name = member.name();
        let type_name = values_of(name, member.kind).unwrap_or_else(|| type_of(member.kind));
        _ = writeln!(out, "  /** {} */", members::describe(shape.name, name));
        _ = writeln!(out, "  {name}?: {type_name};");
    }
    out.push_str("}\n\n");
}

/// The type of a member of which the interface lists values.
fn values_of(member: &str, kind: Kind) -> Option<String> {
    let values = match (member, kind) {
        ("setup_future_use", Kind::String) => "'one-click' | 'automatic' | 'recurring'",
        // The interface names only this one.
        ("payment_system", Kind::String) => "'AUTH' | (string & {})",
        _ => return None,
    };
    Some(values.to_owned())
}

fn type_of(kind: Kind) -> String {
    match kind {
        Kind::String => "string".to_owned(),
        Kind::Bool => "boolean".to_owned(),
        Kind::Number | Kind::Integer => "number".to_owned(),
        Kind::NumberOrText => "number | string".to_owned(),
        Kind::Object(inner) => inner.name.to_owned(),
        Kind::Array(inner) => format!("readonly {}[]", inner.name),
        Kind::Opaque => "object".to_owned(),
        Kind::Any => "unknown".to_owned(),
    }
}

fn describe(shape: &str) -> &'static str {
    match shape {
        "Order" => "The body of order creation.",
        "Client" => "The payer, in orders and payouts.",
        "Product" => "An item that is sold.",
        "ServiceLocation" => "Where the service is provided.",
        "Recipient" => "The owner of the account that is funded.",
        "TravelData" => "What was booked. Exactly one member is present.",
        "Airline" => "A flight.",
        "Leg" => "One leg of a flight.",
        "Lodging" => "A stay.",
        "CarRental" => "A rental car.",
        "Cruise" => "A cruise.",
        "GroundTransportation" => "A journey by road or rail.",
        "Payout" => "The body of a payout.",
        "SdwoPayout" => "The body of an SDWO payout, whose amount may be a string of digits.",
        "Capture" => "The body of a capture.",
        "Refund" => "The body of a Partial Refund. A Full Refund has none.",
        "NewClient" => "The body of client creation.",
        "Tax" => "The body of tax creation.",
        "Payment" => "The card data, posted to the address that came with the order.",
        "CardWebhook" => "The card webhook, which the gateway sends.",
        other => panic!("the type {other} has no description here"),
    }
}
