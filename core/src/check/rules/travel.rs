//! Travel data: exactly one kind, its dates and codes.

use super::prelude::*;
use super::{all_but, text};
use crate::base::time::{DigitOrder, digit_date};
use crate::model::document::{Field, Text, View};
use crate::model::schema::{
    AIRLINE, CAR_RENTAL, CRUISE, GROUND_TRANSPORTATION, LEG, LODGING, Lodging, TRAVEL_DATA,
    TravelData,
};

section! {
    if |c| c.is(Feature::TravelData) => [
        EXACTLY_ONE,
        DATE_FORMAT,
        DATE_CALENDAR,
        DATE_ORDER,
        LEG_ORDER,
        LEG_AIRPORTS,
        FIELD_MISSING,
        AIRPORT_CODE,
        CARRIER_CODE,
        LEG_COUNT,
    ],
}

/// The kinds of travel that have two dates.
const WITH_TWO_DATES: u32 =
    positions(&TRAVEL_DATA, &["lodging", "car_rental", "cruise", "ground_transportation"]);

/// Each of them has its two dates at the same positions as a lodging.
const _: () = {
    let stay = positions(&LODGING, &["checkin_date", "checkout_date"]);
    assert!(positions(&CAR_RENTAL, &["pickup_date", "return_date"]) == stay);
    assert!(positions(&CRUISE, &["departure_date", "return_date"]) == stay);
    assert!(positions(&GROUND_TRANSPORTATION, &["departure_date", "return_date"]) == stay);
};

/// Everything that has two dates, seen as a lodging.
fn stays(travel: TravelData<'_>) -> impl Iterator<Item = Lodging<'_>> {
    members::<Lodging<'_>>(travel.object(), WITH_TWO_DATES).filter_map(Field::valid)
}

/// A check of a date, which gets its place, its text, and how many digits it must have.
type DateCheck = fn(&mut Findings<'_>, Field<'_, Text<'_>>, &[u8], usize);

/// Runs a check on every valid date.
#[inline]
fn each_date(c: &Context<'_>, findings: &mut Findings<'_>, check: DateCheck) {
    if let Some(airline) = c.airline {
        date(findings, check, airline.ticket_issue_date(), 6);
        for leg in airline.legs().objects() {
            date(findings, check, leg.departure_date(), 8);
        }
    }
    let Some(travel) = c.travel else { return };
    for stay in stays(travel) {
        date(findings, check, stay.checkin_date(), 8);
        date(findings, check, stay.checkout_date(), 8);
    }
}

#[inline]
fn date(findings: &mut Findings<'_>, check: DateCheck, field: Field<'_, Text<'_>>, digits: usize) {
    if let Some(text) = text(field) {
        check(findings, field, text, digits);
    }
}

/// The two dates, if the second is before the first in every order of digits in which both are real
/// days, and there is one. They are shown in the first such order.
fn swapped(first: &[u8], second: &[u8]) -> Option<[Param; 2]> {
    if first.len() != 8 || second.len() != 8 {
        return None;
    }
    let read = |order| Some((digit_date(first, order)?, digit_date(second, order)?));
    let mut readings = DigitOrder::ALL.into_iter().filter_map(read);
    let shown = readings.next()?;
    let are_swapped = |(first, second)| second < first;
    (are_swapped(shown) && readings.all(are_swapped)).then(|| [shown.0, shown.1].map(Param::day))
}

/// The body of an order of a flight for examples: where the first leg goes, and when its two legs depart.
macro_rules! two_legs {
    ($destination:literal, $first:literal, $second:literal) => {
        order!(
            r#""travel_data":{"airline_addendum":{"ticket_number":"T-118","#,
            r#""passenger_name":"ADA BERG","carrier_name":"Baltic Wings","n_legs":2,"#,
            r#""ticket_issue_date":"261120","legs":[{"departure_airport":"RIX","#,
            r#""destination_airport":""#,
            $destination,
            r#"","carrier_code":"BT","departure_date":""#,
            $first,
            r#"","service_class":"Y","trip_number":"118"},{"departure_airport":"AMS","#,
            r#""destination_airport":"CDG","carrier_code":"BT","departure_date":""#,
            $second,
            r#"","service_class":"Y","trip_number":"119"}]}}"#
        )
    };
}

const KINDS: u32 = (1 << TRAVEL_DATA.members.len()) - 1;

const EXACTLY_ONE: Rule = Rule {
    number: 45,
    name: "travel.exactly_one",
    on: Operations::ORDER,
    fix: Fix::KeepOne,
    level: Deny,
    basis: Stated,
    source: Some("§2, §8"),
    message: "{member} {deny:must|should} have exactly one kind of travel; it has {present}",
    params: &["present"],
    docs: Docs::new(
        "travel data is of exactly one kind",
        "an order with one kind of travel data can't have another; for a package, send the first \
         service of the order: a flight with a hotel sends the airline addendum",
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"},"#,
                r#""car_rental":{"booking_number":"R-5","#,
                r#""pickup_date":"20261201","return_date":"20261205"}}"#
            ),
        ),
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        ),
    ),
    check: exactly_one,
    ..Rule::DEFAULT
};

