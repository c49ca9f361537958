//! The numbers of operations, features, facts and rules, which are stable and never reused.

use super::is_current;
use crate::names::Numbered;
use crate::status::{paylint_status, paylint_verdict};
use core::fmt::{Debug, Write};
use paylint_core::{Feature, Operation, catalogue, facts::Fact};

/// The items that have a number, followed by those that have none yet.
fn numbered<T: Numbered>(all: &[T]) -> Vec<T> {
    let new = all.iter().copied().filter(|item| !T::LIST.contains(item));
    T::LIST.iter().copied().chain(new).collect()
}

fn shouted(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}

fn enumeration(out: &mut String, name: &str, doc: &str, items: &[(i32, String)]) {
    _ = write!(out, "\n/// {doc}\n#[repr(i32)]\n#[derive(Clone, Copy)]\npub enum {name} {{\n");
    for (number, item) in items {
        let (prefix, constant) = (shouted(name), shouted(item));
        _ = writeln!(out, "    /// {item}\n    {prefix}_{constant} = {number},");
    }
    out.push_str("}\n");
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

fn items<T: Numbered>(all: &[T]) -> Vec<(i32, String)> {
    (1..).zip(numbered(all)).map(|(number, item)| (number, item.name().to_owned())).collect()
}

fn rules() -> Vec<(i32, String)> {
    let rules = catalogue().iter();
    let mut rules: Vec<_> =
        rules.map(|rule| (i32::from(rule.number), rule.name.to_owned())).collect();
    rules.sort();
    rules
}

/// The enumerations and lists of src/numbers.rs.
pub(super) fn the_numbers_are_current() {
    let mut out = String::from(
        "//! The numbers of the C binding, which are stable and never reused.\n//!\n\
         //! Generated: `PAYLINT_BLESS=1 cargo test -p paylint-c` numbers new items.\n\n\
         use paylint_core::{Feature, Operation, facts::Fact};\n",
    );
    let operation = "What a request asks the gateway to do, or the webhook that the gateway sends.";
    let feature = "A scenario or a capability. Its bit in a mask is PAYLINT_BIT(feature).";
    let fact = "A fact that you can pass. Its bit in a mask is PAYLINT_BIT(fact).";
    let rule = "A rule of the catalogue.";
    enumeration(&mut out, "paylint_operation", operation, &items(Operation::ALL));
    enumeration(&mut out, "paylint_feature", feature, &items(Feature::ALL));
    enumeration(&mut out, "paylint_fact", fact, &items(Fact::ALL));
    enumeration(&mut out, "paylint_rule", rule, &rules());
    list(&mut out, "OPERATIONS", "Operation", &numbered(Operation::ALL));
    list(&mut out, "FEATURES", "Feature", &numbered(Feature::ALL));
    list(&mut out, "FACTS", "Fact", &numbered(Fact::ALL));
    is_current("src/numbers.rs", &out);
}

/// The level-78 constants that COBOL programs copy.
pub(super) fn the_copybook_is_current() {
    use paylint_status as status;
    let mut out =
        String::from("      *> Constants of libpaylint. Generated: PAYLINT_BLESS=1 cargo test.\n");
    let named = [
        ("status.ok", status::PAYLINT_STATUS_OK as i32),
        ("status.none", status::PAYLINT_STATUS_NONE as i32),
        ("status.null_pointer", status::PAYLINT_STATUS_NULL_POINTER as i32),
        ("status.invalid_length", status::PAYLINT_STATUS_INVALID_LENGTH as i32),
        ("status.invalid_number", status::PAYLINT_STATUS_INVALID_NUMBER as i32),
        ("status.invalid_text", status::PAYLINT_STATUS_INVALID_TEXT as i32),
        ("status.invalid_policy", status::PAYLINT_STATUS_INVALID_POLICY as i32),
        ("status.invalid_facts", status::PAYLINT_STATUS_INVALID_FACTS as i32),
        ("status.empty_report", status::PAYLINT_STATUS_EMPTY_REPORT as i32),
        ("status.buffer_too_small", status::PAYLINT_STATUS_BUFFER_TOO_SMALL as i32),
        ("status.internal_error", status::PAYLINT_STATUS_INTERNAL_ERROR as i32),
        ("verdict.accept", paylint_verdict::PAYLINT_VERDICT_ACCEPT as i32),
        ("verdict.reject", paylint_verdict::PAYLINT_VERDICT_REJECT as i32),
    ];
    let named = named.into_iter().map(|(name, number)| (number, name.to_owned()));
    let of = |kind: &'static str, items: Vec<(i32, String)>| {
        items.into_iter().map(move |(number, name)| (number, format!("{kind}.{name}")))
    };
    let all = named
        .chain(of("operation", items(Operation::ALL)))
        .chain(of("feature", items(Feature::ALL)))
        .chain(of("fact", items(Fact::ALL)))
        .chain(of("rule", rules()));
    for (number, name) in all {
        let name = shouted(&name).replace('_', "-");
        _ = writeln!(out, "       78 PAYLINT-{name}\n           VALUE {number}.");
    }
    is_current("include/paylint.cpy", &out);
}

#[test]
fn masks_hold_every_number() {
    assert!(numbered(Operation::ALL).len() < 64, "operations are bits of a uint64_t");
    assert!(numbered(Feature::ALL).len() < 64, "features are bits of a uint64_t");
    assert!(numbered(Fact::ALL).len() < 64, "facts are bits of a uint64_t");
    assert!(catalogue().iter().all(|rule| rule.number > 0), "a rule has the number 0");
}
