//! Travel data: exactly one kind, its dates and codes.

use super::prelude::*;
use crate::request::{Field, Text, View};
use crate::schema::{
    CAR_RENTAL, CRUISE, GROUND_TRANSPORTATION, LEG, LODGING, Leg, Lodging, TRAVEL_DATA, TravelData,
};
use crate::time::{DigitOrder, digit_date};

family! {
    rarely super::funding::END;
    if |c| c.is(Feature::TravelData) => [
        EXACTLY_ONE,
        DATE_FORMAT,
        DATE_CALENDAR,
        DATE_ORDER,
        AIRPORT_CODE,
        CARRIER_CODE,
        LEG_COUNT,
    ],
}

/// Calls `each` with every leg of a flight.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn each_leg<'a>(c: &'a Context<'a>, each: &mut dyn FnMut(Leg<'a>)) {
    if let Some(airline) = c.airline {
        airline.legs().objects().for_each(each);
    }
}

/// The kinds of travel that have two dates.
const WITH_TWO_DATES: u32 =
    positions(&TRAVEL_DATA, &["lodging", "car_rental", "cruise", "ground_transportation"]);

/// All of them can be seen as a stay.
const _: () = {
    let stay = positions(&LODGING, &["checkin_date", "checkout_date"]);
    assert!(positions(&CAR_RENTAL, &["pickup_date", "return_date"]) == stay);
    assert!(positions(&CRUISE, &["departure_date", "return_date"]) == stay);
    assert!(positions(&GROUND_TRANSPORTATION, &["departure_date", "return_date"]) == stay);
};

/// Calls `each` with the first and the second date of each kind of travel that has two.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn each_pair<'a>(travel: TravelData<'a>, each: &mut dyn FnMut([Field<'a, Text<'a>>; 2])) {
    for kind in members::<Lodging<'a>>(travel.object(), WITH_TWO_DATES) {
        if let Some(stay) = kind.valid() {
            each([stay.checkin_date(), stay.checkout_date()]);
        }
    }
}

/// Calls `each` with every travel date that is valid, and how many digits it should have.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn each_date<'a>(c: &'a Context<'a>, each: &mut dyn FnMut(Field<'a, Text<'a>>, &'a [u8], usize)) {
    let mut date = |field: Field<'a, Text<'a>>, digits| {
        if let Some(text) = field.valid() {
            each(field, text.bytes(), digits);
        }
    };
    if let Some(airline) = c.airline {
        date(airline.ticket_issue_date(), 6);
    }
    each_leg(c, &mut |leg| date(leg.departure_date(), 8));
    if let Some(travel) = c.travel {
        each_pair(travel, &mut |pair| pair.into_iter().for_each(|field| date(field, 8)));
    }
}

const KINDS: u32 = (1 << TRAVEL_DATA.members.len()) - 1;

const EXACTLY_ONE: Rule = Rule {
    number: 45,
    name: "travel.exactly_one",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2, §8"),
    needs: &[],
    message: "travel data is of exactly one kind; present: {present}",
    params: &["present"],
    docs: Docs::new(
        "travel data is of exactly one kind",
        "when one travel type is sent the others cannot be; for a package the first service \
         of the order is sent, so a flight with a hotel sends the airline addendum",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77"},"#,
                r#""car_rental":{"booking_number":"R-5"}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77"}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        let Some(travel) = c.travel else { return HOLDS };
        let present = travel.object().present_of(KINDS);
        if present.count_ones() != 1 {
            found.with(travel.object().place(), [Param::Members(&TRAVEL_DATA, present)]);
        }
        HOLDS
    }),
};

const DATE_FORMAT: Rule = Rule {
    number: 46,
    name: "travel.date_format",
    on: Operations::ORDER,
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "a date of {digits} digits is asked for, nothing else",
    params: &["digits"],
    docs: Docs::new(
        "a travel date has exactly the digits asked for",
        "the ticket's issue date is six digits and every other travel date eight, without \
         separators; the birth dates of the same order are written otherwise, which is easily \
         mixed up",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"2026-12-01","checkout_date":"20261205"}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        each_date(c, &mut |field, text, digits| {
            if !is_digits(text, digits, digits) {
                found.with(field, [Param::Integer(digits as i64)]);
            }
        });
        HOLDS
    }),
};

const DATE_CALENDAR: Rule = Rule {
    number: 47,
    name: "travel.date_calendar",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "the digits name no real day, however they are read",
    params: &[],
    docs: Docs::new(
        "a travel date is a real day in some usual order of its digits",
        "the document asks for eight digits and does not say in which order, so year, month \
         and day may stand in any usual one; digits that no order turns into a day are a \
         mistake",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20260229","checkout_date":"20260302"}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20280229","checkout_date":"20280302"}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        each_date(c, &mut |field, text, digits| {
            let is_real = |order| digit_date(text, order).is_some();
            if is_digits(text, digits, digits) && !DigitOrder::ALL.into_iter().any(is_real) {
                found.at(field);
            }
        });
        HOLDS
    }),
};

