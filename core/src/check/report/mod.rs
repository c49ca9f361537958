//! Reports: what is wrong with a request, and where.

mod json;
mod message;
mod problem_details;
mod summary;
mod text;

pub use crate::model::path::Segment;

pub use summary::Obligation;
pub(crate) use summary::Summary;

use crate::base::append::text_of;
use crate::base::decimal::Total;
use crate::base::level::Level;
use crate::base::time::Timestamp;
use crate::check::findings::{Collected, Entry, Param, ParamValue, UncheckedRule};
use crate::check::policy::Added;
use crate::check::read::Scratch;
use crate::check::rule::{Basis, Rule};
use crate::check::rules::{METADATA, Metadata, catalogue};
use crate::model::facts::Fact;
use crate::model::feature::{Feature, FeatureSet};
use crate::model::operation::Operation;
use crate::model::path::put_pointer;
use crate::model::schema;
use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;

words! {
    /// Whether the gateway can accept the request.
    pub Verdict {
        /// No finding is at level deny, and no rule at that level is unchecked if the policy rejects that.
        Accept = "accept",
        /// At least one finding is at level deny; or, if the policy says so, a rule at that level is unchecked.
        Reject = "reject",
    }
}

/// The result of checking a request.
///
/// A report owns its data. Of the body it holds only the names of unknown members. To reuse its
/// memory, check into it again with [`Engine::check_into`](crate::Engine::check_into).
#[derive(Clone)]
#[must_use]
pub struct Report {
    operation: Operation,
    pub(crate) summary: Summary,
    pub(crate) collected: Collected,
    added: Option<Arc<Added>>,
    /// Not part of the report: memory that it keeps for the next check.
    pub(crate) scratch: Scratch,
}

impl Default for Report {
    fn default() -> Report {
        Report::new()
    }
}

impl Report {
    /// Creates an empty report to check into. Doesn't allocate.
    ///
    /// Its verdict is reject until a request is checked into it, so that a check that you forget
    /// lets nothing through.
    pub const fn new() -> Report {
        Report {
            operation: Operation::Order,
            summary: Summary::NONE,
            collected: Collected::new(),
            added: None,
            scratch: Scratch::NONE,
        }
    }

    pub(crate) fn begin(&mut self, operation: Operation, added: Option<&Arc<Added>>) {
        self.operation = operation;
        self.added = added.cloned();
    }

    /// Whether the gateway can accept the request. Unchecked rules reject only if the policy says so: see
    /// [`Report::unchecked`].
    pub fn verdict(&self) -> Verdict {
        if self.collected.rejected { Verdict::Reject } else { Verdict::Accept }
    }

    /// The HTTP status that the gateway would answer with (§7): 403 if the authorization is wrong,
    /// else 400 if the verdict is reject, else 200.
    pub fn status(&self) -> u16 {
        match (self.collected.forbidden, self.collected.rejected) {
            (true, _) => 403,
            (false, true) => 400,
            (false, false) => 200,
        }
    }

    /// The operation that was checked.
    pub fn operation(&self) -> Operation {
        self.operation
    }

    /// The scenario, if the operation has one.
    pub fn scenario(&self) -> Option<Feature> {
        self.summary.scenario
    }

    /// The active capabilities of an order or a payout.
    pub fn capabilities(&self) -> FeatureSet {
        self.summary.capabilities
    }

    /// An order's total. `None` if not all products could be counted.
    pub fn total(&self) -> Option<Total> {
        self.summary.total
    }

    /// The findings, sorted by rule in the order of the catalogue, then in document order.
    pub fn findings(&self) -> impl ExactSizeIterator<Item = Finding<'_>> {
        self.collected.entries.iter().map(|entry| Finding { report: self, entry })
    }

    /// The first finding at level deny.
    pub fn first_denial(&self) -> Option<Finding<'_>> {
        self.findings().find(|finding| finding.level() == Level::Deny)
    }

    /// Whether a level had more findings than `max_findings` of the policy, so that some were
    /// dropped.
    pub fn truncated(&self) -> bool {
        self.collected.truncated.warn || self.collected.truncated.deny
    }

    /// The rules that couldn't be decided, each with the facts that are missing.
    pub fn unchecked(&self) -> impl ExactSizeIterator<Item = Unchecked<'_>> {
        self.collected.unchecked.iter().map(|unchecked| Unchecked { report: self, unchecked })
    }

    /// Obligations: what you have to do besides sending the request.
    pub fn obligations(&self) -> &[Obligation] {
        &self.summary.obligations
    }

    /// The time until which the operation's time rule holds, if only the time changes. `None` if the operation has no
    /// time rule, if that isn't at level deny or can't be decided, or if the verdict is reject.
    pub fn valid_until(&self) -> Option<Timestamp> {
        self.summary.valid_until
    }

    /// The rule at a position: first come the catalogue's rules, then the added ones. Positions come from the engine
    /// that made the report, so there is such a rule.
    fn rule(&self, position: u16) -> Rule<'_> {
        let of_catalogue = catalogue().get(usize::from(position)).copied();
        of_catalogue.unwrap_or_else(|| self.added_rule(position))
    }

    /// The metadata of the rule at a position.
    fn metadata(&self, position: u16) -> Metadata<'_> {
        let of_catalogue = METADATA.get(usize::from(position)).copied();
        of_catalogue.unwrap_or_else(|| Metadata::of(&self.added_rule(position)))
    }

    /// The added rule at a position.
    #[cold]
    fn added_rule(&self, position: u16) -> Rule<'_> {
        let added = self.added.as_ref().and_then(|added| added.rule(position));
        invariant!(added).unwrap_or(Rule::DEFAULT)
    }

    /// The name of a declared member, by its position.
    #[cold]
    fn declared_name(&self, position: u16) -> &str {
        let added = self.added.as_ref();
        let declared = added.and_then(|added| added.declared(self.operation).get(position));
        declared.map_or("*", |declared| &declared.name)
    }
}

