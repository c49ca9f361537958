//! The object types of §2, with their members in document order. Every body ends with its signature
//! (§5.7, §6), which no rule requires because its scheme isn't shown.

use super::{Kind, Member, Shape, ShapeTexts};
use crate::base::decimal::Decimal;
use crate::model::document::{Field, List, Object, Present, Text, View};

/// Declares object types: for each a table, and a typed view with a method for each member. The columns are the member,
/// its kind, its example (see `schema/examples.rs`) and its description.
macro_rules! shapes {
    ($($(#[doc = $doc:literal])+ $table:ident $view:ident {
        $($member:ident: $kind:ident $(($shape:ident $inner:ident))? $($shown:ident)?,
            $example:literal, $about:literal;)*
    })*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the tables")]
        enum Index { $($table),* }

        const COUNTS: &[usize] = &[$([$(stringify!($member)),*].len()),*];

        /// The names of the members of all types.
        pub(super) const NAMES: &[&str] = &[$($(stringify!($member)),*),*];

        /// The number of places: one for each member and each type.
        pub(crate) const PLACES: usize = first(COUNTS.len()) as usize;

        $(
            $(#[doc = $doc])+
            pub static $table: Shape = Shape::new(
                stringify!($view),
                $view::MEMBERS,
                ShapeTexts {
                    #[cfg(feature = "prose")]
                    shape: concat!($($doc),+),
                    examples: &[$($example),*],
                    #[cfg(feature = "prose")]
                    about: &[$($about),*],
                },
                first(Index::$table as usize),
            );

            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub struct $view<'a>(Object<'a>);

            impl $view<'_> {
                const MEMBERS: &'static [Member] = &[$(Member::new(
                    stringify!($member),
                    Kind::$kind $((&$shape))?,
                    shapes!(@harmless $kind $($shown)?),
                )),*];
            }

            impl<'a> View<'a> for $view<'a> {
                const MEMBERS: usize = $view::MEMBERS.len();

                fn of(object: Object<'a>) -> Self {
                    $view(object)
                }

                fn object(self) -> Object<'a> {
                    self.0
                }
            }

            shapes!(@members $table $view 0, $($member: $kind $(($inner))?,)*);
        )*
    };
    (@members $table:ident $view:ident $at:expr,) => {};
    (@members $table:ident $view:ident $at:expr, $member:ident: $kind:ident $(($inner:ident))?, $($rest:tt)*) => {
        impl<'a> $view<'a> {
            #[doc = concat!("The member `", stringify!($member), "`.")]
            pub fn $member(self) -> shapes!(@field $kind $(($inner))?) {
                self.0.field($at)
            }
        }
        shapes!(@members $table $view $at + 1, $($rest)*);
    };
    (@field String) => { Field<'a, Text<'a>> };
    (@field Text) => { Field<'a, Text<'a>> };
    (@field Bool) => { Field<'a, bool> };
    (@field Number) => { Field<'a, Decimal> };
    (@field Integer) => { Field<'a, Decimal> };
    (@field Object($inner:ident)) => { Field<'a, $inner<'a>> };
    (@field Array($inner:ident)) => { Field<'a, List<'a, $inner<'a>>> };
    (@field Opaque) => { Field<'a, Present> };
    (@field OpaqueOrText) => { Field<'a, Present> };
    (@field Any) => { Field<'a, Present> };
    (@field Recognised) => { Field<'a, Present> };
    (@harmless Bool) => { true };
    (@harmless Number) => { true };
    (@harmless $kind:ident shown) => { true };
    (@harmless $kind:ident) => { false };
}

/// The first place of an object type.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
const fn first(index: usize) -> u8 {
    let mut places = 0;
    let mut before = 0;
    while before < index {
        places += COUNTS[before] + 1;
        before += 1;
    }
    places as u8
}

shapes! {
    /// The body of order creation.
    ORDER Order {
        client: Object(CLIENT Client), "", "who pays";
        products: Array(PRODUCT Product), "", "what is paid for";
        skip_capture: Bool, "true",
            "whether the amount is only held, and captured later (Two-Step)";
        payment_system: String shown, "AUTH",
            "`AUTH` in an order without products, which only saves a payment method (Zero-Amount)";
        force_save_method: Bool, "true",
            "whether the payment method is saved without asking the payer";
        setup_future_use: String shown, "one-click",
            "how the saved payment method will be charged: `one-click`, `automatic` or `recurring`";
        recurring_number: String, "RN-1001", "the number of the recurring agreement";
        currency: String shown, "EUR", "the currency of the prices (ISO 4217)";
        language: String shown, "en", "the language of the payment page (ISO 639-1)";
        dynamic_descriptor: Text, "GARDEN SHOP",
            "the text on the payer's statement, at most 25 characters";
        service_location: Object(SERVICE_LOCATION ServiceLocation), "",
            "where the service is provided";
        travel_data: Object(TRAVEL_DATA TravelData), "", "the travel booking that is paid for";
        is_moto: Bool, "true", "whether the order came by mail or telephone (MOTO)";
        sdwo_merchant_id: String, "SDWO-1001", "the merchant of a staged digital wallet";
        recipient_client: Object(RECIPIENT Recipient), "",
            "who receives the money (Account Funding)";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The payer, in orders and payouts.
    CLIENT Client {
        email: String, "ada@mail.example", "the e-mail address";
        original_client: String, "client-1001",
            "the client created earlier that the payment method is saved for";
        send_to_email: Bool, "true", "whether the gateway writes to the e-mail address";
        first_name: Text, "Ada", "the first name";
        last_name: Text, "Berg", "the last name";
        birth_date: String, "1990-02-28", "the date of birth, YYYY-MM-DD";
        country: String shown, "LV", "the country (ISO 3166-1)";
        state: String, "Riga", "the state or region";
        city: Text, "Riga", "the city";
        address: Text, "Brivibas 1", "the street and house number";
        zip_code: String, "LV-1010", "the postal code";
    }
    /// A product of an order.
    PRODUCT Product {
        title: Text, "Mug", "what it is called";
        price: Number, "12", "the price of one, at least 0.01";
        quantity: Number, "1", "how many; 1 if it is absent";
        description: Text, "A stoneware mug", "what it is";
        tax: OpaqueOrText, r#"{"name":"VAT","percent":21}"#, "the tax, or the identifier of one";
    }
    /// Where the service is provided.
    SERVICE_LOCATION ServiceLocation {
        city: Text, "Riga", "the city";
        region: String shown, "RIX", "the region (ISO 3166-2), with or without the country";
        country: String shown, "LV", "the country (ISO 3166-1)";
        zip_code: String, "LV-1010", "the postal code";
    }
    /// The person whose account is funded.
    RECIPIENT Recipient {
        first_name: Text, "Ada", "the first name";
        last_name: Text, "Berg", "the last name";
        birth_date: String, "1990-02-28", "the date of birth, YYYY-MM-DD";
        city: Text, "Riga", "the city";
        country: String shown, "LV", "the country (ISO 3166-1)";
        account_type: String shown, "01", "the type of the account, two digits";
        account_number: String, "LV80BANK0000435195001", "the number of the account";
        recipient_address: Text, "Brivibas 1", "the street and house number";
        same_as_client: Bool, "false", "whether the recipient is the client";
    }
    /// A travel booking: exactly one of these.
    TRAVEL_DATA TravelData {
        airline_addendum: Object(AIRLINE Airline), "", "a flight";
        lodging: Object(LODGING Lodging), "", "a hotel stay";
        car_rental: Object(CAR_RENTAL CarRental), "", "a rented car";
        cruise: Object(CRUISE Cruise), "", "a cruise";
        ground_transportation: Object(GROUND_TRANSPORTATION GroundTransportation), "",
            "a journey by road or rail";
    }
    /// A flight.
    AIRLINE Airline {
        ticket_number: String, "5551234567890", "the number of the ticket";
        passenger_name: Text, "Ada Berg", "who flies";
        customer_ref: String, "CR-1001", "the customer's reference";
        carrier_name: Text, "Example Air", "the airline";
        n_legs: Integer shown, "1", "how many legs the flight has";
        ticket_issue_date: String shown, "261120", "when the ticket was issued, six digits";
        legs: Array(LEG Leg), "", "the legs of the flight";
    }
    /// One leg of a flight.
    LEG Leg {
        departure_airport: String shown, "RIX", "where it begins (IATA or ICAO)";
        destination_airport: String shown, "ARN", "where it ends (IATA or ICAO)";
        carrier_code: String shown, "BT", "the airline's code (IATA)";
        departure_date: String shown, "20261220", "the day of departure, eight digits";
        service_class: String shown, "Y", "the class of service";
        trip_number: String, "BT101", "the number of the flight";
    }
    /// A hotel stay.
    LODGING Lodging {
        booking_number: String, "BN-1001", "the number of the booking";
        checkin_date: String shown, "20261220", "the first day, eight digits";
        checkout_date: String shown, "20261222", "the last day, eight digits";
    }
    /// A car rental.
    CAR_RENTAL CarRental {
        booking_number: String, "BN-1001", "the number of the booking";
        pickup_date: String shown, "20261220", "the day when the car is picked up, eight digits";
        return_date: String shown, "20261222", "the day when it is returned, eight digits";
    }
    /// A cruise.
    CRUISE Cruise {
        booking_number: String, "BN-1001", "the number of the booking";
        departure_date: String shown, "20261220", "the day of departure, eight digits";
        return_date: String shown, "20261222", "the day of return, eight digits";
    }
    /// A journey by road or rail.
    GROUND_TRANSPORTATION GroundTransportation {
        booking_number: String, "BN-1001", "the number of the booking";
        departure_date: String shown, "20261220", "the day of departure, eight digits";
        return_date: String shown, "20261222", "the day of return, eight digits";
    }
    /// The body of a payout.
    PAYOUT Payout {
        sender_account_number: String, "LV80BANK0000435195001",
            "the number of the sender's account";
        sender_account_type: String shown, "01", "the type of the sender's account, two digits";
        sender_country: String shown, "LV", "the sender's country (ISO 3166-1)";
        sender_address: Text, "Brivibas 1", "the sender's street and house number";
        sender_city: Text, "Riga", "the sender's city";
        sender_name: Text, "Ada Berg", "the sender's name";
        sender_postal_code: String, "LV-1010", "the sender's postal code";
        sender_birth_date: String, "1990-02-28", "the sender's date of birth, YYYY-MM-DD";
        client: Object(CLIENT Client), "", "who is paid";
        amount: Number, "12", "the amount, at least 0.01";
        language: String shown, "en", "the language of the payment page (ISO 639-1)";
        currency: String shown, "EUR", "the currency of the amount (ISO 4217)";
        // The next eight don't belong in a payout, but are known with any type, so that findings can name the feature.
        setup_future_use: Recognised, "", "belongs in orders";
        force_save_method: Recognised, "", "belongs in orders";
        travel_data: Recognised, "", "belongs in orders";
        recipient_client: Recognised, "", "belongs in orders";
        dynamic_descriptor: Recognised, "", "belongs in orders";
        service_location: Recognised, "", "belongs in orders";
        is_moto: Recognised, "", "belongs in orders";
        sdwo_merchant_id: Recognised, "", "belongs in orders";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of a capture.
    CAPTURE Capture {
        total: Number, "12", "the amount to capture, at least 0.01";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of a Partial Refund.
    REFUND Refund {
        amount: Number, "12", "the amount to refund, at least 0.01";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of client creation.
    NEW_CLIENT NewClient {
        email: String, "ada@mail.example", "the e-mail address";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of tax creation.
    TAX Tax {
        name: Text, "VAT", "what the tax is called";
        percent: Number, "21", "how much it is, in percent";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of a card post: the card's data.
    PAYMENT Payment {
        cardholder_name: Text, "ADA BERG", "the name on the card";
        card_number: String, "4111111111111111", "the number of the card, 12 to 19 digits";
        exp_month: Integer, "12", "the month in which the card expires, 1 to 12";
        exp_year: Integer, "39", "the year in which the card expires, two digits";
        csc: String, "123", "the security code, three or four digits";
        saved_by_merchant: Bool, "true", "whether the merchant keeps the card";
        ip_address: String, "192.0.2.7", "the payer's IP address";
        avs: Bool, "true", "whether the billing address is verified (AVS)";
        signature: String, "example-signature", "the signature of the body";
    }
    /// The body of a card webhook.
    CARD_WEBHOOK CardWebhook {
        id: String, "card-1001", "the saved card";
        transaction_type: String, "card", "what the webhook is about";
        client: String, "client-1001", "whose card it is";
        merchant: String, "merchant-1001", "the merchant";
        masked_pan: String, "411111******1111",
            "the card's number without the digits between the first six and the last four";
        exp_month: Integer, "12", "the month in which the card expires, 1 to 12";
        exp_year: Integer, "39", "the year in which the card expires";
        is_default: Bool, "true", "whether it is the client's usual card";
        cardholder_name: Text, "ADA BERG", "the name on the card";
        product_type: String, "debit", "what kind of card it is";
        issuer_country: String shown, "LV", "the issuer's country (ISO 3166-1)";
        region_card_issuer: String, "Europe", "the issuer's region";
        card_type: String, "visa", "the brand";
        avs_status: Any, "\"Y\"", "what the verification of the billing address came to (AVS)";
        signature: String, "example-signature", "the signature of the body";
    }
}

/// The body of an SDWO payout: a payout's, but the amount may be a string of digits.
pub static SDWO_PAYOUT: Shape =
    Shape::new("SdwoPayout", &with_text_amount(), SDWO_TEXTS, PAYOUT.first);

const SDWO_TEXTS: ShapeTexts = ShapeTexts {
    #[cfg(feature = "prose")]
    shape: "The body of an SDWO payout, whose amount may be a string of digits.",
    ..PAYOUT.texts
};

const PAYOUT_MEMBERS: usize = PAYOUT.members.len();

#[allow(clippy::indexing_slicing, reason = "at compile time")]
// not covered: the compiler runs it
const fn with_text_amount() -> [Member; PAYOUT_MEMBERS] {
    let mut members = [PAYOUT.members[0]; PAYOUT_MEMBERS];
    let mut i = 0;
    while i < PAYOUT_MEMBERS {
        members[i] = PAYOUT.members[i];
        if let Kind::Number = members[i].kind {
            members[i].kind = Kind::NumberOrText;
        }
        i += 1;
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_a_slot_per_member_and_one_more() {
        for (index, count) in COUNTS.iter().enumerate() {
            assert_eq!(usize::from(first(index + 1) - first(index)), count + 1);
        }
        assert_eq!(usize::from(first(COUNTS.len())), PLACES);
    }
}
