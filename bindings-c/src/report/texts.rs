//! The texts of a report's findings, in one buffer.

use crate::status;
use crate::text::paylint_text;
use core::fmt::{self, Write};
use core::ops::Range;
use paylint_core::{Finding, Report};

/// The texts of a report. They don't move once written.
#[derive(Default)]
pub(super) struct ReportTexts {
    buffer: String,
    findings: Vec<FindingTexts>,
}

/// The parts of a finding that aren't static.
struct FindingTexts {
    level: i32,
    path: Range<usize>,
    message: Range<usize>,
    params: Range<usize>,
    span: Range<usize>,
}

impl ReportTexts {
    /// Replaces the texts with those of a report.
    pub(super) fn write(&mut self, report: &Report) {
        self.buffer.clear();
        self.findings.clear();
        for finding in report.findings() {
            let texts = FindingTexts {
                level: status::level(finding.level()),
                path: self.push(finding.path()),
                message: self.push(finding.message()),
                params: self.push(finding.params_json()),
                span: finding.span(),
            };
            self.findings.push(texts);
        }
    }

    fn push(&mut self, text: impl fmt::Display) -> Range<usize> {
        let start = self.buffer.len();
        // Writing to a string can't fail.
        _ = write!(self.buffer, "{text}");
        start..self.buffer.len()
    }

    fn text(&self, range: &Range<usize>) -> paylint_text {
        paylint_text::of(self.buffer.get(range.clone()).unwrap_or_default())
    }

    /// A finding with its texts; `finding` must be the one at this index.
    pub(super) fn finding(&self, index: usize, finding: Finding<'_>) -> Option<paylint_finding> {
        let texts = self.findings.get(index)?;
        let rule = finding.rule();
        Some(paylint_finding {
            rule: rule.number.into(),
            level: texts.level,
            basis: status::basis(rule.basis),
            reserved: 0,
            name: paylint_text::of(rule.name),
            source: paylint_text::or_none(rule.source),
            path: self.text(&texts.path),
            message: self.text(&texts.message),
            params: self.text(&texts.params),
            span_start: texts.span.start,
            span_end: texts.span.end,
        })
    }
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
