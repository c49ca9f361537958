//! The facts that rows carry: often the same, row after row.

use paylint::FactsBuf;
use std::collections::HashMap;

/// The most texts that are kept, and the most bytes of them. If one more would be too many, all are
/// dropped: where so many differ, keeping them gains little.
const MOST_TEXTS: usize = 1024;
const MOST_BYTES: usize = 16 << 20;

/// Facts, by the text that they were read from.
#[derive(Default)]
pub(crate) struct FactsCache {
    kept: HashMap<Box<[u8]>, Result<FactsBuf, String>, ahash::RandomState>,
    bytes: usize,
}

impl FactsCache {
    /// The facts that a text stands for: read now, or when the text was met before.
    pub(crate) fn get(&mut self, text: &[u8]) -> Result<&FactsBuf, &str> {
        if !self.kept.contains_key(text) {
            if self.kept.len() == MOST_TEXTS || self.bytes + text.len() > MOST_BYTES {
                *self = FactsCache::default();
            }
            let facts = FactsBuf::from_json(text).map_err(|error| error.to_string());
            self.kept.insert(text.into(), facts);
            self.bytes += text.len();
        }
        self.kept[text].as_ref().map_err(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once() {
        let mut cache = FactsCache::default();
        for _ in 0..3 {
            assert!(cache.get(br#"{"environment":"live"}"#).is_ok());
            assert_eq!(
                cache.get(b"{").map(|_| ()),
                Err("invalid facts: not JSON: line 1, column 2")
            );
        }
        assert_eq!(cache.kept.len(), 2);
    }

    #[test]
    fn not_everything_is_kept() {
        let mut cache = FactsCache::default();
        let text = |number: usize| format!(r#"{{"website":"{number}"}}"#);
        for number in 0..MOST_TEXTS + 1 {
            assert!(cache.get(text(number).as_bytes()).is_ok());
        }
        assert_eq!(cache.kept.len(), 1);
        let long = format!(r#"{{"website":"{}"}}"#, "w".repeat(MOST_BYTES));
        assert!(cache.get(long.as_bytes()).is_ok());
        assert_eq!((cache.kept.len(), cache.bytes), (1, long.len()));
        assert!(cache.get(text(0).as_bytes()).is_ok());
        assert_eq!((cache.kept.len(), cache.bytes), (1, text(0).len()));
    }
}
