//! Custom rules: rules of a host, as code.

use crate::base::shown::shown_name;
use crate::check::findings::{Findings, MAX_PARAMS};
use crate::check::rule::{Context, Level, Outcome, Rule, count_pieces};
use crate::model::operation::Operations;
use alloc::sync::Arc;

/// A rule of your own, as code: metadata, and a closure as its check. Add it with [`crate::Policy::with_rule`].
///
/// ```
/// use paylint::rule::HOLDS;
/// use paylint::{CustomRule, Level, Operations};
///
/// let rule = CustomRule::new("custom.no_moto", Operations::ORDER, "we take no MOTO", |c, findings| {
///     if let Some(order) = c.request.order() && order.is_moto().is_true() {
///         findings.at(order.is_moto());
///     }
///     HOLDS
/// })
/// .with(|rule| rule.level = Level::Warn);
/// assert_eq!(rule.rule().family(), "custom");
/// ```
#[derive(Clone)]
#[must_use]
pub struct CustomRule {
    rule: Rule<'static>,
    check: Arc<SharedCheck>,
}

type SharedCheck = dyn Fn(&Context<'_>, &mut Findings<'_>) -> Outcome + Send + Sync;

impl CustomRule {
    /// A rule named `custom.<name>`, at level deny, without facts, params and documentation.
    pub fn new(
        name: &'static str,
        on: Operations,
        message: &'static str,
        check: impl Fn(&Context<'_>, &mut Findings<'_>) -> Outcome + Send + Sync + 'static,
    ) -> CustomRule {
        let level = Level::Deny;
        let rule = Rule { name, since: None, on, message, level, ..Rule::DEFAULT };
        CustomRule { rule, check: Arc::new(check) }
    }

    /// The rule's metadata.
    pub fn rule(&self) -> &Rule<'static> {
        &self.rule
    }

    /// Changes the metadata: the facts that the check reads, the names of its params in the order in which the check
    /// passes them, the level, unless the policy sets another, and so on.
    pub fn with(mut self, change: impl FnOnce(&mut Rule<'static>)) -> CustomRule {
        change(&mut self.rule);
        self
    }

    pub(super) fn run(&self, position: u16, context: &Context<'_>, findings: &mut Findings<'_>) {
        findings.run_unordered(position, |findings| (self.check)(context, findings));
    }

    /// What keeps the rule from working, if anything does.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let Rule { name, params, message, .. } = self.rule;
        if shown_name(name.strip_prefix("custom.").unwrap_or_default()).is_none() {
            return Some("the name of a custom rule must be custom.<name>");
        }
        if params.len() > MAX_PARAMS || count_pieces(message, params).is_none() {
            return Some("a rule can have at most four params, and its message can name no others");
        }
        None
    }
}

debug_as! { CustomRule: |it| it.rule.name; }
