//! Exact decimals for amounts and quantities, without binary floating point.

mod sum;
mod write;

pub use sum::Total;
pub(crate) use sum::{Small, SumOfProducts};
use write::put_small;
pub(crate) use write::{ascii, put_integer, with_scaled};

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// An exact decimal number: at most 15 digits before and 8 after the point.
///
/// It is stored in units of 10⁻⁸. A number with more digits is refused, never rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
// Aligned to one word instead of two, so that a finding's param fits in three.
#[repr(C, packed(8))]
pub struct Decimal(i128);

/// Ten to the power of `exponent`; the largest `i128` if that is over 10³⁸.
const fn power_of_ten(exponent: u32) -> i128 {
    match 10i128.checked_pow(exponent) {
        Some(power) => power,
        None => i128::MAX,
    }
}

impl Decimal {
    /// The most digits after the point.
    pub const SCALE: u32 = 8;
    /// The most digits before the point.
    pub const INTEGER_DIGITS: u32 = 15;
    /// Zero.
    pub const ZERO: Decimal = Decimal(0);
    /// One.
    pub const ONE: Decimal = Decimal::from_integer(1);
    /// One cent (0.01), the minimum amount of §8.
    pub const CENT: Decimal = Decimal(1_000_000);

    /// A decimal from units of 10⁻⁸. `None` if it has over 15 digits before the point.
    pub const fn from_units(units: i128) -> Option<Decimal> {
        const LIMIT: u128 = power_of_ten(Decimal::INTEGER_DIGITS + Decimal::SCALE).unsigned_abs();
        if units.unsigned_abs() < LIMIT { Some(Decimal(units)) } else { None }
    }

    /// The number in units of 10⁻⁸.
    pub const fn units(self) -> i128 {
        self.0
    }

    /// A decimal from an integer.
    pub const fn from_integer(integer: i32) -> Decimal {
        // 2³¹ × 10⁸ fits in a word.
        Decimal((integer as i64 * UNIT as i64) as i128)
    }

    /// `mantissa` × 10^-`scale`, for a scale of at most 8 and a mantissa of at most 48 bits.
    #[inline]
    pub(crate) fn from_parts(negative: bool, mantissa: u64, scale: u8) -> Decimal {
        let units = times(i128::from(mantissa), factor(scale));
        Decimal(if negative { -units } else { units })
    }

    /// Reads a JSON number, which may have leading zeros. `literal` must have the form
    /// `-?digits[.digits][e[+-]digits]`. Fails if the number, written without exponent, has over 15
    /// digits before or over 8 after the point.
    pub(crate) fn from_literal(literal: &[u8]) -> Result<Decimal, OutOfRange> {
        Literal::parse(literal).value()
    }

    /// The number as an integer, if it has no fraction.
    pub fn to_integer(self) -> Option<i128> {
        let (magnitude, fraction) = by_eight_digits(self.0.unsigned_abs());
        let magnitude = magnitude as i128;
        (fraction == 0).then_some(if self.0 < 0 { -magnitude } else { magnitude })
    }

    pub(crate) fn negated(self) -> Decimal {
        Decimal(-self.0)
    }

    /// The sum, if it has at most 15 digits before the point.
    pub(crate) fn plus(self, other: Decimal) -> Option<Decimal> {
        Decimal::from_units(self.0 + other.0)
    }

    /// The difference of two decimals that aren't negative.
    pub(crate) fn less(self, other: Decimal) -> Decimal {
        Decimal(self.0 - other.0)
    }

    /// Whether it is `other` in cents: a hundred times as much, and not 0.
    pub(crate) fn is_hundred_times(self, other: Decimal) -> bool {
        other != Decimal::ZERO && other.0.checked_mul(100) == Some(self.0)
    }

    /// Appends the number as reports show it.
    pub fn write(self, out: &mut String) {
        if !put_small(out, self.0) {
            self.with_text(|text| out.push_str(text));
        }
    }

    /// Calls `then` with the number as reports show it.
    pub(crate) fn with_text<R>(self, then: impl FnOnce(&str) -> R) -> R {
        with_scaled(self.0, Decimal::SCALE as usize, then)
    }

    /// Whether it has twelve or more digits before the point, as card numbers do.
    pub(crate) fn is_as_long_as_a_card_number(self) -> bool {
        const TWELVE_DIGITS: u128 = power_of_ten(11 + Decimal::SCALE).unsigned_abs();
        self.0.unsigned_abs() >= TWELVE_DIGITS
    }

