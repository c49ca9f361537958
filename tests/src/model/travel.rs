//! `travel.*`.

use chrono::NaiveDate;

use super::body::Obj;
use super::ledger::Ledger;
use super::request::Request;
use super::time::{digits, real_day};

/// The bookings with two dates, and the names of these.
const BOOKINGS: &[(&str, &str, &str)] = &[
    ("lodging", "checkin_date", "checkout_date"),
    ("car_rental", "pickup_date", "return_date"),
    ("cruise", "departure_date", "return_date"),
    ("ground_transportation", "departure_date", "return_date"),
];

pub(crate) fn judge(request: &Request, ledger: &mut Ledger) {
    if request.operation != "order" || !request.body.valid("travel_data") {
        return;
    }
    let travel = request.body.object("travel_data");
    let mut present = usize::from(travel.present("airline_addendum"));
    present += BOOKINGS.iter().filter(|(name, ..)| travel.present(name)).count();
    ledger.fire_if("travel.exactly_one", present != 1, "/travel_data");
    airline(&travel.object("airline_addendum"), ledger);
    for (name, first, second) in BOOKINGS {
        booking(&travel.object(name), first, second, ledger);
    }
}

fn missing(object: &Obj, members: &[&str], ledger: &mut Ledger) {
    for member in members {
        ledger.fire_if("travel.field_missing", object.absent(member), object.at(member));
    }
}

fn airline(airline: &Obj, ledger: &mut Ledger) {
    let expected =
        ["ticket_number", "passenger_name", "carrier_name", "n_legs", "ticket_issue_date", "legs"];
    missing(airline, &expected, ledger);
    date(airline, "ticket_issue_date", 6, ledger);
    let legs = airline.list("legs");
    if let (Some(count), Some(legs)) = (airline.integer("n_legs"), &legs) {
        ledger.fire_if("travel.leg_count", count != legs.len() as i64, airline.at("n_legs"));
    }
    let legs = legs.unwrap_or_default();
    for (before, leg) in legs.iter().zip(legs.iter().skip(1)) {
        let dates = (before.text("departure_date"), leg.text("departure_date"));
        let bad = matches!(dates, (Some(one), Some(other)) if is_before(other, one));
        ledger.fire_if("travel.leg_order", bad, leg.at("departure_date"));
    }
    for leg in &legs {
        let airports = (leg.text("departure_airport"), leg.text("destination_airport"));
        let same = matches!(airports, (Some(one), Some(other)) if one == other);
        ledger.fire_if("travel.leg_airports", same, leg.at("destination_airport"));
        for member in ["departure_airport", "destination_airport"] {
            let good = |text: &str| {
                (3..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase())
            };
            let bad = leg.text(member).is_some_and(|text| !good(text));
            ledger.fire_if("travel.airport_code", bad, leg.at(member));
        }
        let bad = leg.text("carrier_code").is_some_and(|text| !is_carrier(text));
        ledger.fire_if("travel.carrier_code", bad, leg.at("carrier_code"));
        date(leg, "departure_date", 8, ledger);
        let expected = [
            "departure_airport",
            "destination_airport",
            "carrier_code",
            "departure_date",
            "service_class",
            "trip_number",
        ];
        missing(leg, &expected, ledger);
    }
}

fn is_carrier(text: &str) -> bool {
    let bytes = text.as_bytes();
    (2..=3).contains(&bytes.len())
        && bytes[..2].iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && bytes[2..].iter().all(u8::is_ascii_uppercase)
}

fn booking(booking: &Obj, first: &str, second: &str, ledger: &mut Ledger) {
    missing(booking, &["booking_number", first, second], ledger);
    date(booking, first, 8, ledger);
    date(booking, second, 8, ledger);
    let (Some(one), Some(other)) = (booking.text(first), booking.text(second)) else {
        return;
    };
    ledger.fire_if("travel.date_order", is_before(other, one), booking.at(second));
}

/// Whether a date is before another in every reading in which both are real days, and there is one.
fn is_before(one: &str, other: &str) -> bool {
    let readings = [year_first, day_first, month_first];
    let both: Vec<_> =
        readings.iter().filter_map(|reading| reading(one).zip(reading(other))).collect();
    !both.is_empty() && both.iter().all(|(one, other)| one < other)
}

fn date(object: &Obj, member: &str, count: usize, ledger: &mut Ledger) {
    let Some(text) = object.text(member) else {
        return;
    };
    if digits(text, count).is_none() {
        ledger.fire("travel.date_format", object.at(member));
        return;
    }
    let real = match count {
        8 => [year_first, day_first, month_first].iter().any(|reading| reading(text).is_some()),
        _ => short_is_real(text),
    };
    ledger.fire_if("travel.date_calendar", !real, object.at(member));
}

fn number(text: &str, from: usize, count: usize) -> Option<u32> {
    digits(text.get(from..from + count)?, count)
}

/// YYYYMMDD
fn year_first(text: &str) -> Option<NaiveDate> {
    digits(text, 8)?;
    long_day(number(text, 0, 4)?, number(text, 4, 2)?, number(text, 6, 2)?)
}

/// DDMMYYYY
fn day_first(text: &str) -> Option<NaiveDate> {
    digits(text, 8)?;
    long_day(number(text, 4, 4)?, number(text, 2, 2)?, number(text, 0, 2)?)
}

/// MMDDYYYY
fn month_first(text: &str) -> Option<NaiveDate> {
    digits(text, 8)?;
    long_day(number(text, 4, 4)?, number(text, 0, 2)?, number(text, 2, 2)?)
}

fn long_day(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    real_day((year, month, day), (1900, 2199))
}

/// YYMMDD, DDMMYY or MMDDYY, of the years 2000–2099.
fn short_is_real(text: &str) -> bool {
    let pairs = (number(text, 0, 2), number(text, 2, 2), number(text, 4, 2));
    let (Some(a), Some(b), Some(c)) = pairs else {
        return false;
    };
    [(a, b, c), (c, b, a), (c, a, b)]
        .into_iter()
        .any(|(year, month, day)| real_day((2000 + year, month, day), (2000, 2099)).is_some())
}
