//! The compatibility table: which scenarios and capabilities may be combined.

use crate::boundary::{Failure, Given, guard};
use crate::names::{Numbered, features, mask};
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::Feature;
use paylint_core::compatibility::{compatibility, compatible_with, row_of};

/// What the table says of a pair of features, and which row says it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_pair {
    /// What the rows come to, PAYLINT_COMPATIBILITY_KIND_….
    pub kind: i32,
    /// Whether the row of the first feature lists the second: 1 or 0; -1 if the first has no row.
    pub row_of_a_lists_b: i32,
    /// Whether the row of the second feature lists the first: 1 or 0; -1 if the second has no row.
    pub row_of_b_lists_a: i32,
    /// 0.
    pub reserved: i32,
    /// How the gateway's documentation calls the row of the first feature; none if it has no row.
    /// Static.
    pub row_of_a: paylint_text,
    /// How the gateway's documentation calls the row of the second feature; none if it has no row.
    /// Static.
    pub row_of_b: paylint_text,
}

fn title(feature: Feature) -> paylint_text {
    paylint_text::or_none(row_of(feature).map(|row| row.title))
}

/// What the table says of two features.
///
/// @param a     a feature, PAYLINT_FEATURE_….
/// @param b     another.
/// @param pair  set to what the table says.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if the two cannot meet, and the table does not
///          speak of
///         them (a feature and itself, two payouts, two ways to charge a saved method),
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_compatibility(
    a: i32,
    b: i32,
    pair: Option<&mut MaybeUninit<paylint_pair>>,
) -> paylint_status {
    guard(|| {
        let pair = pair.given("pair")?;
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

/// The features that can still be added to some: no row rules any pair out. A disputed pair does
/// not rule out; ask paylint_compatibility() for the pairs to be told.
///
/// @param features    the mask of the features that are there: the bits
///                    PAYLINT_BIT(PAYLINT_FEATURE_…).
/// @param compatible  set to the mask of those that can be added.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_compatible_with(
    features: u64,
    compatible: Option<&mut MaybeUninit<u64>>,
) -> paylint_status {
    guard(|| {
        let compatible = compatible.given("compatible")?;
        let there = self::features(features)?;
        compatible.write(mask(compatible_with(there).iter()));
        Ok(())
    })
}
