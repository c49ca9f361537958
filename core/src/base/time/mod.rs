//! Timestamps and calendar days. There is no clock: every timestamp comes from the caller.

mod date;

pub(crate) use date::{Date, DigitOrder, are_eight_digits, digit_date, iso_date};

use crate::base::append::text_of;
use crate::base::decimal::{ascii, put_integer};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;
use date::number;

const NANOS: i64 = 1_000_000_000;
/// The seconds of a day. The hold of a Two-Step payment counts days of 24 hours.
const DAY: i64 = 86_400;

/// The beginning of the year 2200, in seconds.
const END: i64 = Date::of(2200, 1, 1).number() * DAY;
/// Nanoseconds fit in a word for decades after that, so adding days or years to a timestamp doesn't overflow.
const _: () = assert!(i64::MAX / NANOS - END > 50 * 366 * DAY);

/// A point in time in the years 1970–2199, with nanosecond precision.
///
/// Only a deadline computed for a report can be later, by at most two years; its text can't be read back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(i64);

impl Timestamp {
    /// A timestamp from nanoseconds since 1970-01-01T00:00:00Z. `None` outside the years 1970–2199.
    pub fn from_unix_nanos(nanos: i64) -> Option<Timestamp> {
        (0..END * NANOS).contains(&nanos).then_some(Timestamp(nanos))
    }

    /// A timestamp from seconds since 1970-01-01T00:00:00Z. `None` outside the years 1970–2199.
    pub fn from_unix_seconds(seconds: i64) -> Option<Timestamp> {
        (0..END).contains(&seconds).then(|| Timestamp(seconds * NANOS))
    }

    /// The nanoseconds since 1970-01-01T00:00:00Z.
    pub const fn unix_nanos(self) -> i64 {
        self.0
    }

    /// This timestamp plus a number of days of 24 hours.
    pub(crate) fn plus_days(self, days: u8) -> Timestamp {
        Timestamp(self.0 + i64::from(days) * DAY * NANOS)
    }

    /// This timestamp plus 24 calendar months in UTC. 29 February becomes 28 February.
    pub(crate) fn plus_two_years(self) -> Timestamp {
        let today = self.date();
        let (year, month) = (today.year() + 2, today.month());
        let later = Date::new(year, month, today.day()).unwrap_or(Date::of(year, month, 28));
        let days = later.number() - today.number();
        Timestamp(self.0 + days * DAY * NANOS)
    }

    /// Whether two timestamps, in either order, are at least 24 hours apart.
    pub(crate) fn is_a_day_or_more_from(self, other: Timestamp) -> bool {
        self.0.abs_diff(other.0) >= (DAY * NANOS).unsigned_abs()
    }

    pub(crate) fn local_date(self, offset: UtcOffset) -> Date {
        Date::of_number(self.local_day(offset))
    }

    /// The number of the calendar day at an offset from UTC.
    pub(crate) fn local_day(self, offset: UtcOffset) -> i64 {
        (self.seconds() + offset.seconds()).div_euclid(DAY)
    }

    /// The last second of the calendar day at an offset from UTC.
    pub(crate) fn end_of_local_day(self, offset: UtcOffset) -> Timestamp {
        let next = (self.local_day(offset) + 1) * DAY;
        let last = next - 1 - offset.seconds();
        Timestamp(last * NANOS)
    }

    /// The day in UTC.
    pub(crate) fn date(self) -> Date {
        Date::of_number(self.seconds() / DAY)
    }

    /// Whether it is in the year 2000 or after.
    pub(crate) fn is_of_this_century(self) -> bool {
        const FIRST: i64 = Date::of(2000, 1, 1).number();
        self.0 >= FIRST * DAY * NANOS
    }

    /// Whether a day comes after the day of this timestamp in UTC.
    pub(crate) fn is_before_day(self, day: Date) -> bool {
        /// No year is longer.
        const LONGEST_YEAR: i64 = 366 * DAY * NANOS;
        // Most days are years ago, which needs no calendar to decide.
        let year_at_least = self.0.div_euclid(LONGEST_YEAR) + 1970;
        i64::from(day.year()) >= year_at_least && day > self.date()
    }

    /// Appends the timestamp as reports show it.
    pub fn write(self, out: &mut String) {
        out.push_str(ascii(&self.text()));
    }

