//! The numbers of operations and facts, which are stable and never reused.

use crate::names::Numbered;
use core::fmt::Write;
use paylint_core::{Operation, facts::Fact};

/// All items: those that have a number, then those that have none yet.
fn numbered<T: Numbered>(all: &[T]) -> Vec<T> {
    let new = all.iter().copied().filter(|item| !T::LIST.contains(item));
    T::LIST.iter().copied().chain(new).collect()
}

fn shouted(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}

/// An enumeration of the header.
fn enumeration<T: Numbered>(
    name: &str,
    about: &str,
    all: &[T],
    of: fn(T) -> &'static str,
) -> String {
    let mut out = format!("/// {about}\ntypedef enum {name} {{\n");
    for (number, item) in (1..).zip(numbered(all)) {
        _ = writeln!(out, "    {}_{} = {number},", shouted(name), shouted(of(item)));
    }
    out + &format!("}} {name};\n")
}

/// The enumerations of the header.
pub(super) fn enumerations() -> String {
    [
        enumeration(
            "paylint_operation",
            "A kind of request to the gateway, or the webhook that the gateway sends.",
            Operation::ALL,
            Operation::name,
        ),
        enumeration("paylint_fact", "A fact that you can pass.", Fact::ALL, Fact::name),
    ]
    .join("\n")
}

/// Programs were built with these numbers, so new ones are appended.
#[test]
fn numbers_never_change() {
    fn names<T: Numbered>(first: usize, name: fn(T) -> &'static str) -> String {
        T::LIST[..first].iter().map(|item| name(*item)).collect()
    }
    let names = names(13, Operation::name) + &names(37, Fact::name);
    let sum = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    assert_eq!(names.bytes().fold(0, sum), 16_373_117_545_535_170_616);
}