fn exactly_one(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(travel) = c.travel else { return HOLDS };
    let present = travel.object().present_of(KINDS);
    if present.count_ones() != 1 {
        findings.with(travel.object().place(), [Param::Members(&TRAVEL_DATA, present)]);
    }
    HOLDS
}

const DATE_FORMAT: Rule = Rule {
    number: 46,
    name: "travel.date_format",
    on: Operations::ORDER,
    fix: Fix::Digits,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} {deny:must|should} be exactly {digits} digits",
    params: &["digits"],
    docs: Docs::new(
        "a travel date has exactly the digits asked for",
        "the ticket's issue date has six digits and every other travel date eight, without \
         separators; birth dates in the same order are written differently, so the two are easily \
         mixed up",
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"2026-12-01","checkout_date":"20261205"}}"#
            ),
        ),
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        ),
    ),
    check: date_format,
    ..Rule::DEFAULT
};

fn date_format(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_date(c, findings, |findings, field, text, digits| {
        if !is_digits(text, digits, digits) {
            findings.with(field, [Param::Integer(digits as i64)]);
        }
    });
    HOLDS
}

const DATE_CALENDAR: Rule = Rule {
    number: 47,
    name: "travel.date_calendar",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a real day, in whatever order its digits are read",
    docs: Docs::new(
        "a travel date is a real day in some usual order of its digits",
        "the document asks for eight digits and doesn't say in which order, so year, month and day \
         may stand in any usual one; digits that aren't a day in any order are a mistake",
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20260229","checkout_date":"20260302"}}"#
            ),
        ),
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20280229","checkout_date":"20280302"}}"#
            ),
        ),
    ),
    check: date_calendar,
    ..Rule::DEFAULT
};

fn date_calendar(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    each_date(c, findings, |findings, field, text, digits| {
        let is_real = |order| digit_date(text, order).is_some();
        if is_digits(text, digits, digits) && !DigitOrder::ALL.into_iter().any(is_real) {
            findings.at(field);
        }
    });
    HOLDS
}

const DATE_ORDER: Rule = Rule {
    number: 48,
    revision: 2,
    name: "travel.date_order",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is {second}, before the first date, {first}",
    params: &["first", "second"],
    docs: Docs::new(
        "a stay, a rental or a journey doesn't end before it begins",
        "the order of the digits isn't stated, so both dates are read as YYYYMMDD, as DDMMYYYY and \
         as MMDDYYYY; if the second is before the first however they are read, they were swapped \
         or mistyped",
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261205","checkout_date":"20261201"}}"#
            ),
        ),
        Example::new(
            "order",
            order!(
                r#""travel_data":{"lodging":{"booking_number":"B-77","#,
                r#""checkin_date":"20261201","checkout_date":"20261205"}}"#
            ),
        ),
    ),
    check: date_order,
    ..Rule::DEFAULT
};

fn date_order(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(travel) = c.travel else { return HOLDS };
    for stay in stays(travel) {
        let dates = [stay.checkin_date(), stay.checkout_date()];
        if let [Some(first), Some(second)] = dates.map(text)
            && let Some(shown) = swapped(first, second)
        {
            findings.with(stay.checkout_date(), shown);
        }
    }
    HOLDS
}