    /// The timestamp with its fraction of a second, so that it comes back the same.
    pub(crate) fn exactly(self) -> String {
        let (mut text, nanos) = (text_of(|out| self.write(out)), self.0 % NANOS);
        if nanos != 0 {
            let fraction = text_of(|out| put_integer(out, NANOS + nanos));
            text.pop();
            text.push('.');
            text.push_str(fraction.get(1..).unwrap_or_default().trim_end_matches('0'));
            text.push('Z');
        }
        text
    }

    fn text(self) -> [u8; 20] {
        let date = self.date();
        let second = (self.seconds() % DAY) as u32;
        text_of_second([date.year(), date.month(), date.day()], second)
    }

    /// Seconds since 1970. No timestamp is before that.
    fn seconds(self) -> i64 {
        self.0 / NANOS
    }
}

/// The text of a second of a day: `2026-11-20T10:15:00Z`.
#[inline(never)]
pub(crate) fn text_of_second([year, month, day]: [u32; 3], second: u32) -> [u8; 20] {
    let minute = second / 60;
    let (century, year) = (year / 100, year % 100);
    let (hour, minute) = (minute / 60, minute % 60);
    let pairs = [year, month, day, hour, minute, second % 60];
    let mut text = *b"0000-00-00T00:00:00Z";
    let (first, rest) = text.split_at_mut(2);
    add_digits(first, century);
    for (place, pair) in rest.chunks_mut(3).zip(pairs) {
        add_digits(place, pair);
    }
    text
}

/// Adds the digits of a number under 100 to two zeros.
#[inline(never)]
fn add_digits(zeros: &mut [u8], number: u32) {
    if let [tens, ones, ..] = zeros {
        *tens += (number / 10) as u8;
        *ones += (number % 10) as u8;
    }
}

/// RFC 3339 in UTC, rounded down to whole seconds: `2026-11-20T10:15:00Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ascii(&self.text()))
    }
}

/// The text or value isn't a valid [`Timestamp`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", InvalidTimestamp::TEXT)]
pub struct InvalidTimestamp;

impl InvalidTimestamp {
    pub(crate) const TEXT: &str = "not an RFC 3339 time with T, at most 9 fraction digits, \
                                   and a year from 1970 to 2199 in UTC";

    /// The reason that a text isn't a timestamp.
    #[cold]
    pub(crate) fn why(text: &str) -> &'static str {
        match [text, "Z"].concat().parse::<Timestamp>() {
            Ok(_) => "has no offset from UTC: Z, or hours and minutes as in +02:00",
            Err(_) => InvalidTimestamp::TEXT,
        }
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    /// Reads RFC 3339 with `T`, any offset, and at most nine digits of a second's fraction. Leap
    /// seconds (`:60`) aren't allowed.
    fn from_str(text: &str) -> Result<Timestamp, InvalidTimestamp> {
        parse_rfc3339(text.as_bytes()).ok_or(InvalidTimestamp)
    }
}

fn parse_rfc3339(text: &[u8]) -> Option<Timestamp> {
    let (date, text) = text.split_at_checked(10)?;
    let (hours, text) = text.strip_prefix(b"T")?.split_at_checked(5)?;
    let (seconds, text) = text.strip_prefix(b":")?.split_at_checked(2)?;
    let days = iso_date(date)?.number();
    // Years have four digits, so nothing can overflow.
    let mut minutes = days * 24 * 60 + clock(hours)?;
    let second = number(seconds).filter(|second| *second < 60)?;
    let (nanos, zone) = fraction(text)?;
    if zone != b"Z" {
        minutes -= clock_offset(zone)?;
    }
    let seconds = minutes * 60 + i64::from(second);
    let Timestamp(whole) = Timestamp::from_unix_seconds(seconds)?;
    Some(Timestamp(whole + i64::from(nanos)))
}

/// Reads `.` and one to nine digits, or nothing. Returns the nanoseconds and the rest.
fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let Some(rest) = text.strip_prefix(b".") else { return Some((0, text)) };
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, zone) = rest.split_at_checked(count)?;
    let zeros = 9u32.checked_sub(u32::try_from(count).ok()?)?;
    Some((number(digits)?.checked_mul(10u32.checked_pow(zeros)?)?, zone))
}

