//! Values with serial numbers, of which the oldest are forgotten.

use std::collections::BTreeMap;

/// How many bytes of requests are kept at most, whatever their number.
const MAX_BYTES: usize = 64 << 20;

/// Values by serial number, from 1: so many at most, and bytes of requests in them.
pub(crate) struct Kept<T> {
    values: BTreeMap<u64, (usize, T)>,
    most: usize,
    bytes: usize,
    last: u64,
}

impl<T> Kept<T> {
    pub(crate) fn new(most: usize) -> Kept<T> {
        Kept { values: BTreeMap::new(), most, bytes: 0, last: 0 }
    }

    /// Adds a value that keeps so many bytes of a request. Returns its number.
    pub(crate) fn add(&mut self, bytes: usize, value: T) -> u64 {
        self.last += 1;
        self.bytes += bytes;
        self.values.insert(self.last, (bytes, value));
        while self.values.len() > self.most || self.values.len() > 1 && self.bytes > MAX_BYTES {
            let oldest = self.values.pop_first();
            self.bytes -= oldest.map_or(0, |(_, (bytes, _))| bytes);
        }
        self.last
    }

    pub(crate) fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        self.values.get_mut(&number).map(|(_, value)| value)
    }

    /// The values with their numbers, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.values.iter().map(|(number, (_, value))| (*number, value))
    }

    /// Forgets all values; numbers go on from where they were.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.bytes = 0;
    }
}
