//! Findings with their texts.

use crate::status;
use crate::text::paylint_text;
use paylint_core::Finding;

/// The texts of a finding that aren't static: its path, its message and its params.
pub(super) type Texts = [String; 3];

pub(super) fn texts(finding: Finding<'_>) -> Texts {
    [finding.path().to_string(), finding.message().to_string(), finding.params_json().to_string()]
}

/// A finding: a violation of a rule at one place.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_finding {
    /// The rule's number in the catalogue, which is stable; 0 for a policy rule.
    pub rule: i32,
    /// The finding's level in the policy, PAYLINT_LEVEL_….
    pub level: i32,
    /// The rule's basis, PAYLINT_BASIS_….
    pub basis: i32,
    /// Always 0.
    pub reserved: i32,
    /// The rule's name. Owned by the report.
    pub name: paylint_text,
    /// The section of the gateway's documentation, or the standard; no text if there is none. Static.
    pub source: paylint_text,
    /// The place, as a JSON Pointer (RFC 6901). Of a missing member, where it should be. Owned
    /// by the report.
    pub path: paylint_text,
    /// The message: one English sentence that says what is wrong. Owned by the report.
    pub message: paylint_text,
    /// The values that you need to write your own message, as a JSON object. A number in the body
    /// that could be a card number is null here, and … in the message. Owned by the report.
    pub params: paylint_text,
    /// The finding's first byte in the body. The span is the value, the key of an unknown
    /// or repeated member, or the object in which a member is missing.
    pub span_start: usize,
    /// The byte after the finding's last one.
    pub span_end: usize,
}

impl paylint_finding {
    /// A finding that points at its texts.
    pub(super) fn new(finding: Finding<'_>, [path, message, params]: &Texts) -> paylint_finding {
        let (rule, span) = (finding.rule(), finding.span());
        paylint_finding {
            rule: rule.number.into(),
            level: status::level(finding.level()),
            basis: status::basis(rule.basis),
            reserved: 0,
            name: paylint_text::of(rule.name),
            source: paylint_text::or_none(rule.source),
            path: paylint_text::of(path),
            message: paylint_text::of(message),
            params: paylint_text::of(params),
            span_start: span.start,
            span_end: span.end,
        }
    }
}
