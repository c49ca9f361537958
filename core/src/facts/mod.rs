//! Facts: what the host knows and the body cannot say.
//!
//! [`Facts`] borrows and is `Copy`: lay what changes with a request over what stands by struct update,
//! `Facts { now, order, ..standing }`, or with [`Facts::overlaid`]. [`FactsBuf`] owns its texts, is read
//! from JSON or filled by setters, and can be refilled without allocating.

mod buf;
mod fact_error;
mod json;
mod known;
mod lists;
mod values;

pub use buf::FactsBuf;
pub use json::FactsError;
pub use known::{Fact, FactSet, Known, Missing, all};
pub(crate) use known::{both, missing_of};
pub(crate) use lists::is_same;
pub use lists::{Headers, Texts};
pub use values::Part;

use crate::config;
use crate::decimal::Decimal;
use crate::feature::{Feature, FeatureSet};
use crate::time::{Timestamp, UtcOffset};
use core::fmt;
use core::net::IpAddr;

/// A two-letter country code, ISO 3166-1 alpha-2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

impl Country {
    /// The country of that code: two ASCII capitals.
    #[must_use]
    pub const fn new(code: &str) -> Option<Country> {
        match code.as_bytes() {
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => Some(Country([*a, *b])),
            _ => None,
        }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &str {
        core::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A set of countries: for each first letter the second ones as bits.
pub(crate) struct Countries([u32; 26]);

impl Countries {
    /// The countries of these codes, each of two capitals, a space between them.
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "at compile time")]
    pub(crate) const fn of(codes: &str) -> Countries {
        let codes = codes.as_bytes();
        let mut letters = [0; 26];
        let mut at = 0;
        while at < codes.len() {
            letters[(codes[at] - b'A') as usize] |= 1 << (codes[at + 1] - b'A');
            at += 3;
        }
        Countries(letters)
    }

    /// Whether a country is in the set.
    pub(crate) fn contains(&self, country: Country) -> bool {
        let [first, second] = country.0.map(|letter| letter.wrapping_sub(b'A'));
        let seconds = self.0.get(usize::from(first)).copied().unwrap_or(0);
        seconds.wrapping_shr(u32::from(second)) & 1 == 1
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident {
        $(#[$first_doc:meta])* $first:ident = $first_word:literal,
        $($(#[$vdoc:meta])* $variant:ident = $word:literal,)*
    })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            #[non_exhaustive]
            pub enum $name { $(#[$first_doc])* $first, $($(#[$vdoc])* $variant),* }

            impl $name {
                /// Every choice.
                pub const ALL: &'static [$name] = &[$name::$first, $($name::$variant),*];
                /// The names of the choices.
                pub const NAMES: &'static [&'static str] = &[$first_word, $($word),*];

                /// What is said of anything else.
                pub(crate) const NONE: &'static str =
                    concat!("not one of ", $first_word, $(", ", $word),*);

                /// The name in JSON.
                #[must_use]
                pub const fn name(self) -> &'static str {
                    match self { $name::$first => $first_word, $($name::$variant => $word),* }
                }

                /// The choice of that name.
                #[must_use]
                pub fn from_name(name: &str) -> Option<$name> {
                    $name::ALL.get(config::position($name::NAMES, name)).copied()
                }
            }
        )*
    };
}

choices! {
    /// Where requests go.
    Environment {
        /// Real money.
        Live = "live",
        /// A test system.
        Sandbox = "sandbox",
    }
    /// The kind of terminal that the payment runs over.
    Terminal {
        /// No special one.
        Standard = "standard",
        /// A cryptocurrency merchant's.
        Qcash = "qcash",
        /// Card to the cardholder's digital wallet.
        SdwoFunding = "sdwo_funding",
    }
    /// Who processes an account-funding payment.
    AccountFunding {
        /// A card network, with its own mandatory fields.
        CardNetwork = "card_network",
        /// Anyone else.
        Other = "other",
    }
    /// Who keeps a saved payment method.
    SavingSide {
        /// The payment service.
        Service = "service",
        /// The merchant.
        Merchant = "merchant",
    }
    /// How an order charges a method saved earlier.
    Subsequent {
        /// As a recurring payment.
        Recurring = "recurring",
        /// As an automatic payment.
        RecurringAutomatic = "recurring_automatic",
        /// As a one-click payment.
        OneClick = "one_click",
    }
}

impl Subsequent {
    /// The feature that such a charge has.
    #[must_use]
    pub const fn feature(self) -> Feature {
        match self {
            Subsequent::Recurring => Feature::Recurring,
            Subsequent::RecurringAutomatic => Feature::RecurringAutomatic,
            Subsequent::OneClick => Feature::OneClick,
        }
    }
}

/// What is known of the merchant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merchant {
    /// Where the merchant is located.
    pub country: Option<Country>,
    /// Where the merchant's processing day begins.
    pub utc_offset: Option<UtcOffset>,
    /// AVS is enabled for the merchant.
    pub avs_permission: Option<bool>,
    /// The merchant is an IPSP partner.
    pub ipsp_partner: Option<bool>,
    /// How long a Two-Step payment is held, in days of 24 hours: 6 to 28.
    pub hold_days: Option<HoldDays>,
}

/// Days that a Two-Step payment is held (§8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HoldDays(u8);

impl HoldDays {
    /// The shortest hold.
    pub const MIN: HoldDays = HoldDays(6);
    /// The longest hold.
    pub const MAX: HoldDays = HoldDays(28);

