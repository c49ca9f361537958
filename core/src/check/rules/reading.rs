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
    FIELD_UNKNOWN,
    FIELD_CONTROLS,
];

const TOO_LARGE: Rule = Rule {
    number: 1,
    name: "json.too_large",
    on: Operations::ALL,
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the body has {actual} bytes, but at most {maximum} {maximum:is|are} accepted",
    params: &["maximum", "actual"],
    docs: Docs::new(
        "the body is no longer than the policy accepts",
        "a limit keeps a runaway or hostile body from tying up the host; the gateway doesn't name \
         one, so the policy sets it, and a longer body isn't checked any further",
        Example::new("order", ORDER).policy(r#"{"max_body_bytes":64}"#),
        Example::new("order", ORDER).policy(r#"{"max_body_bytes":4096}"#),
    ),
    ..Rule::DEFAULT
};

const MALFORMED: Rule = Rule {
    number: 2,
    name: "json.malformed",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the body isn't valid JSON: expected {expected}, found {found} at line {line}, column \
              {column}",
    params: &["line", "column", "expected", "found"],
    docs: Docs::new(
        "the body is one JSON text in UTF-8",
        "bodies are JSON in UTF-8 (§2); every reader repairs broken text in its own way, so \
         nothing is checked that would rest on a guess; a byte order mark, half of a surrogate \
         pair, more than 128 levels, or anything after the end counts as broken too",
        Example::new("refund", r#"{"amount":12.50,}"#),
        Example::new("refund", r#"{"amount":12.50}"#),
    ),
    ..Rule::DEFAULT
};

const BODY_REQUIRED: Rule = Rule {
    number: 3,
    revision: 2,
    name: "body.required",
    on: Operations::ALL
        .without(Operation::Reversal)
        .without(Operation::Refund)
        .without(Operation::Capture),
    level: Deny,
    locked: true,
    basis: Integrity,
    message: "the request has no body; only a Full Refund or a reversal is sent without one",
    docs: Docs::new(
        "an operation that sends data has a body",
        "only a Full Refund and a reversal are sent without a body; anywhere else an empty body is \
         a mistake of whoever built the request, and every required member would be missing at \
         once; of a capture without a body, `capture.total_required` speaks",
        Example::new("client", ""),
        Example::new("client", r#"{"email":"ada@mail.example"}"#),
    ),
    ..Rule::DEFAULT
};

const DUPLICATE: Rule = Rule {
    number: 4,
    name: "json.duplicate_key",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    basis: Integrity,
    message: "{member} is given more than once; only the first value counts",
    docs: Docs::new(
        "no known member is given twice in the same object",
        "JSON readers disagree on which of the two counts, so a check here and the gateway there \
         could look at different amounts; every repetition is reported, and only the first value \
         is checked",
        Example::new("refund", r#"{"amount":5,"amount":500}"#),
        Example::new("refund", r#"{"amount":5}"#),
    ),
    ..Rule::DEFAULT
};

const AMBIGUOUS_KEY: Rule = Rule {
    number: 122,
    name: "json.ambiguous_key",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Deny,
    basis: Integrity,
    message: "{member} differs only in the case of its letters from a member that is there, too",
    docs: Docs::new(
        "no unknown key differs only in case from a known one beside it",
        "some JSON readers take no notice of case: for them the member has two values, and the \
         gateway could act on another amount than the one that was checked",
        Example::new("refund", r#"{"amount":5,"Amount":500}"#),
        Example::new("refund", r#"{"amount":5}"#),
    ),
    ..Rule::DEFAULT
};

const NUMBER_AS_STRING: Rule = Rule {
    number: 123,
    name: "field.number_as_string",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::UnquoteNumber,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} is a number written as a string; write it without quotes",
    docs: Docs::new(
        "a number isn't written as a string",
        "the interface shows numbers; a price sent as \"19.90\" may be refused or misread; the \
         number counts in everything else that is checked, so a policy can lower this rule without \
         losing the others",
        Example::new("tax", r#"{"name":"VAT","percent":"21"}"#),
        Example::new("tax", r#"{"name":"VAT","percent":21}"#),
    ),
    ..Rule::DEFAULT
};

const FIELD_TYPE: Rule = Rule {
    number: 5,
    revision: 2,
    name: "field.type",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::UnquoteFlag,
    level: Deny,
    basis: Stated,
    source: Some("§2"),
    message: "{member} has the wrong type: expected {expected}, found {actual}{why|; |}",
    params: &["expected", "actual", "why"],
    docs: Docs::new(
        "every known member has the JSON type that the interface shows",
        "a value of another type is refused or misread, and it isn't checked any further; a number \
         in quotes has a rule of its own, `field.number_as_string`",
        Example::new("tax", r#"{"name":"VAT","percent":true}"#),
        Example::new("tax", r#"{"name":"VAT","percent":21}"#),
    ),
    ..Rule::DEFAULT
};

const NUMBER_RANGE: Rule = Rule {
    number: 6,
    revision: 2,
    name: "number.out_of_range",
    on: Operations::ALL.without(Operation::Reversal),
    level: Deny,
    basis: Integrity,
    message: "{member} has too many digits; at most {integer_digits} before and \
              {decimal_places} after the point are accepted, so round an amount to the \
              currency's minor units",
    params: &["integer_digits", "decimal_places"],
    constants: &[
        Param::Integer(Decimal::INTEGER_DIGITS as i64),
        Param::Integer(Decimal::SCALE as i64),
    ],
    docs: Docs::new(
        "a number has at most 15 digits before and 8 after the point",
        "amounts are calculated exactly, never in binary floating point; a number with more digits \
         isn't an amount of money, and rounding it could turn an invalid amount into a valid one",
        Example::new("refund", r#"{"amount":12345678901234567}"#),
        Example::new("refund", r#"{"amount":1.25e2}"#),
    ),
    ..Rule::DEFAULT
};

const BINARY_TAIL: Rule = Rule {
    number: 124,
    name: "number.binary_tail",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Round,
    level: Warn,
    basis: Inferred,
    message: "{member} has the digits of a binary floating-point number and is taken for \
              {value}; round it to the currency's minor units before you write it",
    params: &["value"],
    docs: Docs::new(
        "a number is written with its own digits, not those of a binary fraction",
        "a program that counts in binary floating point writes 59.899999999999999 for 59.9, or \
         30.200000000000003 for 11.85 + 18.35; rounded to 15 digits, as a double keeps them, the \
         number that was meant is plain, and it counts",
        Example::new("refund", r#"{"amount":59.899999999999999}"#),
        Example::new("refund", r#"{"amount":59.9}"#),
    ),
    ..Rule::DEFAULT
};

const FIELD_NULL: Rule = Rule {
    number: 7,
    name: "field.null",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    level: Warn,
    basis: Inferred,
    message: "{member} is null; leave it out or fill it in",
    docs: Docs::new(
        "a known member is left out rather than null",
        "the document doesn't say whether null means absent; it counts as absent here, and the \
         warning is there because the gateway may see it differently",
        Example::new("order", order!(r#""language":null"#)),
        Example::new("order", order!(r#""language":"en""#)),
    ),
    ..Rule::DEFAULT
};

const FIELD_BLANK: Rule = Rule {
    number: 8,
    name: "field.blank",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Safe),
    level: Warn,
    basis: Inferred,
    message: "{member} is empty or blank; leave it out or fill it in",
    docs: Docs::new(
        "a string isn't empty or only white space",
        "a blank string tells the gateway nothing, and the document doesn't say what becomes of \
         it; it counts as absent here, so that a space can't stand in for a required member",
        Example::new("order", order!(r#""dynamic_descriptor":" ""#)),
        Example::new("order", order!(r#""dynamic_descriptor":"MUGS.EXAMPLE""#)),
    ),
    ..Rule::DEFAULT
};

const FIELD_MISSPELT: Rule = Rule {
    number: 125,
    name: "field.misspelt",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Rename,
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a known member here; did you mean `{nearest}`, which is missing?",
    params: &["nearest"],
    docs: Docs::new(
        "no unknown key looks like a misspelt member",
        "a misspelt member is ignored without a word, and what it should have switched on stays \
         off: with `skip_captures` the card is charged at once; a key counts as misspelt if it is \
         another usual name of a member that is absent (`cvv` for `csc`, `firstName` for \
         `first_name`), or a letter or two away from one",
        Example::new("order", order!(r#""langauge":"en""#)),
        Example::new("order", order!(r#""language":"en""#)),
    ),
    ..Rule::DEFAULT
};

const FIELD_UNKNOWN: Rule = Rule {
    number: 9,
    revision: 2,
    name: "field.unknown",
    on: Operations::ALL.without(Operation::Reversal),
    fix: Fix::Remove(Applicability::Unsafe),
    level: Warn,
    basis: Inferred,
    message: "{member} isn't a known member here; if you send it on purpose, declare it in the \
              policy's `members`",
    docs: Docs::new(
        "every member is one that the interface lists, or that the policy declares",
        "the full list of optional order parameters is not shown (§2), and every client sends some \
         of those, so this can be no more than a warning; a policy declares those that you know",
        Example::new("order", order!(r#""order_reference":"A-17""#)),
        Example::new("order", order!(r#""order_reference":"A-17""#)).policy(
            r#"{"members":[{"member":"/order_reference","on":["order"],"type":"string"}]}"#,
        ),
    ),
    ..Rule::DEFAULT
};

const FIELD_CONTROLS: Rule = Rule {
    number: 10,
    name: "field.control_characters",
    on: Operations::ALL.without(Operation::Reversal),
    level: Warn,
    basis: Convention,
    message: "{member} contains a control character, such as a line break",
    docs: Docs::new(
        "strings have no control characters",
        "a line break or a null byte in a name or a title breaks statements, logs and fixed-width \
         files further down, and is usually a copying accident",
        Example::new("tax", r#"{"name":"VAT\n","percent":21}"#),
        Example::new("tax", r#"{"name":"VAT","percent":21}"#),
    ),
    ..Rule::DEFAULT
};
