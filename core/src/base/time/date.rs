//! Reads and numbers the days of the Gregorian calendar.

use core::num::NonZeroU32;

/// The days of 400 years, after which the calendar repeats.
const DAYS_OF_400_YEARS: u32 = 146_097;
/// 1970-01-01, in days after 1 March of the year 0.
const EPOCH: u32 = 719_468;

/// The value of ASCII digits. `None` if there are none, if there is anything else, or on overflow.
#[inline]
pub(crate) fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u32, |value, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value.checked_mul(10)?.checked_add(u32::from(digit))
    })
}

/// A real day of the Gregorian calendar, ordered by time.
///
/// Year, month and day are packed into one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Date(NonZeroU32);

impl Date {
    /// The day, which the caller knows to be real.
    pub(super) const fn of(year: u32, month: u32, day: u32) -> Date {
        Date(match NonZeroU32::new(year << 9 | month << 5 | day) {
            Some(word) => word,
            None => NonZeroU32::MIN,
        })
    }

    /// The day, if it exists.
    #[inline]
    pub(crate) fn new(year: u32, month: u32, day: u32) -> Option<Date> {
        let last = match month {
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4)
                && (!year.is_multiple_of(100) || year.is_multiple_of(400)) =>
            {
                29
            }
            2 => 28,
            _ => 31,
        };
        let is_real = (1..=12).contains(&month) && (1..=last).contains(&day);
        is_real.then_some(Date::of(year, month, day))
    }

    pub(crate) const fn year(self) -> u32 {
        self.0.get() >> 9
    }

    pub(crate) const fn month(self) -> u32 {
        self.0.get() >> 5 & 0x0F
    }

    pub(crate) const fn day(self) -> u32 {
        self.0.get() & 0x1F
    }

    /// The number of days since 1970-01-01.
    pub(super) const fn number(self) -> i64 {
        // Let years begin in March, so that a leap day is the last of its year.
        let before = if self.month() > 2 { 0 } else { 1 };
        let (year, month) = (self.year() + 400 - before, self.month() + 12 * before - 3);
        let days_of_years = 365 * year + year / 4 - year / 100 + year / 400;
        let days_of_months = (153 * month + 2) / 5;
        let number = days_of_years + days_of_months + self.day() - 1;
        number as i64 - (EPOCH + DAYS_OF_400_YEARS) as i64
    }

    /// The day with this number of days since 1970-01-01.
    pub(super) fn of_number(number: i64) -> Date {
        let number = (number + i64::from(EPOCH)) as u32;
        let (cycle, day) = (number / DAYS_OF_400_YEARS, number % DAYS_OF_400_YEARS);
        // Without leap days, every year has 365 days.
        let year = (day - day / 1460 + day / 36_524 - day / (DAYS_OF_400_YEARS - 1)) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (after, month) = if month < 10 { (0, month + 3) } else { (1, month - 9) };
        Date::of(400 * cycle + year + after, month, day)
    }
}

/// Reads `YYYY-MM-DD`, which must be a real day.
pub(crate) fn iso_date(text: &[u8]) -> Option<Date> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    date_of([[y1, y2], [y3, y4], [m1, m2], [d1, d2]])
}

