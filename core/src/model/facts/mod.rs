//! Facts: what you know about a request beyond its body.
//!
//! [`Facts`] borrows and is `Copy`. To combine the facts of one request with those that stay the
//! same, use struct update, `Facts { now, order, ..standing }`, or [`Facts::overlaid`].
//! [`FactsBuf`] owns its texts. It is read from JSON or filled with setters, and can be refilled
//! without allocating.

mod buf;
mod fact;
mod headers;
mod json;
mod kind;
mod known;
mod lists;

pub use buf::FactsBuf;
pub use fact::{
    Acquirer, Card, Fact, Facts, HostValue, HttpRequest, Key, Merchant, Order, Webhook,
};
pub use headers::Headers;
pub(crate) use headers::{HeaderForm, HeaderForms};
pub use json::FactsError;
pub(crate) use json::read_fact;
pub use kind::FactKind;
pub(crate) use kind::FactPlace;
pub use known::{FactSet, Known, Missing, all};
pub(crate) use known::{both, missing_of};
pub use lists::Texts;
pub(crate) use lists::is_same;

use crate::base::codes::Pairs;
use crate::model::config;
use crate::model::feature::Feature;
use alloc::string::String;

/// A two-letter country code, ISO 3166-1 alpha-2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

impl Country {
    /// The country with this code. `None` unless it is two ASCII capitals; it needn't be assigned. `UK` counts as `GB`,
    /// and `EL` as `GR`, as European institutions write them.
    pub const fn new(code: &str) -> Option<Country> {
        match code.as_bytes() {
            b"UK" => Some(Country(*b"GB")),
            b"EL" => Some(Country(*b"GR")),
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => Some(Country([*a, *b])),
            _ => None,
        }
    }

    /// The code.
    pub fn code(&self) -> &str {
        invariant!(core::str::from_utf8(&self.0).ok()).unwrap_or_default()
    }

    pub(crate) fn is_in(self, countries: &Pairs) -> bool {
        let [first, second] = self.0;
        countries.contains(first, second)
    }
}

debug_as! { Country: |country| country.code(); }

words! {
    /// The system that requests go to.
    #[non_exhaustive]
    pub Environment {
        /// Production: real money.
        Live = "live",
        /// A test system.
        Sandbox = "sandbox",
    }
    /// The kind of terminal that the payment runs over.
    #[non_exhaustive]
    pub Terminal {
        /// Any other.
        Standard = "standard",
        /// A cryptocurrency merchant's terminal.
        Qcash = "qcash",
        /// Card to the cardholder's digital wallet.
        SdwoFunding = "sdwo_funding",
    }
    /// The processor of an account-funding payment.
    #[non_exhaustive]
    pub AccountFunding {
        /// A card network, which has mandatory fields of its own.
        CardNetwork = "card_network",
        /// Anyone else.
        Other = "other",
    }
    /// The side that keeps a saved payment method.
    #[non_exhaustive]
    pub SavingSide {
        /// The payment service.
        Service = "service",
        /// The merchant.
        Merchant = "merchant",
    }
    /// How an order charges a payment method that was saved earlier.
    #[non_exhaustive]
    pub Subsequent {
        /// As a recurring payment.
        Recurring = "recurring",
        /// As an automatic payment.
        RecurringAutomatic = "recurring_automatic",
        /// As a one-click payment.
        OneClick = "one_click",
    }
}

impl Subsequent {
    /// The feature of such a charge.
    pub const fn feature(self) -> Feature {
        match self {
            Subsequent::Recurring => Feature::Recurring,
            Subsequent::RecurringAutomatic => Feature::RecurringAutomatic,
            Subsequent::OneClick => Feature::OneClick,
        }
    }
}

/// Number of days for which a Two-Step payment is held: 6 to 28 (§8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HoldDays(u8);

impl HoldDays {
    /// The shortest hold.
    pub const MIN: HoldDays = HoldDays(6);
    /// The longest hold.
    pub const MAX: HoldDays = HoldDays(28);

    /// A hold of `days` days. `None` unless that is in 6..=28.
    pub const fn new(days: u8) -> Option<HoldDays> {
        if days < HoldDays::MIN.0 || days > HoldDays::MAX.0 { None } else { Some(HoldDays(days)) }
    }

    /// A hold of `days` days, or the error.
    pub(crate) fn checked(days: i64) -> Result<HoldDays, String> {
        let [min, max] = [HoldDays::MIN, HoldDays::MAX].map(|limit| limit.0.into());
        config::within(days, min, max).map(|days| HoldDays(days as u8))
    }

    /// The number of days.
    pub const fn get(self) -> u8 {
        self.0
    }
}
