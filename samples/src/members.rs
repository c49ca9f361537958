//! The members of every object type: which there are, and what usually stands in them.

use crate::codes as c;
use crate::extras::{EXTRAS, extra};
use crate::node::Node;
use crate::rng::Rng;
use crate::values as v;

/// What an object is, by the member that it stands in.
pub(crate) fn names(kind: &str) -> &'static [&'static str] {
    match kind {
        "order" => &[
            "client",
            "products",
            "skip_capture",
            "payment_system",
            "force_save_method",
            "setup_future_use",
            "recurring_number",
            "currency",
            "language",
            "dynamic_descriptor",
            "service_location",
            "travel_data",
            "is_moto",
            "sdwo_merchant_id",
            "recipient_client",
            "signature",
        ],
        "client" => &[
            "email",
            "original_client",
            "send_to_email",
            "first_name",
            "last_name",
            "birth_date",
            "country",
            "state",
            "city",
            "address",
            "zip_code",
        ],
        "product" => &["title", "price", "quantity", "description", "tax"],
        "service_location" => &["city", "region", "country", "zip_code"],
        "recipient_client" => &[
            "first_name",
            "last_name",
            "birth_date",
            "city",
            "country",
            "account_type",
            "account_number",
            "recipient_address",
            "same_as_client",
        ],
        "travel_data" => {
            &["airline_addendum", "lodging", "car_rental", "cruise", "ground_transportation"]
        }
        "airline_addendum" => &[
            "ticket_number",
            "passenger_name",
            "customer_ref",
            "carrier_name",
            "n_legs",
            "ticket_issue_date",
            "legs",
        ],
        "leg" => &[
            "departure_airport",
            "destination_airport",
            "carrier_code",
            "departure_date",
            "service_class",
            "trip_number",
        ],
        "lodging" => &["booking_number", "checkin_date", "checkout_date"],
        "car_rental" => &["booking_number", "pickup_date", "return_date"],
        "cruise" | "ground_transportation" => &["booking_number", "departure_date", "return_date"],
        "payout" => &[
            "sender_account_number",
            "sender_account_type",
            "sender_country",
            "sender_address",
            "sender_city",
            "sender_name",
            "sender_postal_code",
            "sender_birth_date",
            "client",
            "amount",
            "language",
            "currency",
            "signature",
        ],
        "payment" => &[
            "cardholder_name",
            "card_number",
            "exp_month",
            "exp_year",
            "csc",
            "saved_by_merchant",
            "ip_address",
            "avs",
            "signature",
        ],
        "card_webhook" => &[
            "id",
            "transaction_type",
            "client",
            "merchant",
            "masked_pan",
            "exp_month",
            "exp_year",
            "is_default",
            "cardholder_name",
            "product_type",
            "issuer_country",
            "region_card_issuer",
            "card_type",
            "avs_status",
            "signature",
        ],
        "capture" => &["total", "signature"],
        "refund" => &["amount", "signature"],
        "new_client" => &["email", "signature"],
        "tax_template" => &["name", "percent", "signature"],
        _ => &[],
    }
}

/// The members that a payout knows by name only.
pub(crate) const RECOGNISED: &[&str] = &[
    "setup_future_use",
    "force_save_method",
    "travel_data",
    "recipient_client",
    "dynamic_descriptor",
    "service_location",
    "is_moto",
    "sdwo_merchant_id",
];

/// How many bodies in a hundred have a signature.
pub(crate) const SIGNED: usize = 12;

/// What the object is that stands in this member of that object.
pub(crate) fn kind_within(kind: &str, member: &str) -> &'static str {
    match (kind, member) {
        ("order" | "payout", "client") => "client",
        ("order", "products") => "product",
        ("order", "service_location") => "service_location",
        ("order", "recipient_client") => "recipient_client",
        ("order", "travel_data") => "travel_data",
        ("travel_data", "airline_addendum") => "airline_addendum",
        ("travel_data", "lodging") => "lodging",
        ("travel_data", "car_rental") => "car_rental",
        ("travel_data", "cruise") => "cruise",
        ("travel_data", "ground_transportation") => "ground_transportation",
        ("airline_addendum", "legs") => "leg",
        _ => "",
    }
}

