//! Features: the scenarios and capabilities that the compatibility table of §1 names.

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $feature:ident = $name:literal, $words:literal;)*) => {
        words! {
            /// A scenario or a capability that the compatibility table of §1 names.
            ///
            /// The order of the variants is the order in reports.
            #[repr(u8)]
            #[non_exhaustive]
            pub Feature { $($(#[doc = $doc])+ $feature = $name,)* }
        }

        impl Feature {
            /// The name in messages: `a Two-Step payment`.
            pub const fn words(self) -> &'static str {
                match self { $(Feature::$feature => $words),* }
            }

            /// Description in a sentence.
            #[cfg(feature = "prose")]
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

    /// Whether this is a scenario; a request has at most one. All other features are capabilities.
    pub const fn is_scenario(self) -> bool {
        FeatureSet::SCENARIOS.contains(self)
    }
}

set! {
    /// A set of features, iterated in the order of [`Feature::ALL`].
    FeatureSet(u32) of Feature
}

impl FeatureSet {
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
    /// The scenarios of payments that other operations act on.
    pub(crate) const ORIGINALS: FeatureSet = FeatureSet::PAYOUTS.union(FeatureSet::of(&[
        Feature::OneStep,
        Feature::TwoStep,
        Feature::ZeroAmount,
    ]));
    /// The three ways to charge a payment method that was saved earlier.
    pub const SUBSEQUENT: FeatureSet =
        FeatureSet::of(&[Feature::Recurring, Feature::RecurringAutomatic, Feature::OneClick]);

    /// This set, with a feature added if `condition` is true.
    pub const fn with_if(self, feature: Feature, condition: bool) -> FeatureSet {
        FeatureSet(self.0 | (condition as u32) << (feature as u32))
    }

    /// The features of the set that come after this one in [`Feature::ALL`].
    pub(crate) const fn after(self, feature: Feature) -> FeatureSet {
        FeatureSet(self.0 & (u32::MAX << (feature as u32)) & !(1 << (feature as u32)))
    }
}
