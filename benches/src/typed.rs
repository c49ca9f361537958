//! The yardstick's types: the members of each operation's body, for `serde_json::from_slice`.
//!
//! The types are favourable to serde: texts are `&str` borrowed from the body (so an escape is an
//! error), numbers `f64` (so amounts are not exact), and opaque and unknown members
//! are skipped. Only JSON types are checked.

#![allow(missing_docs, reason = "the members of §2")]

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::hint::black_box;

use paylint::Operation;

#[derive(Debug, Deserialize)]
pub struct Order<'a> {
    #[serde(borrow)]
    pub client: Option<Client<'a>>,
    #[serde(borrow)]
    pub products: Option<Vec<Product<'a>>>,
    pub skip_capture: Option<bool>,
    pub payment_system: Option<&'a str>,
    pub force_save_method: Option<bool>,
    pub setup_future_use: Option<&'a str>,
    pub recurring_number: Option<&'a str>,
    pub currency: Option<&'a str>,
    pub language: Option<&'a str>,
    pub dynamic_descriptor: Option<&'a str>,
    #[serde(borrow)]
    pub service_location: Option<ServiceLocation<'a>>,
    #[serde(borrow)]
    pub travel_data: Option<TravelData<'a>>,
    pub is_moto: Option<bool>,
    pub sdwo_merchant_id: Option<&'a str>,
    #[serde(borrow)]
    pub recipient_client: Option<Recipient<'a>>,
}

#[derive(Debug, Deserialize)]
pub struct Client<'a> {
    pub email: Option<&'a str>,
    pub original_client: Option<&'a str>,
    pub send_to_email: Option<bool>,
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub birth_date: Option<&'a str>,
    pub country: Option<&'a str>,
    pub state: Option<&'a str>,
    pub city: Option<&'a str>,
    pub address: Option<&'a str>,
    pub zip_code: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
pub struct Product<'a> {
    pub title: Option<&'a str>,
    pub price: Option<f64>,
    pub quantity: Option<f64>,
    pub description: Option<&'a str>,
    pub tax: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct ServiceLocation<'a> {
    pub city: Option<&'a str>,
    pub region: Option<&'a str>,
    pub country: Option<&'a str>,
    pub zip_code: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
pub struct Recipient<'a> {
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub birth_date: Option<&'a str>,
    pub city: Option<&'a str>,
    pub country: Option<&'a str>,
    pub account_type: Option<&'a str>,
    pub account_number: Option<&'a str>,
    pub recipient_address: Option<&'a str>,
    pub same_as_client: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub struct TravelData<'a> {
    #[serde(borrow)]
    pub airline_addendum: Option<Airline<'a>>,
    pub lodging: Option<IgnoredAny>,
    pub car_rental: Option<IgnoredAny>,
    pub cruise: Option<IgnoredAny>,
    pub ground_transportation: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub struct Airline<'a> {
    pub ticket_number: Option<&'a str>,
    pub passenger_name: Option<&'a str>,
    pub customer_ref: Option<&'a str>,
    pub carrier_name: Option<&'a str>,
    pub n_legs: Option<f64>,
    pub ticket_issue_date: Option<&'a str>,
    #[serde(borrow)]
    pub legs: Option<Vec<Leg<'a>>>,
}

#[derive(Debug, Deserialize)]
pub struct Leg<'a> {
    pub departure_airport: Option<&'a str>,
    pub destination_airport: Option<&'a str>,
    pub carrier_code: Option<&'a str>,
    pub departure_date: Option<&'a str>,
    pub service_class: Option<&'a str>,
    pub trip_number: Option<&'a str>,
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
    pub client: Option<Client<'a>>,
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
    pub client: Option<Client<'a>>,
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
        Operation::Order => keep::<Order<'_>>(body),
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

/// Reads, and makes the compiler believe that the result is used.
fn keep<'a, T: Deserialize<'a>>(body: &'a [u8]) -> serde_json::Result<()> {
    black_box(&serde_json::from_slice::<T>(body)?);
    Ok(())
}
