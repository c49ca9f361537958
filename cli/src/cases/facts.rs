//! The facts of cases.

use super::{Cache, Case};
use paylint::{Engine, Facts, FactsBuf};

/// The command line's facts, over which each case's are laid.
pub(crate) struct CaseFacts<'a> {
    standing: Facts<'a>,
    own: Cache<FactsBuf>,
    of_line: FactsBuf,
}

impl<'a> CaseFacts<'a> {
    pub(crate) fn new(standing: Facts<'a>) -> CaseFacts<'a> {
        CaseFacts { standing, own: Cache::default(), of_line: FactsBuf::new() }
    }

    /// The facts of a case, or the error in its own. Facts from a history depend on the engine's policy.
    pub(crate) fn of(&mut self, case: &Case<'_>, engine: &Engine) -> Result<Facts<'_>, String> {
        let mut facts = self.standing;
        let of_line = &case.request.facts;
        if !of_line.is_empty() {
            of_line.read_into(&mut self.of_line).map_err(|error| error.to_string())?;
            facts.overlay_members(&self.of_line.as_facts());
        }
        if let Some(text) = case.facts {
            let own = self.own.get(text, |text| {
                FactsBuf::from_json(text.as_bytes()).map_err(|error| error.to_string())
            })?;
            let own = own.as_facts();
            if own.order.is_some() && case.history.is_some() {
                return Err("facts.order and history: a case has one of them".to_owned());
            }
            facts.overlay(&own);
        }
        if let Some(events) = case.history {
            let history = engine.history_from_json(events.as_bytes());
            facts.overlay(&history.map_err(|error| error.to_string())?.facts());
        }
        Ok(facts)
    }
}
