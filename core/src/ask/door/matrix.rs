//! Compatibility of features.

use super::answers::{Matrix, Pair};
use crate::check::compatibility::{self, Additions, compatibility};
use crate::model::feature::{Feature, FeatureSet};

/// Every pair of the features named, or of all.
pub(super) fn of(named: FeatureSet) -> Matrix {
    let features = if named.is_empty() { FeatureSet::ALL } else { named };
    let after = |a| features.after(a).iter().map(move |b| pair(a, b));
    let additions = (!named.is_empty()).then(|| Additions::to(named));
    Matrix {
        features: features.iter().collect(),
        pairs: features.iter().flat_map(after).collect(),
        can_be_added: additions.map(|added| added.allowed.iter().collect()),
        disputed_if_added: additions.map(|added| added.disputed.iter().collect()),
    }
}

fn pair(a: Feature, b: Feature) -> Pair {
    let pair = compatibility(a, b);
    let said = |of: fn(&compatibility::Pair) -> Option<bool>| pair.as_ref().and_then(of);
    Pair {
        a,
        b,
        compatibility: pair.map(|pair| pair.compatibility),
        row_of_a_lists_b: said(|pair| pair.row_of_a_lists_b),
        row_of_b_lists_a: said(|pair| pair.row_of_b_lists_a),
    }
}
