//! Reading the input: found while the body is read, or before.

use super::prelude::*;
use crate::decimal::Decimal;

family! {
    0;
    TOO_LARGE,
    MALFORMED,
    BODY_REQUIRED,
    DUPLICATE,
    FIELD_TYPE,
    NUMBER_RANGE,
    FIELD_NULL,
    FIELD_BLANK,
    FIELD_UNKNOWN,
    FIELD_CONTROLS,
}

/// Positions of the rules that are found before the body is read.
pub(crate) const TOO_LARGE_AT: u16 = 0;
pub(crate) const MALFORMED_AT: u16 = 1;
pub(crate) const BODY_REQUIRED_AT: u16 = 2;
/// Positions of the rules that the reader notes.
pub(crate) const DUPLICATE_KEY: u8 = 3;
pub(crate) const TYPE: u8 = 4;
pub(crate) const OUT_OF_RANGE: u8 = 5;
pub(crate) const NULL: u8 = 6;
pub(crate) const BLANK: u8 = 7;
pub(crate) const UNKNOWN: u8 = 8;
pub(crate) const CONTROL_CHARACTERS: u8 = 9;

/// The `params` of a number that cannot be held.
pub(crate) const DIGITS: [Option<Param>; 3] = [
    Some(Param::Integer(Decimal::INTEGER_DIGITS as i64)),
    Some(Param::Integer(Decimal::SCALE as i64)),
    None,
];

pub(crate) const TOO_LARGE: Rule = Rule {
    number: 1,
    name: "json.too_large",
    on: Operations::ALL,
    level: Deny,
    locked: true,
    basis: Integrity,
    source: None,
    needs: &[],
    message: "the body is longer than the {limit} bytes that are accepted",
    params: &["limit", "actual"],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const MALFORMED: Rule = Rule {
    number: 2,
    name: "json.malformed",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: true,
    basis: Integrity,
    source: None,
    needs: &[],
    message: "the body is no JSON text: it goes wrong at line {line}, column {column}",
    params: &["line", "column"],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const BODY_REQUIRED: Rule = Rule {
    number: 3,
    name: "body.required",
    on: Operations::ALL.without(Operation::Reversal).without(Operation::Refund),
    level: Deny,
    locked: true,
    basis: Integrity,
    source: None,
    needs: &[],
    message: "this operation needs a body",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const DUPLICATE: Rule = Rule {
    number: 4,
    name: "json.duplicate_key",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: false,
    basis: Integrity,
    source: None,
    needs: &[],
    message: "the member is given again; only the first one is looked at",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const FIELD_TYPE: Rule = Rule {
    number: 5,
    name: "field.type",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: false,
    basis: Stated,
    source: Some("§2"),
    needs: &[],
    message: "expected {expected}, found {actual}",
    params: &["expected", "actual"],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const NUMBER_RANGE: Rule = Rule {
    number: 6,
    name: "number.out_of_range",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: false,
    basis: Integrity,
    source: None,
    needs: &[],
    message: "the number has more than {integer_digits} digits before or {decimal_places} after the point",
    params: &["integer_digits", "decimal_places"],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const FIELD_NULL: Rule = Rule {
    number: 7,
    name: "field.null",
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "null counts as absent; leave the member out",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const FIELD_BLANK: Rule = Rule {
    number: 8,
    name: "field.blank",
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "a text of nothing but white space counts as absent; leave the member out",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const FIELD_UNKNOWN: Rule = Rule {
    number: 9,
    name: "field.unknown",
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    locked: false,
    basis: Inferred,
    source: None,
    needs: &[],
    message: "the member is not known here",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};

pub(crate) const FIELD_CONTROLS: Rule = Rule {
    number: 10,
    name: "field.control_characters",
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    locked: false,
    basis: Convention,
    source: None,
    needs: &[],
    message: "the text contains control characters",
    params: &[],
    docs: Docs::NONE,
    check: Check::Reader,
};