const LEG_ORDER: Rule = Rule {
    number: 127,
    name: "travel.leg_order",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is {second}, before the departure of the leg before it, {first}",
    params: &["first", "second"],
    docs: Docs::new(
        "no leg of a flight departs before the leg before it",
        "legs are flown one after another; the order of a date's digits isn't stated, so a leg is \
         reported only if it is too early however both dates are read",
        Example::new("order", two_legs!("AMS", "20261203", "20261201")),
        Example::new("order", two_legs!("AMS", "20261201", "20261203")),
    ),
    check: leg_order,
    ..Rule::DEFAULT
};

fn leg_order(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(legs) = c.airline.and_then(|airline| airline.legs().valid()) else { return HOLDS };
    let mut before: Option<&[u8]> = None;
    for leg in legs.elements() {
        let departure = leg.map(|leg| leg.departure_date());
        let date = departure.and_then(text);
        if let (Some(departure), Some(first), Some(second)) = (departure, before, date)
            && let Some(shown) = swapped(first, second)
        {
            findings.with(departure, shown);
        }
        before = date;
    }
    HOLDS
}

const LEG_AIRPORTS: Rule = Rule {
    number: 128,
    name: "travel.leg_airports",
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is the airport that the leg departs from",
    docs: Docs::new(
        "a leg doesn't end where it begins",
        "a leg is one flight between two airports; the same code twice is most often copied from \
         the line above",
        Example::new("order", two_legs!("RIX", "20261201", "20261203")),
        Example::new("order", two_legs!("AMS", "20261201", "20261203")),
    ),
    check: leg_airports,
    ..Rule::DEFAULT
};

fn leg_airports(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(airline) = c.airline else { return HOLDS };
    for leg in airline.legs().objects() {
        let destination = leg.destination_airport();
        let code = text(destination);
        if code.is_some() && code == text(leg.departure_airport()) {
            findings.at(destination);
        }
    }
    HOLDS
}

const EXPECTED_OF_AIRLINE: u32 = all_but(&AIRLINE, &["customer_ref"]);
const EXPECTED_OF_LEG: u32 = all_but(&LEG, &[]);
const EXPECTED_OF_STAY: u32 = all_but(&LODGING, &[]);

/// Whatever has two dates has as many members as a stay.
const _: () = {
    assert!(all_but(&CAR_RENTAL, &[]) == EXPECTED_OF_STAY);
    assert!(all_but(&CRUISE, &[]) == EXPECTED_OF_STAY);
    assert!(all_but(&GROUND_TRANSPORTATION, &[]) == EXPECTED_OF_STAY);
};

const FIELD_MISSING: Rule = Rule {
    number: 120,
    name: "travel.field_missing",
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    source: Some("§2"),
    message: "{member} is missing; travel data of this kind {deny:needs|should have} it",
    docs: Docs::new(
        "travel data has all members of its kind",
        "the document lists the members of each kind of travel data without calling them \
         required; customer_ref, the merchant's own reference, is the only one not expected here",
        Example::new(
            "order",
            order!(
                r#""travel_data":{"cruise":{"booking_number":"C-21","#,
                r#""departure_date":"20261201"}}"#
            ),
        ),
        Example::new(
            "order",
            order!(
                r#""travel_data":{"cruise":{"booking_number":"C-21","#,
                r#""departure_date":"20261201","return_date":"20261208"}}"#
            ),
        ),
    ),
    check: field_missing,
    ..Rule::DEFAULT
};

fn field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(airline) = c.airline {
        require_all(findings, airline.object(), EXPECTED_OF_AIRLINE);
        for leg in airline.legs().objects() {
            require_all(findings, leg.object(), EXPECTED_OF_LEG);
        }
    }
    let Some(travel) = c.travel else { return HOLDS };
    for stay in stays(travel) {
        require_all(findings, stay.object(), EXPECTED_OF_STAY);
    }
    HOLDS
}

