//! Exact decimals, read from the digits of a literal.

use num_bigint::BigInt;

/// A number in scientific notation: `0.digits` × 10^`point`, without zeros at either end of the digits; no digits for
/// zero.
struct Written {
    negative: bool,
    digits: String,
    point: i64,
}

/// Exponents are clamped to this: no literal is long enough for the difference to matter.
const FAR: i64 = 1_000_000_000_000_000;

fn written(literal: &str) -> Written {
    let (negative, rest) = match literal.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, literal),
    };
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let leading = (all.len() - digits.len()) as i64;
    let point = whole.len() as i64 - leading + read_exponent(exponent);
    Written { negative, digits: digits.trim_end_matches('0').to_owned(), point }
}

fn read_exponent(text: &str) -> i64 {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut value = 0;
    for digit in digits.bytes() {
        value = (value * 10 + i64::from(digit - b'0')).min(FAR);
    }
    sign * value
}

impl Written {
    /// Number of digits after the point.
    fn after(&self) -> i64 {
        self.digits.len() as i64 - self.point
    }

    fn can_be_held(&self) -> bool {
        self.digits.is_empty() || self.point <= 15 && self.after() <= PLACES as i64
    }

    /// Rounds to fifteen significant digits, half away from zero. There must be more digits.
    fn rounded(&self) -> Written {
        let (kept, cut) = self.digits.split_at(15);
        let up = cut.as_bytes()[0] >= b'5';
        // Fifteen digits, or one more if all of them were nines.
        let digits = (kept.parse::<u64>().unwrap_or_default() + u64::from(up)).to_string();
        let point = self.point + digits.len() as i64 - 15;
        Written { digits: digits.trim_end_matches('0').to_owned(), point, ..*self }
    }
}

/// Whether the literal's number has no fractional part.
pub(crate) fn is_whole(literal: &str) -> bool {
    let written = written(literal);
    written.digits.is_empty() || written.after() <= 0
}

/// The value of a number with a binary tail: it has too many digits to be held, but few of them after the last ones,
/// which a double can't keep, are rounded away.
pub(crate) fn without_tail(literal: &str) -> Option<Decimal> {
    let written = written(literal);
    if written.after() <= PLACES as i64 || written.digits.len() < 16 {
        return None;
    }
    let rounded = written.rounded();
    if rounded.digits.len() <= 12 { Decimal::of(&rounded) } else { None }
}

/// A number of at most 15 digits before and 8 after the point, in hundred-millionths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Decimal(i128);

/// Digits that a [`Decimal`] keeps after its point.
const PLACES: usize = 8;

impl Decimal {
    pub(crate) const ZERO: Decimal = Decimal(0);
    pub(crate) const ONE: Decimal = Decimal(100_000_000);
    /// The smallest amount that the service accepts.
    pub(crate) const MINIMUM: Decimal = Decimal(1_000_000);

    /// The literal's number, if it can be held.
    pub(crate) fn parse(literal: &str) -> Option<Decimal> {
        Decimal::of(&written(literal))
    }

    fn of(written: &Written) -> Option<Decimal> {
        if !written.can_be_held() {
            return None;
        }
        if written.digits.is_empty() {
            return Some(Decimal::ZERO);
        }
        // Within both bounds there are at most 23 digits, and few zeros to add.
        let zeros = (PLACES as i64 - written.after()) as usize;
        let magnitude: i128 = format!("{}{}", written.digits, "0".repeat(zeros)).parse().ok()?;
        Some(Decimal(if written.negative { -magnitude } else { magnitude }))
    }

    pub(crate) fn minus(self, other: Decimal) -> Decimal {
        Decimal(self.0 - other.0)
    }

    pub(crate) fn times(self, other: Decimal) -> Sum {
        Sum(BigInt::from(self.0) * BigInt::from(other.0))
    }

    pub(crate) fn is_whole(self) -> bool {
        self.0 % Decimal::ONE.0 == 0
    }
}

/// A product of two decimals, or a sum of such products, with twice the places.
#[derive(Clone, PartialEq, PartialOrd)]
pub(crate) struct Sum(BigInt);

impl Sum {
    pub(crate) fn zero() -> Sum {
        Sum(BigInt::from(0))
    }

    pub(crate) fn plus(&self, other: &Sum) -> Sum {
        Sum(&self.0 + &other.0)
    }

    /// Whether the magnitude is a million millions or more.
    pub(crate) fn is_out_of_range(&self) -> bool {
        let limit = BigInt::from(10).pow(12 + 2 * PLACES as u32);
        self.0 >= limit || self.0 <= -limit
    }

    /// As a decimal without trailing zeros.
    pub(crate) fn to_text(&self) -> String {
        let plain = self.0.to_string();
        let (sign, digits) = match plain.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", plain.as_str()),
        };
        let padded = format!("{digits:0>width$}", width = 2 * PLACES + 1);
        let (whole, fraction) = padded.split_at(padded.len() - 2 * PLACES);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }
}
