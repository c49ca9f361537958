//! A value of a fact or in a policy, from JSON text or from the caller.

use crate::base::append::joined;
use crate::base::decimal::{Decimal, Literal};
use crate::base::json::{JsonType, scan};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

/// A JSON value for a fact or in a policy. Use it if your facts are already parsed, instead of writing them as JSON text.
///
/// ```
/// use paylint::facts::{Fact, Part};
/// use paylint::{FactsBuf, Value};
///
/// let mut facts = FactsBuf::new();
/// facts.set(Fact::MerchantHoldDays, Part::Whole, Value::Number("7"))?;
/// facts.set(Fact::KeyBrands, Part::Whole, Value::Array { is_empty: false })?;
/// facts.set(Fact::KeyBrands, Part::Element, Value::Text("visa"))?;
/// assert_eq!(facts.as_facts().hold_days().map(|days| days.get()), Ok(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number's JSON literal: `-?digits[.digits][e[+-]digits]`.
    Number(&'a str),
    /// A string.
    Text(&'a str),
    /// An array. Pass its elements after it, one by one.
    Array {
        /// Whether it has no elements.
        is_empty: bool,
    },
    /// An object. Pass its members after it, one by one.
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

    /// The error if another type is expected.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch(self, expected: &str) -> String {
        joined(&["expected ", expected, ", found ", self.json_type().name()])
    }

    /// The string.
    #[inline(never)]
    pub(crate) fn text(self) -> Result<&'a str> {
        if let Value::Text(text) = self { Ok(text) } else { Err(self.mismatch("a string")) }
    }

    /// Fails unless it is an object.
    pub(crate) fn object(self) -> Result<()> {
        if let Value::Object = self { Ok(()) } else { Err(self.mismatch("an object")) }
    }

    /// `true` or `false`.
    pub(crate) fn boolean(self) -> Result<bool> {
        if let Value::Boolean(value) = self {
            Ok(value)
        } else {
            Err(self.mismatch("true or false"))
        }
    }

    /// The number's literal.
    fn number(self, expected: &str) -> Result<&'a [u8]> {
        let Value::Number(literal) = self else { return Err(self.mismatch(expected)) };
        let literal = literal.as_bytes();
        match scan::number(literal, 0) {
            Ok(number) if number.end == literal.len() => Ok(literal),
            _ => Err("isn't a JSON number".to_owned()),
        }
    }

    /// The number as an exact decimal. `None` if it has too many digits.
    ///
    /// # Errors
    /// It isn't a number, or has a binary tail: what bodies are forgiven is a mistake of the host's.
    pub(crate) fn decimal(self) -> Result<Option<Decimal>> {
        let literal = Literal::parse(self.number("a number")?);
        if literal.without_binary_tail().is_some() {
            return Err("has the digits of a binary floating-point number: round it, or pass it \
                        as a string"
                .to_owned());
        }
        Ok(literal.value().ok())
    }

    /// The integer, which must be written without point or exponent.
    pub(crate) fn integer(self) -> Result<i64> {
        let literal = self.number("an integer")?;
        if !literal.iter().all(|byte| matches!(byte, b'-' | b'0'..=b'9')) {
            return Err("expected an integer, written without point or exponent".to_owned());
        }
        let value = Decimal::from_literal(literal).ok().and_then(Decimal::to_integer);
        let value = value.and_then(|value| i64::try_from(value).ok());
        // What is too long for a decimal is too large for every limit.
        Ok(value.unwrap_or(i64::MAX))
    }
}

/// Shows only the type, because the value can be a bearer token.
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
        let tail = Value::Number("59.899999999999999").decimal();
        assert!(tail.unwrap_err().starts_with("has the digits of a binary floating-point number"));
        assert_eq!(Value::Number("-7").integer(), Ok(-7));
        assert_eq!(Value::Number("99999999999999999999").integer(), Ok(i64::MAX));
        assert!(Value::Number("7.0").integer().unwrap_err().contains("without point"));
    }

    #[test]
    fn other_literals_are_refused_without_being_shown() {
        for literal in ["", "-", "abc", "1 ", "01", "0x1", "1.", "--1", "Infinity"] {
            let value = Value::Number(literal);
            assert_eq!(value.decimal().unwrap_err(), "isn't a JSON number");
            assert_eq!(value.integer().unwrap_err(), "isn't a JSON number");
        }
        assert_eq!(format!("{:?}", Value::Text("Bearer sk_1")), "string");
    }
}
