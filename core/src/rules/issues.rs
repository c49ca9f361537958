//! Turns what the reader meets into findings of the section *Reading the input*.

use super::position_of;
use crate::findings::{Findings, Param};
use crate::operation::Operation;
use crate::read::{Issue, IssueKind};
use crate::schema;
use core::ops::ControlFlow;

/// Reports an issue as a finding of the rule that it violates. Breaks if the reader can stop.
#[cold]
#[inline(never)]
pub(crate) fn report(
    issue: &Issue,
    operation: Operation,
    findings: &mut Findings<'_>,
) -> ControlFlow<()> {
    let of_type;
    let (rule, params): (u16, &[Param]) = match issue.kind {
        IssueKind::DuplicateKey => (const { position_of("json.duplicate_key") }, &[]),
        IssueKind::WrongType(actual) => {
            let expected = issue.path.expected(schema::body(operation));
            of_type = [Param::Word(expected), Param::Type(actual)];
            (const { position_of("field.type") }, &of_type)
        }
        IssueKind::OutOfRange => (const { position_of("number.out_of_range") }, &[]),
        IssueKind::Null => (const { position_of("field.null") }, &[]),
        IssueKind::Blank => (const { position_of("field.blank") }, &[]),
        IssueKind::UnknownMember => (const { position_of("field.unknown") }, &[]),
        IssueKind::ControlCharacters => (const { position_of("field.control_characters") }, &[]),
    };
    findings.while_reading(rule, issue.path, (issue.start, issue.end), params)
}