    /// So many days; `None` outside 6 to 28.
    #[must_use]
    pub const fn new(days: u8) -> Option<HoldDays> {
        if days < HoldDays::MIN.0 || days > HoldDays::MAX.0 { None } else { Some(HoldDays(days)) }
    }

    /// The number of days.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// What is known of the acquirer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Acquirer {
    /// The connection asks for a recurring number.
    pub requires_recurring_number: Option<bool>,
}

/// What is known of the card.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Card<'a> {
    /// Where the issuer is.
    pub issuer_country: Option<Country>,
    /// The brand.
    pub brand: Option<&'a str>,
}

/// The key set that the request is sent with (§5).
#[derive(Clone, Copy, Default)]
pub struct Key<'a> {
    /// Only for test requests.
    pub test: Option<bool>,
    /// 3-D Secure is on; absent counts as on.
    pub three_ds: Option<bool>,
    /// The brands that the key is for; absent means all.
    pub brands: Option<Texts<'a>>,
    /// The websites that the key is for; absent means all.
    pub websites: Option<Texts<'a>>,
}

/// The payment that a capture, refund, reversal or card post acts on.
#[derive(Clone, Copy, Default)]
pub struct Order<'a> {
    /// What it was: `one_step`, `two_step`, `zero_amount` or a payout.
    pub scenario: Option<Feature>,
    /// Its capabilities.
    pub capabilities: Option<FeatureSet>,
    /// Its amount, 0 or more.
    pub amount: Option<Decimal>,
    /// What was captured; 0 if nothing was yet.
    pub captured: Option<Decimal>,
    /// What was refunded.
    pub refunded: Option<Decimal>,
    /// The currency of the amounts.
    pub currency: Option<&'a str>,
    /// When it was paid, or, Two-Step, authorised.
    pub paid_at: Option<Timestamp>,
    /// It was reversed.
    pub reversed: Option<bool>,
    /// A chargeback was received.
    pub chargeback: Option<bool>,
    /// It had both `client.address` and `client.zip_code`.
    pub billing_address: Option<bool>,
}

/// The HTTP request that carried the body.
#[derive(Clone, Copy, Default)]
pub struct HttpRequest<'a> {
    /// The method, as sent.
    pub method: Option<&'a str>,
    /// The path, with the query if there is one.
    pub path: Option<&'a str>,
    /// Where it came from.
    pub source_address: Option<IpAddr>,
    /// The headers. They hold the bearer token, and are never shown.
    pub headers: Option<Headers<'a>>,
}

