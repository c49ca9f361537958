//! A bounded store of values by space and number. It forgets the oldest, whatever their space.

use std::collections::{BTreeMap, VecDeque};

/// Maximum size of all values, in bytes.
const MAX_BYTES: usize = 64 << 20;
/// Size of a value without its texts, in bytes.
const OVERHEAD: usize = 512;

/// A space's serial number, and a value's number in it.
pub(crate) type EntryId = (u64, u64);

/// A store of a limited number of values, with at most 64 MiB.
pub(crate) struct Kept<T> {
    /// Values with their sizes. They are boxed because nodes of the tree are half empty.
    values: BTreeMap<EntryId, Box<(usize, T)>>,
    /// Ids, the oldest first, including those that were forgotten with their space.
    ages: VecDeque<EntryId>,
    most: usize,
    bytes: usize,
}

impl<T> Kept<T> {
    pub(crate) fn new(most: usize) -> Kept<T> {
        Kept { values: BTreeMap::new(), ages: VecDeque::new(), most, bytes: 0 }
    }

    /// Adds a value whose texts have this many bytes.
    pub(crate) fn add(&mut self, place: EntryId, bytes: usize, value: T) {
        let bytes = bytes + OVERHEAD;
        self.bytes += bytes;
        self.values.insert(place, Box::new((bytes, value)));
        self.ages.push_back(place);
        while self.values.len() > self.most.max(1)
            || self.values.len() > 1 && self.bytes > MAX_BYTES
        {
            let Some(oldest) = self.ages.pop_front() else { break };
            let forgotten = self.values.remove(&oldest);
            self.bytes -= forgotten.map_or(0, |forgotten| forgotten.0);
        }
    }

    pub(crate) fn get_mut(&mut self, place: EntryId) -> Option<&mut T> {
        self.values.get_mut(&place).map(|kept| &mut kept.1)
    }

    /// A space's values with their numbers, the oldest first.
    pub(crate) fn iter(&self, space: u64) -> impl DoubleEndedIterator<Item = (u64, &T)> {
        let of_space = self.values.range((space, 0)..=(space, u64::MAX));
        of_space.map(|((_, number), kept)| (*number, &kept.1))
    }

    /// Forgets a space's values.
    pub(crate) fn forget(&mut self, space: u64) {
        let bytes = &mut self.bytes;
        self.values.retain(|place, kept| {
            let stays = place.0 != space;
            *bytes -= if stays { 0 } else { kept.0 };
            stays
        });
        self.ages.retain(|place| place.0 != space);
    }
}

/// Appends to a list inside a value. At 100, it forgets the oldest.
pub(crate) fn append<T>(list: &mut Vec<T>, element: T) {
    if list.len() == 100 {
        list.remove(0);
    }
    list.push(element);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_given_back() {
        let mut kept = Kept::new(1000);
        for number in 0..300 {
            kept.add((number % 3, number), 1 << 20, ());
        }
        // With the overhead of each, 64 MiB hold 63.
        assert_eq!((kept.values.len(), kept.ages.len()), (63, 63));
        kept.forget(0);
        assert_eq!(kept.bytes, 42 * ((1 << 20) + OVERHEAD));
        (0..42).for_each(|number| kept.add((3, number), 10, ()));
        assert_eq!((kept.iter(1).count(), kept.iter(3).next()), (21, Some((0, &()))));
    }
}
