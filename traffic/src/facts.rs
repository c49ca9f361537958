//! The facts of each request, laid over those of all.

use foldhash::fast::RandomState;
use paylint::{Engine, Facts, FactsBuf};
use std::collections::HashMap;

/// The most texts that are kept, and the most bytes of them. If one more would be too many, all are dropped: where so
/// many differ, keeping them gains little.
const MOST_TEXTS: usize = 1024;
const MOST_BYTES: usize = 16 << 20;

/// Facts that requests bring as text, which is often the same one after another: those of a text are read once.
#[derive(Debug, Default)]
pub struct OwnFacts {
    kept: HashMap<Box<[u8]>, Result<FactsBuf, String>, RandomState>,
    bytes: usize,
}

/// Why a request's own facts, or its order's history, can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct InvalidFacts {
    /// The part with the fault: `facts` or `history`.
    pub part: &'static str,
    /// The fault. Never shows a value.
    pub problem: String,
}

impl OwnFacts {
    /// Lays a request's own facts over the given ones, and then those that follow from the history of its order under
    /// the engine's policy. Both are JSON.
    ///
    /// # Errors
    /// One of the two isn't valid, or both say what is known of the order.
    #[inline]
    pub fn lay_over<'f>(
        &'f mut self,
        mut facts: Facts<'f>,
        own: Option<&[u8]>,
        history: Option<&[u8]>,
        engine: &Engine,
    ) -> Result<Facts<'f>, InvalidFacts> {
        let invalid = |part, problem| InvalidFacts { part, problem };
        if let Some(text) = own {
            let own = self.read(text).map_err(|problem| invalid("facts", problem.clone()))?;
            let own = own.as_facts();
            if own.order.is_some() && history.is_some() {
                let problem = "facts.order and history: a request has one of them";
                return Err(invalid("history", problem.to_owned()));
            }
            facts.overlay(&own);
        }
        if let Some(events) = history {
            let history = engine.history_from_json(events);
            facts.overlay(&history.map_err(|error| invalid("history", error.message()))?.facts());
        }
        Ok(facts)
    }

    fn read(&mut self, text: &[u8]) -> Result<&FactsBuf, &String> {
        if !self.kept.contains_key(text) {
            if self.kept.len() == MOST_TEXTS || self.bytes + text.len() > MOST_BYTES {
                *self = OwnFacts::default();
            }
            let facts = FactsBuf::from_json(text).map_err(|error| error.to_string());
            self.kept.insert(text.into(), facts);
            self.bytes += text.len();
        }
        self.kept[text].as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once_but_not_all_are_kept() {
        let mut facts = OwnFacts::default();
        for _ in 0..3 {
            assert!(facts.read(br#"{"environment":"live"}"#).is_ok());
            let error = facts.read(b"{").err().map(String::as_str);
            assert_eq!(error, Some("invalid facts: not JSON: line 1, column 2"));
        }
        assert_eq!(facts.kept.len(), 2);
        let text = |length: usize| format!(r#"{{"website":"{}"}}"#, "w".repeat(length));
        for length in 2..MOST_TEXTS {
            assert!(facts.read(text(length).as_bytes()).is_ok());
        }
        assert_eq!(facts.kept.len(), MOST_TEXTS);
        for (length, kept) in [(MOST_TEXTS, 1), (1, 2), (MOST_BYTES - MOST_TEXTS, 1)] {
            assert!(facts.read(text(length).as_bytes()).is_ok());
            assert_eq!(facts.kept.len(), kept);
        }
    }
}
