//! The compatibility table of §1: which scenarios and capabilities may be combined.
//!
//! [`ROWS`] is laid out like the table in the source document, so that the two can be compared line
//! by line. The answers are computed from it at compile time.

use crate::model::feature::{Feature, Feature::*, FeatureSet};

/// One row of the table: the features that share it, what it lists, and its title in the source
/// document.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The features whose row this is. In the source document "(each)" puts several on one row.
    pub items: &'static [Feature],
    /// The features that the row lists as compatible.
    pub lists: FeatureSet,
    /// The row's title in the source document.
    pub title: &'static str,
}

const fn row(title: &'static str, items: &'static [Feature], lists: FeatureSet) -> Row {
    Row { items, lists, title }
}

const ONE_STEP: FeatureSet = FeatureSet::of(&[
    FullRefund,
    PartialRefund,
    Reversal,
    Recurring,
    RecurringAutomatic,
    OneClick,
    PaymentMethodSaving,
    TravelData,
    AccountFunding,
    DynamicDescriptor,
    ServiceLocation,
    Qcash,
    Moto,
    SdwoFunding,
    SdwoPurchase,
    Taxes,
    Avs,
]);

/// "every scenario and capability listed in this table". Payouts aren't in it: §1 keeps them apart.
const EVERYTHING: FeatureSet = FeatureSet::ALL.difference(FeatureSet::PAYOUTS);

/// The rows of §1, in its order.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("One-Step Payment", &[OneStep], ONE_STEP),
    // "the same as One-Step Payment except Account Funding"
    row("Two-Step Payment", &[TwoStep], ONE_STEP.difference(FeatureSet::of(&[AccountFunding]))),
    row("Zero-Amount Payment", &[ZeroAmount], FeatureSet::of(&[
        PaymentMethodSaving, TravelData, DynamicDescriptor, ServiceLocation, Moto, Avs,
    ])),
    row("Full Refund, Partial Refund, Reversal (each)", &[FullRefund, PartialRefund, Reversal], FeatureSet::of(&[
        OneStep, TwoStep, Recurring, RecurringAutomatic, OneClick, PaymentMethodSaving, TravelData,
        AccountFunding, DynamicDescriptor, ServiceLocation, Qcash, Moto, SdwoFunding, SdwoPurchase, Taxes,
    ])),
    // Travel Data only if saved as One-Click or Recurring (Automatic): `saving.travel_mode`.
    // Taxes not with Zero-Amount: an order of amount zero has no products, so no taxes.
    row("Payment Method Saving", &[PaymentMethodSaving], FeatureSet::of(&[
        OneStep, TwoStep, ZeroAmount, FullRefund, PartialRefund, Reversal, TravelData, DynamicDescriptor,
        ServiceLocation, Qcash, Moto, SdwoFunding, SdwoPurchase, Taxes, Avs,
    ])),
    row("Travel Data", &[TravelData], FeatureSet::of(&[
        OneStep, TwoStep, ZeroAmount, FullRefund, PartialRefund, Reversal, RecurringAutomatic, OneClick,
        PaymentMethodSaving, DynamicDescriptor, ServiceLocation, Qcash, Moto, Taxes, Avs,
    ])),
    row("Account Funding", &[AccountFunding], FeatureSet::of(&[
        OneStep, DynamicDescriptor, ServiceLocation, Taxes, Avs,
    ])),
    row("Dynamic Descriptor", &[DynamicDescriptor], EVERYTHING),
    row("Service Location", &[ServiceLocation], EVERYTHING),
    row("QCash", &[Qcash], FeatureSet::of(&[
        OneStep, TwoStep, FullRefund, PartialRefund, Reversal, Recurring, RecurringAutomatic, OneClick,
        PaymentMethodSaving, TravelData, DynamicDescriptor, ServiceLocation, Taxes, Avs,
    ])),
    row("MOTO", &[Moto], FeatureSet::of(&[
        OneStep, TwoStep, ZeroAmount, FullRefund, PartialRefund, Reversal, TravelData, DynamicDescriptor,
        ServiceLocation, Taxes, Avs,
    ])),
    row("SDWO Funding, SDWO Purchase (each)", &[SdwoFunding, SdwoPurchase], FeatureSet::of(&[
        OneStep, TwoStep, FullRefund, PartialRefund, Reversal, Recurring, RecurringAutomatic, OneClick,
        PaymentMethodSaving, DynamicDescriptor, ServiceLocation, Taxes, Avs,
    ])),
    row("Taxes", &[Taxes], FeatureSet::of(&[
        OneStep, TwoStep, FullRefund, PartialRefund, Reversal, Recurring, RecurringAutomatic, OneClick,
        PaymentMethodSaving, TravelData, AccountFunding, DynamicDescriptor, ServiceLocation, Qcash, Moto,
        SdwoFunding, SdwoPurchase, Avs,
    ])),
    row("AVS", &[Avs], FeatureSet::of(&[
        OneStep, TwoStep, PaymentMethodSaving, TravelData, AccountFunding, DynamicDescriptor,
        ServiceLocation, Qcash, Moto, SdwoFunding, SdwoPurchase, Taxes,
    ])),
    // The sentence above the table.
    row("Payouts", &[PayoutA2a, PayoutB2p, PayoutP2p, PayoutOg, PayoutSdwo], FeatureSet::of(&[
        RecurringAutomatic,
    ])),
];

