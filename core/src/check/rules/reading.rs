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
    on: Operations::ALL,
    locked: true,
    message: "the body has {actual} bytes, but at most {maximum} {maximum:is|are} accepted",
    params: &["maximum", "actual"],
    ..rule!(1, "json.too_large", Deny, Integrity)
};

const MALFORMED: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    locked: true,
    message: "the body isn't valid JSON: expected {expected}, found {found} at line {line}, column \
              {column}",
    params: &["line", "column", "expected", "found"],
    ..rule!(2, "json.malformed", Deny, Integrity)
};

const BODY_REQUIRED: Rule = Rule {
    revision: 2,
    on: Operations::ALL
        .without(Operation::Reversal)
        .without(Operation::Refund)
        .without(Operation::Capture),
    locked: true,
    message: "the request has no body; only a Full Refund or a reversal is sent without one",
    ..rule!(3, "body.required", Deny, Integrity)
};

const DUPLICATE: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    message: "{member} is given more than once; only the first value counts",
    ..rule!(4, "json.duplicate_key", Deny, Integrity)
};

const AMBIGUOUS_KEY: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} differs only in the case of its letters from a member that is there, too",
    ..rule!(122, "json.ambiguous_key", Deny, Integrity)
};

const NUMBER_AS_STRING: Rule = Rule {
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::UnquoteNumber,
    message: "{member} is a number written as a string; write it without quotes",
    ..rule!(123, "field.number_as_string", Warn, Inferred)
};

const FIELD_TYPE: Rule = Rule {
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::RightType,
    message: "{member} has the wrong type: expected {expected}, found {actual}{why|; |}",
    params: &["expected", "actual", "why"],
    ..rule!(5, "field.type", Deny, Stated)
};

const NUMBER_RANGE: Rule = Rule {
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    message: "{member} has too many digits; at most {integer_digits} before and {decimal_places} after the \
              point are accepted, so round it",
    params: &["integer_digits", "decimal_places"],
    constants: &[
        Param::Integer(Decimal::INTEGER_DIGITS as i64),
        Param::Integer(Decimal::SCALE as i64),
    ],
    ..rule!(6, "number.out_of_range", Deny, Integrity)
};

const BINARY_TAIL: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Round,
    message: "{member} has the digits of a binary floating-point number and is taken for \
              {value}; round it before you write it",
    params: &["value"],
    ..rule!(124, "number.binary_tail", Warn, Inferred)
};

const FIELD_NULL: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    message: "{member} is null; leave it out or fill it in",
    ..rule!(7, "field.null", Warn, Inferred)
};

const FIELD_BLANK: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    message: "{member} is empty or blank; leave it out or fill it in",
    ..rule!(8, "field.blank", Warn, Inferred)
};

const FIELD_MISSPELT: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Rename,
    message: "{member} isn't a known member here; did you mean `{nearest}`, which is missing?",
    params: &["nearest"],
    ..rule!(125, "field.misspelt", Warn, Inferred)
};

const FIELD_MISPLACED: Rule = Rule {
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Move,
    message: "{member} isn't a known member here; it belongs at {place}, where there is none",
    params: &["place"],
    ..rule!(138, "field.misplaced", Warn, Inferred)
};

const FIELD_UNKNOWN: Rule = Rule {
    revision: 3,
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} isn't a known member here; if you send it on purpose, declare it in the \
              policy's `members`",
    ..rule!(9, "field.unknown", Warn, Inferred)
};

const FIELD_CONTROLS: Rule = Rule {
    revision: 2,
    on: Operations::ALL.without(Operation::Reversal),
    message: "{member} contains a character that nobody sees, or that breaks or turns the line",
    ..rule!(10, "field.control_characters", Warn, Convention)
};
