//! The object types of §2, with their members in document order.

use super::{Kind, Member, Shape};
use crate::decimal::Decimal;
use crate::document::{Field, List, Object, Present, Text, View};

/// Declares object types: for each a table, and a typed view with a method for each member.
macro_rules! shapes {
    ($($(#[$doc:meta])* $table:ident $view:ident {
        $($member:ident: $kind:ident $(($shape:ident $inner:ident))? $($shown:ident)?,)*
    })*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the tables")]
        enum Index { $($table),* }

        const COUNTS: &[usize] = &[$([$(stringify!($member)),*].len()),*];

        /// The number of places: one for each member, and one more for each type.
        pub(crate) const PLACES: usize = first(COUNTS.len()) as usize;

        $(
            $(#[$doc])*
            pub static $table: Shape =
                Shape::new(stringify!($view), $view::MEMBERS, first(Index::$table as usize));

            $(#[$doc])*
            #[derive(Clone, Copy)]
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
            #[must_use]
            pub fn $member(self) -> shapes!(@field $kind $(($inner))?) {
                self.0.field($at)
            }
        }
        shapes!(@members $table $view $at + 1, $($rest)*);
    };
    (@field String) => { Field<'a, Text<'a>> };
    (@field Bool) => { Field<'a, bool> };
    (@field Number) => { Field<'a, Decimal> };
    (@field Integer) => { Field<'a, Decimal> };
    (@field Object($inner:ident)) => { Field<'a, $inner<'a>> };
    (@field Array($inner:ident)) => { Field<'a, List<'a, $inner<'a>>> };
    (@field Opaque) => { Field<'a, Present> };
    (@field Any) => { Field<'a, Present> };
    (@harmless Bool) => { true };
    (@harmless Number) => { true };
    (@harmless $kind:ident shown) => { true };
    (@harmless $kind:ident) => { false };
}

/// Where the places of an object type begin.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
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
        client: Object(CLIENT Client),
        products: Array(PRODUCT Product),
        skip_capture: Bool,
        payment_system: String shown,
        force_save_method: Bool,
        setup_future_use: String shown,
        recurring_number: String,
        currency: String shown,
        language: String shown,
        dynamic_descriptor: String,
        service_location: Object(SERVICE_LOCATION ServiceLocation),
        travel_data: Object(TRAVEL_DATA TravelData),
        is_moto: Bool,
        sdwo_merchant_id: String,
        recipient_client: Object(RECIPIENT Recipient),
    }
    /// The payer, in orders and payouts.
    CLIENT Client {
        email: String,
        original_client: String,
        send_to_email: Bool,
        first_name: String,
        last_name: String,
        birth_date: String,
        country: String shown,
        state: String,
        city: String,
        address: String,
        zip_code: String,
    }
    /// A product of an order.
    PRODUCT Product {
        title: String,
        price: Number,
        quantity: Number,
        description: String,
        tax: Opaque,
    }
    /// Where the service is provided.
    SERVICE_LOCATION ServiceLocation {
        city: String,
        region: String shown,
        country: String shown,
        zip_code: String,
    }
    /// The person whose account is funded.
    RECIPIENT Recipient {
        first_name: String,
        last_name: String,
        birth_date: String,
        city: String,
        country: String shown,
        account_type: String shown,
        account_number: String,
        recipient_address: String,
        same_as_client: Bool,
    }
    /// A travel booking: exactly one of these.
    TRAVEL_DATA TravelData {
        airline_addendum: Object(AIRLINE Airline),
        lodging: Object(LODGING Lodging),
        car_rental: Object(CAR_RENTAL CarRental),
        cruise: Object(CRUISE Cruise),
        ground_transportation: Object(GROUND_TRANSPORTATION GroundTransportation),
    }
    /// A flight.
    AIRLINE Airline {
        ticket_number: String,
        passenger_name: String,
        customer_ref: String,
        carrier_name: String,
        n_legs: Integer shown,
        ticket_issue_date: String shown,
        legs: Array(LEG Leg),
    }
    /// One leg of a flight.
    LEG Leg {
        departure_airport: String shown,
        destination_airport: String shown,
        carrier_code: String shown,
        departure_date: String shown,
        service_class: String shown,
        trip_number: String,
    }
    /// A hotel stay.
    LODGING Lodging {
        booking_number: String,
        checkin_date: String shown,
        checkout_date: String shown,
    }
    /// A car rental.
    CAR_RENTAL CarRental {
        booking_number: String,
        pickup_date: String shown,
        return_date: String shown,
    }
    /// A cruise.
    CRUISE Cruise {
        booking_number: String,
        departure_date: String shown,
        return_date: String shown,
    }
    /// A journey by road or rail.
    GROUND_TRANSPORTATION GroundTransportation {
        booking_number: String,
        departure_date: String shown,
        return_date: String shown,
    }
    /// The body of a payout.
    PAYOUT Payout {
        sender_account_number: String,
        sender_account_type: String shown,
        sender_country: String shown,
        sender_address: String,
        sender_city: String,
        sender_name: String,
        sender_postal_code: String,
        sender_birth_date: String,
        client: Object(CLIENT Client),
        amount: Number,
        language: String shown,
        currency: String shown,
        // These don't belong in a payout. They are known, with any type, so that findings can name
        // the feature.
        setup_future_use: Any,
        force_save_method: Any,
        travel_data: Any,
        recipient_client: Any,
        dynamic_descriptor: Any,
        service_location: Any,
        is_moto: Any,
        sdwo_merchant_id: Any,
    }
    /// The body of a capture.
    CAPTURE Capture {
        total: Number,
    }
    /// The body of a Partial Refund.
    REFUND Refund {
        amount: Number,
    }
    /// The body of client creation.
    NEW_CLIENT NewClient {
        email: String,
    }
    /// The body of tax creation.
    TAX Tax {
        name: String,
        percent: Number,
    }
    /// The body of a card post: the card's data.
    PAYMENT Payment {
        cardholder_name: String,
        card_number: String,
        exp_month: Integer,
        exp_year: Integer,
        csc: String,
        saved_by_merchant: Bool,
        ip_address: String,
        avs: Bool,
    }
    /// The body of a card webhook.
    CARD_WEBHOOK CardWebhook {
        id: String,
        transaction_type: String,
        client: String,
        merchant: String,
        masked_pan: String,
        exp_month: Integer,
        exp_year: Integer,
        is_default: Bool,
        cardholder_name: String,
        product_type: String,
        issuer_country: String shown,
        region_card_issuer: String,
        card_type: String,
    }
}

/// The body of an SDWO payout: that of a payout, but the amount may be a string of digits.
pub static SDWO_PAYOUT: Shape = Shape::new("SdwoPayout", &with_text_amount(), PAYOUT.first);

const PAYOUT_MEMBERS: usize = PAYOUT.members.len();

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
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
    fn an_sdwo_payout_may_write_its_amount_as_text() {
        let sdwo = with_text_amount();
        for ((member, payout), listed) in sdwo.iter().zip(PAYOUT.members).zip(SDWO_PAYOUT.members) {
            assert_eq!((member.name(), member.harmless), (payout.name(), payout.harmless));
            assert_eq!(member.kind.expected(), listed.kind.expected());
            let differs = member.kind.expected() != payout.kind.expected();
            assert_eq!(differs, member.name() == "amount");
        }
        assert_eq!(sdwo.len(), SDWO_PAYOUT.members.len());
    }

    #[test]
    fn each_type_has_a_place_for_each_member_and_one_more() {
        for (index, count) in COUNTS.iter().enumerate() {
            assert_eq!(usize::from(first(index + 1) - first(index)), count + 1);
        }
        assert_eq!(usize::from(first(COUNTS.len())), PLACES);
    }
}
