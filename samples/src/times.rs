//! Instants near the limits of the time rules.

use chrono::{DateTime, FixedOffset, Months, NaiveTime, TimeDelta, Utc};

use crate::rng::Rng;

/// The facts about time, consistent with one another.
pub(crate) struct Times {
    pub(crate) now: String,
    pub(crate) paid_at: String,
    pub(crate) hold_days: i64,
    pub(crate) utc_offset: String,
}

pub(crate) fn at(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).map_or_else(|_| DateTime::default(), |time| time.to_utc())
}

/// Draws times. Calm ones lie within one hour, and within every limit. `given` is the caller's current time.
pub(crate) fn times(rng: &mut Rng, calm: bool, given: Option<DateTime<Utc>>) -> Times {
    let hold_days = rng.pick(&[6, 7, 7, 10, 27, 28]);
    let offsets: &[i64] =
        if calm { &[0, 60, 120] } else { &[0, 0, 120, -300, 345, 840, -720, 765, -210, 1, -59] };
    let offset = rng.pick(offsets);
    let mut now = match rng.below(12) {
        _ if calm && given.is_some() => given.unwrap_or_default(),
        _ if calm => {
            let (hour, minute) = (rng.pick(&[8, 10, 13, 17]), rng.pick(&[15, 24, 50]));
            at("2026-11-20T00:00:00Z") + TimeDelta::minutes(hour * 60 + minute)
        }
        0 => at("2026-11-30T23:59:59.999999999Z"),
        1 => at("2026-12-01T00:00:00Z"),
        2 => at("2026-02-28T12:00:00Z"),
        3 => at("2028-02-29T00:00:00.000000001Z"),
        4 if rng.chance(20) => at("2199-12-31T23:59:59.999999999Z"),
        5 => at("2026-11-20T23:30:00Z"),
        6 => at(rng.pick(&["2026-12-01T11:59:59Z", "2026-12-01T12:00:00Z"])),
        _ => at("2026-11-20T10:15:00.0000005Z"),
    };
    let day = TimeDelta::hours(24);
    let to_local = TimeDelta::minutes(offset);
    let local_day = (now + to_local).date_naive();
    let local_midnight = local_day.and_time(NaiveTime::MIN).and_utc() - to_local;
    let mut paid_at = match rng.below(12) {
        _ if calm => now - TimeDelta::minutes(rng.below(14) as i64),
        0 => now - day * hold_days as i32,
        1 => now - day * rng.pick(&[6, 28]),
        2 | 3 => local_midnight,
        4 => local_midnight + day,
        5 => now - day,
        6 => now + day,
        7 => now - Months::new(24),
        8 => {
            let (month, day) = (rng.pick(&[2, 3]), rng.pick(&[1, 28]));
            now = at(&format!("2026-{month:02}-{day:02}T12:00:00Z"));
            at("2024-02-29T12:00:00Z")
        }
        9 => now - TimeDelta::minutes(rng.below(1500) as i64),
        10 => now - day * rng.below(40) as i32,
        _ => now - day * rng.below(800) as i32,
    };
    // A little before or after the limit.
    let nanos = rng.pick(&[1, -1, 1_000_000_000, -1_000_000_000, 60_000_000_000, 0, 0, 0]);
    paid_at += TimeDelta::nanoseconds(if calm { 0 } else { nanos });
    if !calm && rng.chance(1) || paid_at < DateTime::UNIX_EPOCH {
        paid_at = DateTime::UNIX_EPOCH;
    }
    Times {
        now: write(rng, now, calm),
        paid_at: write(rng, paid_at, calm),
        hold_days,
        utc_offset: write_offset(offset),
    }
}

/// Writes an offset as `±HH:MM`.
fn write_offset(minutes: i64) -> String {
    FixedOffset::east_opt(minutes as i32 * 60).map_or(String::new(), |offset| offset.to_string())
}

/// Writes an instant in RFC 3339, at a random offset.
fn write(rng: &mut Rng, instant: DateTime<Utc>, calm: bool) -> String {
    let minutes =
        if calm { 0 } else { rng.pick(&[0, 0, 0, 120, -300, 345, 840, -720, 1439, -1439]) };
    let fraction = match instant.timestamp_subsec_nanos() {
        0 if !calm => rng.pick(&["", "", "", ".0", ".000", ".000000000"]),
        _ => "",
    };
    let zone = match minutes {
        0 if calm => "Z".to_owned(),
        0 => rng.pick(&["Z", "Z", "Z", "+00:00", "-00:00"]).to_owned(),
        minutes => write_offset(minutes),
    };
    // Debug output has the letter T between day and time, and nanoseconds if there are any.
    format!("{:?}{fraction}{zone}", instant.naive_utc() + TimeDelta::minutes(minutes))
}
