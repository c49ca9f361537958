//! What the types say about the members of the bodies, and what messages can call them.

use crate::json;
use paylint::Operation;
use paylint::schema::{self, Kind, Shape};
use std::collections::BTreeSet;
use std::fmt::Write;

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

/// The members' English names, as a TypeScript module.
pub(crate) fn labels() -> String {
    let mut out = String::from(
        "// Generated from the schema (examples/generate). Do not edit.\n\n\
         import type { Member } from './types.js';\n\n\
         export const members: { readonly [member in Member]: string } = {\n",
    );
    for name in names() {
        _ = writeln!(out, "  {name}: {},", json(&label(name)));
    }
    out.push_str("};\n");
    out
}

fn label(name: &str) -> String {
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

/// Describes a member of an object type, in a sentence or two.
pub(crate) fn describe(shape: &str, member: &str) -> &'static str {
    match (shape, member) {
        (_, "signature") => "The signature of the body.",
        ("Order", member) => order(member),
        ("Client" | "NewClient", member) => client(member),
        ("Product", member) => product(member),
        ("ServiceLocation", member) => service_location(member),
        ("Recipient", member) => recipient(member),
        ("TravelData", member) => travel_data(member),
        ("Airline" | "Leg", member) => flight(member),
        ("Lodging" | "CarRental" | "Cruise" | "GroundTransportation", member) => booking(member),
        ("Payout" | "SdwoPayout", member) => payout(member),
        ("Capture", "total") => {
            "How much is captured: at least 0.01, and at most the order's amount."
        }
        ("Refund", "amount") => {
            "How much is refunded: at least 0.01, and at most the rest of the payment."
        }
        ("Tax", "name") => "The tax's name.",
        ("Tax", "percent") => "How many per cent of a product's price it is: 0 to 100.",
        ("Payment", member) => payment(member),
        ("CardWebhook", member) => card_webhook(member),
        _ => unknown(shape, member),
    }
}

fn unknown(shape: &str, member: &str) -> ! {
    panic!("{shape}.{member} has no description here")
}

fn order(member: &str) -> &'static str {
    match member {
        "client" => "The payer.",
        "products" => "What is sold. A Zero-Amount order has none.",
        "skip_capture" => "Makes it a Two-Step payment: the money is held, and captured later.",
        "payment_system" => "`AUTH` for a Zero-Amount order.",
        "force_save_method" => "Saves the payment method without asking the payer.",
        "setup_future_use" => "Saves the payment method, to be charged in this way later.",
        "recurring_number" => {
            "The number of a recurring payment; only with `setup_future_use` `recurring`."
        }
        "currency" => "An alphabetic code of ISO 4217, in capitals.",
        "language" => "The language of the checkout: a two-letter code of ISO 639-1, like `lv`.",
        "dynamic_descriptor" => {
            "The text on the payer's statement: at most 25 characters are advisable."
        }
        "service_location" => "Where the service is provided.",
        "travel_data" => "What was booked. Exactly one member is present.",
        "is_moto" => "Processes the order as MOTO (mail or telephone).",
        "sdwo_merchant_id" => "The merchant of an SDWO Purchase Payment.",
        "recipient_client" => {
            "The owner of the account that is funded; required for account funding."
        }
        _ => unknown("Order", member),
    }
}

fn client(member: &str) -> &'static str {
    match member {
        "email" => "The e-mail address.",
        "original_client" => {
            "The identifier of a client created earlier, for whom the payment method is saved."
        }
        "send_to_email" => "Sends a message to the e-mail address.",
        "first_name" => "The first name.",
        "last_name" => "The last name.",
        "birth_date" => "The date of birth: `YYYY-MM-DD`.",
        "country" => "A code of ISO 3166-1, in capitals.",
        "state" => "The state, for cards issued in the US or Canada.",
        "city" => "The city.",
        "address" => "The billing address; required for AVS.",
        "zip_code" => "The zip code; required for AVS.",
        _ => unknown("Client", member),
    }
}

fn product(member: &str) -> &'static str {
    match member {
        "title" => "What it is called; required.",
        "price" => "The price of one: at least 0.01; required.",
        "quantity" => "How many: more than 0; 1 if it is left out.",
        "description" => "What else there is to say about it.",
        "tax" => "The tax that applies to it.",
        _ => unknown("Product", member),
    }
}

fn service_location(member: &str) -> &'static str {
    match member {
        "city" => "The city.",
        "region" => "The code of a country subdivision, like `US-CA` or `CA`.",
        "country" => "A code of ISO 3166-1, in capitals.",
        "zip_code" => "The zip code.",
        _ => unknown("ServiceLocation", member),
    }
}

