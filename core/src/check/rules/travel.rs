//! Travel data: exactly one kind, its dates and codes.

use super::prelude::*;
use super::text;
use crate::base::time::{DigitOrder, digit_date};
use crate::model::document::{Field, View};
use crate::model::schema::{
    CAR_RENTAL, CRUISE, GROUND_TRANSPORTATION, LODGING, Lodging, TRAVEL_DATA, TravelData,
};

section! {
    if |c| c.is(Feature::TravelData) => [
        EXACTLY_ONE, DATE_FORMAT, DATE_CALENDAR, DATE_ORDER, LEG_ORDER, LEG_AIRPORTS, FIELD_MISSING,
        AIRPORT_CODE, CARRIER_CODE, LEG_COUNT,
    ],
}

/// The kinds of travel that have two dates.
const WITH_TWO_DATES: u32 =
    positions(&TRAVEL_DATA, &["lodging", "car_rental", "cruise", "ground_transportation"]);

/// All kinds with two dates have them at the same positions.
const _: () = {
    let stay = positions(&LODGING, &["checkin_date", "checkout_date"]);
    assert!(positions(&CAR_RENTAL, &["pickup_date", "return_date"]) == stay);
    assert!(positions(&CRUISE, &["departure_date", "return_date"]) == stay);
    assert!(positions(&GROUND_TRANSPORTATION, &["departure_date", "return_date"]) == stay);
};

/// Everything that has two dates, viewed as a lodging.
fn stays(travel: TravelData<'_>) -> impl Iterator<Item = Lodging<'_>> {
    members::<Lodging<'_>>(travel.object(), WITH_TWO_DATES).filter_map(Field::valid)
}

/// The two dates, if the second is before the first in every digit order that makes both real days, and there is such
/// an order. They are shown in the first one.
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
    fix: Fix::KeepOne,
    message: "{member} {deny:must|should} have exactly one kind of travel; it has {present}",
    params: &["present"],
    check: |c, findings| {
        let Some(travel) = c.travel else { return HOLDS };
        let present = travel.object().present_of(KINDS);
        if present.count_ones() != 1 {
            findings.with(travel.object().place(), [Param::Members(&TRAVEL_DATA, present)]);
        }
        HOLDS
    },
    ..rule!(45, "travel.exactly_one", Deny, Stated, Operations::ORDER)
};

const DATE_FORMAT: Rule = Rule {
    fix: Fix::Digits,
    message: "{member} {deny:must|should} be exactly {digits} digits",
    constraints: &dates(Must::HaveDigits(6), Must::HaveDigits(8)),
    ..rule!(46, "travel.date_format", Deny, Stated, Operations::ORDER)
};

/// Constraints on the date of a ticket, and on all other dates.
const fn dates(of_ticket: Must, others: Must) -> [Constraint; 6] {
    [
        Objects::Airline.must(&["ticket_issue_date"], of_ticket),
        Objects::Legs.must(&["departure_date"], others),
        Objects::Lodging.must(&["checkin_date", "checkout_date"], others),
        Objects::CarRental.must(&["pickup_date", "return_date"], others),
        Objects::Cruise.must(&["departure_date", "return_date"], others),
        Objects::GroundTransportation.must(&["departure_date", "return_date"], others),
    ]
}

const DATE_CALENDAR: Rule = Rule {
    message: "{member} isn't a real day, in whatever order its digits are read",
    constraints: &dates(IS_DAY_OF_SIX, IS_DAY_OF_EIGHT),
    ..rule!(47, "travel.date_calendar", Warn, Inferred, Operations::ORDER)
};

const IS_DAY_OF_SIX: Must = Must::pass(is_day_if_of_digits::<6>);
const IS_DAY_OF_EIGHT: Must = Must::pass(is_day_if_of_digits::<8>);

