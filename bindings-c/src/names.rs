//! Operations, features and facts, by number and by name.

use crate::boundary::{Failure, Given, Result, guard};
use crate::memory::TextIn;
use crate::numbers;
use crate::status::paylint_status;
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::{Feature, FeatureSet, Operation, facts::Fact};

/// What has a number in the C face: its place in the generated list, counted from 1, whatever its
/// order is elsewhere.
pub(crate) trait Numbered: Copy + PartialEq + 'static {
    /// By number less one.
    const LIST: &'static [Self];
    /// What it is called in a sentence.
    const WHAT: &'static str;

    /// Its name in JSON.
    fn name(self) -> &'static str;

    /// What has that number.
    #[inline]
    fn of_number(number: i32) -> Result<Self> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let found = index.and_then(|index| Self::LIST.get(index)).copied();
        found.ok_or_else(|| Failure::number(Self::WHAT, number))
    }

    /// Its number; 0 for what has none yet, which a test rules out.
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

/// The mask of these.
pub(crate) fn mask<T: Numbered>(items: impl Iterator<Item = T>) -> u64 {
    items.fold(0, |mask, item| mask | item.bit())
}

/// The features of a mask.
pub(crate) fn features(mask: u64) -> Result<FeatureSet> {
    let known = mask_of_all::<Feature>();
    if mask & !known != 0 {
        return Err(Failure::number("mask of features", format_args!("{mask:#x}")));
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
        let name = name.given("name")?;
        name.write(paylint_text::of(T::of_number(number)?.name()));
        Ok(())
    })
}

fn of_name<T: Numbered>(
    name: TextIn<'_>,
    length: usize,
    number: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    guard(|| {
        let number = number.given("number")?;
        let name = name.text(length, "name")?;
        let found = T::LIST.iter().find(|known| known.name() == name);
        number.write(found.ok_or(Failure::none())?.number());
        Ok(())
    })
}

/// The name of an operation: PAYLINT_OPERATION_ORDER is "order".
///
/// @param operation  an operation, PAYLINT_OPERATION_….
/// @param name       set to the name. The memory is static.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_operation_name(
    operation: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    name_of::<Operation>(operation, name)
}

/// The operation of a name.
///
/// @param name    the name. Borrowed for the call.
/// @param length  the name's bytes.
/// @param number  set to the operation, PAYLINT_OPERATION_….
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if no operation is called so,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_operation_from_name(
    name: TextIn<'_>,
    length: usize,
    number: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    of_name::<Operation>(name, length, number)
}

/// The operation that an HTTP method and a path lead to, with or without the prefix of an API
/// version; a query is put aside. The card post and the card webhook have no path of their own.
///
/// @param method         the method, "POST". Borrowed for the call.
/// @param method_length  the method's bytes.
/// @param path           the path, "/orders/". Borrowed for the call.
/// @param path_length    the path's bytes.
/// @param operation      set to the operation, PAYLINT_OPERATION_….
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if they lead to no operation,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_operation_route(
    method: TextIn<'_>,
    method_length: usize,
    path: TextIn<'_>,
    path_length: usize,
    operation: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    guard(|| {
        let operation = operation.given("operation")?;
        let method = method.text(method_length, "method")?;
        let path = path.text(path_length, "path")?;
        operation.write(Operation::route(method, path).ok_or(Failure::none())?.number());
        Ok(())
    })
}

/// The name of a feature, that is, of a scenario or a capability: PAYLINT_FEATURE_TWO_STEP is
/// "two_step".
///
/// @param feature  a feature, PAYLINT_FEATURE_….
/// @param name     set to the name. The memory is static.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_feature_name(
    feature: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    name_of::<Feature>(feature, name)
}

/// The feature of a name.
///
/// @param name    the name. Borrowed for the call.
/// @param length  the name's bytes.
/// @param number  set to the feature, PAYLINT_FEATURE_….
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if no feature is called so,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_feature_from_name(
    name: TextIn<'_>,
    length: usize,
    number: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    of_name::<Feature>(name, length, number)
}

/// The name of a fact: PAYLINT_FACT_MERCHANT_HOLD_DAYS is "merchant.hold_days".
///
/// @param fact  a fact, PAYLINT_FACT_….
/// @param name  set to the name. The memory is static.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_NUMBER.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_fact_name(
    fact: i32,
    name: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    name_of::<Fact>(fact, name)
}

/// The fact of a name.
///
/// @param name    the name, dotted. Borrowed for the call.
/// @param length  the name's bytes.
/// @param number  set to the fact, PAYLINT_FACT_….
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NONE if no fact is called so,
///         PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH, PAYLINT_STATUS_INVALID_TEXT.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_fact_from_name(
    name: TextIn<'_>,
    length: usize,
    number: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    of_name::<Fact>(name, length, number)
}
