//! Conversions between timestamps and the standard library's `SystemTime`.

use crate::base::time::{InvalidTimestamp, Timestamp};
use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

/// If the system's clock is coarser than nanoseconds, the rest is cut off.
impl From<Timestamp> for SystemTime {
    // Every system's clock goes past the year 2200, so the sum doesn't panic.
    fn from(instant: Timestamp) -> SystemTime {
        UNIX_EPOCH + Duration::from_nanos(instant.unix_nanos().unsigned_abs())
    }
}

impl TryFrom<SystemTime> for Timestamp {
    type Error = InvalidTimestamp;

    /// Fails outside the years 1970–2199.
    fn try_from(time: SystemTime) -> Result<Timestamp, InvalidTimestamp> {
        let since = time.duration_since(UNIX_EPOCH).ok();
        let nanos = since.and_then(|since| i64::try_from(since.as_nanos()).ok());
        nanos.and_then(Timestamp::from_unix_nanos).ok_or(InvalidTimestamp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_comes_back_from_a_system_time() {
        for text in ["1970-01-01T00:00:00Z", "2026-11-20T10:15:00.5Z", "2199-12-31T23:59:59Z"] {
            let instant: Timestamp = text.parse().unwrap();
            assert_eq!(Timestamp::try_from(SystemTime::from(instant)), Ok(instant));
        }
    }

    #[test]
    fn times_outside_1970_to_2199_are_refused() {
        let second = Duration::from_secs(1);
        let last = SystemTime::from("2199-12-31T23:59:59Z".parse::<Timestamp>().unwrap());
        let far = UNIX_EPOCH + Duration::from_secs(10_000_000_000);
        for time in [UNIX_EPOCH - second, last + second, far] {
            assert_eq!(Timestamp::try_from(time), Err(InvalidTimestamp));
        }
    }
}
