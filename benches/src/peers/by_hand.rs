//! Checks as one writes them without a library: the yardstick's types, read by sonic-rs, and a function with an `if` for each rule.

use crate::typed::{Airline, Client, Order, Product, Recipient, TravelData};

/// The number of rules for orders that are here.
pub const RULES: usize = 26;

/// A violation: the member, and of an element's also the element's index.
#[derive(Debug)]
pub struct Finding {
    /// The path of the member. `*` stands for the index.
    pub path: &'static str,
    /// The index.
    pub index: usize,
    /// The message.
    pub message: &'static str,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn unless(&mut self, holds: bool, path: &'static str, message: &'static str) {
        self.unless_in(holds, 0, path, message);
    }

    fn unless_in(&mut self, holds: bool, index: usize, path: &'static str, message: &'static str) {
        if !holds {
            self.0.push(Finding { path, index, message });
        }
    }
}

/// Reads an order and checks it.
///
/// # Panics
/// The body isn't an order.
#[must_use]
pub fn findings(body: &[u8]) -> Vec<Finding> {
    check(&sonic_rs::from_slice(body).expect("an order"))
}

fn check(order: &Order<&str>) -> Vec<Finding> {
    let mut found = Findings::default();
    let products = order.products.as_deref().unwrap_or_default();
    let mode = order.setup_future_use;
    let can_be_empty = mode.is_some() || order.payment_system == Some("AUTH");
    let has_products = !products.is_empty();
    found.unless(order.client.is_some(), "/client", "missing");
    found.unless(has_products || can_be_empty, "/products", "missing");
    let is_free = order.payment_system == Some("AUTH");
    found.unless(
        !(is_free && has_products),
        "/payment_system",
        "AUTH is for orders without products",
    );
    let is_mode = |mode| matches!(mode, "one-click" | "automatic" | "recurring");
    found.unless(mode.is_none_or(is_mode), "/setup_future_use", "not a way to charge");
    let is_recurring = order.recurring_number.is_none() || mode == Some("recurring");
    found.unless(is_recurring, "/recurring_number", "only for recurring payments");
    let is_currency = |code: &str| code.len() == 3 && are_capitals(code);
    found.unless(order.currency.is_none_or(is_currency), "/currency", "not a code in capitals");
    let is_language = |code: &str| matches!(code.len(), 2 | 5);
    found.unless(order.language.is_none_or(is_language), "/language", "not a code");
    let is_short = |text: &str| text.chars().count() <= 25;
    let descriptor = order.dynamic_descriptor;
    found.unless(descriptor.is_none_or(is_short), "/dynamic_descriptor", "over 25 characters");
    let region = order.service_location.as_ref().and_then(|location| location.region);
    found.unless(
        region.is_none_or(|region| region.len() <= 6),
        "/service_location/region",
        "over 6 characters",
    );
    products
        .iter()
        .enumerate()
        .for_each(|(index, product)| check_product(product, index, &mut found));
    if let Some(client) = &order.client {
        check_client(client, &mut found);
    }
    if let Some(recipient) = &order.recipient_client {
        check_recipient(recipient, order, &mut found);
    }
    if let Some(travel) = &order.travel_data {
        check_travel(travel, &mut found);
    }
    found.0
}

fn check_product(product: &Product<&str>, index: usize, found: &mut Findings) {
    let has_title = product.title.is_some_and(|title| !title.trim().is_empty());
    found.unless_in(has_title, index, "/products/*/title", "missing");
    found.unless_in(product.price.is_some(), index, "/products/*/price", "missing");
    let is_a_cent = product.price.is_none_or(|price| price >= 0.01);
    found.unless_in(is_a_cent, index, "/products/*/price", "under 0.01");
    let is_positive = product.quantity.is_none_or(|quantity| quantity > 0.0);
    found.unless_in(is_positive, index, "/products/*/quantity", "not positive");
}

fn check_client(client: &Client<&str>, found: &mut Findings) {
    found.unless(client.address.is_some(), "/client/address", "missing");
    found.unless(client.zip_code.is_some(), "/client/zip_code", "missing");
    found.unless(client.birth_date.is_none_or(is_date), "/client/birth_date", "not YYYY-MM-DD");
    let is_address = |email: &str| email.contains('@');
    found.unless(client.email.is_none_or(is_address), "/client/email", "not an address");
}

fn check_recipient(recipient: &Recipient<&str>, order: &Order<&str>, found: &mut Findings) {
    let is_captured = order.skip_capture != Some(true);
    found.unless(is_captured, "/recipient_client", "not with skip_capture");
    found.unless(order.is_moto != Some(true), "/recipient_client", "not with is_moto");
    let Recipient { first_name, last_name, birth_date, city, country, .. } = *recipient;
    let has_name = first_name.is_some() && last_name.is_some() && birth_date.is_some();
    let has_account = recipient.account_type.is_some() && recipient.account_number.is_some();
    let has_all = has_name && has_account && city.is_some() && country.is_some();
    found.unless(has_all, "/recipient_client", "a member is missing");
    let own = [first_name, last_name, birth_date, city, country];
    let is_same = order.client.as_ref().is_some_and(|client| {
        own == [client.first_name, client.last_name, client.birth_date, client.city, client.country]
    });
    let may_differ = recipient.same_as_client != Some(true);
    found.unless(may_differ || is_same, "/recipient_client", "differs from the client");
}

fn check_travel(travel: &TravelData<&str>, found: &mut Findings) {
    let kinds = [
        travel.airline_addendum.is_some(),
        travel.lodging.is_some(),
        travel.car_rental.is_some(),
        travel.cruise.is_some(),
        travel.ground_transportation.is_some(),
    ];
    let is_one = kinds.iter().filter(|kind| **kind).count() == 1;
    found.unless(is_one, "/travel_data", "not exactly one kind of travel");
    if let Some(airline) = &travel.airline_addendum {
        check_airline(airline, found);
    }
}

fn check_airline(airline: &Airline<&str>, found: &mut Findings) {
    let legs = airline.legs.as_deref().unwrap_or_default();
    let are_counted = airline.n_legs.is_none_or(|count| count == legs.len() as f64);
    found.unless(are_counted, "/travel_data/airline_addendum/n_legs", "not the number of legs");
    for (index, leg) in legs.iter().enumerate() {
        let is_airport = |code: &str| matches!(code.len(), 3 | 4) && are_capitals(code);
        let are_airports = leg.departure_airport.is_none_or(is_airport)
            && leg.destination_airport.is_none_or(is_airport);
        found.unless_in(
            are_airports,
            index,
            "/travel_data/airline_addendum/legs/*",
            "not an airport",
        );
        let is_carrier = leg.carrier_code.is_none_or(|code| matches!(code.len(), 2 | 3));
        found.unless_in(is_carrier, index, "/travel_data/airline_addendum/legs/*", "not a carrier");
        let is_date =
            |date: &str| date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit());
        let is_dated = leg.departure_date.is_none_or(is_date);
        found.unless_in(is_dated, index, "/travel_data/airline_addendum/legs/*", "not a date");
    }
}

fn are_capitals(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// `YYYY-MM-DD`
fn is_date(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.len() == 10 && text.split('-').map(str::len).eq([4, 2, 2]) && text.split('-').all(digits)
}
