//! The numbers of operations and facts, which are stable and never reused.

use super::is_current;
use crate::names::Numbered;
use core::fmt::{Debug, Write};
use paylint_core::{Operation, facts::Fact};

/// The items that have a number, followed by those that have none yet.
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
            "What a request asks the gateway to do, or the webhook that the gateway sends.",
            Operation::ALL,
            Operation::name,
        ),
        enumeration("paylint_fact", "A fact that you can pass.", Fact::ALL, Fact::name),
    ]
    .join("\n")
}

fn list<T: Debug>(out: &mut String, name: &str, kind: &str, items: &[T]) {
    _ = writeln!(
        out,
        "\n/// The item with number n is at index n - 1.\npub(crate) const {name}: &[{kind}] = &["
    );
    for item in items {
        _ = writeln!(out, "    {kind}::{item:?},");
    }
    out.push_str("];\n");
}

/// The lists of src/numbers.rs.
pub(super) fn the_numbers_are_current() {
    let mut out = String::from(
        "//! The numbers of the C binding, which are stable and never reused.\n//!\n\
         //! Generated: `PAYLINT_BLESS=1 cargo test -p paylint-c` numbers new items.\n\n\
         use paylint_core::{Operation, facts::Fact};\n",
    );
    list(&mut out, "OPERATIONS", "Operation", &numbered(Operation::ALL));
    list(&mut out, "FACTS", "Fact", &numbered(Fact::ALL));
    is_current("src/numbers.rs", &out);
}