/// The real day with these digits of century, year, month and day.
#[inline(always)]
fn date_of([century, year, month, day]: [[u8; 2]; 4]) -> Option<Date> {
    let [[a, b], [c, d], [e, f], [g, h]] = [century, year, month, day];
    date_of_word(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

#[inline]
fn date_of_word(digits: u64) -> Option<Date> {
    let [century, year, month, day] = four_pairs(digits.to_le_bytes())?;
    Date::new(century * 100 + year, month, day)
}

#[inline]
pub(crate) fn are_eight_digits(text: [u8; 8]) -> bool {
    let digits = u64::from_le_bytes(text) ^ 0x3030_3030_3030_3030;
    // The high bit of each byte over 9. A carry can set it wrongly, but only after the first such byte.
    let others = digits | digits.wrapping_add(0x7676_7676_7676_7676);
    others & 0x8080_8080_8080_8080 == 0
}

/// The values of four pairs of ASCII digits, computed in parallel.
#[inline]
fn four_pairs(digits: [u8; 8]) -> Option<[u32; 4]> {
    if !are_eight_digits(digits) {
        return None;
    }
    let digits = u64::from_le_bytes(digits) ^ 0x3030_3030_3030_3030;
    let pairs = digits * 10 + (digits >> 8);
    Some([0, 16, 32, 48].map(|bits| u32::from((pairs >> bits) as u8)))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DigitOrder {
    YearMonthDay,
    DayMonthYear,
    MonthDayYear,
}

impl DigitOrder {
    pub(crate) const ALL: [DigitOrder; 3] =
        [DigitOrder::YearMonthDay, DigitOrder::DayMonthYear, DigitOrder::MonthDayYear];
}

/// Reads a real day from eight digits (years 1900–2199) or six (years 2000–2099) in that order.
pub(crate) fn digit_date(digits: &[u8], order: DigitOrder) -> Option<Date> {
    const CENTURY: u64 = u16::from_le_bytes(*b"20") as u64;
    let text = digits.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    let is_year_first = order == DigitOrder::YearMonthDay;
    let mut date = match (digits.len(), is_year_first) {
        (6, true) => text << 16 | CENTURY,
        (6, false) => text >> 32 << 48 | CENTURY << 32 | text & 0xFFFF_FFFF,
        (8, _) => text,
        _ => return None,
    };
    // Rearrange to year, month, day: first move the year, then the day.
    if !is_year_first {
        date = date.rotate_right(32);
    }
    if order == DigitOrder::DayMonthYear {
        date = date & 0xFFFF_FFFF | u64::from(((date >> 32) as u32).rotate_right(16)) << 32;
    }
    date_of_word(date).filter(|date| (1900..=2199).contains(&date.year()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{Datelike, NaiveDate};

    #[test]
    fn pairs_of_digits_agree_with_single_ones() {
        for digits in [*b"00000000", *b"20261121", *b"99999999"] {
            for place in 0..digits.len() {
                for byte in 0..=u8::MAX {
                    let mut digits = digits;
                    digits[place] = byte;
                    let mut pairs = digits.chunks(2).map(number);
                    let each = [(); 4].map(|()| pairs.next().flatten());
                    let each = each.iter().all(Option::is_some).then(|| each.map(Option::unwrap));
                    assert_eq!(four_pairs(digits), each, "{byte} at {place}");
                }
            }
        }
    }

    #[test]
    fn digits_of_another_length_are_not_a_date() {
        for digits in ["", "123", "20261", "2026112", "202611201"] {
            for order in DigitOrder::ALL {
                assert!(digit_date(digits.as_bytes(), order).is_none(), "{digits} {order:?}");
            }
        }
    }

    #[test]
    fn real_days_agree_with_chrono() {
        for year in (1896..=2204).chain([0, 1, 1600, 1700, 2400]) {
            for (month, day) in (0..=13).flat_map(|month| (0..=32).map(move |day| (month, day))) {
                let known = NaiveDate::from_ymd_opt(year as i32, month, day).is_some();
                assert_eq!(Date::new(year, month, day).is_some(), known, "{year}-{month}-{day}");
            }
        }
    }

    #[test]
    fn day_numbers_agree_with_chrono() {
        let epoch = NaiveDate::from_ymd_opt(1970, 1, 1).unwrap();
        let first = NaiveDate::from_ymd_opt(0, 3, 1).unwrap();
        for known in first.iter_days().take_while(|day| day.year() <= 2400) {
            let number = known.signed_duration_since(epoch).num_days();
            let day = Date::new(known.year() as u32, known.month(), known.day()).unwrap();
            assert_eq!((day.number(), Date::of_number(number)), (number, day));
        }
    }

    #[test]
    fn day_before_march_of_year_0_is_numbered() {
        assert_eq!(Date::new(0, 1, 1).unwrap().number(), -719_528);
    }
}
