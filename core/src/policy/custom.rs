//! An embedder's own rules. All that only they need stands behind a trait: where nobody adds one, as in the browser,
//! there is no code for it.

use crate::facts::Fact;
use crate::findings::{Findings, MAX_PARAMS};
use crate::operation::Operations;
use crate::rule::{Context, Docs, Level, Outcome, Rule, can_be_filled_in};
use crate::shown::shown_name;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// A rule of an embedder's own, to be given to [`crate::Policy::with_rule`]: what is known of it, and its check, a
/// closure that may hold what it needs.
///
/// ```
/// use paylint::rule::HOLDS;
/// use paylint::{CustomRule, Level, Operations};
///
/// let rule = CustomRule::new("custom.no_moto", Operations::ORDER, "we take no MOTO", |c, found| {
///     if let Some(order) = c.request.order() && order.is_moto().is_true() {
///         found.at(order.is_moto());
///     }
///     HOLDS
/// })
/// .with_level(Level::Warn);
/// assert_eq!(rule.rule().family(), "custom");
/// ```
#[derive(Clone)]
pub struct CustomRule {
    rule: Rule<'static>,
    check: Arc<SharedCheck>,
}

type SharedCheck = dyn Fn(&Context<'_>, &mut Findings<'_>) -> Outcome + Send + Sync;

impl CustomRule {
    /// A rule named `custom.<name>`, at level deny, without facts, params and documentation.
    #[must_use]
    pub fn new(
        name: &'static str,
        on: Operations,
        message: &'static str,
        check: impl Fn(&Context<'_>, &mut Findings<'_>) -> Outcome + Send + Sync + 'static,
    ) -> CustomRule {
        let rule = Rule { name, on, message, level: Level::Deny, ..Rule::DEFAULT };
        CustomRule { rule, check: Arc::new(check) }
    }

    /// What is known of it.
    #[must_use]
    pub fn rule(&self) -> &Rule<'static> {
        &self.rule
    }

    /// With this level, where the policy says nothing.
    #[must_use]
    pub fn with_level(mut self, level: Level) -> CustomRule {
        self.rule.level = level;
        self
    }

    /// With the section or the standard that it is taken from.
    #[must_use]
    pub fn with_source(mut self, source: &'static str) -> CustomRule {
        self.rule.source = Some(source);
        self
    }

    /// With the facts that it reads.
    #[must_use]
    pub fn with_needs(mut self, needs: &'static [Fact]) -> CustomRule {
        self.rule.needs = needs;
        self
    }

    /// With the names of what its findings give along, in the order in which the check gives them.
    #[must_use]
    pub fn with_params(mut self, params: &'static [&'static str]) -> CustomRule {
        self.rule.params = params;
        self
    }

    /// With its documentation.
    #[must_use]
    pub fn with_docs(mut self, docs: Docs) -> CustomRule {
        self.rule.docs = docs;
        self
    }

    /// What keeps the rule from working, if anything does.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let Rule { name, params, message, .. } = self.rule;
        if shown_name(name.strip_prefix("custom.").unwrap_or_default()).is_none() {
            return Some("a rule of one's own is named custom.<name>");
        }
        if params.len() > MAX_PARAMS || !can_be_filled_in(message, params) {
            return Some("a rule has at most four params, and its message names no others");
        }
        None
    }

    /// Runs the check.
    fn check(&self, context: &Context<'_>, found: &mut Findings<'_>) -> Outcome {
        (self.check)(context, found)
    }
}

impl fmt::Debug for CustomRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rule.fmt(f)
    }
}

/// What reports and engines ask of custom rules.
pub(super) trait Custom: Send + Sync {
    /// The rules, in order.
    fn rules(&self) -> &[CustomRule];

    /// Runs those that are looked at, the first of which has this position.
    fn run(&self, first: u16, context: &Context<'_>, found: &mut Findings<'_>);
}

/// The rules that a policy was given.
pub(super) struct CustomRules(pub(super) Vec<CustomRule>);

impl Custom for CustomRules {
    fn rules(&self) -> &[CustomRule] {
        &self.0
    }

    fn run(&self, first: u16, context: &Context<'_>, found: &mut Findings<'_>) {
        for (position, custom) in (first..).zip(&self.0) {
            if found.levels.has_own(position) && custom.rule.on.contains(context.operation) {
                found.begin_unordered(position);
                let outcome = custom.check(context, found);
                found.end_unordered(outcome);
            }
        }
    }
}
