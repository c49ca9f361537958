//! The facts of cases.

use super::Case;
use paylint::{Engine, Facts, FactsBuf, Report};
use paylint_traffic::facts::OwnFacts;

/// The command line's facts, over which each case's are laid.
pub(crate) struct CaseFacts<'a> {
    standing: Facts<'a>,
    own: OwnFacts,
    of_line: FactsBuf,
}

impl<'a> CaseFacts<'a> {
    pub(crate) fn new(standing: Facts<'a>) -> CaseFacts<'a> {
        CaseFacts { standing, own: OwnFacts::default(), of_line: FactsBuf::new() }
    }

    /// Checks a case, and returns the facts that this was done with, or the error in its own. Facts from a history depend
    /// on the engine's policy.
    pub(crate) fn check_into(
        &mut self,
        case: &Case<'_>,
        engine: &Engine,
        report: &mut Report,
    ) -> Result<Facts<'_>, String> {
        let mut facts = self.standing;
        let of_line = &case.request.facts;
        if !of_line.is_empty() {
            of_line.read_into(&mut self.of_line).map_err(|error| error.to_string())?;
            facts.overlay_members(&self.of_line.as_facts());
        }
        let [own, history] = [case.facts, case.history].map(|json| json.map(str::as_bytes));
        let facts = self.own.lay_over(facts, own, history, engine);
        let facts = facts.map_err(|error| error.problem)?;
        engine.check_into(case.request.operation, &case.request.body, &facts, report);
        Ok(facts)
    }
}
