//! The fingerprint of the rules: of everything that a verdict or a report can depend on, besides the code.

#![allow(clippy::indexing_slicing, reason = "at compile time")]

use super::SECTIONS;
use crate::base::codes;
use crate::base::fingerprint::{Fingerprint, Hasher};
use crate::check::compatibility::{Row, row_of};
use crate::check::rule::Rule;
use crate::model::facts::Fact;
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use crate::model::schema::{self, Shape};

/// Covers the catalogue, the members of every operation, the compatibility table and the code lists, including
/// operations unknown to this build, so that all builds of one version share it.
///
/// Computed at compile time: a program only holds the eight bytes.
pub(crate) const FINGERPRINT: Fingerprint =
    texts(table(bodies(rules(Hasher::new()))), &codes::LISTS).finish();

// not covered: the compiler runs it
const fn rules(mut hasher: Hasher) -> Hasher {
    let mut section = 0;
    while section < SECTIONS.len() {
        let mut at = 0;
        while at < SECTIONS[section].len() {
            hasher = rule(hasher, &SECTIONS[section][at]);
            at += 1;
        }
        section += 1;
    }
    hasher
}

const fn rule(hasher: Hasher, rule: &Rule) -> Hasher {
    let mut hasher = hasher
        .number(rule.number as u64)
        .number(rule.revision as u64)
        .number(rule.level as u64)
        .number(rule.locked as u64)
        .number(rule.on.bits() as u64)
        .text(rule.name)
        .text(rule.basis.name())
        .maybe_text(rule.source)
        .text(rule.message)
        .number(rule.needs.len() as u64);
    let mut i = 0;
    while i < rule.needs.len() {
        hasher = hasher.text(rule.needs[i].name());
        i += 1;
    }
    texts(hasher, rule.params)
}

/// Hashes the members that each operation knows, and the facts in their order.
// not covered: the compiler runs it
const fn bodies(mut hasher: Hasher) -> Hasher {
    let mut i = 0;
    while i < Operation::ALL.len() {
        hasher = hasher.text(Operation::ALL[i].name());
        hasher = shape(hasher, schema::body_of(Operation::ALL[i]));
        i += 1;
    }
    i = 0;
    while i < Fact::ALL.len() {
        hasher = hasher.text(Fact::ALL[i].name());
        i += 1;
    }
    hasher
}

const fn shape(hasher: Hasher, shape: Option<&Shape>) -> Hasher {
    let Some(Shape { members, .. }) = shape else { return hasher.number(0) };
    let mut hasher = hasher.number(members.len() as u64);
    let mut i = 0;
    while i < members.len() {
        let kind = members[i].kind;
        hasher = hasher.text(members[i].name()).text(kind.expected());
        hasher = self::shape(hasher, kind.inner());
        i += 1;
    }
    hasher
}

/// The features, and what the row of each lists.
// not covered: the compiler runs it
const fn table(mut hasher: Hasher) -> Hasher {
    let mut i = 0;
    while i < Feature::ALL.len() {
        let feature = Feature::ALL[i];
        hasher = hasher.text(feature.name()).text(feature.words());
        hasher = match row_of(feature) {
            Some(Row { lists, .. }) => hasher.number(1 + lists.bits() as u64),
            None => hasher.number(0),
        };
        i += 1;
    }
    hasher
}

const fn texts(hasher: Hasher, texts: &[&str]) -> Hasher {
    let mut hasher = hasher.number(texts.len() as u64);
    let mut i = 0;
    while i < texts.len() {
        hasher = hasher.text(texts[i]);
        i += 1;
    }
    hasher
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::level::Level;
    use crate::check::rules::catalogue;
    use crate::model::operation::Operations;

    #[test]
    fn reported_parts_of_a_rule_change_its_hash() {
        let of = |changed: Rule| rule(Hasher::new(), &changed).finish();
        let known = Rule { source: Some("§1"), ..catalogue()[5] };
        let others = [
            Rule { number: 999, ..known },
            Rule { revision: known.revision + 1, ..known },
            Rule { name: "json.other", ..known },
            Rule { level: Level::Allow, ..known },
            Rule { locked: !known.locked, ..known },
            Rule { on: Operations::of(&[]), ..known },
            Rule { basis: crate::check::rule::Basis::Custom, ..known },
            Rule { source: None, ..known },
            Rule { needs: &[Fact::Now], ..known },
            Rule { message: "another message", ..known },
            Rule { params: &["another"], ..known },
        ];
        for (index, other) in others.into_iter().enumerate() {
            assert_ne!(of(other), of(known), "{index}");
        }
        assert_eq!(of(Rule { docs: crate::check::rule::Docs::NONE, ..known }), of(known));
    }

    #[test]
    fn members_change_the_hash() {
        let all = Operation::ALL.iter().filter_map(|operation| schema::body(*operation));
        let mut hashes: Vec<_> =
            all.map(|body| shape(Hasher::new(), Some(body)).finish()).collect();
        hashes.sort_by_key(|hash| hash.text());
        hashes.dedup();
        // Four payouts share a type.
        assert_eq!(hashes.len(), 9);
    }
}