/// Reads `±HH:MM` as minutes east of UTC.
fn clock_offset(text: &[u8]) -> Option<i64> {
    match text.split_first()? {
        (b'+', rest) => clock(rest),
        (b'-', rest) => clock(rest).map(|minutes| -minutes),
        _ => None,
    }
}

/// Reads `HH:MM`, at most `23:59`, as minutes.
#[inline(never)]
fn clock(text: &[u8]) -> Option<i64> {
    let [hours @ .., b':', _, _] = text else { return None };
    let minutes = text.get(3..)?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let is_real = text.len() == 5 && hours < 24 && minutes < 60;
    is_real.then(|| (hours * 60 + minutes).into())
}

/// An offset from UTC, from -12:00 to +14:00. It says when the processing day begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UtcOffset {
    minutes: i16,
}

impl UtcOffset {
    pub(crate) const UTC: UtcOffset = UtcOffset { minutes: 0 };
    /// The offset at which a day, and so a month, ends last.
    pub(crate) const LAST: UtcOffset = UtcOffset { minutes: -12 * 60 };

    /// An offset from minutes east of UTC. `None` if it isn't from -12:00 to +14:00.
    pub const fn from_minutes(minutes: i16) -> Option<UtcOffset> {
        if minutes < -12 * 60 || minutes > 14 * 60 {
            return None;
        }
        Some(UtcOffset { minutes })
    }

    /// The minutes east of UTC.
    pub const fn minutes(self) -> i16 {
        self.minutes
    }

    fn seconds(self) -> i64 {
        i64::from(self.minutes) * 60
    }
}

/// The text or value isn't a valid [`UtcOffset`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", InvalidUtcOffset::TEXT)]
pub struct InvalidUtcOffset;

impl InvalidUtcOffset {
    pub(crate) const TEXT: &str = "not an offset ±HH:MM from -12:00 to +14:00";
}

impl FromStr for UtcOffset {
    type Err = InvalidUtcOffset;

    /// Reads `±HH:MM`.
    fn from_str(text: &str) -> Result<UtcOffset, InvalidUtcOffset> {
        clock_offset(text.as_bytes())
            .and_then(|minutes| i16::try_from(minutes).ok())
            .and_then(UtcOffset::from_minutes)
            .ok_or(InvalidUtcOffset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> Option<String> {
        text.parse::<Timestamp>().ok().map(|timestamp| timestamp.to_string())
    }

    #[test]
    fn rfc_3339_is_read_strictly() {
        for (text, expected) in [
            ("2026-11-20T10:15:00Z", Some("2026-11-20T10:15:00Z")),
            ("2026-11-18T09:00:00+02:00", Some("2026-11-18T07:00:00Z")),
            ("2026-11-18T23:30:00.999999999-05:30", Some("2026-11-19T05:00:00Z")),
            ("1970-01-01T00:00:00Z", Some("1970-01-01T00:00:00Z")),
            ("2199-12-31T23:59:59.5Z", Some("2199-12-31T23:59:59Z")),
            ("1970-01-01T01:00:00+02:00", None),
            ("2200-01-01T00:00:00Z", None),
            ("2199-12-31T23:59:59-00:01", None),
            ("2026-11-20 10:15:00Z", None),
            ("2026-11-20T10:15:60Z", None),
            ("2026-11-20T24:00:00Z", None),
            ("2026-11-20T10:15:00", None),
            ("2026-11-20T10:15Z", None),
            ("2026-11-20T10:15:00.Z", None),
            ("2026-11-20T10:15:00.1234567890Z", None),
            ("2026-11-20T10:15:00+0200", None),
            ("2026-11-20T10:15:00+24:00", None),
            ("2026-02-29T10:15:00Z", None),
            ("+026-02-21T10:15:00Z", None),
            ("", None),
        ] {
            assert_eq!(utc(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn offsets_are_bounded() {
        for (text, minutes) in [
            ("+02:00", Some(120)),
            ("-12:00", Some(-720)),
            ("-12:01", None),
            ("+14:00", Some(840)),
            ("+14:15", None),
            ("+05:45", Some(345)),
            ("2:00", None),
            ("+02:60", None),
        ] {
            assert_eq!(
                text.parse::<UtcOffset>().ok().map(|offset| offset.minutes),
                minutes,
                "{text}"
            );
        }
    }
}
