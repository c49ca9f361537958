//! What the types say about the members of the bodies, and what messages can call them.

use paylint::Operation;
use paylint::schema::{self, Kind, KnownMember, Shape};
use std::collections::BTreeSet;

/// The names of all members of all bodies.
pub(crate) fn names() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for shape in Operation::ALL.iter().filter_map(|operation| schema::body(*operation)) {
        collect(shape, &mut names);
    }
    names
}

fn collect(shape: &'static Shape, names: &mut BTreeSet<&'static str>) {
    for member in shape.members {
        names.insert(member.name());
        if let Kind::Object(inner) | Kind::Array(inner) = member.kind {
            collect(inner, names);
        }
    }
}

/// The English name of a member.
pub(crate) fn label(name: &str) -> String {
    let words = match name {
        "airline_addendum" => "flight",
        "avs" => "AVS",
        "csc" => "security code",
        "customer_ref" => "customer reference",
        "email" => "e-mail address",
        "exp_month" => "month of expiry",
        "exp_year" => "year of expiry",
        "id" => "identifier",
        "ip_address" => "IP address",
        "is_default" => "default card",
        "is_moto" => "MOTO",
        "masked_pan" => "masked card number",
        "n_legs" => "number of legs",
        "sdwo_merchant_id" => "SDWO merchant",
        _ => return name.replace('_', " "),
    };
    words.to_owned()
}

/// Describes a member of an object type: in core's words, and what its type leaves open.
pub(crate) fn describe(shape: &str, known: &KnownMember) -> String {
    let about = known.about();
    let first = about.chars().take(1).flat_map(char::to_uppercase);
    let more = more(shape, known.member().map_or("", |member| member.name()));
    let space = if more.is_empty() { "" } else { " " };
    format!("{}{}.{space}{more}", first.collect::<String>(), about.get(1..).unwrap_or_default())
}

/// When a member is needed, or what else matters to whoever gives it.
fn more(shape: &str, member: &str) -> &'static str {
    match (shape, member) {
        ("Order", "products") => "A Zero-Amount order has none.",
        ("Order", "recurring_number") => "Only with `setup_future_use` `recurring`.",
        ("Order", "recipient_client") => "Required for account funding.",
        ("Client", "state") => "For cards issued in the US or Canada.",
        ("Client", "address" | "zip_code") => "Required for AVS.",
        ("Recipient", "recipient_address") => "Required for funding by a card network.",
        ("Recipient", "same_as_client") => "Nothing is copied from there.",
        ("TravelData", "airline_addendum") => "A package goes by its first service.",
        ("Product", "title" | "price")
        | ("Payout" | "SdwoPayout", "amount")
        | ("Payment", "cardholder_name" | "card_number" | "exp_month" | "exp_year") => "Required.",
        ("Payment", "csc") => "A MOTO payment has none.",
        ("Payout" | "SdwoPayout", "sender_name") => "For A2A, P2P and SDWO.",
        ("Payout" | "SdwoPayout", member) if member.starts_with("sender_") => "For A2A and P2P.",
        ("Capture", "total") => "At most the order's amount.",
        ("Refund", "amount") => "At most the rest of the payment.",
        _ => "",
    }
}
