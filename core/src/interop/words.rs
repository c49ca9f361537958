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

/// The text isn't a name that the type knows.
///
/// The message shows the text only if it can't be a card number, and suggests the nearest name if
/// one is near: `unknown operation "ordr"; did you mean "order"?`
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct UnknownName {
    message: String,
}

/// A type whose values have names.
pub(super) trait Named: Copy + 'static {
    /// What a value is called in messages.
    const WHAT: &'static str;
    /// Every value, in order.
    const ALL: &'static [Self];

    /// The name of the value.
    fn name(self) -> &'static str;
}

/// The value with this name.
fn named<T: Named>(name: &str) -> Result<T, UnknownName> {
    let found = T::ALL.iter().copied().find(|value| value.name() == name);
    found.ok_or_else(|| UnknownName {
        message: unknown_name(T::WHAT, name, T::ALL.iter().map(|value| value.name())),
    })
}

/// Calls a macro with every type whose values have names.
macro_rules! each_named {
    ($then:ident) => {
        $then! {
            Operation: "operation", Operation::ALL;
            Feature: "feature", Feature::ALL;
            Level: "level", Level::ALL;
            Verdict: "verdict", Verdict::ALL;
            Basis: "basis", Basis::ALL;
            Fact: "fact", Fact::ALL;
            Environment: "environment", Environment::ALL;
            Terminal: "terminal", Terminal::ALL;
            AccountFunding: "account funding", AccountFunding::ALL;
            SavingSide: "saving side", SavingSide::ALL;
            Subsequent: "kind of subsequent charge", Subsequent::ALL;
            JsonType: "JSON type", JsonType::ALL;
            Compatibility: "compatibility", Compatibility::ALL;
            State: "state", State::ALL;
        }
    };
}
#[cfg(any(feature = "serde", test))]
pub(super) use each_named;

macro_rules! named {
    ($($type:ident: $what:literal, $all:expr;)*) => {$(
        impl Named for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [$type] = $all;

            fn name(self) -> &'static str {
                $type::name(self)
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<$type, UnknownName> {
                named(name)
            }
        }
    )*};
}
each_named!(named);
#[cfg(feature = "prose")]
named! { JsonSchema: "schema", JsonSchema::ALL; }

/// Displays values as their names.
macro_rules! shown {
    ($($type:ident)*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    )*};
}
shown! {
    Basis Fact JsonType Compatibility Environment Terminal AccountFunding SavingSide Subsequent
    State
}
#[cfg(feature = "prose")]
shown! { JsonSchema }

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

    fn all_come_back<T>()
    where
        T: Named + fmt::Debug + PartialEq + fmt::Display + FromStr<Err = UnknownName>,
    {
        assert!(!T::ALL.is_empty());
        for value in T::ALL {
            assert_eq!(value.to_string(), value.name());
            assert_eq!(value.name().parse::<T>().as_ref(), Ok(value));
        }
        let error = "4111111111111111".parse::<T>().unwrap_err();
        assert_eq!(error.to_string(), format!("unknown {}, whose name is not shown", T::WHAT));
    }

    #[test]
    fn every_name_comes_back() {
        macro_rules! come_back {
            ($($type:ident: $what:literal, $all:expr;)*) => { $(all_come_back::<$type>();)* };
        }
        each_named!(come_back);
        #[cfg(feature = "prose")]
        all_come_back::<JsonSchema>();
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest() {
        let error = "ordr".parse::<Operation>().unwrap_err();
        assert_eq!(error.to_string(), "unknown operation \"ordr\"; did you mean \"order\"?");
        assert!("ORDER".parse::<Operation>().is_err() && "".parse::<Level>().is_err());
    }

    #[test]
    fn names_are_padded() {
        assert_eq!(format!("{:>10}|{:7}|", Basis::Stated, JsonType::Null), "    stated|null   |");
        assert_eq!(format!("{}", Compatibility::Disputed), "disputed");
    }

    #[test]
    fn countries_and_offsets_come_back() {
        assert_eq!("LV".parse::<Country>().map(|country| country.to_string()).as_deref(), Ok("LV"));
        assert_eq!("lv".parse::<Country>().unwrap_err().to_string(), "unknown country \"lv\"");
        for text in ["+00:00", "-00:30", "+05:45", "-12:00", "+14:00"] {
            assert_eq!(text.parse::<UtcOffset>().map(|it| it.to_string()).as_deref(), Ok(text));
        }
    }
}
