//! Three values: what a rule reads of the facts is known, or missing, and then which fact is.

use super::Facts;
use crate::text::cut;
use core::fmt;
use core::num::NonZeroU64;

/// What a rule asks: the answer, or the facts that it is missing for.
pub type Known<T> = Result<T, Missing>;

/// The absent facts that an outcome depends on. `?` on an answer that is missing leaves a rule unchecked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing(pub FactSet);

impl core::error::Error for Missing {}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("missing facts:")?;
        let mut before = " ";
        for fact in self.0.iter() {
            write!(f, "{before}{}", fact.name())?;
            before = ", ";
        }
        Ok(())
    }
}

impl Missing {
    /// Both sets.
    #[must_use]
    pub const fn union(self, other: Missing) -> Missing {
        Missing(self.0.union(other.0))
    }
}

/// Whether all conditions hold. One that is known not to hold settles it, whatever else is missing; else
/// all that is missing matters.
///
/// # Errors
/// The facts that the answer hangs on.
#[inline]
pub fn all<const N: usize>(conditions: [Known<bool>; N]) -> Known<bool> {
    let mut missing = FactSet::EMPTY;
    for condition in conditions {
        match condition {
            Ok(false) => return Ok(false),
            Ok(true) => {}
            Err(Missing(facts)) => missing = missing.union(facts),
        }
    }
    if missing.is_empty() { Ok(true) } else { Err(Missing(missing)) }
}

/// Two facts' values, or what is missing of both.
///
/// # Errors
/// The facts that are missing.
#[inline]
pub(crate) fn both<A, B>(a: Known<A>, b: Known<B>) -> Known<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(Missing(FactSet::from_bits(bits(a.err()) | bits(b.err())))),
    }
}

/// What is missing of facts of which at least one is.
pub(crate) fn missing_of(a: Option<Missing>, b: Option<Missing>, c: Option<Missing>) -> Missing {
    Missing(FactSet::from_bits(bits(a) | bits(b) | bits(c)))
}

#[inline]
fn bits(missing: Option<Missing>) -> u64 {
    missing.map_or(0, |Missing(facts)| facts.0.get())
}

