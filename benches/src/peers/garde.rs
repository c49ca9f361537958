//! The yardstick's types again, with garde's rules over them.

#![allow(dead_code, reason = "members that are read, and have no rule")]

use garde::Validate;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Reads and validates an order: how many errors there are.
///
/// # Panics
/// The body isn't an order.
#[must_use]
pub fn errors(body: &[u8]) -> usize {
    let order: Order<'_> = serde_json::from_slice(body).expect("an order");
    order.validate().map_or_else(|report| report.iter().count(), |()| 0)
}

fn only(text: &str, allowed: impl Fn(&u8) -> bool, wanted: &str) -> garde::Result {
    if text.as_bytes().iter().all(allowed) { Ok(()) } else { Err(garde::Error::new(wanted)) }
}

fn digits(text: &&str, (): &()) -> garde::Result {
    only(text, u8::is_ascii_digit, "not digits")
}

fn capitals(text: &&str, (): &()) -> garde::Result {
    only(text, u8::is_ascii_uppercase, "not capitals")
}

fn date(text: &&str, (): &()) -> garde::Result {
    let right = text.len() == 10 && text.split('-').map(str::len).eq([4, 2, 2]);
    if right { Ok(()) } else { Err(garde::Error::new("not YYYY-MM-DD")) }
}

fn mode(text: &&str, (): &()) -> garde::Result {
    let right = matches!(*text, "one-click" | "automatic" | "recurring");
    if right { Ok(()) } else { Err(garde::Error::new("not a way to charge")) }
}

/// The body of order creation.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Order<'a> {
    #[serde(borrow)]
    #[garde(required, dive)]
    client: Option<Client<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    products: Option<Vec<Product<'a>>>,
    skip_capture: Option<bool>,
    payment_system: Option<&'a str>,
    force_save_method: Option<bool>,
    #[garde(inner(custom(mode)))]
    setup_future_use: Option<&'a str>,
    recurring_number: Option<&'a str>,
    #[garde(inner(custom(capitals), length(equal = 3)))]
    currency: Option<&'a str>,
    #[garde(inner(length(min = 2, max = 5), ascii))]
    language: Option<&'a str>,
    #[garde(inner(length(chars, max = 25)))]
    dynamic_descriptor: Option<&'a str>,
    #[serde(borrow)]
    #[garde(dive)]
    service_location: Option<ServiceLocation<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    travel_data: Option<TravelData<'a>>,
    is_moto: Option<bool>,
    sdwo_merchant_id: Option<&'a str>,
    #[serde(borrow)]
    #[garde(dive)]
    recipient_client: Option<Recipient<'a>>,
}

/// The payer, in orders and payouts.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Client<'a> {
    #[garde(inner(contains("@")))]
    email: Option<&'a str>,
    original_client: Option<&'a str>,
    send_to_email: Option<bool>,
    first_name: Option<&'a str>,
    last_name: Option<&'a str>,
    #[garde(inner(custom(date)))]
    birth_date: Option<&'a str>,
    #[garde(inner(length(min = 2, max = 3), ascii))]
    country: Option<&'a str>,
    state: Option<&'a str>,
    city: Option<&'a str>,
    #[garde(required)]
    address: Option<&'a str>,
    #[garde(required)]
    zip_code: Option<&'a str>,
}

/// One thing that is sold.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Product<'a> {
    #[garde(required, inner(length(min = 1)))]
    title: Option<&'a str>,
    #[garde(required, inner(range(min = 0.01)))]
    price: Option<f64>,
    #[garde(inner(range(min = 1e-8)))]
    quantity: Option<f64>,
    description: Option<&'a str>,
    tax: Option<IgnoredAny>,
}

/// Where the service is given.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct ServiceLocation<'a> {
    city: Option<&'a str>,
    #[garde(inner(length(max = 6)))]
    region: Option<&'a str>,
    #[garde(inner(length(min = 2, max = 3), ascii))]
    country: Option<&'a str>,
    zip_code: Option<&'a str>,
}

/// Whose account is funded.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Recipient<'a> {
    #[garde(required)]
    first_name: Option<&'a str>,
    #[garde(required)]
    last_name: Option<&'a str>,
    #[garde(required, inner(custom(date)))]
    birth_date: Option<&'a str>,
    #[garde(required)]
    city: Option<&'a str>,
    #[garde(required)]
    country: Option<&'a str>,
    #[garde(required, inner(custom(digits), length(equal = 2)))]
    account_type: Option<&'a str>,
    #[garde(required)]
    account_number: Option<&'a str>,
    #[garde(required)]
    recipient_address: Option<&'a str>,
    #[garde(required)]
    same_as_client: Option<bool>,
}

/// What was booked: exactly one of these.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct TravelData<'a> {
    #[serde(borrow)]
    #[garde(dive)]
    airline_addendum: Option<Airline<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    lodging: Option<Lodging<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    car_rental: Option<CarRental<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    cruise: Option<Cruise<'a>>,
    #[serde(borrow)]
    #[garde(dive)]
    ground_transportation: Option<GroundTransportation<'a>>,
}

/// A flight.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Airline<'a> {
    ticket_number: Option<&'a str>,
    passenger_name: Option<&'a str>,
    customer_ref: Option<&'a str>,
    carrier_name: Option<&'a str>,
    n_legs: Option<f64>,
    #[garde(inner(custom(digits), length(equal = 6)))]
    ticket_issue_date: Option<&'a str>,
    #[serde(borrow)]
    #[garde(dive)]
    legs: Option<Vec<Leg<'a>>>,
}

/// One leg of a flight.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Leg<'a> {
    #[garde(inner(custom(capitals), length(min = 3, max = 4)))]
    departure_airport: Option<&'a str>,
    #[garde(inner(custom(capitals), length(min = 3, max = 4)))]
    destination_airport: Option<&'a str>,
    #[garde(inner(length(min = 2, max = 3)))]
    carrier_code: Option<&'a str>,
    #[garde(inner(custom(digits), length(equal = 8)))]
    departure_date: Option<&'a str>,
    service_class: Option<&'a str>,
    trip_number: Option<&'a str>,
}

/// A stay.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Lodging<'a> {
    booking_number: Option<&'a str>,
    checkin_date: Option<&'a str>,
    checkout_date: Option<&'a str>,
}

/// A hired car.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct CarRental<'a> {
    booking_number: Option<&'a str>,
    pickup_date: Option<&'a str>,
    return_date: Option<&'a str>,
}

/// A cruise.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Cruise<'a> {
    booking_number: Option<&'a str>,
    departure_date: Option<&'a str>,
    return_date: Option<&'a str>,
}

/// A journey by road or rail.
#[derive(Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct GroundTransportation<'a> {
    booking_number: Option<&'a str>,
    departure_date: Option<&'a str>,
    return_date: Option<&'a str>,
}
