//! The facts of cases.

use super::{Cache, Case};
use paylint::{Facts, FactsBuf};

/// The facts of the command line, over which those of each case are laid.
pub(crate) struct CaseFacts<'a> {
    standing: Facts<'a>,
    own: Cache<FactsBuf>,
}

impl<'a> CaseFacts<'a> {
    pub(crate) fn new(standing: Facts<'a>) -> CaseFacts<'a> {
        CaseFacts { standing, own: Cache::default() }
    }

    /// The facts of a case, or what is wrong with its own.
    pub(crate) fn of(&mut self, case: &Case<'_>) -> Result<Facts<'_>, String> {
        let Some(text) = case.facts else { return Ok(self.standing) };
        let own = self.own.get(text, |text| {
            FactsBuf::from_json(text.as_bytes()).map_err(|error| error.to_string())
        });
        Ok(self.standing.overlaid(&own?.as_facts()))
    }
}
