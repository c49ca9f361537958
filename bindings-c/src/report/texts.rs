//! The texts of a report's findings and its total, all in one buffer.

use crate::status;
use crate::text::paylint_text;
use core::fmt::{self, Write};
use core::ops::Range;
use paylint_core::{Finding, Report};

/// The texts of a report. They do not move once they are written.
#[derive(Default)]
pub(super) struct Texts {
    buffer: String,
    findings: Vec<FindingTexts>,
    total: Option<Range<usize>>,
}

/// A finding, less what is static or has no text.
struct FindingTexts {
    level: i32,
    path: Range<usize>,
    message: Range<usize>,
    params: Range<usize>,
    span: Range<usize>,
}

impl Texts {
    /// Writes them anew.
    pub(super) fn write(&mut self, report: &Report) {
        self.buffer.clear();
        self.findings.clear();
        self.total = report.total().map(|total| self.push(total));
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
        // Writing to a string cannot fail.
        _ = write!(self.buffer, "{text}");
        start..self.buffer.len()
    }

    fn text(&self, range: &Range<usize>) -> paylint_text {
        paylint_text::of(self.buffer.get(range.clone()).unwrap_or_default())
    }

    pub(super) fn total(&self) -> Option<paylint_text> {
        self.total.as_ref().map(|range| self.text(range))
    }

    /// A finding with its texts; `finding` is that of the same index.
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

/// A violation of a rule at a place.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_finding {
    /// The rule, PAYLINT_RULE_….
    pub rule: i32,
    /// The level that the policy gives the rule, PAYLINT_LEVEL_….
    pub level: i32,
    /// What the rule rests on, PAYLINT_BASIS_….
    pub basis: i32,
    /// 0.
    pub reserved: i32,
    /// The rule's name. Static.
    pub name: paylint_text,
    /// The section of the gateway's documentation, or the standard; none if there is none. Static.
    pub source: paylint_text,
    /// Where: a JSON Pointer (RFC 6901). A missing member's points where it should be. The
    /// report's.
    pub path: paylint_text,
    /// What is wrong, as one English sentence. The report's.
    pub message: paylint_text,
    /// What a host needs to write its own message, as a JSON object. A number of the body that
    /// could be a card's is null there, and … in the message. The report's.
    pub params: paylint_text,
    /// The first byte of the body to show for it: of the value; of an unknown or repeated member's
    /// key; of the object in which a member is missing.
    pub span_start: usize,
    /// The byte behind the last.
    pub span_end: usize,
}