fn recipient(member: &str) -> &'static str {
    match member {
        "account_type" => "The kind of account: a code of two digits.",
        "account_number" => "The account's number.",
        "recipient_address" => "The address; required for funding by a card network.",
        "same_as_client" => "Says that the recipient is the payer; nothing is copied from there.",
        _ => client(member),
    }
}

fn travel_data(member: &str) -> &'static str {
    match member {
        "airline_addendum" => "A flight, or a package whose first service is a flight.",
        "lodging" => "A stay.",
        "car_rental" => "A rental car.",
        "cruise" => "A cruise.",
        "ground_transportation" => "A journey by road or rail.",
        _ => unknown("TravelData", member),
    }
}

fn flight(member: &str) -> &'static str {
    match member {
        "ticket_number" => "The ticket's number.",
        "passenger_name" => "The passenger's name.",
        "customer_ref" => "The customer's reference.",
        "carrier_name" => "The carrier's name.",
        "n_legs" => "The number of legs.",
        "ticket_issue_date" => "The day on which the ticket was issued: six digits.",
        "legs" => "The legs of the flight, in order.",
        "departure_airport" | "destination_airport" => "An airport's code: three or four capitals.",
        "carrier_code" => "The carrier's IATA code.",
        "departure_date" => "The day of departure: eight digits.",
        "service_class" => "The class of service.",
        "trip_number" => "The trip's number.",
        _ => unknown("Airline", member),
    }
}

fn booking(member: &str) -> &'static str {
    match member {
        "booking_number" => "The booking's number.",
        "checkin_date" => "The first day: eight digits.",
        "checkout_date" => "The last day: eight digits.",
        "pickup_date" => "The day on which the car is picked up: eight digits.",
        "return_date" => "The day of return: eight digits.",
        "departure_date" => "The day of departure: eight digits.",
        _ => unknown("Lodging", member),
    }
}

fn payout(member: &str) -> &'static str {
    match member {
        "sender_account_number" => "The number of the sender's account; A2A and P2P.",
        "sender_account_type" => {
            "The kind of the sender's account: a code of two digits; A2A and P2P."
        }
        "sender_country" => "The sender's country: a code of ISO 3166-1; A2A and P2P.",
        "sender_address" => "The sender's address; A2A and P2P.",
        "sender_city" => "The sender's city; A2A and P2P.",
        "sender_name" => "The sender's name; A2A, P2P and SDWO.",
        "sender_postal_code" => "The sender's postal code; A2A and P2P.",
        "sender_birth_date" => "The sender's date of birth: `YYYY-MM-DD`; A2A and P2P.",
        "client" => "Who is paid.",
        "amount" => "How much is paid out: at least 0.01; required.",
        "language" => "A two-letter code of ISO 639-1, like `lv`.",
        "currency" => "An alphabetic code of ISO 4217, in capitals.",
        "setup_future_use" | "force_save_method" | "travel_data" | "recipient_client"
        | "dynamic_descriptor" | "service_location" | "is_moto" | "sdwo_merchant_id" => {
            "Of an order; a payout must not have it."
        }
        _ => unknown("Payout", member),
    }
}

fn payment(member: &str) -> &'static str {
    match member {
        "cardholder_name" => "The name on the card; required.",
        "card_number" => "12 to 19 digits; required.",
        "exp_month" => "The month of expiry: 1 to 12; required.",
        "exp_year" => "The year of expiry, with two digits; required.",
        "csc" => "The security code: three or four digits. A MOTO payment has none.",
        "saved_by_merchant" => "The merchant saves the card.",
        "ip_address" => "The payer's IPv4 or IPv6 address.",
        "avs" => "Requests Custom AVS.",
        _ => unknown("Payment", member),
    }
}

fn card_webhook(member: &str) -> &'static str {
    match member {
        "id" => "The identifier of the saved card.",
        "transaction_type" => "The kind of transaction.",
        "client" => "The client's identifier.",
        "merchant" => "The merchant's identifier.",
        "masked_pan" => "The card's number, masked.",
        "exp_month" => "The month of expiry.",
        "exp_year" => "The year of expiry.",
        "is_default" => "Whether it is the client's default card.",
        "cardholder_name" => "The name on the card.",
        "product_type" => "The kind of card, such as `credit`.",
        "issuer_country" => "The issuer's country: a code of ISO 3166-1.",
        "region_card_issuer" => "The issuer's region.",
        "card_type" => "The card's brand.",
        _ => unknown("CardWebhook", member),
    }
}
