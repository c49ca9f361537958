//! Conversions of timestamps and offsets to and from the types of the crate `chrono`.

use crate::base::time::{InvalidTimestamp, InvalidUtcOffset, Timestamp, UtcOffset};
use chrono::{DateTime, FixedOffset, Offset, TimeZone, Utc};

impl<Tz: TimeZone> TryFrom<DateTime<Tz>> for Timestamp {
    type Error = InvalidTimestamp;

    /// Converts a time in any time zone. Fails outside the years 1970–2199 in UTC.
    fn try_from(time: DateTime<Tz>) -> Result<Timestamp, InvalidTimestamp> {
        time.timestamp_nanos_opt().and_then(Timestamp::from_unix_nanos).ok_or(InvalidTimestamp)
    }
}

impl From<Timestamp> for DateTime<Utc> {
    fn from(instant: Timestamp) -> DateTime<Utc> {
        DateTime::from_timestamp_nanos(instant.unix_nanos())
    }
}

/// The result has the offset of UTC.
impl From<Timestamp> for DateTime<FixedOffset> {
    fn from(instant: Timestamp) -> DateTime<FixedOffset> {
        DateTime::<Utc>::from(instant).fixed_offset()
    }
}

impl From<UtcOffset> for FixedOffset {
    fn from(offset: UtcOffset) -> FixedOffset {
        let seconds = i32::from(offset.minutes()) * 60;
        // Every offset is less than a day.
        invariant!(FixedOffset::east_opt(seconds)).unwrap_or(Utc.fix())
    }
}

impl TryFrom<FixedOffset> for UtcOffset {
    type Error = InvalidUtcOffset;

    /// Fails outside -12:00 to +14:00, and if the offset has seconds.
    fn try_from(offset: FixedOffset) -> Result<UtcOffset, InvalidUtcOffset> {
        let seconds = offset.local_minus_utc();
        let minutes = i16::try_from(seconds / 60).ok();
        let minutes = minutes.filter(|_| seconds % 60 == 0);
        minutes.and_then(UtcOffset::from_minutes).ok_or(InvalidUtcOffset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_of_any_zone_come_back() {
        let instant: Timestamp = "2026-11-20T10:15:00.25Z".parse().unwrap();
        let utc = DateTime::<Utc>::from(instant);
        assert_eq!(utc.to_string(), "2026-11-20 10:15:00.250 UTC");
        let riga = utc.with_timezone(&FixedOffset::east_opt(7200).unwrap());
        assert_eq!(riga.to_string(), "2026-11-20 12:15:00.250 +02:00");
        assert_eq!(Timestamp::try_from(utc), Ok(instant));
        assert_eq!(Timestamp::try_from(riga), Ok(instant));
        assert_eq!(DateTime::<FixedOffset>::from(instant), riga);
        for far in ["1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "9999-01-01T00:00:00Z"] {
            assert!(Timestamp::try_from(far.parse::<DateTime<Utc>>().unwrap()).is_err(), "{far}");
        }
    }

    #[test]
    fn offsets_come_back() {
        for minutes in [-720, -30, 0, 345, 840] {
            let offset = UtcOffset::from_minutes(minutes).unwrap();
            let fixed = FixedOffset::from(offset);
            assert_eq!(fixed.to_string(), offset.to_string());
            assert_eq!(UtcOffset::try_from(fixed), Ok(offset));
        }
        for seconds in [1, -1, 15 * 3600, -13 * 3600] {
            let fixed = FixedOffset::east_opt(seconds).unwrap();
            assert_eq!(UtcOffset::try_from(fixed), Err(InvalidUtcOffset));
        }
    }
}
