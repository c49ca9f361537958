//! Cache of the engines of cases with policies of their own, which are often the same in consecutive cases.

use std::collections::VecDeque;

/// Number of texts to keep. Where more occur in turn, a larger cache would rarely help.
const KEPT: usize = 8;

/// The last few values, each with the text it was made from, the latest first.
pub(crate) struct Cache<T, E = String>(VecDeque<(Box<str>, Result<T, E>)>);

impl<T, E> Default for Cache<T, E> {
    fn default() -> Cache<T, E> {
        Cache(VecDeque::with_capacity(KEPT))
    }
}

impl<T, E> Cache<T, E> {
    /// Returns the cached value of a text, or makes it with `make`.
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
