//! The time rules at the edges of their windows: two years for refunds, the local day for
//! reversals, the hold for captures. The calendar here is counted day by day, and shares nothing
//! with the engine's.

use paylint::facts::{Fact, HoldDays, Merchant, Order};
use paylint::{
    Engine, Facts, Feature, Obligation, Operation, Report, Timestamp, UtcOffset, Verdict,
};

const SECOND: i64 = 1_000_000_000;
const DAY: i64 = 86_400 * SECOND;

/// A day of the calendar: year, month, day.
type Date = (i64, usize, i64);

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: usize) -> i64 {
    let february = if is_leap(year) { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// The days from 1970-01-01 to the end of 2203, one after the other.
fn calendar() -> Vec<Date> {
    let months = (1970..2204).flat_map(|year| (1..=12).map(move |month| (year, month)));
    let days = |(year, month)| (1..=days_of(year, month)).map(move |day| (year, month, day));
    months.flat_map(days).collect()
}

/// The number of a day since 1970-01-01.
fn number(calendar: &[Date], date: Date) -> i64 {
    calendar.binary_search(&date).expect("a day of the calendar") as i64
}

fn at(nanos: i64) -> Timestamp {
    Timestamp::from_unix_nanos(nanos).expect("an instant that facts may carry")
}

/// RFC 3339 in UTC, whole seconds, rounded down.
fn text(calendar: &[Date], nanos: i64) -> String {
    let (year, month, day) = calendar[nanos.div_euclid(DAY) as usize];
    let second = nanos.rem_euclid(DAY) / SECOND;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The instant as text, with an offset.
fn local_text(calendar: &[Date], nanos: i64, quarters: i64) -> String {
    let local = text(calendar, nanos + quarters * 900 * SECOND);
    let fraction = nanos.rem_euclid(SECOND);
    let sign = if quarters < 0 { '-' } else { '+' };
    let (hours, minutes) = (quarters.abs() / 4, quarters.abs() % 4 * 15);
    format!("{}.{fraction:09}{sign}{hours:02}:{minutes:02}", local.trim_end_matches('Z'))
}

/// The outcome of a time rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Holds,
    Violated,
    Unchecked(&'static [Fact]),
}

fn came_of(rule: &str, report: &Report) -> Came {
    let violated = report.findings().any(|finding| finding.rule().name == rule);
    let open = report.unchecked().find(|unchecked| unchecked.rule().name == rule);
    match (violated, open) {
        (true, None) => Came::Violated,
        (false, None) => Came::Holds,
        (false, Some(open)) => {
            let needs: Vec<Fact> = open.needs().collect();
            let known: [&[Fact]; 2] = [&[Fact::MerchantHoldDays], &[Fact::MerchantUtcOffset]];
            let needs = known.into_iter().find(|known| *known == needs);
            Came::Unchecked(needs.expect("one of the facts that the time rules can lack"))
        }
        (true, Some(_)) => panic!("{rule} is both violated and unchecked"),
    }
}

/// Checks one operation, and compares the outcome of its time rule, the verdict and the window's
/// end.
struct Window {
    engine: Engine,
    report: Report,
    calendar: Vec<Date>,
    operation: Operation,
    body: &'static [u8],
    rule: &'static str,
}

impl Window {
    fn new(operation: Operation, body: &'static [u8], rule: &'static str) -> Window {
        let (engine, report) = (Engine::default(), Report::new());
        Window { engine, report, calendar: calendar(), operation, body, rule }
    }

    fn check(&mut self, paid_at: i64, now: i64, merchant: Merchant, came: Came, last: i64) {
        let order = Order { paid_at: Some(at(paid_at)), ..Order::default() };
        let facts = Facts {
            now: Some(at(now)),
            order: Some(order),
            merchant: Some(merchant),
            ..Facts::default()
        };
        self.engine.check_into(self.operation, self.body, &facts, &mut self.report);
        let what = || {
            let [paid_at, now] = [paid_at, now].map(|it| local_text(&self.calendar, it, 0));
            format!("paid at {paid_at}, now {now}, {merchant:?}")
        };
        assert_eq!(came_of(self.rule, &self.report), came, "{}", what());
        let accepted = came != Came::Violated;
        assert_eq!(self.report.verdict() == Verdict::Accept, accepted, "{}", what());
        let until = self.report.valid_until().map(|until| until.to_string());
        let expected = (came == Came::Holds).then(|| text(&self.calendar, last));
        assert_eq!(until, expected, "{}", what());
    }
}

#[test]
fn a_refund_is_in_time_to_the_instant_two_years_later() {
    let mut window = Window::new(Operation::Refund, b"", "refund.too_old");
    let calendar = calendar();
    let days = calendar.iter().copied().filter(|(year, ..)| *year <= 2100);
    for (day, (year, month, of_month)) in (0..).zip(days) {
        // 29 February becomes the 28th: two years later it isn't a leap year.
        let later = (year + 2, month, of_month.min(days_of(year + 2, month)));
        let later = number(&calendar, later);
        for clock in [0, DAY - SECOND / 2] {
            let (paid_at, limit) = (day * DAY + clock, later * DAY + clock);
            let merchant = Merchant::default();
            window.check(paid_at, limit, merchant, Came::Holds, limit);
            window.check(paid_at, limit + 1, merchant, Came::Violated, limit);
        }
    }
}

#[test]
fn a_refund_s_window_may_end_after_the_last_year_of_facts() {
    let mut window = Window::new(Operation::Refund, b"", "refund.too_old");
    let calendar = calendar();
    let days = calendar.iter().copied().enumerate().filter(|(_, (year, ..))| *year >= 2198);
    for (day, (year, month, of_month)) in days.filter(|(_, (year, ..))| *year <= 2199) {
        let limit = number(&calendar, (year + 2, month, of_month)) * DAY + DAY - 1;
        let paid_at = day as i64 * DAY + DAY - 1;
        window.check(paid_at, paid_at, Merchant::default(), Came::Holds, limit);
    }
}

/// Leap days, the days around them, the ends of years, and the first days of the calendar.
const DATES: [Date; 26] = [
    (1970, 1, 3),
    (1970, 12, 31),
    (1972, 2, 28),
    (1972, 2, 29),
    (1999, 12, 31),
    (2000, 1, 1),
    (2000, 2, 28),
    (2000, 2, 29),
    (2000, 3, 1),
    (2023, 2, 28),
    (2024, 2, 28),
    (2024, 2, 29),
    (2024, 3, 1),
    (2024, 12, 31),
    (2025, 1, 1),
    (2025, 3, 30),
    (2025, 10, 26),
    (2026, 11, 20),
    (2038, 1, 19),
    (2096, 2, 29),
    (2099, 12, 31),
    (2100, 2, 28),
    (2100, 3, 1),
    (2104, 2, 29),
    (2199, 2, 28),
    (2199, 12, 30),
];

#[test]
fn a_reversal_is_in_time_on_the_local_day_of_payment() {
    let mut window = Window::new(Operation::Reversal, b"", "reversal.same_day");
    let calendar = calendar();
    for quarters in -48i16..=56 {
        let offset = UtcOffset::from_minutes(quarters * 15);
        let merchant = Merchant { utc_offset: offset, ..Merchant::default() };
        let east = i64::from(quarters) * 900 * SECOND;
        for date in DATES {
            let first = number(&calendar, date) * DAY - east;
            let last = first + DAY - 1;
            for paid_at in [first, first + DAY / 2, last] {
                for now in [first, first + 1, last - SECOND + 1, last] {
                    window.check(paid_at, now, merchant, Came::Holds, last);
                }
                for now in [first - SECOND, first - 1, last + 1, last + SECOND] {
                    window.check(paid_at, now, merchant, Came::Violated, last);
                }
            }
        }
    }
}

#[test]
fn without_the_offset_a_day_between_settles_it() {
    let mut window = Window::new(Operation::Reversal, b"", "reversal.same_day");
    let calendar = calendar();
    let open = Came::Unchecked(&[Fact::MerchantUtcOffset]);
    for date in DATES {
        let paid_at = number(&calendar, date) * DAY + 12 * 3600 * SECOND;
        for (distance, came) in [(0, open), (1, open), (DAY - 1, open), (DAY, Came::Violated)] {
            for now in [paid_at - distance, paid_at + distance] {
                window.check(paid_at, now, Merchant::default(), came, 0);
            }
        }
    }
}

#[test]
fn a_capture_is_in_time_to_the_last_instant_of_the_hold() {
    let mut window = Window::new(Operation::Capture, b"{\"total\":1}", "capture.hold_expired");
    let calendar = calendar();
    let open = Came::Unchecked(&[Fact::MerchantHoldDays]);
    let last_clocks = [0, 1, DAY / 2, DAY - SECOND / 2, DAY - 1];
    let dates = DATES.into_iter().filter(|(year, ..)| *year < 2199);
    for (date, clock) in dates.flat_map(|date| last_clocks.map(|clock| (date, clock))) {
        let paid_at = number(&calendar, date) * DAY + clock;
        for days in 6..=28u8 {
            let hold = HoldDays::new(days).expect("a hold of that length");
            let merchant = Merchant { hold_days: Some(hold), ..Merchant::default() };
            let last = paid_at + i64::from(days) * DAY;
            for (now, came) in
                [(last - 1, Came::Holds), (last, Came::Holds), (last + 1, Came::Violated)]
            {
                window.check(paid_at, now, merchant, came, last);
            }
        }
        let (shortest, longest) = (paid_at + 6 * DAY, paid_at + 28 * DAY);
        for (now, came) in [
            (paid_at, Came::Holds),
            (shortest - 1, Came::Holds),
            (shortest, Came::Holds),
            (shortest + 1, open),
            (longest - 1, open),
            (longest, open),
            (longest + 1, Came::Violated),
        ] {
            window.check(paid_at, now, Merchant::default(), came, shortest);
        }
    }
    assert!(HoldDays::new(5).is_none() && HoldDays::new(29).is_none());
}

#[test]
fn a_two_step_order_is_to_be_captured_by_the_end_of_the_hold() {
    let (engine, calendar) = (Engine::default(), calendar());
    let body = br#"{"client":{},"products":[{"title":"t","price":1}],"skip_capture":true}"#;
    for (date, days) in DATES.into_iter().flat_map(|date| (6..=28u8).map(move |days| (date, days)))
    {
        let now = number(&calendar, date) * DAY + DAY - 1;
        let merchant = Merchant { hold_days: HoldDays::new(days), ..Merchant::default() };
        let facts = Facts { now: Some(at(now)), merchant: Some(merchant), ..Facts::default() };
        let report = engine.check(Operation::Order, body, &facts);
        assert_eq!(report.scenario(), Some(Feature::TwoStep));
        let [Obligation::Capture(Some(by))] = report.obligations() else {
            panic!("no obligation to capture: {report:?}")
        };
        assert_eq!(by.to_string(), text(&calendar, now + i64::from(days) * DAY));
    }
}

#[test]
fn instants_are_read_and_written_as_the_calendar_says() {
    let calendar = calendar();
    for (day, _) in calendar.iter().enumerate().filter(|(_, (year, ..))| *year <= 2199) {
        let nanos = day as i64 * DAY + DAY - 1 - (day as i64 % 7) * 12_345_678_901;
        let quarters = day as i64 % 105 - 48;
        if nanos + quarters * 900 * SECOND < 0 {
            continue;
        }
        let written = local_text(&calendar, nanos, quarters);
        let read: Timestamp = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read.unix_nanos(), nanos, "{written}");
        assert_eq!(read.to_string(), text(&calendar, nanos));
    }
}

/// The day after the processing instant's own day in UTC is the first that is to come.
#[test]
fn a_birth_date_is_in_the_future_from_the_next_day() {
    let (engine, mut report, calendar) = (Engine::default(), Report::new(), calendar());
    let days = calendar.iter().filter(|(year, ..)| *year <= 2100).count();
    for today in (0..days).step_by(97) {
        for clock in [0, DAY - 1] {
            let facts = Facts { now: Some(at(today as i64 * DAY + clock)), ..Facts::default() };
            let others = [(0, false), (1, true), (30, true), (10_957, true)];
            for (later, is_to_come) in others {
                let (year, month, day) = calendar[today + later];
                let birth = format!("{year:04}-{month:02}-{day:02}");
                let body = format!(
                    r#"{{"client":{{"email":"ada@mail.example","birth_date":"{birth}"}},"products":[{{"title":"Mug","price":12}}]}}"#
                );
                engine.check_into(Operation::Order, body.as_bytes(), &facts, &mut report);
                let came = came_of("date.birth_in_future", &report);
                let now = text(&calendar, today as i64 * DAY + clock);
                assert_eq!(came == Came::Violated, is_to_come, "born {birth}, now {now}");
            }
        }
    }
}