const DATE_ORDER: Rule = Rule {
    number: 48,
    name: "travel.date_order",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "the second date is before the first",
    params: &[],
    docs: Docs::new(
        "a stay, a rental or a journey does not end before it begins",
        "the order of the digits is not stated, so both dates are read as YYYYMMDD, or where \
         that fails for one of them, both as DDMMYYYY; a second date before the first is a \
         swap or a typing error",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261205","checkout_date":"20261201"}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        let Some(travel) = c.travel else { return HOLDS };
        each_pair(travel, &mut |[first, second]| {
            let (Some(a), Some(b)) = (first.valid(), second.valid()) else { return };
            let (a, b) = (a.bytes(), b.bytes());
            if ![a, b].into_iter().all(|text| is_digits(text, 8, 8)) {
                return;
            }
            let read = |order| Some((digit_date(a, order)?, digit_date(b, order)?));
            let orders = [DigitOrder::YearMonthDay, DigitOrder::DayMonthYear];
            let dates = orders.into_iter().find_map(read);
            if dates.is_some_and(|(a, b)| b < a) {
                found.at(second);
            }
        });
        HOLDS
    }),
};

const AIRPORTS: u32 = positions(&LEG, &["departure_airport", "destination_airport"]);

const AIRPORT_CODE: Rule = Rule {
    number: 49,
    name: "travel.airport_code",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Convention,
    source: Some("IATA, ICAO"),
    needs: &[],
    message: "an airport code is three or four capitals",
    params: &[],
    docs: Docs::new(
        "an airport is given by its code of three or four capitals",
        "the document asks for airport codes and names no list; IATA codes have three letters \
         and ICAO codes four, so a city's name is neither",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":1,"#,
                r#""legs":[{"departure_airport":"Riga","destination_airport":"AMS","#,
                r#""carrier_code":"BT","departure_date":"20261201"}]}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":1,"#,
                r#""legs":[{"departure_airport":"RIX","destination_airport":"AMS","#,
                r#""carrier_code":"BT","departure_date":"20261201"}]}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        each_leg(c, &mut |leg| {
            for field in members::<Text<'_>>(leg.object(), AIRPORTS) {
                must(found, field, |code| {
                    matches!(code.len(), 3 | 4) && code.iter().all(u8::is_ascii_uppercase)
                });
            }
        });
        HOLDS
    }),
};

const CARRIER_CODE: Rule = Rule {
    number: 50,
    name: "travel.carrier_code",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Stated,
    source: Some("§2, IATA"),
    needs: &[],
    message: "a carrier code is two capitals or digits, and perhaps a third capital",
    params: &[],
    docs: Docs::new(
        "a carrier is given by its IATA code",
        "the document asks for the IATA carrier code: two capitals or digits, sometimes with \
         a third capital; a name belongs in carrier_name",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":1,"#,
                r#""legs":[{"departure_airport":"RIX","destination_airport":"AMS","#,
                r#""carrier_code":"Air Baltic","departure_date":"20261201"}]}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":1,"#,
                r#""legs":[{"departure_airport":"RIX","destination_airport":"AMS","#,
                r#""carrier_code":"BT","departure_date":"20261201"}]}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        each_leg(c, &mut |leg| {
            must(found, leg.carrier_code(), |code| match code {
                [a, b, rest @ ..] => {
                    let is_alphanumeric = |c: &u8| c.is_ascii_uppercase() || c.is_ascii_digit();
                    [a, b].into_iter().all(is_alphanumeric) && matches!(rest, [] | [b'A'..=b'Z'])
                }
                _ => false,
            });
        });
        HOLDS
    }),
};

const LEG_COUNT: Rule = Rule {
    number: 51,
    name: "travel.leg_count",
    on: Operations::ORDER,
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "n_legs is {n_legs}, but there are {legs} legs",
    params: &["n_legs", "legs"],
    docs: Docs::new(
        "n_legs is the number of legs",
        "the count and the list say the same thing twice; where they differ a leg was lost or \
         counted twice",
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":2,"#,
                r#""legs":[{"departure_airport":"RIX","destination_airport":"AMS","#,
                r#""carrier_code":"BT","departure_date":"20261201"}]}}}"#
            ),
        ),
        Example::new(
            "order",
            concat!(
                r#"{"client":{"email":"ada@mail.example"},"products":[{"title":"Mug","#,
                r#""price":12}],"travel_data":{"airline_addendum":{"n_legs":1,"#,
                r#""legs":[{"departure_airport":"RIX","destination_airport":"AMS","#,
                r#""carrier_code":"BT","departure_date":"20261201"}]}}}"#
            ),
        ),
    ),
    check: check!(|c, found| {
        let Some(airline) = c.airline else { return HOLDS };
        if let (Some(count), Some(legs)) = (airline.n_legs().valid(), airline.legs().valid())
            && count.to_integer() != i128::try_from(legs.len()).ok()
        {
            let legs = i64::try_from(legs.len()).unwrap_or(i64::MAX);
            found.with(airline.n_legs(), [Param::Decimal(count), Param::Integer(legs)]);
        }
        HOLDS
    }),
};
