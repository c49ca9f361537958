//! `FromStr` and `Display` for every type whose values have names in reports and facts.

use crate::ask::fields::State;
#[cfg(feature = "prose")]
use crate::ask::json_schema::JsonSchema;
use crate::base::json::JsonType;
use crate::base::level::Level;
use crate::base::time::UtcOffset;
use crate::check::compatibility::Compatibility;
use crate::check::report::Verdict;
use crate::check::rule::Basis;
use crate::model::config::unknown_name;
use crate::model::facts::{
    AccountFunding, Country, Environment, Fact, SavingSide, Subsequent, Terminal,
};
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The error for a text that isn't a name of the type.
///
/// The message shows the text only if it can't be a card number, and suggests the nearest name if
/// one is near: `unknown operation "ordr"; did you mean "order"?`
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct UnknownName {
    message: String,
}

/// Reads and displays values as their names. The word after the colon names them in errors.
macro_rules! named {
    ($($type:ident: $what:literal;)*) => {$(
        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<$type, UnknownName> {
                let found = $type::ALL.iter().copied().find(|value| value.name() == name);
                let names = || $type::ALL.iter().map(|value| value.name());
                found.ok_or_else(|| UnknownName { message: unknown_name($what, name, names()) })
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    )*};
}
named! {
    Operation: "operation";
    Feature: "feature";
    Level: "level";
    Verdict: "verdict";
    Basis: "basis";
    Fact: "fact";
    Environment: "environment";
    Terminal: "terminal";
    AccountFunding: "account funding";
    SavingSide: "saving side";
    Subsequent: "kind of subsequent charge";
    JsonType: "JSON type";
    Compatibility: "compatibility";
    State: "state";
}
#[cfg(feature = "prose")]
named! { JsonSchema: "schema"; }

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Country {
    type Err = UnknownName;

    /// Reads two ASCII capitals.
    fn from_str(code: &str) -> Result<Country, UnknownName> {
        let unknown = || UnknownName { message: unknown_name("country", code, []) };
        Country::new(code).ok_or_else(unknown)
    }
}

/// `±HH:MM`
impl fmt::Display for UtcOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.minutes() < 0 { '-' } else { '+' };
        let minutes = self.minutes().unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_come_back() {
        assert_eq!(format!("{:>10}|{:7}|", Basis::Stated, JsonType::Null), "    stated|null   |");
        assert_eq!("LV".parse::<Country>().map(|country| country.to_string()).as_deref(), Ok("LV"));
        assert_eq!("lv".parse::<Country>().unwrap_err().to_string(), "unknown country \"lv\"");
        for text in ["+00:00", "-00:30", "+05:45", "-12:00", "+14:00"] {
            let offset: UtcOffset = text.parse().unwrap();
            assert_eq!(offset.to_string(), text);
        }
    }
}
