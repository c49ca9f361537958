//! Repairs: the smallest changes that make a request acceptable.

mod changes;
mod giving_up;
mod mending;
mod parts;
mod patches;

use super::edit::{Op, Splice, spliced};
use super::inquiry::{Inquiry, Seen};
use super::outline::Outline;
use super::search::Search;
use crate::engine::Engine;
use crate::facts::Facts;
use crate::operation::Operation;
use crate::report::Verdict;
use crate::schema;
use alloc::string::String;
use alloc::vec::Vec;
use changes::changes;
use core::ops::Range;
use mending::Mending;

/// The most changes that are looked at, one by one.
const MOST_CHANGES: usize = 20_000;

/// The answer to [`Engine::repairs`].
#[derive(Clone, Debug)]
pub struct Repairs<'e> {
    /// Whether the request has findings at level deny. Unchecked rules don't matter here.
    pub verdict: Verdict,
    /// The smallest repairs, at most five.
    pub repairs: Vec<Repair>,
    /// The findings at level deny that no change of the body settles.
    pub beyond: Vec<Beyond<'e>>,
    /// Whether all changes were looked at, so that no repair is smaller than these.
    pub complete: bool,
    /// How many bodies were checked for the answer.
    pub checks: u32,
}

/// Changes that make a request acceptable, but for what is beyond them.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The changes, in the order in which they are to be made.
    pub changes: Vec<Change>,
    /// The paths of the values that stand for ones that only the sender knows.
    pub fill: Vec<String>,
    splices: Vec<Splice>,
}

impl Repair {
    /// The body with the changes made. `body` must be the body that was asked about.
    #[must_use]
    pub fn apply(&self, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        spliced(body, &self.splices, &mut out);
        out
    }

    /// The same changes as edits of the text, from its beginning to its end: what to put in the
    /// place of which bytes.
    pub fn edits(&self) -> impl ExactSizeIterator<Item = (Range<usize>, &str)> {
        self.splices.iter().map(|splice| (splice.range.clone(), splice.by.as_str()))
    }
}

/// An operation of JSON Patch (RFC 6902).
#[derive(Clone, Debug)]
pub struct Change {
    /// What it does.
    pub op: Op,
    /// Where, as a JSON Pointer.
    pub path: String,
    /// The new value as JSON. A removal has none.
    pub value: Option<String>,
}

/// A finding that no change of the body settles.
#[derive(Clone, Debug)]
pub struct Beyond<'e> {
    /// The rule's name.
    pub rule: &'e str,
    /// The finding's path, as a JSON Pointer.
    pub path: String,
}

pub(super) fn repairs<'a>(
    engine: &'a Engine,
    operation: Operation,
    body: &[u8],
    facts: &Facts<'_>,
) -> Repairs<'a> {
    let mut answer = Repairs {
        verdict: Verdict::Accept,
        repairs: Vec::new(),
        beyond: Vec::new(),
        complete: true,
        checks: 1,
    };
    let mut inquiry = Inquiry::new(engine, operation, facts);
    let Some(now) = inquiry.look(body) else { return answer };
    let denials = now.denials();
    if denials.is_empty() {
        return answer;
    }
    answer.verdict = Verdict::Reject;
    let is_read = body.len() <= engine.max_body_bytes();
    let shape = schema::body(operation).filter(|_| is_read);
    let outline = shape.map_or(Ok(None), |shape| Outline::of(body, shape));
    match outline {
        Ok(Some(outline)) if !now.truncated.deny => {
            let mut changes = changes(&outline);
            answer.complete = changes.len() <= MOST_CHANGES;
            changes.truncate(MOST_CHANGES);
            let search = Search::new(inquiry, &outline, now, changes);
            Mending::new(search).answer(&mut answer);
        }
        Ok(None) => {
            // Nothing can be changed in what isn't an object.
            let all = denials.iter().filter_map(|at| now.entries.get(*at));
            answer.beyond = all.map(|entry| beyond(&inquiry, &now, entry)).collect();
        }
        _ => answer.complete = false,
    }
    answer
}

fn beyond<'e>(inquiry: &Inquiry<'e, '_>, now: &Seen, entry: &crate::findings::Entry) -> Beyond<'e> {
    let name = now.name(entry);
    let path = inquiry.pointer(entry.path, if name.is_empty() { "*" } else { name });
    Beyond { rule: inquiry.rule_name(entry.rule), path }
}
