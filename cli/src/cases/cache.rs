//! Cache of the facts and policies that cases carry: they are often the same, case after
//! case.

use std::collections::VecDeque;

/// Number of texts to keep. More that differ are met in turn, and then keeping them is of no use.
const KEPT: usize = 8;

/// The last few things that were made, by the text they were made from, the latest first.
pub(crate) struct Cache<T, E = String>(VecDeque<(Box<str>, Result<T, E>)>);

impl<T, E> Default for Cache<T, E> {
    fn default() -> Cache<T, E> {
        Cache(VecDeque::with_capacity(KEPT))
    }
}

impl<T, E> Cache<T, E> {
    /// Returns what `make` makes of the text: now, or a few texts ago.
    pub(crate) fn get(
        &mut self,
        text: &str,
        make: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<&T, &E> {
        let known = self.0.iter().position(|(known, _)| **known == *text);
        let at = known.unwrap_or_else(|| {
            self.0.truncate(KEPT - 1);
            self.0.push_front((text.into(), make(text)));
            0
        });
        self.0[at].1.as_ref()
    }
}
