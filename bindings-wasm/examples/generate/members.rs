//! TypeScript's types of the bodies' members, and the names that messages give them.

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

/// Describes a member in core's words.
pub(crate) fn describe(known: &KnownMember) -> String {
    let about = known.about();
    let first = about.chars().take(1).flat_map(char::to_uppercase);
    format!("{}{}.", first.collect::<String>(), about.get(1..).unwrap_or_default())
}
