//! Instants and calendar days.

use chrono::{DateTime, Datelike, Months, NaiveDate, TimeDelta, Utc};

/// A point in time, to the nanosecond.
pub(crate) type Instant = DateTime<Utc>;

/// A text's digits as a number, if it consists of this many ASCII digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    let good = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

/// `HH:MM` after a sign, in minutes.
fn signed_minutes(text: &str, last_hour: u32) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = text[1..].split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    if hours > last_hour || minutes > 59 {
        return None;
    }
    Some(sign * i64::from(hours * 60 + minutes))
}

/// A merchant's offset, −12:00 to +14:00, in minutes.
pub(crate) fn utc_offset(text: &str) -> Option<i64> {
    let minutes = signed_minutes(text, 14)?;
    if (-12 * 60..=14 * 60).contains(&minutes) { Some(minutes) } else { None }
}

/// RFC 3339 with `T`, any offset, at most nine fraction digits, no second 60, 1970–2199 in UTC.
pub(crate) fn instant(text: &str) -> Option<Instant> {
    let (day, rest) = text.split_once('T')?;
    let day = plain_date(day)?;
    let clock = rest.get(..8)?;
    let mut parts = clock.split(':');
    let hour = digits(parts.next()?, 2)?;
    let minute = digits(parts.next()?, 2)?;
    let second = digits(parts.next()?, 2)?;
    let mut rest = rest.get(8..)?;
    let mut nanos = 0;
    if let Some(after) = rest.strip_prefix('.') {
        let count = after.bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 || count > 9 {
            return None;
        }
        nanos = digits(&format!("{:0<9}", &after[..count]), 9)?;
        rest = &after[count..];
    }
    let offset = if rest == "Z" { 0 } else { signed_minutes(rest, 23)? };
    if second > 59 {
        return None;
    }
    let local = day.and_hms_nano_opt(hour, minute, second, nanos)?;
    let instant = local.checked_sub_signed(TimeDelta::minutes(offset))?.and_utc();
    if (1970..=2199).contains(&instant.year()) { Some(instant) } else { None }
}

/// `YYYY-MM-DD` naming a real day, of any year.
fn plain_date(text: &str) -> Option<NaiveDate> {
    if text.len() != 10 || !text.is_ascii() || &text[4..5] != "-" || &text[7..8] != "-" {
        return None;
    }
    let year = digits(&text[..4], 4)?;
    NaiveDate::from_ymd_opt(year as i32, digits(&text[5..7], 2)?, digits(&text[8..], 2)?)
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
    let midnight = local_day(instant, offset).and_time(chrono::NaiveTime::MIN);
    (midnight + TimeDelta::seconds(86_399) - TimeDelta::minutes(offset)).and_utc()
}

/// Whether 24 hours or more lie between the two, whichever is first.
pub(crate) fn a_day_apart(one: Instant, other: Instant) -> bool {
    (one - other).abs() >= TimeDelta::hours(24)
}

/// RFC 3339 in UTC, whole seconds rounded down.
pub(crate) fn to_text(instant: Instant) -> String {
    use chrono::Timelike;
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        instant.year(),
        instant.month(),
        instant.day(),
        instant.hour(),
        instant.minute(),
        instant.second()
    )
}
