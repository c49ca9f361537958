//! Running rules.

use crate::check::findings::Findings;
use crate::check::rule::{CheckFn, Context};

impl Findings<'_> {
    /// Runs a rule: what it finds is kept; if it found nothing and facts are missing, it is unchecked.
    #[inline(always)]
    pub(super) fn run(&mut self, position: u16, check: CheckFn, context: &Context<'_>) {
        self.begin(position);
        let outcome = check(context, self);
        self.end(outcome);
    }
}
