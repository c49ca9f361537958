//! A value that the host gives: from JSON text, or as the host has it.

use crate::append::joined;
use crate::decimal::Decimal;
use crate::json::{JsonType, scan};
use core::fmt;

/// A value that the host gives for a fact or in a policy, as JSON has them: for hosts that have parsed it already.
///
/// ```
/// use paylint::facts::{Fact, Part};
/// use paylint::{FactsBuf, Value, Policy, PolicyMember};
///
/// let mut facts = FactsBuf::new();
/// facts.set(Fact::MerchantHoldDays, Part::Whole, Value::Number("7"))?;
/// facts.set(Fact::KeyBrands, Part::Whole, Value::Array { is_empty: false })?;
/// facts.set(Fact::KeyBrands, Part::Element, Value::Text("visa"))?;
/// assert_eq!(facts.as_facts().hold_days().map(|days| days.get()), Ok(7));
///
/// let mut policy = Policy::default();
/// policy.set(PolicyMember::Level("contact.*"), Value::Text("warn"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as JSON writes it: `-?digits[.digits][e[+-]digits]`.
    Number(&'a str),
    /// A string.
    Text(&'a str),
    /// An array. Its elements are given one by one, after it.
    Array {
        /// It has no elements.
        is_empty: bool,
    },
    /// An object. Its members are given one by one, after it.
    Object,
}

type Result<T> = core::result::Result<T, String>;

impl<'a> Value<'a> {
    pub(crate) fn json_type(self) -> JsonType {
        match self {
            Value::Null => JsonType::Null,
            Value::Boolean(_) => JsonType::Boolean,
            Value::Number(_) => JsonType::Number,
            Value::Text(_) => JsonType::String,
            Value::Array { .. } => JsonType::Array,
            Value::Object => JsonType::Object,
        }
    }

    /// What to say where something else is asked for.
    #[cold]
    #[inline(never)]
    pub(crate) fn instead_of(self, expected: &str) -> String {
        joined(&["expected ", expected, ", found ", self.json_type().name()])
    }

    /// The string.
    #[inline(never)]
    pub(crate) fn text(self) -> Result<&'a str> {
        if let Value::Text(text) = self { Ok(text) } else { Err(self.instead_of("a string")) }
    }

    /// Whether it is an object.
    pub(crate) fn object(self) -> Result<()> {
        if let Value::Object = self { Ok(()) } else { Err(self.instead_of("an object")) }
    }

    /// `true` or `false`.
    pub(crate) fn boolean(self) -> Result<bool> {
        if let Value::Boolean(value) = self {
            Ok(value)
        } else {
            Err(self.instead_of("true or false"))
        }
    }

    /// The number, as it is written.
    fn number(self, expected: &str) -> Result<&'a [u8]> {
        let Value::Number(literal) = self else { return Err(self.instead_of(expected)) };
        let literal = literal.as_bytes();
        match scan::number(literal, 0) {
            Ok(number) if number.end == literal.len() => Ok(literal),
            _ => Err("is no number as JSON writes it".to_owned()),
        }
    }

    /// A number as an exact decimal; `None` if it cannot be held.
    pub(crate) fn decimal(self) -> Result<Option<Decimal>> {
        Ok(Decimal::from_literal(self.number("a number")?).ok())
    }

    /// An integer, written without point or exponent.
    pub(crate) fn integer(self) -> Result<i64> {
        let literal = self.number("an integer")?;
        if !literal.iter().all(|byte| matches!(byte, b'-' | b'0'..=b'9')) {
            return Err("expected an integer, written without point or exponent".to_owned());
        }
        let value = Decimal::from_literal(literal).ok().and_then(Decimal::to_integer);
        let value = value.and_then(|value| i64::try_from(value).ok());
        // Too long for a decimal is too large for anything asked for.
        Ok(value.unwrap_or(i64::MAX))
    }
}

/// Says the type alone: what is given can be a bearer token.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.json_type().name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_their_digits() {
        let cases = [("12.50", "12.5"), ("-0", "0"), ("1e2", "100"), ("0.00000001", "0.00000001")];
        for (literal, value) in cases {
            let decimal = Value::Number(literal).decimal().unwrap().unwrap();
            assert_eq!(decimal.to_string(), value);
        }
        assert_eq!(Value::Number("1e99").decimal(), Ok(None));
        assert_eq!(Value::Number("-7").integer(), Ok(-7));
        assert_eq!(Value::Number("99999999999999999999").integer(), Ok(i64::MAX));
        assert!(Value::Number("7.0").integer().unwrap_err().contains("without point"));
    }

    #[test]
    fn what_is_no_number_is_refused_without_showing_it() {
        for literal in ["", "-", "abc", "1 ", "01", "0x1", "1.", "--1", "Infinity"] {
            let given = Value::Number(literal);
            assert_eq!(given.decimal().unwrap_err(), "is no number as JSON writes it");
            assert_eq!(given.integer().unwrap_err(), "is no number as JSON writes it");
        }
        assert_eq!(format!("{:?}", Value::Text("Bearer sk_1")), "string");
    }
}
