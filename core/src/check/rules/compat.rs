//! Compatibility: which scenarios and capabilities may be combined (§1).

use super::prelude::*;
use crate::check::classify::triggers;
use crate::check::compatibility::{self, incompatible, not_compatible};
use crate::model::facts::{Missing, all};
use crate::model::feature::FeatureSet;

section! {
    if |c| is_return(c) || is_not_all_known(c) || clash(c, not_compatible) => [PAIR, DISPUTED],
}

/// The features that a feature clashes with, according to the table.
type Clashes = fn(Feature) -> FeatureSet;

/// Checks every pair of active features of an order or a payout, and the pairs that missing facts could add.
fn among_active(c: &Context<'_>, findings: &mut Findings<'_>, clashes: Clashes) -> Outcome {
    if clash(c, clashes) {
        report_pairs(c, findings, active(c), clashes);
    }
    could_clash(c, findings, clashes)
}

/// The active features: the scenario and the capabilities.
fn active(c: &Context<'_>) -> FeatureSet {
    c.scenario.map_or(c.capabilities, |scenario| c.capabilities.with(scenario))
}

/// Whether two of the active features clash.
#[inline]
fn clash(c: &Context<'_>, clashes: Clashes) -> bool {
    let active = active(c);
    active.iter().any(|a| !clashes(a).intersection(active).is_empty())
}

/// Reports each pair at the member that triggers the second feature, or else the first, or else at the body. The pairs
/// come in document order.
#[cold]
#[inline(never)]
fn report_pairs(
    c: &Context<'_>,
    findings: &mut Findings<'_>,
    active: FeatureSet,
    clashes: Clashes,
) {
    let mut untriggered = active;
    triggers(c.request, &mut |feature, _| {
        untriggered = untriggered.difference(FeatureSet::EMPTY.with(feature));
    });
    for a in untriggered.iter() {
        for b in clashes(a).intersection(untriggered.after(a)).iter() {
            findings.with(c, [Param::Pair(a, b)]);
        }
    }
    triggers(c.request, &mut |feature, place| {
        let clashing = clashes(feature).intersection(active);
        if active.contains(feature) && !clashing.is_empty() {
            for a in clashing.difference(clashing.after(feature)).iter() {
                findings.with(place, [Param::Pair(a, feature)]);
            }
            for b in clashing.after(feature).intersection(untriggered).iter() {
                findings.with(place, [Param::Pair(feature, b)]);
            }
        }
    });
}

/// Checks the operation's feature against those of the original payment. AVS has a rule of its own, `refund.of_avs`.
fn with_original(c: &Context<'_>, findings: &mut Findings<'_>, clashes: Clashes) {
    let Some(own) = c.scenario else { return };
    let capabilities = c.facts.order_capabilities().unwrap_or_default();
    let scenario = c
        .facts
        .order_scenario()
        .map_or(FeatureSet::EMPTY, |scenario| FeatureSet::EMPTY.with(scenario));
    let original = capabilities.difference(FeatureSet::of(&[Feature::Avs])).union(scenario);
    for other in clashes(own).intersection(original).iter() {
        findings.with(c, [Param::Pair(own, other)]);
    }
}

/// Whether a missing fact could activate a feature of an order.
#[inline]
fn is_not_all_known(c: &Context<'_>) -> bool {
    c.possible_capabilities().iter().any(|(features, _)| !features.is_empty())
}

/// The missing facts that could activate a feature that clashes with an active one.
fn could_clash(c: &Context<'_>, findings: &mut Findings<'_>, clashes: Clashes) -> Outcome {
    let mut active = active(c);
    if findings.levels.are_at_members() {
        active = active.difference(ignored(c, findings, active));
    }
    let would_clash = |features: FeatureSet| {
        features.iter().any(|feature| !clashes(feature).intersection(active).is_empty())
    };
    let possible = c.possible_capabilities();
    let known = possible.map(|(features, fact)| match would_clash(features) {
        true => Err(Missing(fact)),
        false => Ok(true),
    });
    all(known).map(drop)
}

/// The active features that are triggered at places where the rule is at level allow.
#[cold]
#[inline(never)]
fn ignored(c: &Context<'_>, findings: &mut Findings<'_>, active: FeatureSet) -> FeatureSet {
    let mut ignored = if findings.ignores(c) { active } else { FeatureSet::EMPTY };
    triggers(c.request, &mut |feature, place| {
        ignored = ignored.difference(FeatureSet::EMPTY.with(feature));
        if findings.ignores(place) {
            ignored = ignored.with(feature);
        }
    });
    ignored
}

fn is_return(c: &Context<'_>) -> bool {
    matches!(c.operation, Operation::Refund | Operation::Reversal)
}

const WITH_FEATURES: Operations = Operations::ORDER
    .union(Operations::PAYOUTS)
    .union(Operations::of(&[Operation::Refund, Operation::Reversal]));

/// The facts that features depend on.
const FEATURE_FACTS: &[Fact] = &[
    Fact::Terminal,
    Fact::AccountFunding,
    Fact::Subsequent,
    Fact::MerchantAvsPermission,
    Fact::OrderScenario,
    Fact::OrderCapabilities,
];

const PAIR: Rule = Rule {
    fix: Fix::RemoveFeature,
    needs: FEATURE_FACTS,
    message: "{at}{features.1} cannot be combined with {features.0}",
    params: &["features"],
    check: |c, findings| {
        if is_return(c) {
            with_original(c, findings, incompatible);
            c.facts.order_scenario()?;
            return HOLDS;
        }
        among_active(c, findings, incompatible)
    },
    ..rule!(24, "compat.pair", Deny, Stated, WITH_FEATURES)
};

const DISPUTED: Rule = Rule {
    fix: Fix::RemoveFeature,
    needs: FEATURE_FACTS,
    message: "{at}the gateway's compatibility table contradicts itself on {features.1} with \
              {features.0}",
    params: &["features"],
    check: |c, findings| {
        if is_return(c) {
            with_original(c, findings, compatibility::disputed);
            c.facts.order_capabilities()?;
            return HOLDS;
        }
        among_active(c, findings, compatibility::disputed)
    },
    ..rule!(25, "compat.disputed", Warn, Stated, WITH_FEATURES)
};