/// An object of which each member is present this many times in a hundred.
pub(crate) fn object(rng: &mut Rng, kind: &str, percent: usize) -> Node {
    // Travel data lies deep, and mistakes elsewhere would seldom let the rules reach it.
    let travel =
        ["airline_addendum", "leg", "lodging", "car_rental", "cruise", "ground_transportation"];
    let edges = if travel.contains(&kind) { 7 } else { 0 };
    let mut members = Vec::new();
    for name in names(kind) {
        if rng.chance(if *name == "signature" { SIGNED } else { percent }) {
            let draw = if rng.chance(edges) { edge } else { usual };
            members.push(((*name).to_owned(), draw(rng, kind, name)));
        }
    }
    add_extras(rng, kind, &mut members);
    Node::Object(members)
}

/// One of the travel types, or rarely another number of them.
pub(crate) fn travel_data(rng: &mut Rng) -> Node {
    let mut members = Vec::new();
    let count = rng.pick(&[1, 1, 1, 1, 1, 1, 1, 2, 3, 0]);
    for _ in 0..count {
        let name = rng.pick(names("travel_data"));
        if !members.iter().any(|(known, _)| known == name) {
            members.push((name.to_owned(), object(rng, name, 92)));
        }
    }
    add_extras(rng, "travel_data", &mut members);
    Node::Object(members)
}

/// What usually stands in a member: of the right type, and mostly right.
pub(crate) fn usual(rng: &mut Rng, kind: &str, member: &str) -> Node {
    match (kind, member) {
        ("order" | "payout", "client") => object(rng, "client", 70),
        ("order", "products") => {
            let count = rng.pick(&[1, 1, 1, 2, 2, 3]);
            Node::List((0..count).map(|_| product(rng)).collect())
        }
        ("order", "travel_data") => travel_data(rng),
        ("travel_data", _) => object(rng, member, 92),
        ("order", "service_location" | "recipient_client") => object(rng, member, 94),
        ("airline_addendum", "legs") => {
            let count = rng.pick(&[1, 1, 2, 2, 3]);
            Node::List((0..count).map(|_| object(rng, "leg", 92)).collect())
        }
        ("product", "tax") => Node::object([("id", Node::text("tax_1"))]),
        _ => plain(rng, kind, member),
    }
}

fn product(rng: &mut Rng) -> Node {
    let mut members = vec![
        ("title".to_owned(), plain(rng, "product", "title")),
        ("price".to_owned(), plain(rng, "product", "price")),
    ];
    for (name, percent) in [("quantity", 50), ("description", 20), ("tax", 12)] {
        if rng.chance(percent) {
            members.push((name.to_owned(), usual(rng, "product", name)));
        }
    }
    add_extras(rng, "product", &mut members);
    Node::Object(members)
}

fn plain(rng: &mut Rng, kind: &str, member: &str) -> Node {
    if let Some(node) = extra(rng, member) {
        return node;
    }
    let text = match member {
        "price" | "amount" | "total" => {
            return Node::number(
                rng.pick(&["10", "49.9", "3.50", "1", "100", "70", "0.01", "25.5"]),
            );
        }
        "quantity" => return Node::number(rng.pick(&["1", "2", "3", "0.5"])),
        "percent" => return Node::number(rng.pick(&["21", "5.5", "0", "100"])),
        "n_legs" => return Node::number(rng.pick(&["1", "1", "2", "2", "3"])),
        "exp_month" => return Node::number(rng.pick(&["1", "10", "11", "12"])),
        "exp_year" => return Node::number(rng.pick(&["26", "26", "27", "30"])),
        "skip_capture" | "force_save_method" | "is_moto" | "send_to_email" | "same_as_client"
        | "saved_by_merchant" | "avs" | "is_default" => return Node::Bool(rng.chance(60)),
        "email" => "mia@store.example",
        "birth_date" | "sender_birth_date" => rng.pick(&["1990-07-19", "1984-02-29"]),
        "country" | "sender_country" | "issuer_country" => rng.pick(&["LV", "DE", "US", "CAN"]),
        "account_type" | "sender_account_type" => rng.pick(&["01", "02"]),
        "state" => rng.pick(&["NY", "ON", "Ogre"]),
        "avs_status" => return Node::any(rng),
        "region" => rng.pick(&["LV-001", "CA", "US-CA"]),
        "currency" => rng.pick(&["EUR", "USD", "JPY", "KWD"]),
        "language" => rng.pick(&["lv", "en", "en-US"]),
        "payment_system" => "AUTH",
        "setup_future_use" => rng.pick(&["one-click", "automatic", "recurring"]),
        "ticket_issue_date" => rng.pick(&["261101", "240229"]),
        "checkin_date" | "pickup_date" => rng.pick(&["20261120", "20112026"]),
        "checkout_date" | "return_date" => rng.pick(&["20261123", "23112026"]),
        "departure_date" => rng.pick(&["20261120", "20261121", "20112026"]),
        "departure_airport" | "destination_airport" => rng.pick(&["RIX", "EVRA", "LHR"]),
        "carrier_code" => rng.pick(&["BT", "BTI", "U2"]),
        "card_number" => rng.pick(&["4111111111111111", "5555555555554444", "378282246310005"]),
        "csc" => rng.pick(&["123", "1234"]),
        "ip_address" => rng.pick(c::ADDRESSES),
        "masked_pan" => "411111******1111",
        "signature" => "c2lnbmVk",
        // The same few for client and recipient, so that they are often the same person's.
        "first_name" | "last_name" | "city" if kind != "leg" => rng.pick(&["Anna", "Riga", "Otto"]),
        _ => rng.pick(&["Lamp", "Liela iela 6", "LV-3001", "Jānis"]),
    };
    Node::text(text)
}

