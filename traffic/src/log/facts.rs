//! The facts that a line of a log has.

use paylint::facts::{Fact, FactsBuf, FactsError};
use std::borrow::Cow;
use std::fmt;

/// The facts that a line has, not yet looked at.
#[derive(Clone, Default)]
pub struct LogFacts<'a> {
    pub(super) facts: Vec<(Fact, Cow<'a, str>)>,
}

/// Shows which facts there are, but not their values.
impl fmt::Debug for LogFacts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.facts.iter().map(|(fact, _)| fact.name())).finish()
    }
}

impl LogFacts<'_> {
    /// Whether the line has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Replaces all facts of a buffer with these.
    ///
    /// # Errors
    /// If one of them isn't valid. On an error there are no facts afterwards.
    pub fn read_into(&self, facts: &mut FactsBuf) -> Result<(), FactsError> {
        facts.clear();
        let mut read = self.facts.iter().map(|(fact, json)| facts.set_json(*fact, json.as_bytes()));
        let read = read.try_for_each(|set| set);
        if read.is_err() {
            facts.clear();
        }
        read
    }

    /// The facts as JSON, each as it is written in the line, but the path of a URL.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (mut out, mut open) = (String::from("{"), None);
        for (fact, json) in &self.facts {
            let (group, member) = match fact.name().split_once('.') {
                Some((group, member)) => (Some(group), member),
                None => (None, fact.name()),
            };
            if open.is_some() && open != group {
                out.push('}');
            }
            if out.len() > 1 {
                out.push(',');
            }
            if let Some(group) = group.filter(|_| open != group) {
                out.extend(["\"", group, "\":{"]);
            }
            open = group;
            out.extend(["\"", member, "\":", json]);
        }
        out.push_str(if open.is_some() { "}}" } else { "}" });
        out
    }
}
