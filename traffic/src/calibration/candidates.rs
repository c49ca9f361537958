//! Constraints that could explain refusals.

use super::evidence::Slot;
use super::policy_rules::Told;
use super::profile::ValueCount;
use super::seen::{is_word, key_of};
use super::walk::Value;
use paylint::{Decimal, Feature, Operation, Operations};
use std::collections::{BTreeMap, BTreeSet};

/// A constraint of a policy rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Constraint {
    Required,
    Forbidden,
    MaxLength(usize),
    NoneOf(Vec<String>),
    Minimum(i128),
    Maximum(i128),
}

impl Constraint {
    /// Its word in a policy, and its value as JSON.
    pub(super) fn json(&self) -> (&'static str, serde_json::Value) {
        let number = |units: &i128| {
            let text =
                Decimal::from_units(*units).map_or(String::new(), |number| number.to_string());
            serde_json::from_str(&text).unwrap_or_default()
        };
        match self {
            Constraint::Required => ("required", true.into()),
            Constraint::Forbidden => ("forbidden", true.into()),
            Constraint::MaxLength(length) => ("max_length", (*length).into()),
            Constraint::NoneOf(codes) => ("none_of", codes.clone().into()),
            Constraint::Minimum(limit) => ("minimum", number(limit)),
            Constraint::Maximum(limit) => ("maximum", number(limit)),
        }
    }

    /// Whether a value violates it; one that is absent doesn't.
    pub(super) fn is_violated_by(&self, value: &Value) -> bool {
        match (self, value) {
            (Constraint::Forbidden, value) => *value != Value::Absent,
            (Constraint::MaxLength(most), Value::Text(length)) => length > most,
            (Constraint::MaxLength(most), Value::Code(code)) => code.len() > *most,
            (Constraint::NoneOf(codes), Value::Code(code)) => {
                codes.iter().any(|known| known == code.as_str())
            }
            (Constraint::Minimum(limit), Value::Number(low, _)) => low < limit,
            (Constraint::Maximum(limit), Value::Number(_, high)) => high > limit,
            _ => false,
        }
    }
}

impl Told<'_> {
    /// Constraints to try, each with the scenario or capability that it is for.
    pub(super) fn candidates(&self) -> Vec<(Constraint, Option<Feature>)> {
        let customers: BTreeSet<u64> =
            self.refused.iter().flat_map(|(_, count)| count.customers.keys().copied()).collect();
        if customers.len() < 5 {
            return Vec::new();
        }
        let mut found = Vec::new();
        let lacking = || self.refused.iter().filter(|(refused, _)| refused.lacks);
        if lacking().next().is_some() {
            found.push((Constraint::Required, None));
            let is_order = Operations::ORDER.union(Operations::PAYOUTS).contains(self.operation);
            let has_scenario = is_order || self.operation == Operation::Refund;
            let slots = &self.analysis.evidence.slots.all;
            let mut features = BTreeSet::new();
            for (refused, _) in lacking() {
                let (.., scenario, capabilities) = slots[refused.slot as usize];
                features.extend(capabilities.iter().filter(|_| is_order));
                features.extend(scenario.filter(|_| has_scenario));
            }
            found.extend(features.into_iter().map(|feature| (Constraint::Required, Some(feature))));
        }
        let mut constraints = Vec::new();
        let values = || self.refused.iter().filter(|(refused, _)| refused.value != Value::Absent);
        let different: BTreeSet<u32> = values().map(|(refused, _)| refused.hash).collect();
        if different.len() >= 5 {
            constraints.push(Constraint::Forbidden);
        }
        let lengths = values().filter_map(|(refused, _)| match &refused.value {
            Value::Text(length) => Some(*length),
            Value::Code(code) => Some(code.len()),
            _ => None,
        });
        let lengths: BTreeSet<usize> =
            lengths.filter(|length| *length > 1 && !is_word(key_of(self.member))).collect();
        constraints.extend(lengths.iter().take(3).map(|length| Constraint::MaxLength(length - 1)));
        for is_maximum in [false, true] {
            // A maximum is a minimum of the negative numbers.
            let number = |value: &Value| match value {
                Value::Number(low, high) => Some(if is_maximum { -high } else { *low }),
                _ => None,
            };
            let refused = self.refused.iter().filter_map(|(refused, _)| number(&refused.value));
            let refused: BTreeSet<i128> = refused.collect();
            if refused.is_empty() || self.is_counter() {
                continue;
            }
            let accepted = self.accepted();
            let accepted: BTreeSet<i128> =
                accepted.filter_map(|(value, ..)| number(&value)).collect();
            let beside_refused =
                refused.last().and_then(|last| Some((*last, *accepted.range(last + 1..).next()?)));
            let beside_accepted = accepted
                .first()
                .and_then(|first| Some((*refused.range(..first).next_back()?, *first)));
            let mut limits: Vec<i128> = [beside_refused, beside_accepted]
                .into_iter()
                .flatten()
                .map(|(refused, accepted)| roundest(refused, accepted))
                .collect();
            limits.dedup();
            constraints.extend(limits.into_iter().map(|limit| match is_maximum {
                false => Constraint::Minimum(limit),
                true => Constraint::Maximum(-limit),
            }));
        }
        found.extend(constraints.into_iter().map(|constraint| (constraint, None)));
        found
    }

    fn accepted(&self) -> impl Iterator<Item = (Value, Slot, &ValueCount)> {
        self.profile.accepted_on(self.days, &self.analysis.evidence.slots)
    }

    /// Whether accepted numbers rise from day to day, as those of orders may: they pass any limit some day.
    fn is_counter(&self) -> bool {
        let mut by_day: BTreeMap<(u32, Option<u32>), BTreeSet<i128>> = BTreeMap::new();
        for (value, (by, day, ..), _) in self.accepted() {
            if let Value::Number(low, _) = value {
                by_day.entry((by, day)).or_default().insert(low);
            }
        }
        let next = by_day.iter().zip(by_day.iter().skip(1));
        let next = next.filter(|(((by, _), _), ((other, _), _))| by == other);
        // By quartiles: a few orders are sent again later.
        let rises = next.clone().filter(|((_, before), (_, after))| {
            before.iter().nth_back(before.len() / 4) < after.iter().nth(after.len() / 4)
        });
        let rises = rises.count();
        rises >= 4 && rises * 10 >= next.count() * 9
    }
}

/// The roundest number over `refused`, up to `accepted`; of equally round ones the lowest. 0 is the roundest.
fn roundest(refused: i128, accepted: i128) -> i128 {
    if refused < 0 && 0 <= accepted {
        return 0;
    }
    let mut step = 10_i128.pow(30);
    loop {
        let above = (refused.div_euclid(step) + 1) * step;
        if above <= accepted || step == 1 {
            return above;
        }
        step /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::roundest;

    #[test]
    fn limits_are_round() {
        for (refused, accepted, limit) in [
            (78_000_000, 320_000_000, 100_000_000),
            (-5, 5, 0),
            (0, 1_000_000, 1_000_000),
            (499, 501, 500),
            (9_990, 10_400, 10_000),
            (12, 13, 13),
            (-400, -300, -300),
        ] {
            assert_eq!(roundest(refused, accepted), limit, "{refused} {accepted}");
        }
    }
}
