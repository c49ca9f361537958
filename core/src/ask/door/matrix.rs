//! Compatibility of features.

use super::answers::{Matrix, Pair};
use crate::check::compatibility::{self, Additions, compatibility};
use crate::model::feature::{Feature, FeatureSet};
use alloc::vec::Vec;

/// Every pair of the features named, or of all.
pub(super) fn of(named: FeatureSet) -> Matrix {
    let features = if named.is_empty() { FeatureSet::ALL } else { named };
    let mut pairs = Vec::new();
    for (index, a) in features.iter().enumerate() {
        pairs.extend(features.iter().skip(index + 1).map(|b| pair(a, b)));
    }
    let (can_be_added, disputed_if_added) = match named.is_empty() {
        true => (None, None),
        false => {
            let Additions { allowed, disputed, .. } = Additions::to(named);
            (Some(names(allowed)), Some(names(disputed)))
        }
    };
    Matrix { features: names(features), pairs, can_be_added, disputed_if_added }
}

fn names(features: FeatureSet) -> Vec<&'static str> {
    features.iter().map(Feature::name).collect()
}

fn pair(a: Feature, b: Feature) -> Pair {
    let pair = compatibility(a, b);
    let said = |of: fn(&compatibility::Pair) -> Option<bool>| pair.as_ref().and_then(of);
    Pair {
        a: a.name(),
        b: b.name(),
        compatibility: pair.map(|pair| pair.compatibility.name()),
        row_of_a_lists_b: said(|pair| pair.row_of_a_lists_b),
        row_of_b_lists_a: said(|pair| pair.row_of_b_lists_a),
    }
}
