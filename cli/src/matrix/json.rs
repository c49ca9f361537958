//! The table for programs.

use paylint::compatibility::{Pair, compatibility};

use super::Additions;
use paylint::{Feature, FeatureSet};
use serde::Serialize;

#[derive(Serialize)]
struct Table {
    features: Vec<&'static str>,
    pairs: Vec<Entry>,
    /// What can still be added to the features that were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    can_be_added: Option<Vec<&'static str>>,
    /// What can be added, though rows disagree on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    disputed_if_added: Option<Vec<&'static str>>,
}

#[derive(Serialize)]
struct Entry {
    a: &'static str,
    b: &'static str,
    /// `None` where the pair cannot arise.
    compatibility: Option<&'static str>,
    row_of_a_lists_b: Option<bool>,
    row_of_b_lists_a: Option<bool>,
}

/// Every pair of the features named, or of all.
pub(super) fn pairs(named: FeatureSet) -> String {
    let features = if named.is_empty() { FeatureSet::ALL } else { named };
    let mut pairs = Vec::new();
    for (index, a) in features.iter().enumerate() {
        pairs.extend(features.iter().skip(index + 1).map(|b| entry(a, b)));
    }
    let names = |features: FeatureSet| features.iter().map(Feature::name).collect();
    let additions = (!named.is_empty()).then(|| Additions::to(named));
    let table = Table {
        features: names(features),
        pairs,
        can_be_added: additions.as_ref().map(|additions| names(additions.allowed)),
        disputed_if_added: additions.as_ref().map(|additions| names(additions.disputed)),
    };
    let mut text = serde_json::to_string_pretty(&table).unwrap_or_default();
    text.push('\n');
    text
}

fn entry(a: Feature, b: Feature) -> Entry {
    let pair = compatibility(a, b);
    let said = |of: fn(&Pair) -> Option<bool>| pair.as_ref().and_then(of);
    Entry {
        a: a.name(),
        b: b.name(),
        compatibility: pair.map(|pair| pair.compatibility.name()),
        row_of_a_lists_b: said(|pair| pair.row_of_a_lists_b),
        row_of_b_lists_a: said(|pair| pair.row_of_b_lists_a),
    }
}
