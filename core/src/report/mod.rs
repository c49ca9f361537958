//! Reports: what is wrong with a request, and where.

mod json;
mod message;
mod problem_details;
mod text;

pub use crate::path::Segment;

use crate::append::text_of;
use crate::decimal::Total;
use crate::document::{Decoded, Slot};
use crate::facts::Fact;
use crate::feature::{Feature, FeatureSet};
use crate::findings::{Entry, Param, Undecided, UndecidedList};
use crate::level::Level;
use crate::operation::Operation;
use crate::policy::Custom;
use crate::read::{Issue, KeyPredictor};
use crate::rule::Rule;
use crate::rules::{COUNT, catalogue};
use crate::schema;
use crate::time::Timestamp;
use core::fmt;
use core::ops::Range;
use std::sync::Arc;

/// Whether the gateway can accept the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No finding is at level deny.
    Accept,
    /// At least one finding is at level deny.
    Reject,
}

impl Verdict {
    /// `accept` or `reject`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Accept => "accept",
            Verdict::Reject => "reject",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What must be done beside sending the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// 3-D Secure authentication (§4.6).
    ThreeDs,
    /// The order must be captured later: by this instant, if it is known.
    Capture(Option<Timestamp>),
}

impl Obligation {
    /// `three_ds` or `capture`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Obligation::ThreeDs => "three_ds",
            Obligation::Capture(_) => "capture",
        }
    }

    /// Until when, if that is known.
    #[must_use]
    pub const fn by(self) -> Option<Timestamp> {
        match self {
            Obligation::ThreeDs => None,
            Obligation::Capture(by) => by,
        }
    }
}

/// What checking a request came to.
///
/// A report owns all that it says, and nothing of the body but the names of unknown members. Keep one and
/// check into it again ([`crate::Engine::check_into`]): its memory is reused.
#[derive(Clone)]
pub struct Report {
    pub(crate) operation: Operation,
    pub(crate) denied: bool,
    pub(crate) forbidden: bool,
    pub(crate) scenario: Option<Feature>,
    pub(crate) capabilities: FeatureSet,
    pub(crate) total: Option<Total>,
    /// The findings, as many as are kept; behind them the first that rejects, if it is none of those.
    pub(crate) entries: Vec<Entry>,
    pub(crate) most: usize,
    /// Which of them is the first that rejects, if one does.
    pub(crate) first_denied: usize,
    /// The names of unknown members in `entries`: ASCII.
    pub(crate) names: Vec<u8>,
    pub(crate) truncated: bool,
    pub(crate) undecided: UndecidedList,
    /// As many as there are kinds of them, and how many they are.
    obligations: [Obligation; 2],
    obligation_count: u8,
    pub(crate) valid_until: Option<Timestamp>,
    /// The embedder's own rules, if there are any.
    pub(crate) custom: Option<Arc<dyn Custom>>,
    pub(crate) scratch: Scratch,
}

/// Memory that a report keeps for the next check; empty for ordinary requests.
pub(crate) struct Scratch {
    pub(crate) tape: Vec<Slot>,
    pub(crate) decoded: Decoded,
    pub(crate) notes: Vec<Issue>,
    pub(crate) predictor: KeyPredictor,
}

impl Scratch {
    const NONE: Scratch = Scratch {
        tape: Vec::new(),
        decoded: Decoded::NONE,
        notes: Vec::new(),
        predictor: KeyPredictor::NONE,
    };
}

/// The memory is not part of what a report says.
impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::NONE
    }
}

impl Default for Report {
    fn default() -> Report {
        Report::new()
    }
}

impl Report {
    /// A report to check into. Until then it says nothing of worth.
    #[must_use]
    pub const fn new() -> Report {
        Report {
            operation: Operation::Order,
            denied: false,
            forbidden: false,
            scenario: None,
            capabilities: FeatureSet::EMPTY,
            total: None,
            entries: Vec::new(),
            most: usize::MAX,
            first_denied: 0,
            names: Vec::new(),
            truncated: false,
            undecided: UndecidedList::new_const(),
            obligations: [Obligation::ThreeDs; 2],
            obligation_count: 0,
            valid_until: None,
            custom: None,
            scratch: Scratch::NONE,
        }
    }

    /// Forgets all but the memory.
    pub(crate) fn reset(&mut self, operation: Operation) {
        self.operation = operation;
        self.denied = false;
        self.forbidden = false;
        self.scenario = None;
        self.capabilities = FeatureSet::EMPTY;
        self.total = None;
        self.entries.clear();
        self.most = usize::MAX;
        self.first_denied = 0;
        self.names.clear();
        self.truncated = false;
        self.undecided.clear();
        self.obligation_count = 0;
        self.valid_until = None;
        self.scratch.decoded.clear();
        self.scratch.notes.clear();
    }

