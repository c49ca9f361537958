//! Operations, features and facts, by number and by name.

use crate::boundary::{Failure, NotNull, Result, guard, guard_with};
use crate::memory::{ErrorOut, TextIn};
use crate::numbers;
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::{Feature, FeatureSet, Operation, facts::Fact};

/// An item that has a number in the C binding: its position in the generated list, counted from 1. Its
/// order in the core may differ.
pub(crate) trait Numbered: Copy + PartialEq + 'static {
    /// All items; the item with number n is at index n - 1.
    const LIST: &'static [Self];
    /// Its kind, as error messages call it.
    const WHAT: &'static str;

    /// Its name in JSON.
    fn name(self) -> &'static str;

    /// The item with this number.
    #[inline]
    fn of_number(number: i32) -> Result<Self> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let found = index.and_then(|index| Self::LIST.get(index)).copied();
        found.ok_or_else(|| Failure::number(Self::WHAT, number))
    }

    /// Its number. 0 if it has none yet; a test makes sure that this doesn't happen.
    fn number(self) -> i32 {
        let index = Self::LIST.iter().position(|known| *known == self);
        index.map_or(0, |index| index as i32 + 1)
    }

    /// Its bit in a mask.
    fn bit(self) -> u64 {
        1 << self.number()
    }
}

impl Numbered for Operation {
    const LIST: &'static [Operation] = numbers::OPERATIONS;
    const WHAT: &'static str = "operation";

    fn name(self) -> &'static str {
        Operation::name(self)
    }
}

impl Numbered for Feature {
    const LIST: &'static [Feature] = numbers::FEATURES;
    const WHAT: &'static str = "feature";

    fn name(self) -> &'static str {
        Feature::name(self)
    }
}

impl Numbered for Fact {
    const LIST: &'static [Fact] = numbers::FACTS;
    const WHAT: &'static str = "fact";

    fn name(self) -> &'static str {
        Fact::name(self)
    }
}

/// The mask of these items.
pub(crate) fn mask<T: Numbered>(items: impl Iterator<Item = T>) -> u64 {
    items.fold(0, |mask, item| mask | item.bit())
}

/// The features of a mask.
pub(crate) fn features(mask: u64) -> Result<FeatureSet> {
    let known = mask_of_all::<Feature>();
    if mask & !known != 0 {
        return Err(Failure::number("feature in mask", format_args!("{mask:#x}")));
    }
    Ok(Feature::LIST.iter().copied().filter(|feature| mask & feature.bit() != 0).collect())
}

fn mask_of_all<T: Numbered>() -> u64 {
    mask(T::LIST.iter().copied())
}

fn name_of<T: Numbered>(
    number: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let name = name.not_null("name")?;
        name.write(paylint_text::of(T::of_number(number)?.name()));
        Ok(())
    })
}

/// Looks up an operation by its name.
///
/// @param number  set to the operation, PAYLINT_OPERATION_….
/// @return PAYLINT_STATUS_NONE if no operation has this name.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_operation_from_name(
    name: TextIn<'_>,
    length: usize,
    number: Option<&mut MaybeUninit<i32>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let number = number.not_null("number")?;
        let name = name.text(length, "name")?;
        number.write(Operation::from_name(name).ok_or(Failure::none())?.number());
        Ok(())
    })
}

/// Returns the name of a feature (a scenario or a capability), such as "two_step" for
/// PAYLINT_FEATURE_TWO_STEP.
///
/// @param name  set to the name. The memory is static.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_feature_name(
    feature: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    name_of::<Feature>(feature, name)
}

/// Returns the name of a fact, such as "merchant.hold_days" for PAYLINT_FACT_MERCHANT_HOLD_DAYS.
///
/// @param name  set to the name. The memory is static.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_fact_name(
    fact: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    name_of::<Fact>(fact, name)
}
