//! The compatibility table: which scenarios and capabilities can be combined.

use crate::boundary::{Failure, NotNull, guard};
use crate::names::{Numbered, features, mask};
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::Feature;
use paylint_core::compatibility::{compatibility, compatible_with, row_of};

/// What the compatibility table says about a pair of features, and which row says it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_pair {
    /// The result, PAYLINT_COMPATIBILITY_KIND_….
    pub kind: i32,
    /// Whether the row of the first feature lists the second: 1 or 0; -1 if the first has no row.
    pub row_of_a_lists_b: i32,
    /// Whether the row of the second feature lists the first: 1 or 0; -1 if the second has no row.
    pub row_of_b_lists_a: i32,
    /// Always 0.
    pub reserved: i32,
    /// The title in the gateway's documentation of the row of the first feature; none if it has no
    /// row. Static.
    pub row_of_a: paylint_text,
    /// The title in the gateway's documentation of the row of the second feature; none if it has no
    /// row. Static.
    pub row_of_b: paylint_text,
}

fn title(feature: Feature) -> paylint_text {
    paylint_text::or_none(row_of(feature).map(|row| row.title))
}

/// Looks up a pair of features in the compatibility table.
///
/// @param a     a feature, PAYLINT_FEATURE_….
/// @param b     another feature.
/// @param pair  set to what the table says.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the two can't occur together and so aren't
///         in the table (a feature and itself, two payouts, two ways to charge a saved method),
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_compatibility(
    a: i32,
    b: i32,
    pair: Option<&mut MaybeUninit<paylint_pair>>,
) -> paylint_status {
    guard(|| {
        let pair = pair.not_null("pair")?;
        let (a, b) = (Feature::of_number(a)?, Feature::of_number(b)?);
        let said = compatibility(a, b).ok_or(Failure::none())?;
        pair.write(paylint_pair {
            kind: status::compatibility(said.compatibility),
            row_of_a_lists_b: said.row_of_a_lists_b.map_or(-1, i32::from),
            row_of_b_lists_a: said.row_of_b_lists_a.map_or(-1, i32::from),
            reserved: 0,
            row_of_a: title(a),
            row_of_b: title(b),
        });
        Ok(())
    })
}

/// Returns the features that can be added to some others. Each of them is compatible with all of
/// those, or the table is disputed about the pair; paylint_compatibility() says which.
///
/// @param features    the mask of the features that are already there: the bits
///                    PAYLINT_BIT(PAYLINT_FEATURE_…).
/// @param compatible  set to the mask of the features that can be added.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_compatible_with(
    features: u64,
    compatible: Option<&mut MaybeUninit<u64>>,
) -> paylint_status {
    guard(|| {
        let compatible = compatible.not_null("compatible")?;
        let there = self::features(features)?;
        compatible.write(mask(compatible_with(there).iter()));
        Ok(())
    })
}
