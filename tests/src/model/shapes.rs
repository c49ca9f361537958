//! The types of the bodies: which members each knows, in document order. Every body knows a
//! signature besides, as the last of its members.

/// What a member may be.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Flag,
    Number,
    /// A number with no fractional part, however it is written.
    Integer,
    /// A number, or a string of the form `-?digits[.digits]`.
    NumberOrText,
    /// An object in which anything is accepted.
    Opaque,
    /// An array in which anything is accepted.
    OpaqueList,
    /// Any JSON value.
    Any,
    /// Any JSON value, recognised by its name alone; a blank string is absent.
    Recognised,
    Object(&'static Shape),
    List(&'static Shape),
}

/// The members of an object.
pub(crate) struct Shape(pub(crate) &'static [(&'static str, Kind)]);

use Kind::{Any, Flag, Integer, List, Number, NumberOrText, Object, Opaque, Recognised, Text};

/// The body of an operation; `None` if there is no such operation.
pub(crate) fn shape_of(operation: &str) -> Option<&'static Shape> {
    Some(match operation {
        "order" => &ORDER,
        "capture" => &Shape(&[("total", Number), ("signature", Text)]),
        "refund" => &Shape(&[("amount", Number), ("signature", Text)]),
        "reversal" => &Shape(&[]),
        "payout_a2a" | "payout_b2p" | "payout_p2p" | "payout_og" => &PAYOUT,
        "payout_sdwo" => &PAYOUT_SDWO,
        "client" => &Shape(&[("email", Text), ("signature", Text)]),
        "tax" => &Shape(&[("name", Text), ("percent", Number), ("signature", Text)]),
        "payment" => &PAYMENT,
        "card_webhook" => &CARD_WEBHOOK,
        _ => return None,
    })
}

static ORDER: Shape = Shape(&[
    ("client", Object(&CLIENT)),
    ("products", List(&PRODUCT)),
    ("skip_capture", Flag),
    ("payment_system", Text),
    ("force_save_method", Flag),
    ("setup_future_use", Text),
    ("recurring_number", Text),
    ("currency", Text),
    ("language", Text),
    ("dynamic_descriptor", Text),
    ("service_location", Object(&SERVICE_LOCATION)),
    ("travel_data", Object(&TRAVEL_DATA)),
    ("is_moto", Flag),
    ("sdwo_merchant_id", Text),
    ("recipient_client", Object(&RECIPIENT)),
    ("signature", Text),
]);

static CLIENT: Shape = Shape(&[
    ("email", Text),
    ("original_client", Text),
    ("send_to_email", Flag),
    ("first_name", Text),
    ("last_name", Text),
    ("birth_date", Text),
    ("country", Text),
    ("state", Text),
    ("city", Text),
    ("address", Text),
    ("zip_code", Text),
]);

static PRODUCT: Shape = Shape(&[
    ("title", Text),
    ("price", Number),
    ("quantity", Number),
    ("description", Text),
    ("tax", Opaque),
]);

static SERVICE_LOCATION: Shape =
    Shape(&[("city", Text), ("region", Text), ("country", Text), ("zip_code", Text)]);

static RECIPIENT: Shape = Shape(&[
    ("first_name", Text),
    ("last_name", Text),
    ("birth_date", Text),
    ("city", Text),
    ("country", Text),
    ("account_type", Text),
    ("account_number", Text),
    ("recipient_address", Text),
    ("same_as_client", Flag),
]);

static TRAVEL_DATA: Shape = Shape(&[
    ("airline_addendum", Object(&AIRLINE)),
    ("lodging", Object(&LODGING)),
    ("car_rental", Object(&CAR_RENTAL)),
    ("cruise", Object(&JOURNEY)),
    ("ground_transportation", Object(&JOURNEY)),
]);

static AIRLINE: Shape = Shape(&[
    ("ticket_number", Text),
    ("passenger_name", Text),
    ("customer_ref", Text),
    ("carrier_name", Text),
    ("n_legs", Integer),
    ("ticket_issue_date", Text),
    ("legs", List(&LEG)),
]);

static LEG: Shape = Shape(&[
    ("departure_airport", Text),
    ("destination_airport", Text),
    ("carrier_code", Text),
    ("departure_date", Text),
    ("service_class", Text),
    ("trip_number", Text),
]);

static LODGING: Shape =
    Shape(&[("booking_number", Text), ("checkin_date", Text), ("checkout_date", Text)]);

static CAR_RENTAL: Shape =
    Shape(&[("booking_number", Text), ("pickup_date", Text), ("return_date", Text)]);

/// Cruise and ground transportation.
static JOURNEY: Shape =
    Shape(&[("booking_number", Text), ("departure_date", Text), ("return_date", Text)]);

/// The members of a payout; its amount is of another kind in one of them.
const fn payout(amount: Kind) -> [(&'static str, Kind); 21] {
    [
        ("sender_account_number", Text),
        ("sender_account_type", Text),
        ("sender_country", Text),
        ("sender_address", Text),
        ("sender_city", Text),
        ("sender_name", Text),
        ("sender_postal_code", Text),
        ("sender_birth_date", Text),
        ("client", Object(&CLIENT)),
        ("amount", amount),
        ("language", Text),
        ("currency", Text),
        ("setup_future_use", Recognised),
        ("force_save_method", Recognised),
        ("travel_data", Recognised),
        ("recipient_client", Recognised),
        ("dynamic_descriptor", Recognised),
        ("service_location", Recognised),
        ("is_moto", Recognised),
        ("sdwo_merchant_id", Recognised),
        ("signature", Text),
    ]
}

static PAYOUT_MEMBERS: [(&str, Kind); 21] = payout(Number);
static PAYOUT_SDWO_MEMBERS: [(&str, Kind); 21] = payout(NumberOrText);
static PAYOUT: Shape = Shape(&PAYOUT_MEMBERS);
static PAYOUT_SDWO: Shape = Shape(&PAYOUT_SDWO_MEMBERS);

static PAYMENT: Shape = Shape(&[
    ("cardholder_name", Text),
    ("card_number", Text),
    ("exp_month", Integer),
    ("exp_year", Integer),
    ("csc", Text),
    ("saved_by_merchant", Flag),
    ("ip_address", Text),
    ("avs", Flag),
    ("signature", Text),
]);

static CARD_WEBHOOK: Shape = Shape(&[
    ("id", Text),
    ("transaction_type", Text),
    ("client", Text),
    ("merchant", Text),
    ("masked_pan", Text),
    ("exp_month", Integer),
    ("exp_year", Integer),
    ("is_default", Flag),
    ("cardholder_name", Text),
    ("product_type", Text),
    ("issuer_country", Text),
    ("region_card_issuer", Text),
    ("card_type", Text),
    ("avs_status", Any),
    ("signature", Text),
]);
