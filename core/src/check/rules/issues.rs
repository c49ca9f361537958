//! Turns the reader's issues into findings of the section *Reading the input*.

use super::position_of;
use crate::check::findings::{Findings, Param};
use crate::check::read::{Issue, IssueKind};
use crate::model::document::MemberRef;
use crate::model::operation::Operation;
use crate::model::schema;
use core::ops::ControlFlow;

/// Reports an issue as a finding of the rule that it violates. Breaks if the reader can stop.
#[cold]
#[inline(never)]
pub(crate) fn report(
    issue: &Issue<'_>,
    operation: Operation,
    findings: &mut Findings<'_>,
) -> ControlFlow<()> {
    let body = schema::body(operation);
    let (of_one, of_type);
    let (rule, params): (u16, &[Param]) = match issue.kind {
        IssueKind::DuplicateKey => (const { position_of("json.duplicate_key") }, &[]),
        IssueKind::AmbiguousKey => (const { position_of("json.ambiguous_key") }, &[]),
        IssueKind::NumberAsString => (const { position_of("field.number_as_string") }, &[]),
        IssueKind::WrongType(actual, why) => {
            let expected = match issue.declared {
                Some((_, declared)) => declared.kind.expected(),
                None => issue.path.expected(body),
            };
            let why = why.map_or(Param::Nothing, Param::Word);
            of_type = [Param::Word(expected), Param::Type(actual), why];
            (const { position_of("field.type") }, &of_type)
        }
        IssueKind::BinaryTail(number) => {
            // The values of declared members are never shown.
            let hidden = issue.declared.is_some();
            of_one = [if hidden { Param::Hidden } else { Param::Decimal(number) }];
            (const { position_of("number.binary_tail") }, &of_one)
        }
        IssueKind::MisspeltMember(nearest) => {
            let own = |index| issue.path.shape_around(body?)?.member(index);
            of_one = [match nearest {
                MemberRef::Own(index) => {
                    own(index).map_or(Param::Nothing, |brand| Param::Word(brand.name()))
                }
                MemberRef::Declared(position) => Param::Declared(position),
            }];
            (const { position_of("field.misspelt") }, &of_one)
        }
        IssueKind::MisplacedMember(place) => {
            of_one = [body.map_or(Param::Nothing, |body| Param::place(body, place))];
            (const { position_of("field.misplaced") }, &of_one)
        }
        IssueKind::OutOfRange => (const { position_of("number.out_of_range") }, &[]),
        IssueKind::Null => (const { position_of("field.null") }, &[]),
        IssueKind::Blank => (const { position_of("field.blank") }, &[]),
        IssueKind::UnknownMember => (const { position_of("field.unknown") }, &[]),
        IssueKind::ControlCharacters => (const { position_of("field.control_characters") }, &[]),
    };
    let declared = issue.declared.map_or(0, |(position, _)| position);
    let span = (issue.start, issue.end);
    findings.while_reading(rule, (issue.path, declared), span, issue.name, params)
}
