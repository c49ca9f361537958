//! The yardstick's types: the members of each operation's body, for `serde_json::from_slice`.
//!
//! The types are favourable to serde: texts are `&str` borrowed from the body (so an escape is an
//! error), numbers `f64` (so amounts are not exact), and opaque and unknown members
//! are skipped. Only JSON types are checked. Texts have a type `T`, so that what clients send can be read, too, which has
//! escapes.

#![allow(missing_docs, reason = "the members of §2")]

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::hint::black_box;

use paylint::Operation;

/// A text that is borrowed unless it has escapes.
#[derive(Debug, Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// Types of objects: the members of each type of value, all of them optional.
macro_rules! objects {
    ($($name:ident $(<$text:ident>)? { $($value:ty: $($member:ident)+;)+ })+) => {
        $(#[derive(Debug, Deserialize)]
        pub struct $name $(<$text>)? {
            $($(pub $member: Option<$value>,)+)+
        })+
    };
}

objects! {
    Order<T> {
        T: payment_system setup_future_use recurring_number currency language;
        T: dynamic_descriptor sdwo_merchant_id;
        bool: skip_capture force_save_method is_moto;
        Client<T>: client;
        Vec<Product<T>>: products;
        ServiceLocation<T>: service_location;
        TravelData<T>: travel_data;
        Recipient<T>: recipient_client;
    }
    Client<T> {
        T: email original_client first_name last_name birth_date country state city address zip_code;
        bool: send_to_email;
    }
    Product<T> {
        T: title description;
        f64: price quantity;
        IgnoredAny: tax;
    }
    ServiceLocation<T> {
        T: city region country zip_code;
    }
    Recipient<T> {
        T: first_name last_name birth_date city country account_type account_number;
        T: recipient_address;
        bool: same_as_client;
    }
    TravelData<T> {
        Airline<T>: airline_addendum;
        IgnoredAny: lodging car_rental cruise ground_transportation;
    }
    Airline<T> {
        T: ticket_number passenger_name customer_ref carrier_name ticket_issue_date;
        f64: n_legs;
        Vec<Leg<T>>: legs;
    }
    Leg<T> {
        T: departure_airport destination_airport carrier_code departure_date service_class;
        T: trip_number;
    }
    Payout<T> {
        T: sender_account_number sender_account_type sender_country sender_address sender_city;
        T: sender_name sender_postal_code sender_birth_date language currency;
        Client<T>: client;
        f64: amount;
        IgnoredAny: setup_future_use force_save_method travel_data recipient_client;
        IgnoredAny: dynamic_descriptor service_location is_moto sdwo_merchant_id;
    }
    // Its amount may be a text, and is one here.
    SdwoPayout<T> {
        T: sender_name amount currency language;
        Client<T>: client;
    }
    Capture {
        f64: total;
    }
    Refund {
        f64: amount;
    }
    NewClient<T> {
        T: email;
    }
    Tax<T> {
        T: name;
        f64: percent;
    }
    Payment<T> {
        T: cardholder_name card_number csc ip_address;
        f64: exp_month exp_year;
        bool: saved_by_merchant avs;
    }
    CardWebhook<T> {
        T: id transaction_type client merchant masked_pan cardholder_name product_type;
        T: issuer_country region_card_issuer card_type;
        f64: exp_month exp_year;
        bool: is_default;
    }
}

/// Reads a body into its operation's type, and drops it.
///
/// # Errors
/// The body isn't JSON, or has a wrong JSON type.
pub fn read(operation: Operation, body: &[u8]) -> serde_json::Result<()> {
    match operation {
        Operation::Order => keep::<Order<&str>>(body),
        Operation::Capture => keep::<Capture>(body),
        Operation::Refund => keep::<Refund>(body),
        Operation::PayoutA2a
        | Operation::PayoutB2p
        | Operation::PayoutP2p
        | Operation::PayoutOg => keep::<Payout<&str>>(body),
        Operation::PayoutSdwo => keep::<SdwoPayout<&str>>(body),
        Operation::Client => keep::<NewClient<&str>>(body),
        Operation::Tax => keep::<Tax<&str>>(body),
        Operation::Payment => keep::<Payment<&str>>(body),
        Operation::CardWebhook => keep::<CardWebhook<&str>>(body),
        // A reversal's body is not read.
        _ => Ok(()),
    }
}

/// Reads an order as clients write it, and drops it.
///
/// # Errors
/// The body isn't JSON, or has a wrong JSON type.
pub fn read_escaped(body: &[u8]) -> serde_json::Result<()> {
    keep::<Order<Text<'_>>>(body)
}

/// Reads, and makes the compiler believe that the result is used.
fn keep<'a, T: Deserialize<'a>>(body: &'a [u8]) -> serde_json::Result<()> {
    black_box(&serde_json::from_slice::<T>(body)?);
    Ok(())
}
