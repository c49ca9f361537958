//! Features: the scenarios and capabilities that the compatibility table of §1 names.

use core::fmt;

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $feature:ident = $name:literal, $words:literal;)*) => {
        /// A scenario or a capability: whatever the compatibility table of §1 names.
        ///
        /// The order of the variants is the order in reports.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Feature { $($(#[doc = $doc])+ $feature),* }

        impl Feature {
            /// Every feature, in order.
            pub const ALL: &'static [Feature] = &[$(Feature::$feature),*];

            /// The name in reports and facts: `two_step`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$feature => $name),* }
            }

            /// The name in messages: `a Two-Step payment`.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $(Feature::$feature => $words),* }
            }

            /// What it is, in a sentence.
            #[cfg(feature = "prose")]
            #[must_use]
            pub const fn doc(self) -> &'static str {
                match self { $(Feature::$feature => concat!($($doc),+).trim_ascii()),* }
            }
        }
    };
}

features! {
    /// The amount is charged at once.
    OneStep = "one_step", "a One-Step payment";
    /// The amount is held on the card and captured later.
    TwoStep = "two_step", "a Two-Step payment";
    /// Saves or verifies a payment method without a financial transaction.
    ZeroAmount = "zero_amount", "a Zero-Amount payment";
    /// Returns a payment in full.
    FullRefund = "full_refund", "a Full Refund";
    /// Returns a part of a payment.
    PartialRefund = "partial_refund", "a Partial Refund";
    /// Cancels a payment on the day it was made.
    Reversal = "reversal", "a Reversal";
    /// Charges a payment method saved for recurring payments.
    Recurring = "recurring", "a Recurring charge";
    /// Charges a payment method saved for automatic payments.
    RecurringAutomatic = "recurring_automatic", "a Recurring (Automatic) charge";
    /// Charges a payment method saved for one-click payments.
    OneClick = "one_click", "a One-Click charge";
    /// Saves the payment method for later.
    PaymentMethodSaving = "payment_method_saving", "payment method saving";
    /// The order carries airline, lodging, car, cruise or transport data.
    TravelData = "travel_data", "travel data";
    /// Funds the account of a recipient.
    AccountFunding = "account_funding", "account funding";
    /// The order sets the text on the cardholder's statement.
    DynamicDescriptor = "dynamic_descriptor", "a dynamic descriptor";
    /// The order says where the service is provided.
    ServiceLocation = "service_location", "a service location";
    /// The terminal is a cryptocurrency merchant's.
    Qcash = "qcash", "QCash";
    /// Mail or telephone order: no security code.
    Moto = "moto", "MOTO";
    /// A payment from the card to the cardholder's digital wallet.
    SdwoFunding = "sdwo_funding", "an SDWO funding payment";
    /// A payment from the card to the merchant's wallet, for a purchase.
    SdwoPurchase = "sdwo_purchase", "an SDWO purchase payment";
    /// A product has a tax template.
    Taxes = "taxes", "taxes";
    /// The issuer checks the billing address.
    Avs = "avs", "AVS";
    /// A payout between accounts of one person.
    PayoutA2a = "payout_a2a", "an A2A payout";
    /// A payout from a business to a person.
    PayoutB2p = "payout_b2p", "a B2P payout";
    /// A payout from person to person through an intermediary.
    PayoutP2p = "payout_p2p", "a P2P payout";
    /// An online gaming payout.
    PayoutOg = "payout_og", "an OG payout";
    /// A payout from the digital wallet to the card account.
    PayoutSdwo = "payout_sdwo", "an SDWO payout";
}

