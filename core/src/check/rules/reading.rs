//! Reading the input: rules that are decided while the body is read, or before.

use super::prelude::*;
use crate::base::decimal::Decimal;

const WITH_BODY: Operations = Operations::ALL.without(Operation::Reversal);
const NEEDS_BODY: Operations = WITH_BODY.without(Operation::Refund).without(Operation::Capture);

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
    locked: true,
    message: "the body has {actual} bytes, but at most {maximum} {maximum:is|are} accepted",
    params: &["maximum", "actual"],
    ..rule!(1, "json.too_large", Deny, Integrity, Operations::ALL)
};

const MALFORMED: Rule = Rule {
    locked: true,
    message: "the body isn't valid JSON: expected {expected}, found {found} at line {line}, column \
              {column}",
    params: &["line", "column", "expected", "found"],
    ..rule!(2, "json.malformed", Deny, Integrity, WITH_BODY)
};

const BODY_REQUIRED: Rule = Rule {
    locked: true,
    message: "the request has no body; only a Full Refund or a reversal is sent without one",
    ..rule!(3, "body.required", Deny, Integrity, NEEDS_BODY)
};

const DUPLICATE: Rule = Rule {
    message: "{member} is given more than once; only the first value counts",
    ..rule!(4, "json.duplicate_key", Deny, Integrity, WITH_BODY)
};

const AMBIGUOUS_KEY: Rule = Rule {
    fix: Fix::Merge,
    message: "{member} differs only in the case of its letters from a member that is there, too",
    ..rule!(122, "json.ambiguous_key", Deny, Integrity, WITH_BODY)
};

const NUMBER_AS_STRING: Rule = Rule {
    fix: Fix::UnquoteNumber,
    message: "{member} is a number written as a string; write it without quotes",
    ..rule!(123, "field.number_as_string", Warn, Inferred, WITH_BODY)
};

const FIELD_TYPE: Rule = Rule {
    fix: Fix::RightType,
    message: "{member} has the wrong type: expected {expected}, found {actual}{why|; |}",
    params: &["expected", "actual", "why"],
    ..rule!(5, "field.type", Deny, Stated, WITH_BODY)
};

const NUMBER_RANGE: Rule = Rule {
    message: "{member} has too many digits; at most {integer_digits} before and {decimal_places} after the \
              point are accepted, so round it",
    params: &["integer_digits", "decimal_places"],
    constants: &[
        Param::Integer(Decimal::INTEGER_DIGITS as i64),
        Param::Integer(Decimal::SCALE as i64),
    ],
    ..rule!(6, "number.out_of_range", Deny, Integrity, WITH_BODY)
};

const BINARY_TAIL: Rule = Rule {
    fix: Fix::Round,
    message: "{member} has the digits of a binary floating-point number and is taken for \
              {value}; round it before you write it",
    params: &["value"],
    ..rule!(124, "number.binary_tail", Warn, Inferred, WITH_BODY)
};

const FIELD_NULL: Rule = Rule {
    fix: Fix::Remove(Applicability::Safe),
    message: "{member} is null; leave it out or fill it in",
    ..rule!(7, "field.null", Warn, Inferred, WITH_BODY)
};

const FIELD_BLANK: Rule = Rule {
    fix: Fix::Remove(Applicability::Safe),
    message: "{member} is empty or blank; leave it out or fill it in",
    ..rule!(8, "field.blank", Warn, Inferred, WITH_BODY)
};

const FIELD_MISSPELT: Rule = Rule {
    fix: Fix::Rename,
    message: "{member} isn't a known member here; did you mean `{nearest}`, which is missing?",
    params: &["nearest"],
    ..rule!(125, "field.misspelt", Warn, Inferred, WITH_BODY)
};

const FIELD_MISPLACED: Rule = Rule {
    fix: Fix::Move,
    message: "{member} isn't a known member here; it belongs at {place}, where there is none",
    params: &["place"],
    ..rule!(138, "field.misplaced", Warn, Inferred, WITH_BODY)
};

const FIELD_UNKNOWN: Rule = Rule {
    fix: Fix::Remove(Applicability::Unsafe),
    message: "{member} isn't a known member here; if you send it on purpose, declare it in the \
              policy's `members`",
    ..rule!(9, "field.unknown", Warn, Inferred, WITH_BODY)
};

const FIELD_CONTROLS: Rule = Rule {
    message: "{member} contains a character that nobody sees, or that breaks or turns the line",
    ..rule!(10, "field.control_characters", Warn, Convention, WITH_BODY)
};
