//! A value of a fact or in a policy.

use crate::base::decimal::{Decimal, Literal};
use crate::base::json::JsonType;
use alloc::borrow::ToOwned;
use alloc::string::String;

/// A JSON value for a fact or in a policy.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Null,
    Boolean(bool),
    /// A number's literal.
    Number(&'a str),
    Text(&'a str),
    /// An array, whose elements come next.
    Array {
        is_empty: bool,
    },
    /// An object, whose members come next.
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
        ["expected ", expected, ", found ", self.json_type().name()].concat()
    }

    #[inline]
    pub(crate) fn text(self) -> Result<&'a str> {
        if let Value::Text(text) = self { Ok(text) } else { Err(self.mismatch("a string")) }
    }

    pub(crate) fn object(self) -> Result<()> {
        if let Value::Object = self { Ok(()) } else { Err(self.mismatch("an object")) }
    }

    pub(crate) fn array(self) -> Result<()> {
        if let Value::Array { .. } = self { Ok(()) } else { Err(self.mismatch("an array")) }
    }

    pub(crate) fn boolean(self) -> Result<bool> {
        if let Value::Boolean(value) = self {
            Ok(value)
        } else {
            Err(self.mismatch("true or false"))
        }
    }

    fn number(self, expected: &str) -> Result<&'a [u8]> {
        if let Value::Number(literal) = self {
            Ok(literal.as_bytes())
        } else {
            Err(self.mismatch(expected))
        }
    }

    /// The number as an exact decimal. `None` if it has too many digits.
    ///
    /// # Errors
    /// If it isn't a number, or has a binary tail, which is accepted only in bodies.
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
        // A number that is too long for a decimal exceeds every limit.
        Ok(value.unwrap_or(i64::MAX))
    }
}