macro_rules! facts {
    ($($(#[$doc:meta])* $fact:ident = $name:literal, $($member:ident).+ ;)*) => {
        /// One fact that a rule can need, in the order in which reports list them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Fact { $(#[doc = concat!("`", $name, "`")] $fact),* }

        impl Fact {
            /// Every fact, in order.
            pub const ALL: &'static [Fact] = &[$(Fact::$fact),*];

            /// The name in reports: `merchant.avs_permission`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Fact::$fact => $name),* }
            }

            /// The member that has it, if there is one, and its own name.
            pub(crate) fn path(self) -> (Option<&'static str>, &'static str) {
                match cut(self.name(), b'.') {
                    (group, Some(member)) => (Some(group), member),
                    (name, None) => (None, name),
                }
            }

            pub(crate) fn is_missing_in(self, facts: &Facts<'_>) -> bool {
                match self { $(Fact::$fact => facts!(@get facts, $($member).+).is_none()),* }
            }
        }
    };
    (@get $facts:ident, $member:ident) => { $facts.$member };
    (@get $facts:ident, $group:ident . $member:ident) => {
        $facts.$group.as_ref().and_then(|group| group.$member)
    };
}

facts! {
    Now = "now", now;
    Environment = "environment", environment;
    Website = "website", website;
    Terminal = "terminal", terminal;
    AccountFunding = "account_funding", account_funding;
    SavingSide = "saving_side", saving_side;
    Subsequent = "subsequent", subsequent;
    MerchantCountry = "merchant.country", merchant.country;
    MerchantUtcOffset = "merchant.utc_offset", merchant.utc_offset;
    MerchantAvsPermission = "merchant.avs_permission", merchant.avs_permission;
    MerchantIpspPartner = "merchant.ipsp_partner", merchant.ipsp_partner;
    MerchantHoldDays = "merchant.hold_days", merchant.hold_days;
    AcquirerRequiresRecurringNumber = "acquirer.requires_recurring_number",
        acquirer.requires_recurring_number;
    CardIssuerCountry = "card.issuer_country", card.issuer_country;
    CardBrand = "card.brand", card.brand;
    KeyTest = "key.test", key.test;
    KeyThreeDs = "key.three_ds", key.three_ds;
    KeyBrands = "key.brands", key.brands;
    KeyWebsites = "key.websites", key.websites;
    OrderScenario = "order.scenario", order.scenario;
    OrderCapabilities = "order.capabilities", order.capabilities;
    OrderAmount = "order.amount", order.amount;
    OrderCaptured = "order.captured", order.captured;
    OrderRefunded = "order.refunded", order.refunded;
    OrderCurrency = "order.currency", order.currency;
    OrderPaidAt = "order.paid_at", order.paid_at;
    OrderReversed = "order.reversed", order.reversed;
    OrderChargeback = "order.chargeback", order.chargeback;
    OrderBillingAddress = "order.billing_address", order.billing_address;
    RequestMethod = "request.method", request.method;
    RequestPath = "request.path", request.path;
    RequestSourceAddress = "request.source_address", request.source_address;
    RequestHeaders = "request.headers", request.headers;
    WebhookHost = "webhook.host", webhook.host;
    WebhookAllowedSources = "webhook.allowed_sources", webhook.allowed_sources;
}

/// A question for each fact: its value, or that it is missing.
macro_rules! questions {
    ($($fact:ident $method:ident: $type:ty = $($member:ident).+;)*) => {
        impl<'a> Facts<'a> {
            $(
                #[doc = concat!("The fact `", stringify!($($member).+), "`.")]
                ///
                /// # Errors
                /// It is missing.
                #[inline]
                pub fn $method(&self) -> Known<$type> {
                    facts!(@get self, $($member).+).ok_or(Missing(FactSet::of(&[Fact::$fact])))
                }
            )*
        }
    };
}

questions! {
    Now now: crate::time::Timestamp = now;
    Website website: &'a str = website;
    Terminal terminal: super::Terminal = terminal;
    AccountFunding account_funding: super::AccountFunding = account_funding;
    SavingSide saving_side: super::SavingSide = saving_side;
    MerchantCountry merchant_country: super::Country = merchant.country;
    MerchantUtcOffset utc_offset: crate::time::UtcOffset = merchant.utc_offset;
    MerchantAvsPermission avs_permission: bool = merchant.avs_permission;
    MerchantIpspPartner ipsp_partner: bool = merchant.ipsp_partner;
    MerchantHoldDays hold_days: super::HoldDays = merchant.hold_days;
    AcquirerRequiresRecurringNumber requires_recurring_number: bool =
        acquirer.requires_recurring_number;
    CardIssuerCountry issuer_country: super::Country = card.issuer_country;
    CardBrand brand: &'a str = card.brand;
    OrderScenario order_scenario: crate::feature::Feature = order.scenario;
    OrderCapabilities order_capabilities: crate::feature::FeatureSet = order.capabilities;
    OrderAmount order_amount: crate::decimal::Decimal = order.amount;
    OrderCaptured order_captured: crate::decimal::Decimal = order.captured;
    OrderRefunded order_refunded: crate::decimal::Decimal = order.refunded;
    OrderCurrency order_currency: &'a str = order.currency;
    OrderPaidAt paid_at: crate::time::Timestamp = order.paid_at;
    OrderReversed order_reversed: bool = order.reversed;
    OrderChargeback order_chargeback: bool = order.chargeback;
    OrderBillingAddress billing_address: bool = order.billing_address;
    RequestMethod request_method: &'a str = request.method;
    RequestPath request_path: &'a str = request.path;
    RequestSourceAddress source_address: core::net::IpAddr = request.source_address;
    RequestHeaders request_headers: super::Headers<'a> = request.headers;
    WebhookHost webhook_host: &'a str = webhook.host;
    WebhookAllowedSources allowed_sources: &'a [core::net::IpAddr] = webhook.allowed_sources;
}

/// A set of facts; its members come out in the order of [`Fact::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactSet(NonZeroU64);

impl Default for FactSet {
    fn default() -> FactSet {
        FactSet::EMPTY
    }
}

impl FactSet {
    /// Set in every set, so that an outcome is one word: 0 where no facts are missing.
    const MARK: u64 = 1 << 63;
    /// No fact.
    pub const EMPTY: FactSet = FactSet::from_bits(0);

    const fn from_bits(bits: u64) -> FactSet {
        // With the mark it is not zero.
        FactSet(match NonZeroU64::new(bits | FactSet::MARK) {
            Some(bits) => bits,
            None => NonZeroU64::MAX,
        })
    }

    /// The set of these facts.
    #[must_use]
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "in bounds")]
    pub const fn of(facts: &[Fact]) -> FactSet {
        let mut bits = 0;
        let mut i = 0;
        while i < facts.len() {
            bits |= 1 << facts[i] as u64;
            i += 1;
        }
        FactSet::from_bits(bits)
    }

    /// The facts of both sets.
    #[must_use]
    pub const fn union(self, other: FactSet) -> FactSet {
        FactSet::from_bits(self.0.get() | other.0.get())
    }

    /// Whether there is no fact in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.get() == FactSet::MARK
    }

    /// Whether the fact is in the set.
    #[must_use]
    pub const fn contains(self, fact: Fact) -> bool {
        self.0.get() & 1 << (fact as u64) != 0
    }

    /// The facts of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Fact> + Clone {
        Fact::ALL.iter().copied().filter(move |fact| self.contains(*fact))
    }
}

impl fmt::Debug for FactSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Fact::name)).finish()
    }
}