impl Feature {
    /// The feature with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.iter().copied().find(|feature| feature.name() == name)
    }

    /// Whether this is the scenario of a payout.
    pub(crate) const fn is_payout(self) -> bool {
        matches!(
            self,
            Feature::PayoutA2a
                | Feature::PayoutB2p
                | Feature::PayoutP2p
                | Feature::PayoutOg
                | Feature::PayoutSdwo
        )
    }

    /// Whether this is a scenario, of which a request has at most one. All other features are
    /// capabilities.
    #[must_use]
    pub const fn is_scenario(self) -> bool {
        FeatureSet::SCENARIOS.contains(self)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of features, iterated in the order of [`Feature::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FeatureSet(u32);

impl FeatureSet {
    /// No feature.
    pub const EMPTY: FeatureSet = FeatureSet(0);
    /// Every feature.
    pub const ALL: FeatureSet = FeatureSet::of(Feature::ALL);
    /// The scenarios of orders, refunds and reversals, and the payouts.
    pub const SCENARIOS: FeatureSet = FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
        Feature::FullRefund,
        Feature::PartialRefund,
        Feature::Reversal,
    ])
    .union(FeatureSet::PAYOUTS);
    /// The five payouts.
    pub const PAYOUTS: FeatureSet = FeatureSet::of(&[
        Feature::PayoutA2a,
        Feature::PayoutB2p,
        Feature::PayoutP2p,
        Feature::PayoutOg,
        Feature::PayoutSdwo,
    ]);
    /// The scenarios that a payment can have, which something else acts on.
    pub(crate) const ORIGINALS: FeatureSet = FeatureSet::PAYOUTS.union(FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
    ]));
    /// The three ways to charge a payment method that was saved earlier.
    pub const SUBSEQUENT: FeatureSet =
        FeatureSet::of(&[Feature::Recurring, Feature::RecurringAutomatic, Feature::OneClick]);

    /// The set of these features.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "in bounds")]
    pub const fn of(features: &[Feature]) -> FeatureSet {
        let mut set = FeatureSet::EMPTY;
        let mut i = 0;
        while i < features.len() {
            set = set.with(features[i]);
            i += 1;
        }
        set
    }

    /// This set with a feature added.
    #[must_use]
    pub const fn with(self, feature: Feature) -> FeatureSet {
        FeatureSet(self.0 | 1 << (feature as u32))
    }

    /// This set, with a feature added if `condition` is true.
    #[must_use]
    pub const fn with_if(self, feature: Feature, condition: bool) -> FeatureSet {
        FeatureSet(self.0 | (condition as u32) << (feature as u32))
    }

    /// Whether the feature is in the set.
    #[must_use]
    pub const fn contains(self, feature: Feature) -> bool {
        self.0 & 1 << (feature as u32) != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many features are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The features in either set.
    #[must_use]
    pub const fn union(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(self.0 | other.0)
    }

    /// The features in both sets.
    #[must_use]
    pub const fn intersection(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(self.0 & other.0)
    }

    /// The features in this set that aren't in the other.
    #[must_use]
    pub const fn difference(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(self.0 & !other.0)
    }

    /// The features of the set that come after this one in [`Feature::ALL`].
    #[must_use]
    pub(crate) const fn after(self, feature: Feature) -> FeatureSet {
        FeatureSet(self.0 & (u32::MAX << (feature as u32)) & !(1 << (feature as u32)))
    }

    /// The features of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Feature> + Clone {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let feature = Feature::ALL.get(rest.trailing_zeros() as usize).copied()?;
            rest &= rest - 1;
            Some(feature)
        })
    }

    /// The set as bits: bit *n* stands for `Feature::ALL[n]`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set with these bits. Bits that stand for no feature are dropped.
    #[must_use]
    pub const fn from_bits(bits: u32) -> FeatureSet {
        FeatureSet(bits & FeatureSet::ALL.0)
    }
}

impl FromIterator<Feature> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> FeatureSet {
        features.into_iter().fold(FeatureSet::EMPTY, FeatureSet::with)
    }
}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_after_a_feature_is_without_it() {
        for (at, feature) in Feature::ALL.iter().enumerate() {
            let after: Vec<_> = FeatureSet::ALL.after(*feature).iter().collect();
            assert_eq!(after, Feature::ALL[at + 1..]);
            assert!(FeatureSet::EMPTY.after(*feature).is_empty());
        }
    }
}
