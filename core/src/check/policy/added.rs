//! A policy's additions: declared members, policy rules (data) and custom rules (code), which come after the
//! catalogue.

use super::custom_rule::CustomRule;
use super::policy_rule::PolicyRule;
use crate::base::fingerprint::Hasher;
use crate::check::findings::Findings;
use crate::check::rule::{Context, Rule};
use crate::check::rule_set::ADDED;
use crate::model::operation::{Operation, Operations};
use crate::model::schema::{Declared, DeclaredMembers};
use alloc::sync::Arc;
use alloc::vec::Vec;

#[derive(Clone, Default)]
pub(crate) struct Added {
    pub(super) members: [DeclaredMembers; Operation::ALL.len()],
    pub(super) policy: Vec<Arc<PolicyRule>>,
    pub(super) custom: Vec<CustomRule>,
}

impl Added {
    pub(crate) fn declared(&self, operation: Operation) -> &DeclaredMembers {
        self.members.get(operation as usize).unwrap_or(DeclaredMembers::NONE)
    }

    /// Declares a member for an operation.
    pub(crate) fn declare(&mut self, operation: Operation, declared: Declared) {
        if let Some(members) = self.members.get_mut(operation as usize) {
            members.push(declared);
        }
    }

    /// The policy rules. A build without the feature `full` has none, and doesn't link their checks.
    fn policy_rules(&self) -> &[Arc<PolicyRule>] {
        if cfg!(feature = "full") { &self.policy } else { &[] }
    }

    /// The members declared for an operation; none without a policy.
    pub(crate) fn declared_by(added: Option<&Added>, operation: Operation) -> &DeclaredMembers {
        added.map_or(DeclaredMembers::NONE, |added| added.declared(operation))
    }

    /// The added rule at a position among all rules.
    pub(crate) fn rule(&self, position: u16) -> Option<Rule<'_>> {
        let position = usize::from(position.checked_sub(ADDED)?);
        let custom = || {
            let position = position.checked_sub(self.policy_rules().len())?;
            self.custom.get(position).map(|custom| custom.rule())
        };
        self.policy_rules().get(position).map(|rule| rule.rule()).or_else(custom)
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        (ADDED..).map_while(|position| self.rule(position))
    }

    /// Number of members that the policy rules of an operation look at, in a body with this many objects.
    pub(crate) fn members_read(&self, operation: Operation, objects: u64) -> u64 {
        let rules = self.policy_rules().iter().filter(|rule| rule.on.contains(operation));
        rules.map(|rule| if rule.is_about_elements() { objects.max(1) } else { 1 }).sum()
    }

    /// Runs the rules that are checked, in order.
    #[inline(never)]
    pub(crate) fn run(&self, context: &Context<'_>, findings: &mut Findings<'_>) {
        let is_checked = |findings: &Findings<'_>, position, on: Operations| {
            findings.levels.has_added(position) && on.contains(context.operation)
        };
        for (position, rule) in (ADDED..).zip(self.policy_rules()) {
            if is_checked(findings, position, rule.on) {
                findings.run(position, |findings| rule.check(context, findings));
            }
        }
        let first = ADDED + self.policy_rules().len() as u16;
        for (position, rule) in (first..).zip(&self.custom) {
            if is_checked(findings, position, rule.on()) {
                rule.run(position, context, findings);
            }
        }
    }

    /// Hashes the declared members, and what is decisive in the policy rules besides their metadata.
    pub(super) fn hash(&self, hasher: Hasher) -> Hasher {
        let hasher = self.members.iter().fold(hasher, |hasher, members| members.hash(hasher));
        self.policy_rules().iter().fold(hasher, |hasher, rule| rule.hash(hasher))
    }
}
