//! Running rules.

use crate::check::findings::Findings;
use crate::check::rule::Outcome;

impl Findings<'_> {
    /// Runs a rule: what it finds is kept; if it found nothing and facts are missing, it is unchecked.
    #[inline(always)]
    pub(super) fn run(&mut self, position: u16, check: impl FnOnce(&mut Self) -> Outcome) {
        self.begin(position);
        let outcome = check(self);
        self.end(outcome);
    }
}