    /// The number of digits after the point, without trailing zeros.
    pub fn decimal_places(self) -> u32 {
        match u64::try_from(self.0.unsigned_abs()) {
            Ok(units) => places(units),
            // The digits before the point don't matter, and dividing a word is several times
            // faster.
            Err(_) => places(u64::from(by_eight_digits(self.0.unsigned_abs()).1)),
        }
    }
}

/// The product, which must fit.
#[inline]
fn times(number: i128, factor: u32) -> i128 {
    debug_assert!(number.checked_mul(factor.into()).is_some());
    number * i128::from(factor)
}

/// The factor that turns digits, `scale` of them after the point, into units of 10⁻⁸.
#[inline]
fn factor(scale: u8) -> u32 {
    const FACTORS: [u32; 16] = {
        let mut factors = [0; 16];
        let mut scale = 0;
        #[allow(clippy::indexing_slicing, reason = "in bounds")]
        while scale <= 8 {
            factors[scale] = 10u32.pow(8 - scale as u32);
            scale += 1;
        }
        factors
    };
    debug_assert!(u32::from(scale) <= Decimal::SCALE);
    FACTORS.get(usize::from(scale & 15)).copied().unwrap_or(0)
}

/// The number 1 in units of 10⁻⁸.
const UNIT: u64 = 100_000_000;

/// Splits off a number's last eight digits. Divides word by word, because dividing an `i128` takes several times as
/// long.
fn by_eight_digits(number: u128) -> (u128, u32) {
    if let Ok(word) = u64::try_from(number) {
        return (u128::from(word / UNIT), (word % UNIT) as u32);
    }
    let mut quotient = 0u128;
    let mut rest = 0u64;
    let [high, low] = [(number >> 64) as u64, number as u64];
    for word in [high >> 32, high, low >> 32, low] {
        let part = rest << 32 | word & 0xFFFF_FFFF;
        quotient = quotient << 32 | u128::from(part / UNIT);
        rest = part % UNIT;
    }
    (quotient, rest as u32)
}

/// Number of the eight decimal places that aren't trailing zeros.
#[inline]
fn places(mut units: u64) -> u32 {
    let mut places = Decimal::SCALE;
    // Most amounts have at most two.
    if units.is_multiple_of(1_000_000) {
        units /= 1_000_000;
        places = 2;
    }
    while places > 0 && units.is_multiple_of(10) {
        units /= 10;
        places -= 1;
    }
    places
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

/// The text isn't a decimal, or has too many digits before or after the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a decimal of at most 15 digits before and 8 after the point")]
pub struct OutOfRange;

impl FromStr for Decimal {
    type Err = OutOfRange;

    /// Reads `-?digits[.digits]`, the form of amounts in facts. An exponent isn't allowed.
    fn from_str(text: &str) -> Result<Decimal, OutOfRange> {
        if !is_plain(text.as_bytes()) {
            return Err(OutOfRange);
        }
        let places = text.bytes().rev().position(|byte| byte == b'.').unwrap_or_default();
        // Most are this short, and their digits fit in a word.
        if text.len() <= 14 && places <= Decimal::SCALE as usize {
            let digits = text.bytes().filter(u8::is_ascii_digit);
            let mantissa = digits.fold(0, |before, digit| before * 10 + u64::from(digit - b'0'));
            return Ok(Decimal::from_parts(text.starts_with('-'), mantissa, places as u8));
        }
        Decimal::from_literal(text.as_bytes())
    }
}

impl From<i32> for Decimal {
    fn from(integer: i32) -> Decimal {
        Decimal::from_integer(integer)
    }
}

/// Whether the text has the form `-?digits[.digits]`.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    let (mut has_point, mut ends_in_digit) = (false, false);
    for byte in text.strip_prefix(b"-").unwrap_or(text) {
        match byte {
            b'0'..=b'9' => ends_in_digit = true,
            b'.' if ends_in_digit && !has_point => (has_point, ends_in_digit) = (true, false),
            _ => return false,
        }
    }
    ends_in_digit
}

/// A number's literal, taken apart: 0.d₁d₂…dₙ × 10^`point`, where d₁ and dₙ are the first and the
/// last digit that isn't 0. Parsing takes time linear in the length of the literal, which isn't
/// limited.
pub(crate) struct Literal {
    negative: bool,
    /// The digits as an integer, unless there are too many for a decimal.
    digits: i128,
    /// The first sixteen of the digits, or all if there are fewer.
    leading: u64,
    count: i64,
    point: i64,
}

