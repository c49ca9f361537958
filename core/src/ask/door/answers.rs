//! The door's answers as types, which are written as JSON and described by the answers' schemas.
//!
//! Reports and a few others have their own writers, which are faster and give every binding the same bytes. Their types
//! here only describe the schemas; a test compares these with the answers to all conformance cases. Fields and fixes
//! have their own schemas.

use super::AskStatus;
use crate::base::level::Level;
use crate::check::compatibility::Compatibility;
#[cfg(feature = "schemars")]
use crate::check::report::Verdict;
use crate::check::rule::Basis;
use crate::model::feature::Feature;
use crate::model::operation::Operation;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::value::RawValue;

/// Derives the traits of the answers' types. Those after `read` have a writer elsewhere.
macro_rules! answers {
    ($($(#[$attribute:meta])* struct $name:ident $(<$l:lifetime>)? { $($members:tt)* })*) => {$(
        $(#[$attribute])*
        #[derive(Serialize)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        pub(super) struct $name $(<$l>)? { $($members)* }
    )*};
    (read: $($(#[$attribute:meta])* struct $name:ident { $($members:tt)* })*) => {$(
        $(#[$attribute])*
        #[cfg(feature = "schemars")]
        #[derive(Serialize, schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        pub(super) struct $name { $($members)* }
    )*};
}

answers! {
    /// Why there is no answer.
    struct Failed<'a> {
        /// The message: what is wrong, and where. It shows no value of the question.
        pub(super) error: &'a str,
        /// The part of the question that can't be used.
        pub(super) status: AskStatus,
        /// Where it is; empty if that isn't known.
        pub(super) member: &'a str,
    }

    /// A body, in one of two forms. An empty `raw` means no body.
    struct Body {
        /// The body as a text.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) raw: Option<String>,
        /// The body in base64, if it isn't UTF-8.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) raw_base64: Option<String>,
    }

    /// A rule, as the catalogue has it.
    struct Rule<'a> {
        /// The name: `family.name`.
        pub(super) name: &'a str,
        /// The part of the name before the point.
        pub(super) family: &'a str,
        /// The number in the C binding; 0 for a policy rule.
        pub(super) number: u16,
        /// The version of paylint that introduced it.
        pub(super) since: Option<&'a str>,
        /// Its old names.
        pub(super) renamed_from: Vec<&'a str>,
        /// Advice on what to do instead, if it is deprecated.
        pub(super) deprecated: Option<&'a str>,
        /// The operations that it belongs to.
        pub(super) operations: Vec<Operation>,
        /// The level that the policy gives it.
        pub(super) level: Level,
        /// The levels that the policy gives it at single members, by path.
        #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
        pub(super) at: BTreeMap<&'a str, Level>,
        /// Whether shoppers can violate it with what they type.
        pub(super) shopper: bool,
        /// Whether policies can't change the level.
        pub(super) locked: bool,
        /// Its basis: stated, inferred, convention, integrity or custom.
        pub(super) basis: Basis,
        /// The section of the source, or the standard.
        pub(super) source: Option<&'a str>,
        /// The facts that decide it.
        pub(super) needs: Vec<&'a str>,
        /// The rule in one line: what holds unless it is violated.
        pub(super) summary: Cow<'a, str>,
        /// Why it exists.
        pub(super) why: &'a str,
        /// A policy rule's note for people.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub(super) about: Option<&'a str>,
        /// The message of a finding, with placeholders in braces.
        pub(super) message: &'a str,
        /// The messages of a policy rule in other languages, by language.
        #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
        pub(super) messages: BTreeMap<&'a str, &'a str>,
        /// The members of a finding's params.
        pub(super) params: &'static [&'static str],
        /// A case in which it is violated.
        pub(super) violated_by: Option<Case<'a>>,
        /// A case in which it is checked and holds.
        pub(super) held_by: Option<Case<'a>>,
    }

    /// An example, as a case.
    struct Case<'a> {
        /// The operation's name.
        pub(super) operation: &'a str,
        /// The body.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) body: Option<Box<RawValue>>,
        /// The body as a text, if it isn't JSON.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) raw: Option<&'a str>,
        /// The facts.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) facts: Option<Box<RawValue>>,
        /// The policy.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) policy: Option<Box<RawValue>>,
    }

    /// Compatibility of features.
    struct Matrix {
        /// The features that the question named, or all.
        pub(super) features: Vec<Feature>,
        /// All pairs of these features.
        pub(super) pairs: Vec<Pair>,
        /// Features that can still be added to those that the question named.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) can_be_added: Option<Vec<Feature>>,
        /// Features that can be added, though rows disagree on them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(super) disputed_if_added: Option<Vec<Feature>>,
    }

    /// A pair of features.
    struct Pair {
        /// The first feature.
        pub(super) a: Feature,
        /// The second feature.
        pub(super) b: Feature,
        /// compatible, incompatible, disputed, or null where the pair can't arise.
        pub(super) compatibility: Option<Compatibility>,
        /// Whether the row of `a` lists `b`; null if it has no row.
        pub(super) row_of_a_lists_b: Option<bool>,
        /// Whether the row of `b` lists `a`; null if it has no row.
        pub(super) row_of_b_lists_a: Option<bool>,
    }

    /// Fingerprints to keep with reports.
    struct Fingerprints<'a> {
        /// The fingerprint of the rules, 16 hexadecimal digits: the same for every engine of a version.
        pub(super) rules: String,
        /// The fingerprint of the policy: policies with the same verdicts and messages share it.
        pub(super) policy: String,
        /// The policy's label.
        pub(super) label: Option<&'a str>,
    }

    /// The operation that a method and a path lead to.
    struct Route {
        /// The operation's name; also if method and path have a mistake but clearly mean it.
        pub(super) operation: Option<Operation>,
        /// Problem of the method or path; null where they lead to an operation.
        pub(super) problem: Option<String>,
    }

    /// A card network.
    struct Brand {
        /// Its name: visa, mastercard …
        pub(super) brand: &'static str,
        /// Lengths that its card numbers can have, in digits.
        pub(super) lengths: &'static [u8],
        /// Length of the security code, in digits.
        pub(super) code_length: u8,
    }

    /// Names.
    struct Names {
        /// The names of operations.
        pub(super) operations: &'static [Operation],
        /// The names of scenarios and capabilities.
        pub(super) features: &'static [Feature],
        /// The names of facts.
        pub(super) facts: Vec<&'static str>,
        /// The names of questions.
        pub(super) questions: Vec<&'static str>,
    }
}