/// A violation of a rule at a place.
#[derive(Clone, Copy)]
pub struct Finding<'r> {
    report: &'r Report,
    entry: &'r Entry,
}

impl<'r> Finding<'r> {
    /// The rule. At a declared member, its basis is custom and it has no source.
    pub fn rule(self) -> Rule<'r> {
        let Metadata { basis, source, .. } = self.metadata();
        Rule { basis, source, ..self.report.rule(self.entry.rule) }
    }

    /// The rule's metadata.
    pub(super) fn metadata(self) -> Metadata<'r> {
        let metadata = self.report.metadata(self.entry.rule);
        match self.entry.path.is_declared() {
            true => Metadata { basis: Basis::Custom, source: None, ..metadata },
            false => metadata,
        }
    }

    /// The rule's index in [`Engine::rules`](crate::Engine::rules).
    pub fn rule_index(self) -> usize {
        self.entry.rule.into()
    }

    /// The rule's level under the policy.
    pub fn level(self) -> Level {
        self.entry.level
    }

    /// Where the violation is, as a JSON Pointer (RFC 6901). For a missing member it points to
    /// where the member should be.
    pub fn path(self) -> String {
        text_of(|out| self.write_path(out))
    }

    /// Appends the path.
    pub fn write_path(self, out: &mut String) {
        put_pointer(out, self.steps());
    }

    /// The steps of the path.
    pub fn steps(self) -> impl Iterator<Item = Segment<'r>> {
        self.entry.path.segments(schema::body(self.report.operation), self.other_name())
    }

    /// A key that tells its member from others of the operation: a number, and the name of a declared or unknown member.
    /// All elements of an array have the same.
    pub fn member_key(self) -> (u64, &'r str) {
        (self.entry.path.of_any_element().bits(), self.other_name())
    }

    /// The part of the body to show for the finding, as a byte range: the value; the key of an
    /// unknown or repeated member; or the object in which a member is missing. Empty if there is no
    /// body.
    pub fn span(self) -> Range<usize> {
        self.entry.start as usize..self.entry.end as usize
    }

    /// The message: one English sentence that says what is wrong. Without the feature `full`, the rule's name.
    pub fn message(self) -> String {
        text_of(|out| self.write_message(out))
    }

    /// The values in the message, for writing one of your own: those that [`Rule::params`] names, in that order.
    pub fn params(self) -> impl Iterator<Item = (&'static str, ParamValue<'r>)> {
        let Metadata { params, constants, .. } = self.metadata();
        let varying = self.entry.params(&self.report.collected.details).iter();
        let varying = varying.map(move |param| self.shown(*param));
        params.iter().copied().zip(constants.iter().copied().chain(varying))
    }

    /// A param as reports show it.
    fn shown(self, param: Param) -> ParamValue<'r> {
        match param {
            Param::Declared(position) => ParamValue::Word(self.report.declared_name(position)),
            param => param,
        }
    }

    /// The name of the declared or unknown member that the path ends with.
    fn other_name(self) -> &'r str {
        if self.entry.path.is_declared() {
            return self.report.declared_name(self.entry.declared);
        }
        match self.entry.name(&self.report.collected.details) {
            "" => "*",
            name => name,
        }
    }
}

/// A rule that couldn't be decided because facts are missing.
#[derive(Clone, Copy)]
pub struct Unchecked<'r> {
    report: &'r Report,
    unchecked: &'r UncheckedRule,
}

impl<'r> Unchecked<'r> {
    /// The rule.
    pub fn rule(self) -> Rule<'r> {
        self.report.rule(self.unchecked.rule)
    }

    /// The rule's index in [`Engine::rules`](crate::Engine::rules).
    pub fn rule_index(self) -> usize {
        self.unchecked.rule.into()
    }

    /// The rule's level under the policy.
    pub fn level(self) -> Level {
        self.unchecked.level
    }

    /// The rule's name.
    pub(super) fn name(self) -> &'r str {
        self.report.metadata(self.unchecked.rule).name
    }

    /// The missing facts that the outcome depends on, in the order of [`Fact::ALL`].
    pub fn needs(self) -> impl Iterator<Item = Fact> {
        self.unchecked.needs.iter()
    }
}
