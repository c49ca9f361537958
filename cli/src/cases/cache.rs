//! What was made of the facts and policies that cases carry: they are often the same, case after
//! case.

/// How many to keep. More that differ are met in turn, and then keeping them is of no use.
const KEPT: usize = 8;

/// The last few things that were made, by the text they were made from.
pub(crate) struct Cache<T> {
    kept: Vec<(Box<str>, Result<T, String>)>,
    /// Which one gives way to the next.
    oldest: usize,
}

impl<T> Default for Cache<T> {
    fn default() -> Cache<T> {
        Cache { kept: Vec::with_capacity(KEPT), oldest: 0 }
    }
}

impl<T> Cache<T> {
    /// What `make` makes of the text: now, or a few texts ago.
    pub(crate) fn get(
        &mut self,
        text: &str,
        make: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<&T, &str> {
        let known = self.kept.iter().position(|(known, _)| **known == *text);
        let at = known.unwrap_or_else(|| {
            let entry = (Box::from(text), make(text));
            if self.kept.len() < KEPT {
                self.kept.push(entry);
                return self.kept.len() - 1;
            }
            let at = self.oldest;
            self.kept[at] = entry;
            self.oldest = (at + 1) % KEPT;
            at
        });
        self.kept[at].1.as_ref().map_err(String::as_str)
    }
}