/// Any JSON object.
#[cfg(feature = "schemars")]
pub(super) type JsonObject = serde_json::Map<String, serde_json::Value>;

answers! { read:
    /// The result of a check.
    struct Report {
        /// accept or reject.
        verdict: Verdict,
        /// The HTTP status that the gateway would answer with: 200, 400 or 403.
        status: u16,
        /// The operation's name.
        operation: Operation,
        /// The scenario, if the operation has one.
        scenario: Option<Feature>,
        /// The active capabilities.
        capabilities: Vec<Feature>,
        /// The sum of an order's products, an exact decimal; null if it can't be computed.
        total: Option<String>,
        /// Findings, in the order of the catalogue.
        findings: Vec<Finding>,
        /// Whether findings were left out because a level had more than the policy keeps.
        truncated: bool,
        /// The rules that can't be decided because facts are missing.
        unchecked: Vec<Unchecked>,
        /// Obligations: what has to be done besides sending the request.
        obligations: Vec<Obligation>,
        /// The last instant at which the verdict holds if only the time changes (RFC 3339).
        valid_until: Option<String>,
    }

    /// A violation of a rule at one place.
    struct Finding {
        /// The rule's name.
        rule: String,
        /// warn or deny.
        level: Level,
        /// The rule's basis: stated, inferred, convention, integrity or custom.
        basis: Basis,
        /// The section of the source, or the standard.
        source: Option<String>,
        /// The place, as a JSON Pointer; of a missing member where it should be.
        path: String,
        /// The message: one English sentence that says what is wrong.
        message: String,
        /// The values behind the message, an object. Decimals are strings; a number that could be a card number is null.
        params: Box<RawValue>,
    }

    /// A rule that can't be decided.
    struct Unchecked {
        /// The rule's name.
        rule: String,
        /// warn or deny.
        level: Level,
        /// The facts that are missing.
        needs: Vec<String>,
    }

    /// Obligations: what has to be done besides sending the request.
    struct Obligation {
        /// three_ds or capture.
        kind: String,
        /// The deadline (RFC 3339), if there is one and it is known.
        by: Option<String>,
        /// The missing facts that it depends on.
        needs: Vec<String>,
    }

    /// Problem details (RFC 9457).
    struct Problem {
        /// `rules/` and the name of the first rule that rejects.
        r#type: String,
        /// That name in words.
        title: String,
        /// 400 or 403.
        status: u16,
        /// The message: one English sentence that says what is wrong.
        detail: String,
        /// Every finding; if there is none at level deny, the unchecked rules that reject.
        errors: Vec<ProblemError>,
    }

    /// A finding, or an unchecked rule that rejects.
    struct ProblemError {
        /// `#` and a JSON Pointer.
        pointer: String,
        /// The rule's name.
        rule: String,
        /// warn or deny.
        level: Level,
        /// The message: one English sentence that says what is wrong.
        detail: String,
        /// The facts that are missing, of an unchecked rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        needs: Option<Vec<String>>,
    }

    /// A member of a body.
    struct Member {
        /// The operation's name.
        operation: Operation,
        /// Its path; `*` stands for every element of an array.
        path: String,
        /// The expected JSON type.
        r#type: String,
        /// An ordinary valid value.
        example: Box<RawValue>,
        /// Description in a few words.
        about: String,
    }
}
