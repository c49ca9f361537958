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

const KINDS: u32 = (1 << TRAVEL_DATA.members.len()) - 1;

const EXACTLY_ONE: Rule = Rule {
    number: 45,
    on: Operations::ORDER,
    fix: Fix::KeepOne,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} have exactly one kind of travel; it has {present}",
    params: &["present"],
    check: exactly_one,
    ..page!("travel.exactly_one")
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
    on: Operations::ORDER,
    fix: Fix::Digits,
    level: Deny,
    basis: Stated,
    message: "{member} {deny:must|should} be exactly {digits} digits",
    constraints: &[
        Constraint::new(Objects::Airline, &["ticket_issue_date"], Must::HaveDigits(6)),
        Constraint::new(Objects::Legs, &["departure_date"], Must::HaveDigits(8)),
        Constraint::new(Objects::Lodging, &["checkin_date", "checkout_date"], Must::HaveDigits(8)),
        Constraint::new(Objects::CarRental, &["pickup_date", "return_date"], Must::HaveDigits(8)),
        Constraint::new(Objects::Cruise, &["departure_date", "return_date"], Must::HaveDigits(8)),
        Constraint::new(
            Objects::GroundTransportation,
            &["departure_date", "return_date"],
            Must::HaveDigits(8),
        ),
    ],
    ..page!("travel.date_format")
};

const DATE_CALENDAR: Rule = Rule {
    number: 47,
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a real day, in whatever order its digits are read",
    check: date_calendar,
    ..page!("travel.date_calendar")
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
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is {second}, before the first date, {first}",
    params: &["first", "second"],
    check: date_order,
    ..page!("travel.date_order")
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
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is {second}, before the departure of the leg before it, {first}",
    params: &["first", "second"],
    check: leg_order,
    ..page!("travel.leg_order")
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
    on: Operations::ORDER,
    level: Warn,
    basis: Inferred,
    message: "{member} is the airport that the leg departs from",
    check: leg_airports,
    ..page!("travel.leg_airports")
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
    revision: 2,
    on: Operations::ORDER,
    fix: Fix::Add,
    level: Warn,
    basis: Inferred,
    message: "{member} is missing; travel data of this kind {deny:needs|should have} it",
    check: field_missing,
    ..page!("travel.field_missing")
};

fn field_missing(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    if let Some(airline) = c.airline {
        require_all(findings, airline.object(), EXPECTED_OF_AIRLINE);
        if airline.legs().valid().is_some_and(List::is_empty) {
            findings.at(airline.legs());
        }
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

const AIRPORTS: u32 = positions(&LEG, &["departure_airport", "destination_airport"]);

const AIRPORT_CODE: Rule = Rule {
    number: 49,
    on: Operations::ORDER,
    fix: Fix::Capitals,
    level: Warn,
    basis: Convention,
    message: "{member} {deny:must|should} be an airport code of three or four capitals, such as RIX or EVRA",
    check: airport_code,
    ..page!("travel.airport_code")
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
    on: Operations::ORDER,
    fix: Fix::Capitals,
    level: Warn,
    basis: Stated,
    message: "{member} {deny:must|should} be an IATA carrier code of two capitals or digits, and perhaps a \
              third capital, such as BT",
    check: carrier_code,
    ..page!("travel.carrier_code")
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
    revision: 2,
    on: Operations::ORDER,
    fix: Fix::Count,
    level: Warn,
    basis: Inferred,
    message: "{member} is {actual}, but there {legs:is|are} {legs} {legs:leg|legs}",
    params: &["legs", "actual"],
    check: leg_count,
    ..page!("travel.leg_count")
};

fn leg_count(c: &Context<'_>, findings: &mut Findings<'_>) -> Outcome {
    let Some(airline) = c.airline else { return HOLDS };
    if let (Some(count), Some(legs)) = (airline.n_legs().valid(), airline.legs().valid())
        && !legs.is_empty()
        && count.to_integer() != i128::try_from(legs.len()).ok()
    {
        findings.with(airline.n_legs(), [Param::count(legs.len()), Param::Decimal(count)]);
    }
    HOLDS
}
