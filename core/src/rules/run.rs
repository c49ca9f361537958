//! Running rules.

use super::check_at;
use crate::findings::Findings;
use crate::rule::{Context, Rule};
use crate::rule_set::RuleSet;

impl Findings<'_> {
    /// Runs a rule: what it finds is kept; if it found nothing and facts are missing, it is unchecked.
    #[inline(always)]
    pub(super) fn run(&mut self, position: u16, rule: &Rule, context: &Context<'_>) {
        self.begin(position);
        let outcome = (rule.check)(context, self);
        self.end(outcome);
    }

    /// Runs those rules at these positions of the catalogue that are looked at, in order.
    #[inline(never)]
    pub(super) fn run_each(&mut self, rules: RuleSet, context: &Context<'_>) {
        let mut first = 0;
        for mut rest in rules.intersection(self.levels.enabled).words() {
            while rest != 0 {
                let position = first | rest.trailing_zeros() as u16;
                if let Some(check) = check_at(position) {
                    self.begin(position);
                    let outcome = check(context, self);
                    self.end(outcome);
                }
                rest &= rest.wrapping_sub(1);
            }
            first = 64;
        }
    }
}
