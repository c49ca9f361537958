//! Conversions of amounts to and from those of the crate `rust_decimal`.

use crate::base::decimal::{Decimal, OutOfRange, Total};
use rust_decimal::Decimal as Other;

/// Exact and without trailing zeros: 12.50 becomes 12.5.
impl From<Decimal> for Other {
    fn from(decimal: Decimal) -> Other {
        of_units(decimal.units(), Decimal::SCALE)
    }
}

/// Exact and without trailing zeros.
impl From<Total> for Other {
    fn from(total: Total) -> Other {
        of_units(total.units(), 16)
    }
}

fn of_units(units: i128, scale: u32) -> Other {
    // Decimals have at most 23 digits, totals at most 28: both fit in 96 bits.
    let number = invariant!(Other::try_from_i128_with_scale(units, scale).ok());
    number.unwrap_or_default().normalize()
}

impl TryFrom<Other> for Decimal {
    type Error = OutOfRange;

    /// Exact: fails if the number has over 15 digits before or over 8 after the point, and never
    /// rounds.
    fn try_from(decimal: Other) -> Result<Decimal, OutOfRange> {
        let decimal = decimal.normalize();
        let missing = Decimal::SCALE.checked_sub(decimal.scale()).ok_or(OutOfRange)?;
        let up = 10i128.checked_pow(missing).ok_or(OutOfRange)?;
        let units = decimal.mantissa().checked_mul(up);
        units.and_then(Decimal::from_units).ok_or(OutOfRange)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::engine::Engine;
    use crate::model::facts::Facts;
    use crate::model::operation::Operation;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn conversion_is_exact_or_fails() {
        let convert = |text: &str| {
            let decimal = Other::from_str_exact(text).unwrap();
            Decimal::try_from(decimal).ok().map(|decimal| decimal.to_string())
        };
        assert_eq!(convert("100.00").as_deref(), Some("100"));
        assert_eq!(convert("0.123456789"), None);
        assert_eq!(convert("0.1234567800000").as_deref(), Some("0.12345678"));
        assert_eq!(convert("1000000000000000"), None);
        assert_eq!(convert("-999999999999999.5").as_deref(), Some("-999999999999999.5"));
        assert_eq!(Decimal::try_from(Other::MAX), Err(OutOfRange));
    }

    /// Numbers with few enough digits for `rust_decimal` to multiply exactly.
    const AMOUNT: &str = "(0|[1-9][0-9]{0,5})([.][0-9]{1,6})?";

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn amounts_agree_with_rust_decimal(lines in vec((AMOUNT, AMOUNT), 1..4)) {
            let mut sum = Other::ZERO;
            for (price, quantity) in &lines {
                let [ours, other] = [price, quantity].map(|text| text.parse::<Decimal>().unwrap());
                let theirs = [price, quantity].map(|text| Other::from_str_exact(text).unwrap());
                prop_assert_eq!(ours.to_string(), theirs[0].normalize().to_string());
                prop_assert_eq!(ours.cmp(&other), theirs[0].cmp(&theirs[1]));
                sum += theirs[0] * theirs[1];
            }
            let products = lines.iter().map(|(price, quantity)| {
                format!(r#"{{"title":"Cup","price":{price},"quantity":{quantity}}}"#)
            });
            let body = format!(r#"{{"client":{{}},"products":[{}]}}"#, products.collect::<Vec<_>>().join(","));
            let report = Engine::default().check(Operation::Order, body.as_bytes(), &Facts::default());
            let total = report.total().map(Other::from);
            let is_small = sum < Other::from(1_000_000_000_000u64);
            prop_assert_eq!(total, is_small.then(|| sum.normalize()));
        }
    }

    #[test]
    fn a_total_fits() {
        let body = br#"{"products":[{"price":9999.99999999,"quantity":99999999.99999999}]}"#;
        let report = Engine::default().check(Operation::Order, body, &Facts::default());
        let total = report.total().unwrap();
        assert_eq!(Other::from(total).to_string(), "999999999998.9999000000000001");
        assert_eq!(Other::from(total).to_string(), total.to_string());
    }
}