/// Values of a member near the edges of its rules.
pub(crate) fn edge(rng: &mut Rng, kind: &str, member: &str) -> Node {
    let texts = match member {
        "price" | "shipping" if rng.chance(20) => return Node::number(rng.pick(v::GREAT_PRICES)),
        "amount" if kind == "payout" && rng.chance(35) => v::AMOUNT_TEXTS,
        "price" | "amount" | "total" | "shipping" | "discount_amount" | "total_override" => {
            let from = if rng.chance(20) { v::TAILS } else { v::PRICES };
            return Node::number(rng.pick(from));
        }
        "quantity" => return Node::number(rng.pick(v::QUANTITIES)),
        "percent" => return Node::number(rng.pick(v::PERCENTS)),
        "n_legs" | "exp_month" | "exp_year" | "due" => return Node::number(rng.pick(v::INTEGERS)),
        "skip_capture" | "force_save_method" | "is_moto" | "send_to_email" | "same_as_client"
        | "saved_by_merchant" | "avs" | "is_default" | "gift" => {
            return Node::Bool(rng.chance(50));
        }
        "avs_status" | "meta" | "tags" | "legacy" => return Node::any(rng),
        "tax" => return Node::nested(rng, 3),
        "products" | "legs" => return Node::List(Vec::new()),
        "client" if kind != "card_webhook" => return object(rng, "client", 30),
        "travel_data" if kind == "order" => return travel_data(rng),
        "email" => c::EMAILS,
        "birth_date" | "sender_birth_date" => v::BIRTH_DATES,
        "country" | "sender_country" | "issuer_country" => c::COUNTRIES,
        "account_type" | "sender_account_type" => c::TWO_DIGITS,
        "state" => c::STATES,
        "region" => c::REGIONS,
        "currency" => c::CURRENCIES,
        "language" => c::LANGUAGES,
        "dynamic_descriptor" => v::DESCRIPTORS,
        "payment_system" => c::SYSTEMS,
        "setup_future_use" => c::USES,
        "ticket_issue_date" => v::SIX_DIGITS,
        "checkin_date" | "pickup_date" | "checkout_date" | "return_date" | "departure_date" => {
            v::EIGHT_DIGITS
        }
        "departure_airport" | "destination_airport" => c::AIRPORTS,
        "carrier_code" => c::CARRIERS,
        "card_number" => c::CARD_NUMBERS,
        "csc" => c::SECURITY_CODES,
        "ip_address" if rng.chance(60) => c::BAD_ADDRESSES,
        "ip_address" => c::ADDRESSES,
        "masked_pan" => c::MASKED,
        "recipient_client"
        | "service_location"
        | "airline_addendum"
        | "lodging"
        | "car_rental"
        | "cruise"
        | "ground_transportation" => return object(rng, member, 50),
        _ => v::WORDS,
    };
    Node::text(rng.pick(texts))
}

/// Puts some members that no type lists into an object.
pub(crate) fn add_extras(rng: &mut Rng, kind: &str, members: &mut Vec<(String, Node)>) {
    if !rng.chance(if kind == "order" { 25 } else { 8 }) {
        return;
    }
    for _ in 0..rng.pick(&[1, 1, 2, 4]) {
        let (name, _) = rng.pick(EXTRAS);
        let draw = if rng.chance(30) { edge } else { usual };
        if !members.iter().any(|(known, _)| known == name) {
            members.push((name.to_owned(), draw(rng, kind, name)));
        }
    }
}