/// Whether a text, if it has `COUNT` digits, is a real day in some order of them. `travel.date_format` reports other
/// texts.
fn is_day_if_of_digits<const COUNT: usize>(text: &[u8]) -> bool {
    let is_real = |order| digit_date(text, order).is_some();
    !is_digits(text, COUNT, COUNT) || DigitOrder::ALL.into_iter().any(is_real)
}

const DATE_ORDER: Rule = Rule {
    message: "{member} is {second}, before the first date, {first}",
    params: &["first", "second"],
    check: |c, findings| {
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
    },
    ..rule!(48, "travel.date_order", Warn, Inferred, Operations::ORDER)
};

const LEG_ORDER: Rule = Rule {
    message: "{member} is {second}, before the departure of the leg before it, {first}",
    params: &["first", "second"],
    check: |c, findings| {
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
    },
    ..rule!(127, "travel.leg_order", Warn, Inferred, Operations::ORDER)
};

const LEG_AIRPORTS: Rule = Rule {
    message: "{member} is the airport that the leg departs from",
    check: |c, findings| {
        let Some(airline) = c.airline else { return HOLDS };
        for leg in airline.legs().objects() {
            let destination = leg.destination_airport();
            let code = text(destination);
            if code.is_some() && code == text(leg.departure_airport()) {
                findings.at(destination);
            }
        }
        HOLDS
    },
    ..rule!(128, "travel.leg_airports", Warn, Inferred, Operations::ORDER)
};

const FIELD_MISSING: Rule = Rule {
    message: "{member} is missing; travel data of this kind {deny:needs|should have} it",
    constraints: &[
        Objects::Airline.all_but(&["customer_ref"]),
        Objects::Airline.must(&["legs"], Must::HaveElements),
        Objects::Legs.all_but(&[]),
        Objects::Lodging.all_but(&[]),
        Objects::CarRental.all_but(&[]),
        Objects::Cruise.all_but(&[]),
        Objects::GroundTransportation.all_but(&[]),
    ],
    ..rule!(120, "travel.field_missing", Warn, Inferred, Operations::ORDER)
};

const AIRPORT_CODE: Rule = Rule {
    fix: Fix::Capitals,
    message: "{member} {deny:must|should} be an airport code of three or four capitals, such as RIX or EVRA",
    constraints: &[Objects::Legs.must(
        &["departure_airport", "destination_airport"],
        Must::pass(|code| matches!(code.len(), 3 | 4) && code.iter().all(u8::is_ascii_uppercase)),
    )],
    ..rule!(49, "travel.airport_code", Warn, Convention, Operations::ORDER)
};

const CARRIER_CODE: Rule = Rule {
    fix: Fix::Capitals,
    message: "{member} {deny:must|should} be an IATA carrier code of two capitals or digits, and perhaps a \
              third capital, such as BT",
    constraints: &[Objects::Legs.must(&["carrier_code"], Must::pass(is_carrier))],
    ..rule!(50, "travel.carrier_code", Warn, Stated, Operations::ORDER)
};

fn is_carrier(code: &[u8]) -> bool {
    let is_alphanumeric = |c: &u8| c.is_ascii_uppercase() || c.is_ascii_digit();
    match code {
        [a, b, rest @ ..] => {
            [a, b].into_iter().all(is_alphanumeric) && matches!(rest, [] | [b'A'..=b'Z'])
        }
        _ => false,
    }
}

const LEG_COUNT: Rule = Rule {
    fix: Fix::Count,
    message: "{member} is {actual}, but there {legs:is|are} {legs} {legs:leg|legs}",
    params: &["legs", "actual"],
    check: |c, findings| {
        let Some(airline) = c.airline else { return HOLDS };
        if let (Some(count), Some(legs)) = (airline.n_legs().valid(), airline.legs().valid())
            && !legs.is_empty()
            && count.to_integer() != i128::try_from(legs.len()).ok()
        {
            findings.with(airline.n_legs(), [Param::count(legs.len()), Param::Decimal(count)]);
        }
        HOLDS
    },
    ..rule!(51, "travel.leg_count", Warn, Inferred, Operations::ORDER)
};
