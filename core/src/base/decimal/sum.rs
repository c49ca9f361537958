//! Exact sums of products of decimals, for an order's total.

use super::{Decimal, UNIT, by_eight_digits, factor, power_of_ten, times, with_scaled};
use alloc::string::String;
use core::fmt;

/// A decimal from 0 to below 2⁵⁰ units. Multiplying two takes one instruction, and no body has enough products for
/// their sum to overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Small(u64);

impl Small {
    pub(crate) const ZERO: Small = Small(0);
    pub(crate) const ONE: Small = Small(UNIT);
    pub(crate) const CENT: Small = Small(Decimal::CENT.0 as u64);
    const LIMIT: u64 = 1 << 50;

    /// The number with these digits, `scale` of them after the point. `None` if it is too large.
    #[inline]
    pub(crate) fn from_parts(mantissa: u64, scale: u8) -> Option<Small> {
        let units = mantissa.checked_mul(factor(scale).into())?;
        (units < Small::LIMIT).then_some(Small(units))
    }

    /// The product in units of 10⁻¹⁶.
    #[inline]
    pub(crate) fn times(self, other: Small) -> u128 {
        u128::from(self.0) * u128::from(other.0)
    }
}

/// An exact sum of products of decimals, in units of 10⁻¹⁶.
///
/// The value is `high` × 2⁸⁰ + `low`, because one product can have 46 digits, more than an `i128`
/// holds.
#[derive(Clone, Copy, Default)]
pub(crate) struct SumOfProducts {
    high: i128,
    low: i128,
}

/// An exact total: a number under 10¹² in magnitude, stored in units of 10⁻¹⁶.
///
/// Totals only come from checking a request, so they can be serialized, but not deserialized.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
// Aligned like `Decimal`.
#[repr(C, packed(8))]
pub struct Total(i128);

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_text(|text| f.write_str(text))
    }
}

impl Total {
    /// A total from units of 10⁻¹⁶, if it is under 10¹².
    #[inline]
    pub(crate) fn of(units: u128) -> Option<Total> {
        (units < TOTAL_LIMIT.unsigned_abs()).then_some(Total(units as i128))
    }

    pub(crate) const ZERO: Total = Total(0);
    pub(crate) const CENT: Total = Total(Decimal::CENT.0 * UNIT as i128);

    /// An amount in units of 10⁻¹⁶, which may be out of range for a total.
    pub(crate) fn from_decimal(amount: Decimal) -> i128 {
        times(amount.0, UNIT as u32)
    }

    /// Adds units of 10⁻¹⁶. `None` if the sum isn't under 10¹² in magnitude.
    pub(crate) fn plus(self, units: i128) -> Option<Total> {
        let sum = self.0.checked_add(units)?;
        (sum.unsigned_abs() < TOTAL_LIMIT.unsigned_abs()).then_some(Total(sum))
    }

    /// The total as an amount in facts, if it has at most eight digits after the point and isn't negative.
    pub(crate) fn to_amount(self) -> Option<Decimal> {
        let (units, rest) = by_eight_digits(u128::try_from(self.0).ok()?);
        Decimal::from_units(units as i128).filter(|_| rest == 0)
    }

    /// Whether it has more than `places` digits after the point, trailing zeros aside.
    pub(crate) fn has_more_places_than(self, places: u8) -> bool {
        let (rest, last) = by_eight_digits(self.0.unsigned_abs());
        let (_, first) = by_eight_digits(rest);
        let fraction = u64::from(first) * UNIT + u64::from(last);
        !fraction.is_multiple_of(10u64.pow(16u32.saturating_sub(places.into())))
    }

    /// Appends the total as reports show it.
    pub fn write(self, out: &mut String) {
        match self.to_amount() {
            Some(amount) => amount.write(out),
            None => self.with_text(|text| out.push_str(text)),
        }
    }

    /// Calls `then` with the total as reports show it.
    pub(crate) fn with_text<R>(self, then: impl FnOnce(&str) -> R) -> R {
        with_scaled(self.0, 16, then)
    }

    /// The total in units of 10⁻¹⁶.
    pub const fn units(self) -> i128 {
        self.0
    }
}

impl PartialEq<Decimal> for Total {
    fn eq(&self, other: &Decimal) -> bool {
        self.partial_cmp(other) == Some(core::cmp::Ordering::Equal)
    }
}

/// Compares a total and an amount as numbers.
impl PartialOrd<Decimal> for Total {
    fn partial_cmp(&self, other: &Decimal) -> Option<core::cmp::Ordering> {
        // A decimal is under 10²³ units: in units of 10⁻¹⁶ it is under 10³¹.
        let own = self.0;
        Some(own.cmp(&times(other.0, UNIT as u32)))
    }
}

/// Bits of `low` after carrying.
const LOW: u32 = 80;
/// 10¹² in units of 10⁻¹⁶: totals must be below.
const TOTAL_LIMIT: i128 = power_of_ten(28);
/// The `high` of a sum below the limit is less than this in magnitude.
const HIGHEST: i128 = 1 << 14;
const _: () = assert!(TOTAL_LIMIT >> LOW < HIGHEST);

/// Splits a number into upper × 2^`bits` + lower, where lower isn't negative.
const fn split(number: i128, bits: u32) -> (i128, i128) {
    (number >> bits, number & ((1 << bits) - 1))
}

impl SumOfProducts {
    /// The product a × b. With a = a₂·2⁶⁴ + a₁·2³² + a₀, each part times b fits, because both are
    /// under 2⁷⁷.
    pub(crate) fn product(a: Decimal, b: Decimal) -> SumOfProducts {
        let [a, b] = if a.0 < 0 { [-a.0, -b.0] } else { [a.0, b.0] };
        let lower = times(b, a as u32);
        let (high, middle) = split(times(b, (a >> 32) as u32), LOW - 32);
        let (highest, upper) = split(times(b, (a >> 64) as u32), LOW - 64);
        let sum = (upper << 64) + (middle << 32) + lower;
        let (carried, low) = split(sum, LOW);
        SumOfProducts { high: highest + high + carried, low }
    }

    /// Adds a product. Each has `high` under 2⁷⁴ in magnitude and `low` under 2⁸⁰, and a body has
    /// fewer than 2²⁶ of them, so the sum doesn't overflow.
    pub(crate) fn add(self, other: SumOfProducts) -> SumOfProducts {
        SumOfProducts { high: self.high + other.high, low: self.low + other.low }
    }

    /// The sum, if it is under 10¹² in magnitude.
    pub(crate) fn total(self) -> Option<Total> {
        let (carried, low) = split(self.low, LOW);
        let high = self.high + carried;
        // A larger sum might not fit.
        if !(-HIGHEST..HIGHEST).contains(&high) {
            return None;
        }
        let sum = (high << LOW) + low;
        (sum.unsigned_abs() < TOTAL_LIMIT.unsigned_abs()).then_some(Total(sum))
    }
}
