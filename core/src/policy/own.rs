//! The rules that are not of the catalogue: a tenant's own, which are data, then the embedder's.

use super::custom::{Custom, CustomRule, CustomRules};
use super::tenant::TenantRule;
use crate::findings::Findings;
use crate::fingerprint::Hasher;
use crate::rule::{Context, Rule};
use crate::rule_set::RuleSet;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Their positions count from the tenant's first.
#[derive(Clone, Default)]
pub(crate) struct OwnRules {
    pub(super) tenants: Vec<Arc<TenantRule>>,
    custom: Option<Arc<dyn Custom>>,
}

impl OwnRules {
    /// Adds a rule of the embedder's.
    pub(super) fn add(&mut self, custom: CustomRule) {
        let mut rules = self.custom.take().map_or(Vec::new(), |before| before.rules().to_vec());
        rules.push(custom);
        self.custom = Some(Arc::new(CustomRules(rules)));
    }

    /// What is known of the rule at a position.
    pub(crate) fn rule(&self, position: u16) -> Option<Rule<'_>> {
        let position = usize::from(position);
        let custom = || {
            let position = position.checked_sub(self.tenants.len())?;
            self.custom.as_ref()?.rules().get(position).map(|custom| *custom.rule())
        };
        self.tenants.get(position).map(|tenant| tenant.rule()).or_else(custom)
    }

    /// What is known of each, in order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        (0..).map_while(|position| self.rule(position))
    }

    /// Runs those that are looked at, in order.
    #[inline(never)]
    pub(crate) fn run(&self, context: &Context<'_>, found: &mut Findings<'_>) {
        for (position, tenant) in (RuleSet::MAX..).zip(&self.tenants) {
            if found.levels.has_own(position) && tenant.on.contains(context.operation) {
                found.begin(position);
                let outcome = tenant.check(context, found);
                found.end(outcome);
            }
        }
        if let Some(custom) = &self.custom {
            let first = RuleSet::MAX.wrapping_add(self.tenants.len() as u16);
            custom.run(first, context, found);
        }
    }

    /// Adds what the tenant's rules decide by, beside what is known of every rule.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        self.tenants.iter().fold(hasher, |hasher, tenant| tenant.hash(hasher))
    }
}