impl Literal {
    pub(crate) fn parse(literal: &[u8]) -> Literal {
        let negative = literal.first() == Some(&b'-');
        let mut parsed = Literal { negative, digits: 0, leading: 0, count: 0, point: 0 };
        let (mut seen, mut is_after_point) = (0i64, false);
        let mut bytes = literal.iter();
        while let Some(byte) = bytes.next() {
            let digit = match byte {
                b'.' => {
                    is_after_point = true;
                    continue;
                }
                b'e' | b'E' => {
                    let exponent = saturating_integer(bytes.as_slice());
                    parsed.point += exponent;
                    break;
                }
                b'0'..=b'9' => byte - b'0',
                _ => continue,
            };
            let is_significant = seen > 0 || digit > 0;
            seen += i64::from(is_significant);
            if is_significant && seen <= DOUBLE_DIGITS + 1 {
                parsed.leading = parsed.leading * 10 + u64::from(digit);
            }
            match (is_significant, is_after_point) {
                (true, false) => parsed.point += 1,
                (false, true) => parsed.point -= 1,
                _ => {}
            }
            if digit > 0 {
                parsed.fill(seen);
                parsed.digits += i128::from(digit);
            }
        }
        parsed
    }

    /// Appends zeros until there are `count` digits. More digits than a decimal can have are only counted.
    fn fill(&mut self, count: i64) {
        const MOST: i64 = (Decimal::INTEGER_DIGITS + Decimal::SCALE) as i64;
        while self.count < count {
            self.digits = if self.count < MOST { times(self.digits, 10) } else { 0 };
            self.count += 1;
        }
    }

    /// Whether the number, written without exponent, has digits other than 0 after the point.
    pub(crate) fn has_fraction(&self) -> bool {
        self.count > 0 && self.count > self.point
    }

    pub(crate) fn value(mut self) -> Result<Decimal, OutOfRange> {
        if self.count == 0 {
            return Ok(Decimal::ZERO);
        }
        // The digits before the point and eight after it: at most 23.
        let all = self.point + i64::from(Decimal::SCALE);
        if self.point > i64::from(Decimal::INTEGER_DIGITS) || self.count > all {
            return Err(OutOfRange);
        }
        self.fill(all);
        Ok(Decimal(if self.negative { -self.digits } else { self.digits }))
    }
}

/// Significant digits that binary floating point keeps of any number.
const DOUBLE_DIGITS: i64 = 15;
/// The most digits of the number that is meant by one with a binary tail.
const TAIL_DIGITS: u32 = 12;

impl Literal {
    /// The intended number, if this one has a *binary tail*, a rounding error of binary floating point:
    /// 59.899999999999999 for 59.9. Such a number has over 8 digits after the point and at least 16 significant ones;
    /// rounded to 15, it is a decimal of at most 12.
    pub(crate) fn without_binary_tail(&self) -> Option<Decimal> {
        let places = self.count.saturating_sub(self.point);
        let is_far_up = self.point > i64::from(Decimal::INTEGER_DIGITS);
        if self.count <= DOUBLE_DIGITS || places <= i64::from(Decimal::SCALE) || is_far_up {
            return None;
        }
        // Half away from zero. The first digit isn't 0, so neither is the result.
        let rounds_up = self.leading % 10 >= 5;
        let mut digits = self.leading / 10 + u64::from(rounds_up);
        let mut exponent = self.point.saturating_sub(DOUBLE_DIGITS);
        while digits != 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent = exponent.saturating_add(1);
        }
        if digits >= 10u64.pow(TAIL_DIGITS) {
            return None;
        }
        // Up to 23, since the number has at most 16 digits before the point.
        let shift = exponent.saturating_add(i64::from(Decimal::SCALE));
        let factor = power_of_ten(u32::try_from(shift).ok()?);
        let units = i128::from(digits).checked_mul(factor)?;
        Decimal::from_units(if self.negative { -units } else { units })
    }
}

/// Reads an exponent, `[+-]digits`, clamped to ±10¹⁵: no literal is long enough to offset that.
fn saturating_integer(text: &[u8]) -> i64 {
    const LIMIT: i64 = 1_000_000_000_000_000;
    let negative = text.first() == Some(&b'-');
    let digits = text.iter().filter(|byte| byte.is_ascii_digit());
    let value = digits.fold(0i64, |value, digit| (value * 10 + i64::from(digit - b'0')).min(LIMIT));
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests;
