//! Cache of the engines of cases and questions with policies of their own, which are often the same in consecutive ones.

use paylint::Engine;
use paylint::door::{self, AskError};
use std::collections::VecDeque;

/// Number of engines to keep. Where more policies occur in turn, a larger cache would rarely help.
const KEPT: usize = 8;

/// The last few engines, each with its policy's text, the latest first.
#[derive(Default)]
pub(crate) struct Engines(VecDeque<(Box<str>, Result<Engine, AskError>)>);

impl Engines {
    /// Returns the engine of a policy, from the cache or a new one.
    pub(crate) fn of(&mut self, policy: &str) -> Result<&Engine, &AskError> {
        let known = self.0.iter().position(|(known, _)| **known == *policy);
        let at = known.unwrap_or_else(|| {
            self.0.truncate(KEPT - 1);
            let engine = door::policy(policy.as_bytes()).map(|policy| Engine::new(&policy));
            self.0.push_front((policy.into(), engine));
            0
        });
        self.0[at].1.as_ref()
    }
}