/// The body of an order of a flight for examples: how many legs it says it has, and of its one leg the airport of
/// departure and the carrier.
macro_rules! flight {
    ($n_legs:literal, $airport:literal, $carrier:literal) => {
        order!(
            r#""travel_data":{"airline_addendum":{"ticket_number":"T-118","#,
            r#""passenger_name":"ADA BERG","carrier_name":"Baltic Wings","n_legs":"#,
            $n_legs,
            r#","ticket_issue_date":"261120","legs":[{"departure_airport":""#,
            $airport,
            r#"","destination_airport":"AMS","carrier_code":""#,
            $carrier,
            r#"","departure_date":"20261201","service_class":"Y","trip_number":"118"}]}}"#
        )
    };
}

const AIRPORTS: u32 = positions(&LEG, &["departure_airport", "destination_airport"]);

const AIRPORT_CODE: Rule = Rule {
    number: 49,
    name: "travel.airport_code",
    on: Operations::ORDER,
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    source: Some("IATA, ICAO"),
    message: "{member} {deny:must|should} be an airport code of three or four capitals, such as RIX or EVRA",
    docs: Docs::new(
        "an airport is given by its code of three or four capitals",
        "the document asks for airport codes without naming a list; IATA codes have three letters \
         and ICAO codes four, so the name of a city is neither",
        Example::new("order", flight!("1", "Riga", "BT")),
        Example::new("order", flight!("1", "RIX", "BT")),
    ),
    check: airport_code,
    ..Rule::DEFAULT
};

fn airport_code(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(airline) = c.airline else { return HOLDS };
    for leg in airline.legs().objects() {
        for field in members::<Text<'_>>(leg.object(), AIRPORTS) {
            must(findings, field, |code| {
                matches!(code.len(), 3 | 4) && code.iter().all(u8::is_ascii_uppercase)
            });
        }
    }
    HOLDS
}

const CARRIER_CODE: Rule = Rule {
    number: 50,
    name: "travel.carrier_code",
    on: Operations::ORDER,
    fix: Fix::Capitals,
    level: Warn,
    basis: Stated,
    source: Some("§2, IATA"),
    message: "{member} {deny:must|should} be an IATA carrier code of two capitals or digits, and perhaps a \
              third capital, such as BT",
    docs: Docs::new(
        "a carrier is given by its IATA code",
        "the document asks for the IATA carrier code: two capitals or digits, sometimes with a \
         third capital; a name belongs in carrier_name",
        Example::new("order", flight!("1", "RIX", "Air Baltic")),
        Example::new("order", flight!("1", "RIX", "BT")),
    ),
    check: carrier_code,
    ..Rule::DEFAULT
};

fn carrier_code(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(airline) = c.airline else { return HOLDS };
    for leg in airline.legs().objects() {
        must(findings, leg.carrier_code(), |code| match code {
            [a, b, rest @ ..] => {
                let is_alphanumeric = |c: &u8| c.is_ascii_uppercase() || c.is_ascii_digit();
                [a, b].into_iter().all(is_alphanumeric) && matches!(rest, [] | [b'A'..=b'Z'])
            }
            _ => false,
        });
    }
    HOLDS
}

const LEG_COUNT: Rule = Rule {
    number: 51,
    name: "travel.leg_count",
    on: Operations::ORDER,
    fix: Fix::Count,
    level: Warn,
    basis: Inferred,
    message: "{member} is {actual}, but there {legs:is|are} {legs} {legs:leg|legs}",
    params: &["legs", "actual"],
    docs: Docs::new(
        "n_legs is the number of legs",
        "the count and the list say the same thing twice; if they differ, a leg was lost or \
         counted twice",
        Example::new("order", flight!("2", "RIX", "BT")),
        Example::new("order", flight!("1", "RIX", "BT")),
    ),
    check: leg_count,
    ..Rule::DEFAULT
};

fn leg_count(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(airline) = c.airline else { return HOLDS };
    if let (Some(count), Some(legs)) = (airline.n_legs().valid(), airline.legs().valid())
        && count.to_integer() != i128::try_from(legs.len()).ok()
    {
        findings.with(airline.n_legs(), [Param::count(legs.len()), Param::Decimal(count)]);
    }
    HOLDS
}
