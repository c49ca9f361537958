//! Kinds of facts' values.

use super::{
    AccountFunding, Country, Environment, Headers, HoldDays, SavingSide, Subsequent, Terminal,
    Texts,
};
use crate::base::decimal::Decimal;
use crate::base::time::{Timestamp, UtcOffset};
use crate::model::feature::{Feature, FeatureSet};
use core::net::IpAddr;

/// Declares the kinds of facts, each with its type in [`Facts`].
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $type:ty;)*) => {
        /// Kind of a fact's value.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum FactKind { $($(#[$doc])* $kind),* }

        /// The place where a fact of each kind is stored.
        pub(crate) enum FactPlace<'p, 'a> { $($kind(&'p mut Option<$type>)),* }
    };
}

kinds! {
    /// A text.
    Text: &'a str;
    /// A time: RFC 3339 as text.
    Time: Timestamp;
    /// True or false.
    Flag: bool;
    /// An integer from 6 to 28: days.
    Days: HoldDays;
    /// An amount, 0 or more: a number, or text with its digits.
    Amount: Decimal;
    /// A country: two capitals.
    Country: Country;
    /// An offset from UTC: `±HH:MM`.
    UtcOffset: UtcOffset;
    /// One of [`Environment::NAMES`].
    Environment: Environment;
    /// One of [`Terminal::NAMES`].
    Terminal: Terminal;
    /// One of [`AccountFunding::NAMES`].
    AccountFunding: AccountFunding;
    /// One of [`SavingSide::NAMES`].
    SavingSide: SavingSide;
    /// One of [`Subsequent::NAMES`].
    Subsequent: Subsequent;
    /// The scenario of a payment.
    Scenario: Feature;
    /// A list of capabilities, which may be empty.
    Capabilities: FeatureSet;
    /// A list of texts.
    Texts: Texts<'a>;
    /// An IP address as text.
    Address: IpAddr;
    /// A list of IP addresses as texts.
    Addresses: &'a [IpAddr];
    /// The headers of an HTTP request.
    Headers: Headers<'a>;
}
