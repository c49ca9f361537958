//! The yardstick's types: the members of each operation's body, for `serde_json::from_slice`.
//!
//! The types are favourable to serde: texts are `&str` borrowed from the body (so an escape is an
//! error), numbers `f64` (so amounts are not exact), and opaque and unknown members
//! are skipped. Only JSON types are checked. Texts of orders have a type `T`, so that what clients send can be read, too,
//! which has escapes.

#![allow(missing_docs, reason = "the members of §2")]

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::hint::black_box;

use paylint::Operation;

/// A text that is borrowed unless it has escapes.
#[derive(Debug, Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

#[derive(Debug, Deserialize)]
pub struct Order<T> {
    pub client: Option<Client<T>>,
    pub products: Option<Vec<Product<T>>>,
    pub skip_capture: Option<bool>,
    pub payment_system: Option<T>,
    pub force_save_method: Option<bool>,
    pub setup_future_use: Option<T>,
    pub recurring_number: Option<T>,
    pub currency: Option<T>,
    pub language: Option<T>,
    pub dynamic_descriptor: Option<T>,
    pub service_location: Option<ServiceLocation<T>>,
    pub travel_data: Option<TravelData<T>>,
    pub is_moto: Option<bool>,
    pub sdwo_merchant_id: Option<T>,
    pub recipient_client: Option<Recipient<T>>,
}

#[derive(Debug, Deserialize)]
pub struct Client<T> {
    pub email: Option<T>,
    pub original_client: Option<T>,
    pub send_to_email: Option<bool>,
    pub first_name: Option<T>,
    pub last_name: Option<T>,
    pub birth_date: Option<T>,
    pub country: Option<T>,
    pub state: Option<T>,
    pub city: Option<T>,
    pub address: Option<T>,
    pub zip_code: Option<T>,
}

#[derive(Debug, Deserialize)]
pub struct Product<T> {
    pub title: Option<T>,
    pub price: Option<f64>,
    pub quantity: Option<f64>,
    pub description: Option<T>,
    pub tax: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct ServiceLocation<T> {
    pub city: Option<T>,
    pub region: Option<T>,
    pub country: Option<T>,
    pub zip_code: Option<T>,
}

#[derive(Debug, Deserialize)]
pub struct Recipient<T> {
    pub first_name: Option<T>,
    pub last_name: Option<T>,
    pub birth_date: Option<T>,
    pub city: Option<T>,
    pub country: Option<T>,
    pub account_type: Option<T>,
    pub account_number: Option<T>,
    pub recipient_address: Option<T>,
    pub same_as_client: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub struct TravelData<T> {
    pub airline_addendum: Option<Airline<T>>,
    pub lodging: Option<IgnoredAny>,
    pub car_rental: Option<IgnoredAny>,
    pub cruise: Option<IgnoredAny>,
    pub ground_transportation: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct Airline<T> {
    pub ticket_number: Option<T>,
    pub passenger_name: Option<T>,
    pub customer_ref: Option<T>,
    pub carrier_name: Option<T>,
    pub n_legs: Option<f64>,
    pub ticket_issue_date: Option<T>,
    pub legs: Option<Vec<Leg<T>>>,
}

#[derive(Debug, Deserialize)]
pub struct Leg<T> {
    pub departure_airport: Option<T>,
    pub destination_airport: Option<T>,
    pub carrier_code: Option<T>,
    pub departure_date: Option<T>,
    pub service_class: Option<T>,
    pub trip_number: Option<T>,
}

#[derive(Debug, Deserialize)]
pub struct Payout<'a> {
    pub sender_account_number: Option<&'a str>,
    pub sender_account_type: Option<&'a str>,
    pub sender_country: Option<&'a str>,
    pub sender_address: Option<&'a str>,
    pub sender_city: Option<&'a str>,
    pub sender_name: Option<&'a str>,
    pub sender_postal_code: Option<&'a str>,
    pub sender_birth_date: Option<&'a str>,
    #[serde(borrow)]
    pub client: Option<Client<&'a str>>,
    pub amount: Option<f64>,
    pub language: Option<&'a str>,
    pub currency: Option<&'a str>,
    pub setup_future_use: Option<IgnoredAny>,
    pub force_save_method: Option<IgnoredAny>,
    pub travel_data: Option<IgnoredAny>,
    pub recipient_client: Option<IgnoredAny>,
    pub dynamic_descriptor: Option<IgnoredAny>,
    pub service_location: Option<IgnoredAny>,
    pub is_moto: Option<IgnoredAny>,
    pub sdwo_merchant_id: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct Capture {
    pub total: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct Refund {
    pub amount: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct NewClient<'a> {
    pub email: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
pub struct Tax<'a> {
    pub name: Option<&'a str>,
    pub percent: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct Payment<'a> {
    pub cardholder_name: Option<&'a str>,
    pub card_number: Option<&'a str>,
    pub exp_month: Option<f64>,
    pub exp_year: Option<f64>,
    pub csc: Option<&'a str>,
    pub saved_by_merchant: Option<bool>,
    pub ip_address: Option<&'a str>,
    pub avs: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub struct CardWebhook<'a> {
    pub id: Option<&'a str>,
    pub transaction_type: Option<&'a str>,
    pub client: Option<&'a str>,
    pub merchant: Option<&'a str>,
    pub masked_pan: Option<&'a str>,
    pub exp_month: Option<f64>,
    pub exp_year: Option<f64>,
    pub is_default: Option<bool>,
    pub cardholder_name: Option<&'a str>,
    pub product_type: Option<&'a str>,
    pub issuer_country: Option<&'a str>,
    pub region_card_issuer: Option<&'a str>,
    pub card_type: Option<&'a str>,
}
/// The body of a payout to a staged digital wallet: its amount may be a text, and is one here.
#[derive(Debug, Deserialize)]
pub struct SdwoPayout<'a> {
    pub sender_name: Option<&'a str>,
    #[serde(borrow)]
    pub client: Option<Client<&'a str>>,
    pub amount: Option<&'a str>,
    pub currency: Option<&'a str>,
    pub language: Option<&'a str>,
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
        | Operation::PayoutOg => keep::<Payout<'_>>(body),
        Operation::PayoutSdwo => keep::<SdwoPayout<'_>>(body),
        Operation::Client => keep::<NewClient<'_>>(body),
        Operation::Tax => keep::<Tax<'_>>(body),
        Operation::Payment => keep::<Payment<'_>>(body),
        Operation::CardWebhook => keep::<CardWebhook<'_>>(body),
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
