//! Decimals as texts, eight digits at a time.

use super::{UNIT, by_eight_digits};
use crate::base::append::nth;
use alloc::string::String;

/// Room for a sign, the digits of any `i128` and a point.
const ROOM: usize = 42;

/// Calls `then` with `mantissa` × 10^-`scale` without trailing zeros: `12.5`, `-0.01`, `0`. The scale must be 0, 8
/// or 16. Doesn't allocate.
pub(crate) fn with_scaled<R>(mantissa: i128, scale: usize, then: impl FnOnce(&str) -> R) -> R {
    let mut buffer = [b'0'; ROOM];
    then(scaled(&mut buffer, mantissa, scale))
}

pub(crate) fn put_integer(out: &mut String, integer: i64) {
    match integer {
        // Most are indices and counts of one digit.
        0..10 => out.push_str(nth("0123456789", integer as usize)),
        10..100_000_000 => put_digits(out, integer as u32),
        _ => with_scaled(integer.into(), 0, |text| out.push_str(text)),
    }
}

/// Fast path: appends a number in units of 10⁻⁸ if it is at least 0 and under 10⁸; returns false otherwise.
#[inline(never)]
pub(super) fn put_small(out: &mut String, units: i128) -> bool {
    let Ok(units @ 0..10_000_000_000_000_000) = u64::try_from(units) else { return false };
    let (integer, fraction) = ((units / UNIT) as u32, (units % UNIT) as u32);
    put_digits(out, integer);
    if fraction > 0 {
        let (digits, _, zeros) = eight_digits(fraction);
        out.push('.');
        out.extend(digits.iter().take(8 - zeros).map(|digit| char::from(*digit)));
    }
    true
}

/// Appends a number under 10⁸.
#[inline]
fn put_digits(out: &mut String, number: u32) {
    let (digits, zeros, _) = eight_digits(number);
    out.extend(digits.iter().skip(zeros.min(7)).map(|digit| char::from(*digit)));
}

/// Writes a scaled number into `text`, which must be filled with `0`, and returns the part that was
/// written.
#[inline(never)]
fn scaled(text: &mut [u8; ROOM], mantissa: i128, scale: usize) -> &str {
    let point = ROOM - 1 - scale;
    let (integer, fraction) = text.split_at_mut(point);
    let mut rest = mantissa.unsigned_abs();
    let mut end = ROOM;
    let mut only_zeros = true;
    // Each part has a byte that isn't in a group of eight: the integer's is for the sign, the
    // fraction's for the point.
    for group in fraction.rchunks_exact_mut(8) {
        let eight;
        (rest, eight) = by_eight_digits(rest);
        let (digits, _, zeros) = eight_digits(eight);
        group.copy_from_slice(&digits);
        if only_zeros {
            end -= zeros;
            only_zeros = zeros == 8;
        }
    }
    if let [place, ..] = fraction {
        *place = b'.';
    }
    // Without a fraction the point is dropped.
    if only_zeros {
        end = point;
    }
    let mut first = point;
    for group in integer.rchunks_exact_mut(8) {
        let eight;
        (rest, eight) = by_eight_digits(rest);
        let (digits, zeros, _) = eight_digits(eight);
        group.copy_from_slice(&digits);
        first -= 8;
        if rest == 0 {
            first += zeros.min(7);
            break;
        }
    }
    if mantissa < 0 {
        first -= 1;
        if let Some(place) = invariant!(text.get_mut(first)) {
            *place = b'-';
        }
    }
    ascii(invariant!(text.get(first..end)).unwrap_or_default())
}

/// The eight digits of a number under 10⁸, and the numbers of leading and of trailing zeros. Computes them in
/// parallel, in the halves of a word, then in quarters, then in eighths.
#[inline]
fn eight_digits(number: u32) -> ([u8; 8], usize, usize) {
    let number = u64::from(number);
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    // The multiplications divide exactly: numbers under 10⁴ by 100, and numbers under 100 by 10.
    let hundreds = (fours * 5243) >> 19 & 0x7F_0000_007F;
    let twos = hundreds | (fours - hundreds * 100) << 16;
    let tens = (twos * 103) >> 10 & 0x000F_000F_000F_000F;
    let ones = tens | (twos - tens * 10) << 8;
    let zeros = [ones.trailing_zeros(), ones.leading_zeros()].map(|bits| bits as usize / 8);
    ((ones | 0x3030_3030_3030_3030).to_le_bytes(), zeros[0], zeros[1])
}

pub(crate) fn ascii(text: &[u8]) -> &str {
    invariant!(core::str::from_utf8(text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    #[test]
    fn eight_digits_are_those_of_the_number() {
        let numbers = (0..10_000).flat_map(|four| [four, four * 10_000, four * 10_001]);
        for number in numbers.chain([99_999_999, 10_000_000, 12_345_678]) {
            let (digits, before, after) = eight_digits(number);
            let text = format!("{number:08}");
            assert_eq!(ascii(&digits), text);
            assert_eq!(before, text.len() - text.trim_start_matches('0').len());
            assert_eq!(after, text.len() - text.trim_end_matches('0').len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn numbers_are_written_as_rust_decimal_does(number in "-?[0-9]{1,9}0{0,9}[0-9]{0,9}") {
            let number: i128 = number.parse().unwrap();
            for scale in [0, 8, 16] {
                let expected = Decimal::from_i128_with_scale(number, scale).normalize().to_string();
                let mut small = String::new();
                let is_small = match scale {
                    0 => i64::try_from(number).map(|number| put_integer(&mut small, number)).is_ok(),
                    8 => put_small(&mut small, number),
                    _ => false,
                };
                prop_assert_eq!(is_small, small == expected);
                prop_assert!(is_small || scale != 8 || !(0..10i128.pow(16)).contains(&number));
                prop_assert_eq!(with_scaled(number, scale as usize, str::to_owned), expected);
            }
        }
    }
}
