//! Operations and facts, by number and by name.

use crate::boundary::{Failure, NotNull, Result, guard_with};
use crate::memory::{ErrorOut, TextIn};
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{Operation, facts::Fact};

/// An item that has a number in the C binding: its position in the header, counted from 1, which may differ from that
/// in the core.
pub(crate) trait Numbered: Copy + PartialEq + 'static {
    /// All items; the item with number n is at index n - 1.
    const LIST: &'static [Self];
    /// The name of its kind in error messages.
    const WHAT: &'static str;

    /// The item with this number.
    #[inline]
    fn of_number(number: i32) -> Result<Self> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let found = index.and_then(|index| Self::LIST.get(index)).copied();
        found.ok_or_else(|| Failure::number(Self::WHAT, number))
    }

    /// Its number. 0 if it has none yet, which a test prevents.
    fn number(self) -> i32 {
        let index = Self::LIST.iter().position(|known| *known == self);
        index.map_or(0, |index| index as i32 + 1)
    }
}

impl Numbered for Operation {
    const LIST: &'static [Operation] = include!(concat!(env!("OUT_DIR"), "/Operation"));
    const WHAT: &'static str = "operation";
}

impl Numbered for Fact {
    const LIST: &'static [Fact] = include!(concat!(env!("OUT_DIR"), "/Fact"));
    const WHAT: &'static str = "fact";
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