    /// Whether the gateway can accept the request. What is unchecked does not reject: see [`Report::unchecked`].
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.denied { Verdict::Reject } else { Verdict::Accept }
    }

    /// The HTTP status that §7 gives: 403 for a wrong authorization, else 400 for a reject, else 200.
    #[must_use]
    pub fn status(&self) -> u16 {
        match (self.forbidden, self.denied) {
            (true, _) => 403,
            (false, true) => 400,
            (false, false) => 200,
        }
    }

    /// The operation that was checked.
    #[must_use]
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The scenario, if the operation has one.
    #[must_use]
    pub fn scenario(&self) -> Option<Feature> {
        self.scenario
    }

    /// The active capabilities of an order or a payout.
    #[must_use]
    pub fn capabilities(&self) -> FeatureSet {
        self.capabilities
    }

    /// The sum of an order's products, where all could be counted.
    #[must_use]
    pub fn total(&self) -> Option<Total> {
        self.total
    }

    /// The findings, in the order of the catalogue and then of the document.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = Finding<'_>> {
        self.entries.iter().take(self.most).map(|entry| Finding { report: self, entry })
    }

    /// The first finding at level deny, kept or not.
    pub fn first_denial(&self) -> Option<Finding<'_>> {
        let entry = self.entries.get(self.first_denied).filter(|_| self.denied)?;
        Some(Finding { report: self, entry })
    }

    /// Whether there were more findings than the policy keeps.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// The rules that could not be decided, with the facts that would settle them.
    pub fn unchecked(&self) -> impl ExactSizeIterator<Item = Unchecked<'_>> {
        self.undecided.iter().map(|undecided| Unchecked { report: self, undecided })
    }

    /// What must be done beside sending the request.
    #[must_use]
    pub fn obligations(&self) -> &[Obligation] {
        self.obligations.get(..usize::from(self.obligation_count)).unwrap_or_default()
    }

    pub(crate) fn oblige(&mut self, obligation: Obligation) {
        if let Some(place) = self.obligations.get_mut(usize::from(self.obligation_count)) {
            *place = obligation;
            self.obligation_count = self.obligation_count.wrapping_add(1);
        }
    }

    /// The last instant at which the operation's time rule still holds, if nothing but time moves on.
    #[must_use]
    pub fn valid_until(&self) -> Option<Timestamp> {
        self.valid_until
    }

    /// The rule at a position: of the catalogue, then of the embedder's own.
    #[cfg_attr(feature = "small", inline(never))]
    fn rule(&self, position: u16) -> &Rule {
        let position = usize::from(position);
        let own = || self.custom.as_ref()?.rules().get(position.checked_sub(COUNT)?);
        // A position comes from the engine that wrote it; the first rule stands in for the impossible.
        catalogue().get(position).or_else(own).unwrap_or(&crate::rules::reading::TOO_LARGE)
    }
}

/// A violation of a rule at a place.
#[derive(Clone, Copy)]
pub struct Finding<'r> {
    report: &'r Report,
    entry: &'r Entry,
}

impl<'r> Finding<'r> {
    /// The rule.
    #[must_use]
    pub fn rule(self) -> &'r Rule {
        self.report.rule(self.entry.rule)
    }

    /// The level that the policy gives the rule.
    #[must_use]
    pub fn level(self) -> Level {
        self.entry.level
    }

    /// Where: a JSON Pointer (RFC 6901). A missing member's points where it should be.
    #[must_use]
    pub fn path(self) -> Pointer<'r> {
        Pointer { finding: self }
    }

    /// The span of the body to show for it, in bytes: the value; an unknown or repeated member's key; the object
    /// in which a member is missing. Empty where there is no body.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.entry.start as usize..self.entry.end as usize
    }

    /// What is wrong, as one English sentence.
    #[must_use]
    pub fn message(self) -> Message<'r> {
        Message { finding: self }
    }

    /// What a host needs to write its own message: the members that [`Rule::params`] names.
    pub fn params(self) -> impl Iterator<Item = (&'static str, Param)> {
        self.each_param().map(|(name, param)| (name, *param))
    }

    fn each_param(self) -> impl Iterator<Item = (&'static str, &'r Param)> {
        self.rule().params.iter().copied().zip(self.entry.params())
    }

    /// Who escapes what its rule says.
    fn escapes(self) -> message::Escapes<'r> {
        self.report.custom.as_deref().filter(|_| usize::from(self.entry.rule) >= COUNT)
    }

    fn unknown_name(self) -> &'r str {
        let (start, end) = self.entry.name;
        let name = self.report.names.get(start as usize..end as usize).unwrap_or_default();
        if name.is_empty() { "*" } else { core::str::from_utf8(name).unwrap_or_default() }
    }
}

/// A finding's path.
#[derive(Clone, Copy)]
pub struct Pointer<'r> {
    finding: Finding<'r>,
}

impl<'r> Pointer<'r> {
    /// Calls `step` for each step of the path.
    ///
    /// # Errors
    /// Whatever `step` returns.
    pub fn walk(self, step: impl FnMut(Segment<'r>) -> fmt::Result) -> fmt::Result {
        let Finding { report, entry } = self.finding;
        let root = schema::body(report.operation);
        entry.path.walk(root, self.finding.unknown_name(), step)
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(|text| message::put_path(text, self.finding)))
    }
}

/// A finding's sentence.
#[derive(Clone, Copy)]
pub struct Message<'r> {
    finding: Finding<'r>,
}

/// A rule whose outcome depends on facts that the host did not give.
#[derive(Clone, Copy)]
pub struct Unchecked<'r> {
    report: &'r Report,
    undecided: &'r Undecided,
}

impl<'r> Unchecked<'r> {
    /// The rule.
    #[must_use]
    pub fn rule(self) -> &'r Rule {
        self.report.rule(self.undecided.rule)
    }

    /// The level that the policy gives the rule.
    #[must_use]
    pub fn level(self) -> Level {
        self.undecided.level
    }

    /// The absent facts on which the outcome depends, in the order of the facts.
    pub fn needs(self) -> impl Iterator<Item = Fact> {
        self.undecided.needs.iter()
    }
}
