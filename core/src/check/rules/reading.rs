//! Reading the input: rules that are decided while the body is read, or before.

use super::prelude::*;
use crate::base::decimal::Decimal;

/// The rules of this section, in order.
pub(super) const RULES: &[Rule] = &[
    TOO_LARGE,
    MALFORMED,
    BODY_REQUIRED,
    DUPLICATE,
    AMBIGUOUS_KEY,
    NUMBER_AS_STRING,
    FIELD_TYPE,
    NUMBER_RANGE,
    BINARY_TAIL,
    FIELD_NULL,
    FIELD_BLANK,
    FIELD_MISSPELT,
    FIELD_MISPLACED,
    FIELD_UNKNOWN,
    FIELD_CONTROLS,
];

const TOO_LARGE: Rule = Rule {
    number: 1,
    on: Operations::ALL,
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the body has {actual} bytes, but at most {maximum} {maximum:is|are} accepted",
    params: &["maximum", "actual"],
    ..page!("json.too_large")
};

const MALFORMED: Rule = Rule {
    number: 2,
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the body isn't valid JSON: expected {expected}, found {found} at line {line}, column \
              {column}",
    params: &["line", "column", "expected", "found"],
    ..page!("json.malformed")
};

const BODY_REQUIRED: Rule = Rule {
    number: 3,
    revision: 2,
    on: Operations::ALL
        .without(Operation::Reversal)
        .without(Operation::Refund)
        .without(Operation::Capture),
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the request has no body; only a Full Refund or a reversal is sent without one",
    ..page!("body.required")
};

const DUPLICATE: Rule = Rule {
    number: 4,
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    basis: Integrity,
    message: "{member} is given more than once; only the first value counts",
    ..page!("json.duplicate_key")
};

const AMBIGUOUS_KEY: Rule = Rule {
    number: 122,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Integrity,
    message: "{member} differs only in the case of its letters from a member that is there, too",
    ..page!("json.ambiguous_key")
};

const NUMBER_AS_STRING: Rule = Rule {
    number: 123,
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::UnquoteNumber,
    level: Warn,
    basis: Inferred,
    message: "{member} is a number written as a string; write it without quotes",
    ..page!("field.number_as_string")
};

const FIELD_TYPE: Rule = Rule {
    number: 5,
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::RightType,
    level: Deny,
    basis: Stated,
    message: "{member} has the wrong type: expected {expected}, found {actual}{why|; |}",
    params: &["expected", "actual", "why"],
    ..page!("field.type")
};

const NUMBER_RANGE: Rule = Rule {
    number: 6,
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    basis: Integrity,
    message: "{member} has too many digits; at most {integer_digits} before and {decimal_places} after the \
              point are accepted, so round it",
    params: &["integer_digits", "decimal_places"],
    constants: &[
        Param::Integer(Decimal::INTEGER_DIGITS as i64),
        Param::Integer(Decimal::SCALE as i64),
    ],
    ..page!("number.out_of_range")
};

const BINARY_TAIL: Rule = Rule {
    number: 124,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Round,
    level: Warn,
    basis: Inferred,
    message: "{member} has the digits of a binary floating-point number and is taken for \
              {value}; round it before you write it",
    params: &["value"],
    ..page!("number.binary_tail")
};

const FIELD_NULL: Rule = Rule {
    number: 7,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    level: Warn,
    basis: Inferred,
    message: "{member} is null; leave it out or fill it in",
    ..page!("field.null")
};

const FIELD_BLANK: Rule = Rule {
    number: 8,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    level: Warn,
    basis: Inferred,
    message: "{member} is empty or blank; leave it out or fill it in",
    ..page!("field.blank")
};

const FIELD_MISSPELT: Rule = Rule {
    number: 125,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Rename,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a known member here; did you mean `{nearest}`, which is missing?",
    params: &["nearest"],
    ..page!("field.misspelt")
};

const FIELD_MISPLACED: Rule = Rule {
    number: 138,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Move,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a known member here; it belongs at {place}, where there is none",
    params: &["place"],
    ..page!("field.misplaced")
};

const FIELD_UNKNOWN: Rule = Rule {
    number: 9,
    revision: 3,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a known member here; if you send it on purpose, declare it in the \
              policy's `members`",
    ..page!("field.unknown")
};

const FIELD_CONTROLS: Rule = Rule {
    number: 10,
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    basis: Convention,
    message: "{member} contains a character that nobody sees, or that breaks or turns the line",
    ..page!("field.control_characters")
};
