//! The reading of a body, whose issues become findings.

use super::Engine;
use crate::base::decimal::{ascii, put_integer};
use crate::base::json;
use crate::check::findings::{Findings, Param};
use crate::check::policy::Added;
use crate::check::read::{self, BodyShape, Extras, Issue, IssueKind, Scratch, Stop};
use crate::check::rule::{Context, is_of_payout};
use crate::check::rules::card_webhook::is_of_another_event;
use crate::check::rules::{issues, position_of};
use crate::model::document::{Request, Slot, Tag, Tape};
use crate::model::facts::Facts;
use crate::model::operation::Operation;
use crate::model::path::Segment;
use crate::model::schema::{self, DeclaredMembers, Shape};
use alloc::string::String;
use core::ops::ControlFlow;

impl Engine {
    /// Reads and classifies the body of an order or a payout, and passes the context that rules would see to `look`.
    /// Runs no rules, and ignores all issues except repeated members.
    ///
    /// # Errors
    /// The body isn't JSON, or two readers could see different values in it.
    #[inline(never)]
    pub(crate) fn look(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        look: &mut dyn FnMut(&Context<'_>),
    ) -> Result<(), Unclear> {
        let declared = Added::declared_by(self.added(), operation);
        let unknown = Unclear::Malformed(0);
        let Some(shape) = schema::body(operation) else { return Err(unknown) };
        let form = BodyShape { shape, declared, is_open: false };
        let mut unclear = None;
        let read = |tape: &mut Tape<'_>, extras: &mut Extras, unclear: &mut Option<Unclear>| {
            let issues = &mut |issue: &Issue<'_>| {
                if let IssueKind::DuplicateKey | IssueKind::AmbiguousKey = issue.kind {
                    *unclear = Some(Unclear::Repeated(member_of(issue, shape)));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            };
            match read::read(body, form, tape, extras, issues) {
                Ok(root) => return Some((body, root)),
                Err(Stop::Malformed(at)) => *unclear = Some(Unclear::Malformed(at)),
                Err(Stop::Enough) => {}
            }
            None
        };
        let look = |request: &Request<'_>, _: &mut Option<Unclear>| {
            look(&Context::new(request, facts, declared));
        };
        let mut scratch = Scratch::NONE;
        _ = scratch.request(operation, &mut unclear, read, look);
        unclear.map_or(Ok(()), Err)
    }
}

/// The reason that two readers could see different values in a body.
pub(crate) enum Unclear {
    /// The body stops being JSON at this byte.
    Malformed(usize),
    /// This member is given twice, perhaps in different case: `.products[1].price`.
    Repeated(String),
}

fn member_of(issue: &Issue<'_>, shape: &'static Shape) -> String {
    let key = if issue.name.is_empty() { "*" } else { ascii(issue.name) };
    let mut member = String::new();
    for segment in issue.path.segments(Some(shape), key) {
        match segment {
            Segment::Name(name) => {
                member.push('.');
                member.push_str(name);
            }
            Segment::Index(index) => {
                member.push('[');
                put_integer(&mut member, index.into());
                member.push(']');
            }
        }
    }
    member
}

/// Reads a body. Returns its root slot, if it was read to its end.
#[inline]
pub(super) fn read(
    operation: Operation,
    body: &[u8],
    (facts, declared): (&Facts<'_>, &DeclaredMembers),
    tape: &mut Tape<'_>,
    extras: &mut Extras,
    findings: &mut Findings<'_>,
) -> Option<Slot> {
    // Without these rules it doesn't matter what an unknown key was meant to be.
    let suggested = [
        const { position_of("field.misspelt") },
        const { position_of("field.misplaced") },
        const { position_of("field.unknown") },
    ];
    let enabled = findings.levels.enabled;
    let suggests = suggested.into_iter().any(|rule| enabled.contains(rule));
    let issues = &mut |issue: &Issue<'_>| issues::report(issue, operation, findings);
    let read = match (operation, schema::body(operation)) {
        // No body counts as an object without members.
        (Operation::Capture, _) if body.is_empty() => return Some(Slot::empty_object(0, 0)),
        (_, Some(shape)) if !body.is_empty() => {
            if operation == Operation::CardWebhook && is_of_another_event(facts) {
                read::read_opaque(body, issues)
            } else {
                let is_open = !suggests || operation == Operation::Payment && is_of_payout(facts);
                read::read(body, BodyShape { shape, declared, is_open }, tape, extras, issues)
            }
        }
        _ => return Some(Slot::plain(Tag::Unseen, 0, body.len())),
    };
    match read {
        Ok(root) => {
            findings.finish_reading();
            return Some(root);
        }
        Err(Stop::Malformed(at)) => malformed(body, at, findings),
        Err(Stop::Enough) => {}
    }
    None
}

#[cold]
fn malformed(body: &[u8], at: usize, findings: &mut Findings<'_>) {
    // An early end is shown after the last non-blank byte, not some blank lines further down.
    let shown = at.min(json::without_white_space_at_end(body).len());
    let (line, column) = json::line_and_column(body, shown);
    let [line, column] = [line, column].map(|n| Param::Integer(i64::from(n)));
    let [expected, found] = json::expected_and_found(body, at).map(Param::Word);
    let params = [line, column, expected, found];
    findings.only(const { position_of("json.malformed") }, shown as u32, &params);
}
