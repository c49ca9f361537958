//! Reports: what is wrong with a request, and where.

mod json;
mod message;
mod problem_details;
mod summary;
mod text;

pub use crate::path::Segment;
pub use summary::Obligation;
pub(crate) use summary::Summary;

use crate::decimal::Total;
use crate::facts::Fact;
use crate::feature::{Feature, FeatureSet};
use crate::findings::{Entry, Found, Param, Undecided};
use crate::level::Level;
use crate::operation::Operation;
use crate::policy::OwnRules;
use crate::read::Scratch;
use crate::rule::Rule;
use crate::rule_set::RuleSet;
use crate::rules::catalogue;
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
    /// At least one finding is at level deny; or, if the policy says so, a rule at that level is unchecked.
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

/// What checking a request came to.
///
/// A report owns all that it says, and nothing of the body but the names of unknown members. Keep one and
/// check into it again ([`crate::Engine::check_into`]): its memory is reused.
#[derive(Clone)]
pub struct Report {
    operation: Operation,
    pub(crate) summary: Summary,
    pub(crate) found: Found,
    /// The tenant's and the embedder's own rules, if there are any.
    own: Option<Arc<OwnRules>>,
    /// Not part of what the report says: memory that it keeps for the next check.
    pub(crate) scratch: Scratch,
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
            summary: Summary::NONE,
            found: Found::new(),
            own: None,
            scratch: Scratch::NONE,
        }
    }

    /// Is about another request from now on.
    pub(crate) fn begin(&mut self, operation: Operation, own: Option<&Arc<OwnRules>>) {
        self.operation = operation;
        self.own = own.cloned();
    }

    /// Whether the gateway can accept the request. What is unchecked rejects only if the policy says so: see
    /// [`Report::unchecked`].
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.found.rejected { Verdict::Reject } else { Verdict::Accept }
    }

    /// The HTTP status that §7 gives: 403 for a wrong authorization, else 400 for a reject, else 200.
    #[must_use]
    pub fn status(&self) -> u16 {
        match (self.summary.forbidden, self.found.rejected) {
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
        self.summary.scenario
    }

    /// The active capabilities of an order or a payout.
    #[must_use]
    pub fn capabilities(&self) -> FeatureSet {
        self.summary.capabilities
    }

    /// The sum of an order's products, where all could be counted.
    #[must_use]
    pub fn total(&self) -> Option<Total> {
        self.summary.total
    }

    /// The findings, in the order of the catalogue and then of the document.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = Finding<'_>> {
        self.found.entries.iter().map(|entry| Finding { report: self, entry })
    }

    /// The first finding at level deny.
    pub fn first_denial(&self) -> Option<Finding<'_>> {
        self.findings().find(|finding| finding.level() == Level::Deny)
    }

    /// Whether there were more findings of a level than the policy keeps.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.found.truncated
    }

    /// The rules that could not be decided, with the facts that would settle them.
    pub fn unchecked(&self) -> impl ExactSizeIterator<Item = Unchecked<'_>> {
        self.found.undecided.iter().map(|undecided| Unchecked { report: self, undecided })
    }

    /// What must be done beside sending the request.
    #[must_use]
    pub fn obligations(&self) -> &[Obligation] {
        self.summary.obligations()
    }

    /// The last instant at which the operation's time rule still holds, if nothing but time moves on.
    #[must_use]
    pub fn valid_until(&self) -> Option<Timestamp> {
        self.summary.valid_until
    }

    /// The rule at a position: of the catalogue, then of the own ones.
    fn rule(&self, position: u16) -> Rule<'_> {
        let own = || self.own.as_ref()?.rule(position.checked_sub(RuleSet::MAX)?);
        // A position comes from the engine that wrote it; the default stands in for the impossible.
        catalogue().get(usize::from(position)).copied().or_else(own).unwrap_or(Rule::DEFAULT)
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
    pub fn rule(self) -> Rule<'r> {
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

    /// Whether what its rule says is to be escaped in JSON.
    fn escapes(self) -> message::Escapes {
        if self.entry.rule < RuleSet::MAX { message::Escapes::None } else { message::Escapes::Json }
    }

    /// Whether its rule's message is shown as it stands: a tenant wrote it.
    fn is_literal(self) -> bool {
        let position = self.entry.rule.checked_sub(RuleSet::MAX);
        let own = position.zip(self.report.own.as_ref());
        own.is_some_and(|(position, own)| own.is_literal(position))
    }

    fn unknown_name(self) -> &'r str {
        let (start, end) = self.entry.name;
        let name = self.report.found.names.get(start as usize..end as usize).unwrap_or_default();
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
        self.walk(|step| write!(f, "/{step}"))
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
    pub fn rule(self) -> Rule<'r> {
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
