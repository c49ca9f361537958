//! Instants and calendar days. The engine has validated their form.

use chrono::{DateTime, FixedOffset, Months, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};

/// A point in time, to the nanosecond.
pub(crate) type Instant = DateTime<Utc>;

/// A merchant's offset, in minutes.
pub(crate) fn utc_offset(text: &str) -> Option<i64> {
    let offset: FixedOffset = text.parse().ok()?;
    Some(i64::from(offset.local_minus_utc()) / 60)
}

/// RFC 3339.
pub(crate) fn instant(text: &str) -> Option<Instant> {
    DateTime::parse_from_rfc3339(text).ok().map(|instant| instant.to_utc())
}

/// This many times 24 hours later.
pub(crate) fn plus_days(instant: Instant, days: i64) -> Instant {
    instant + TimeDelta::hours(24 * days)
}

/// 24 calendar months later in UTC; chrono turns 29 February into the 28th.
pub(crate) fn plus_two_years(instant: Instant) -> Instant {
    instant + Months::new(24)
}

/// The calendar day at an offset in minutes.
pub(crate) fn local_day(instant: Instant, offset: i64) -> NaiveDate {
    (instant.naive_utc() + TimeDelta::minutes(offset)).date()
}

/// The last second of the instant's calendar day at an offset in minutes.
pub(crate) fn end_of_local_day(instant: Instant, offset: i64) -> Instant {
    let midnight = local_day(instant, offset).and_time(NaiveTime::MIN);
    (midnight + TimeDelta::seconds(86_399) - TimeDelta::minutes(offset)).and_utc()
}

/// Whether 24 hours or more lie between the two, whichever is first.
pub(crate) fn a_day_apart(one: Instant, other: Instant) -> bool {
    (one - other).abs() >= TimeDelta::hours(24)
}

/// RFC 3339 in UTC, whole seconds rounded down.
pub(crate) fn to_text(instant: Instant) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}
