use super::*;

#[test]
fn sums_are_exact_beyond_i128() {
    let huge: Decimal = "999999999999999.99999999".parse().unwrap();
    let minus: Decimal = "-999999999999999.99999999".parse().unwrap();
    let product = SumOfProducts::product(huge, huge);
    assert!(product.total().is_none());
    let one = SumOfProducts::product(Decimal::from(1), Decimal::from(1));
    let sum = product.add(one).add(SumOfProducts::product(minus, huge));
    assert_eq!(sum.total().unwrap().to_string(), "1");
    let limit = SumOfProducts::product(Decimal::from(1_000_000), Decimal::from(1_000_000));
    assert!(limit.total().is_none());
}

#[test]
fn texts_are_read_as_literals_are() {
    for text in [
        "0",
        "-0",
        "7",
        "12.50",
        "-12.5",
        "0.00000001",
        "0.000000001",
        "12345678901234",
        "-1234567890123",
        "12345.12345678",
        "99999999999999.5",
        "1234567890123456",
        "00012.30",
    ] {
        assert_eq!(text.parse::<Decimal>(), Decimal::from_literal(text.as_bytes()), "{text}");
    }
    for text in ["", "-", ".5", "5.", "1.2.3", "1e5", "+1", " 1", "-.1", "--1"] {
        assert!(text.parse::<Decimal>().is_err(), "{text}");
    }
}

#[test]
fn small_numbers_agree_with_decimals() {
    let mantissas =
        (0..50).map(|bits| 1u64 << bits).flat_map(|power| [power - 1, power, power + 1]);
    let numbers: Vec<_> = mantissas
        .flat_map(|mantissa| (0..=8).map(move |scale| (mantissa, scale)))
        .map(|(mantissa, scale)| {
            (Decimal::from_parts(false, mantissa, scale), Small::from_parts(mantissa, scale))
        })
        .collect();
    for (number, small) in &numbers {
        assert_eq!(small.is_some(), number.units() < 1 << 50, "{number}");
        let Some(small) = small else { continue };
        assert_eq!(*small < Small::CENT, *number < Decimal::CENT, "{number}");
        assert_eq!(*small == Small::ZERO, *number == Decimal::ZERO, "{number}");
        for (other, factor) in numbers.iter().step_by(7) {
            let Some(factor) = factor else { continue };
            let product = SumOfProducts::product(*number, *other).total();
            assert_eq!(Total::of(small.times(*factor)), product, "{number} x {other}");
        }
    }
    assert_eq!(Small::from_parts(1, 0), Some(Small::ONE));
}

#[test]
fn division_by_words_agrees_with_u128() {
    let long = u128::MAX / 7;
    for number in (0..128).map(|bits| long >> bits).chain([u128::MAX, u64::MAX.into(), 1 << 64]) {
        let parts = (number / u128::from(UNIT), (number % u128::from(UNIT)) as u32);
        assert_eq!(by_eight_digits(number), parts, "{number}");
    }
}

#[test]
fn values_at_the_limit_are_refused() {
    assert_eq!(Small::from_parts(1 << 50, 8), None);
    assert!(Small::from_parts((1 << 50) - 1, 8).is_some());
    let limit = 10u128.pow(28);
    assert_eq!(Total::of(limit), None);
    assert_eq!(Total::of(limit - 1).map(Total::units), Some(limit as i128 - 1));
}

/// The digits of a double lead back to the short number that it was made from.
#[test]
fn short_number_is_recovered_from_a_double() {
    let mut state = 7u64;
    let mut tails = 0;
    for _ in 0..100_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let cents = (state >> 40) % 100_000;
        let double = cents as f64 / 100.0;
        let literal = format!("{double:.17}");
        let parsed = Literal::parse(literal.as_bytes());
        let meant = parsed.without_binary_tail().or_else(|| parsed.value().ok()).expect(&literal);
        tails += usize::from(meant.to_string() != literal);
        assert_eq!(meant, Decimal::from_units(i128::from(cents) * 1_000_000).unwrap(), "{literal}");
    }
    assert!(tails > 1000);
}