/// What the merchant knows of its webhook endpoint (§6).
#[derive(Clone, Copy, Default)]
pub struct Webhook<'a> {
    /// The domain of the receiving service.
    pub host: Option<&'a str>,
    /// The addresses that webhooks come from.
    pub allowed_sources: Option<&'a [IpAddr]>,
}

/// What the host knows and the body cannot say. Every member is optional at every level: a rule whose
/// outcome hangs on an absent one is reported as unchecked.
#[derive(Clone, Copy, Default)]
pub struct Facts<'a> {
    /// The present time. The engine has no clock.
    pub now: Option<Timestamp>,
    /// Where the request goes.
    pub environment: Option<Environment>,
    /// The website that the payment is made on.
    pub website: Option<&'a str>,
    /// The kind of terminal.
    pub terminal: Option<Terminal>,
    /// Who processes the account funding; given only for account funding.
    pub account_funding: Option<AccountFunding>,
    /// Who keeps the saved method.
    pub saving_side: Option<SavingSide>,
    /// The order charges a method saved earlier.
    pub subsequent: Option<Subsequent>,
    /// The merchant.
    pub merchant: Option<Merchant>,
    /// The acquirer.
    pub acquirer: Option<Acquirer>,
    /// The card.
    pub card: Option<Card<'a>>,
    /// The key set.
    pub key: Option<Key<'a>>,
    /// The payment acted on.
    pub order: Option<Order<'a>>,
    /// The HTTP request.
    pub request: Option<HttpRequest<'a>>,
    /// The webhook endpoint.
    pub webhook: Option<Webhook<'a>>,
}

impl<'a> Facts<'a> {
    /// No facts.
    pub(crate) const NONE: Facts<'a> = Facts {
        now: None,
        environment: None,
        website: None,
        terminal: None,
        account_funding: None,
        saving_side: None,
        subsequent: None,
        merchant: None,
        acquirer: None,
        card: None,
        key: None,
        order: None,
        request: None,
        webhook: None,
    };

    /// These facts with those of `changing` laid over them, top-level member by member: a member that
    /// `changing` has replaces the standing one whole. Copies references; allocates nothing.
    #[must_use]
    pub fn overlaid(mut self, changing: &Facts<'a>) -> Facts<'a> {
        self.overlay(changing);
        self
    }

    /// Lays those of `changing` over these, as [`Facts::overlaid`] does.
    pub fn overlay(&mut self, changing: &Facts<'a>) {
        overlay(&mut self.now, &changing.now);
        overlay(&mut self.environment, &changing.environment);
        overlay(&mut self.website, &changing.website);
        overlay(&mut self.terminal, &changing.terminal);
        overlay(&mut self.account_funding, &changing.account_funding);
        overlay(&mut self.saving_side, &changing.saving_side);
        overlay(&mut self.subsequent, &changing.subsequent);
        overlay(&mut self.merchant, &changing.merchant);
        overlay(&mut self.acquirer, &changing.acquirer);
        overlay(&mut self.card, &changing.card);
        overlay(&mut self.key, &changing.key);
        overlay(&mut self.order, &changing.order);
        overlay(&mut self.request, &changing.request);
        overlay(&mut self.webhook, &changing.webhook);
    }
}

/// Replaces a member by what is laid over it, if anything is.
fn overlay<T: Copy>(standing: &mut Option<T>, changing: &Option<T>) {
    if changing.is_some() {
        *standing = *changing;
    }
}

/// Says which members are given, never what they hold: among them are a bearer token and addresses.
impl fmt::Debug for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Facts ")?;
        let given = Fact::ALL.iter().filter(|fact| !fact.is_missing_in(self));
        f.debug_set().entries(given.map(|fact| fact.name())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_countries_has_those_of_its_list() {
        let baltic = Countries::of("EE LT LV");
        for (code, is_in) in [("LV", true), ("EE", true), ("LU", false), ("AA", false)] {
            assert_eq!(
                Country::new(code).map(|country| baltic.contains(country)),
                Some(is_in),
                "{code}"
            );
        }
    }
}