words! {
    /// Compatibility of two features, according to the table.
    pub Compatibility {
        /// Each of the two that has a row lists the other.
        Compatible = "compatible",
        /// No row of the two lists the other.
        Incompatible = "incompatible",
        /// Both have rows, and only one lists the other.
        Disputed = "disputed",
    }
}

/// Two features, their compatibility, and what the row of each says.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Pair {
    /// The first feature.
    pub a: Feature,
    /// The second feature.
    pub b: Feature,
    /// The result of both rows.
    pub compatibility: Compatibility,
    /// Whether the row of `a` lists `b`. `None` if `a` has no row.
    pub row_of_a_lists_b: Option<bool>,
    /// Whether the row of `b` lists `a`. `None` if `b` has no row.
    pub row_of_b_lists_a: Option<bool>,
}

/// Looks two features up in the table.
///
/// `None` for pairs that no request can have, about which the table says nothing: a feature and
/// itself, two payouts, or two of the three ways to charge a saved payment method.
pub const fn compatibility(a: Feature, b: Feature) -> Option<Pair> {
    if !can_arise(a, b) {
        return None;
    }
    let row_of_a_lists_b = lists(a, b);
    let row_of_b_lists_a = lists(b, a);
    let compatibility = match (row_of_a_lists_b, row_of_b_lists_a) {
        (Some(true), Some(false)) | (Some(false), Some(true)) => Compatibility::Disputed,
        (Some(true), _) | (_, Some(true)) => Compatibility::Compatible,
        _ => Compatibility::Incompatible,
    };
    Some(Pair { a, b, compatibility, row_of_a_lists_b, row_of_b_lists_a })
}

/// Features that can still be added to others. Nothing can be added to features that clash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Additions {
    /// Whether two of the features are incompatible, or can't arise together.
    pub clash: bool,
    /// Features that every row allows.
    pub allowed: FeatureSet,
    /// Features that are disputed with one of those named.
    pub disputed: FeatureSet,
}

impl Additions {
    /// Features that can be added to these.
    pub fn to(named: FeatureSet) -> Additions {
        let verdict = |a, b| compatibility(a, b).map(|pair| pair.compatibility);
        let clash = named.iter().any(|a| {
            let mut others = named.iter().filter(|b| *b != a);
            others.any(|b| matches!(verdict(a, b), None | Some(Compatibility::Incompatible)))
        });
        if clash {
            return Additions { clash, allowed: FeatureSet::EMPTY, disputed: FeatureSet::EMPTY };
        }
        let incompatible =
            named.iter().fold(named, |features, feature| features.union(incompatible(feature)));
        let can_arise = |added: &Feature| named.iter().all(|feature| can_arise(feature, *added));
        let all: FeatureSet =
            FeatureSet::ALL.difference(incompatible).iter().filter(can_arise).collect();
        let is_disputed = |added: &Feature| {
            named.iter().any(|a| verdict(a, *added) == Some(Compatibility::Disputed))
        };
        let disputed: FeatureSet = all.iter().filter(is_disputed).collect();
        Additions { clash, allowed: all.difference(disputed), disputed }
    }
}

/// The row of a feature. The three ways to charge a saved payment method have none.
#[allow(clippy::indexing_slicing, reason = "in bounds")]
pub const fn row_of(feature: Feature) -> Option<&'static Row> {
    let mut r = 0;
    while r < ROWS.len() {
        let row = &ROWS[r];
        if FeatureSet::of(row.items).contains(feature) {
            return Some(row);
        }
        r += 1;
    }
    None
}

const fn lists(a: Feature, b: Feature) -> Option<bool> {
    match row_of(a) {
        Some(row) => Some(row.lists.contains(b)),
        None => None,
    }
}

/// Whether a request can have both features: it is at most one payout, and charges a saved payment method in at most
/// one way.
const fn can_arise(a: Feature, b: Feature) -> bool {
    let pair = FeatureSet::of(&[a, b]);
    a as u8 != b as u8
        && !pair.difference(FeatureSet::PAYOUTS).is_empty()
        && !pair.difference(FeatureSet::SUBSEQUENT).is_empty()
}

const COUNT: usize = Feature::ALL.len();

/// For each feature, those that aren't compatible with it, and the disputed ones among them.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
static CLASHES: ([FeatureSet; COUNT], [FeatureSet; COUNT]) = {
    let (mut all, mut disputed) = ([FeatureSet::EMPTY; COUNT], [FeatureSet::EMPTY; COUNT]);
    let mut a = 0;
    while a < COUNT {
        let mut b = 0;
        while b < COUNT {
            if let Some(pair) = compatibility(Feature::ALL[a], Feature::ALL[b]) {
                let is_disputed = matches!(pair.compatibility, Compatibility::Disputed);
                let clashes = !matches!(pair.compatibility, Compatibility::Compatible);
                all[a] = all[a].with_if(Feature::ALL[b], clashes);
                disputed[a] = disputed[a].with_if(Feature::ALL[b], is_disputed);
            }
            b += 1;
        }
        a += 1;
    }
    (all, disputed)
};

pub(crate) fn incompatible(feature: Feature) -> FeatureSet {
    not_compatible(feature).difference(disputed(feature))
}

/// The features that are incompatible with this one, or disputed.
#[inline]
pub(crate) fn not_compatible(feature: Feature) -> FeatureSet {
    invariant!(CLASHES.0.get(feature as usize).copied()).unwrap_or_default()
}

pub(crate) fn disputed(feature: Feature) -> FeatureSet {
    invariant!(CLASHES.1.get(feature as usize).copied()).unwrap_or_default()
}
