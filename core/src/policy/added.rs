//! The rules that a policy adds to the catalogue: policy rules, which are data, then custom rules, which are code.

use super::custom_rule::{Custom, CustomRule, CustomRules};
use super::policy_rule::PolicyRule;
use crate::findings::Findings;
use crate::fingerprint::Hasher;
use crate::rule::{Context, Rule};
use crate::rule_set::RuleSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Their positions count from the first policy rule.
#[derive(Clone, Default)]
pub(crate) struct AddedRules {
    pub(super) policy: Vec<Arc<PolicyRule>>,
    custom: Option<Arc<dyn Custom>>,
}

impl AddedRules {
    /// Adds a custom rule.
    pub(super) fn add(&mut self, custom: CustomRule) {
        let mut rules = self.custom.take().map_or(Vec::new(), |before| before.rules().to_vec());
        rules.push(custom);
        self.custom = Some(Arc::new(CustomRules(rules)));
    }

    /// The metadata of the rule at a position.
    pub(crate) fn rule(&self, position: u16) -> Option<Rule<'_>> {
        let position = usize::from(position);
        let custom = || {
            let position = position.checked_sub(self.policy.len())?;
            self.custom.as_ref()?.rules().get(position).map(|custom| *custom.rule())
        };
        self.policy.get(position).map(|rule| rule.rule()).or_else(custom)
    }

    /// The metadata of each, in order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        (0..).map_while(|position| self.rule(position))
    }

    /// Whether there are custom rules.
    pub(crate) fn has_custom(&self) -> bool {
        self.custom.is_some()
    }

    /// Runs those that are checked, in order.
    #[inline(never)]
    pub(crate) fn run(&self, context: &Context<'_>, findings: &mut Findings<'_>) {
        for (position, rule) in (RuleSet::MAX..).zip(&self.policy) {
            if findings.levels.has_added(position) && rule.on.contains(context.operation) {
                findings.begin(position);
                let outcome = rule.check(context, findings);
                findings.end(outcome);
            }
        }
        if let Some(custom) = &self.custom {
            let first = RuleSet::MAX + self.policy.len() as u16;
            custom.run(first, context, findings);
        }
    }

    /// Adds what the policy rules decide by besides their metadata.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        self.policy.iter().fold(hasher, |hasher, rule| rule.hash(hasher))
    }
}
