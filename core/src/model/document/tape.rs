//! The tape: the slots of a body, one after the other.

use super::Slot;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The most slots of an ordinary request: an order with 16 products and 8 legs fits.
const ORDINARY: usize = 240;

/// The slots of a body: on the stack for an ordinary one, otherwise in memory that is reused for the next body.
pub(crate) struct Tape<'m> {
    stack: SmallVec<[Slot; ORDINARY]>,
    memory: &'m mut Vec<Slot>,
    is_in_memory: bool,
}

impl<'m> Tape<'m> {
    /// Creates an empty tape. If `memory`, which must be empty, has more capacity than the stack,
    /// it is used right away.
    #[inline]
    pub(crate) fn new(memory: &'m mut Vec<Slot>) -> Tape<'m> {
        let is_in_memory = memory.capacity() > ORDINARY;
        Tape { stack: SmallVec::new(), memory, is_in_memory }
    }

    #[inline(always)]
    pub(crate) fn slots(&self) -> &[Slot] {
        if self.is_in_memory { self.memory } else { &self.stack }
    }

    #[inline(always)]
    pub(crate) fn slots_mut(&mut self) -> &mut [Slot] {
        if self.is_in_memory { self.memory } else { &mut self.stack }
    }

    pub(crate) fn capacity(&self) -> usize {
        if self.is_in_memory { self.memory.capacity() } else { ORDINARY }
    }

    /// Makes the tape at least this long, with room to spare, so that one call suffices for most requests. New slots
    /// are unseen.
    #[inline(never)]
    pub(crate) fn lengthen(&mut self, length: usize) {
        while self.slots().len() < length {
            if self.is_in_memory || self.stack.len() >= ORDINARY {
                self.lengthen_memory();
            } else {
                let more = if length <= FEW { FEW } else { MORE.len() };
                let more = MORE.get(..more.min(ORDINARY - self.stack.len()));
                self.stack.extend_from_slice(invariant!(more).unwrap_or_default());
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn lengthen_memory(&mut self) {
        if !self.is_in_memory {
            self.reserve_exact(ORDINARY);
        }
        let room = self.memory.capacity() - self.memory.len();
        let more = if room == 0 { MORE.len() } else { room.min(MORE.len()) };
        self.memory.extend_from_slice(invariant!(MORE.get(..more)).unwrap_or_default());
    }

    /// Moves to the memory if necessary, with room for exactly this many more slots.
    #[cold]
    #[inline(never)]
    pub(crate) fn reserve_exact(&mut self, more: usize) {
        if !self.is_in_memory {
            self.memory.reserve_exact(self.stack.len() + more);
            self.memory.extend_from_slice(&self.stack);
            self.is_in_memory = true;
        } else {
            self.memory.reserve_exact(more);
        }
    }
}

/// The most slots of a body without objects inside it.
const FEW: usize = 16;

/// The slots to add at a time: enough for a small order.
const MORE: [Slot; ORDINARY / 4] = [Slot::UNSEEN; ORDINARY / 4];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tape_grows_by_exactly_the_requested_slots() {
        let mut memory = Vec::new();
        let mut tape = Tape::new(&mut memory);
        tape.lengthen(ORDINARY);
        tape.reserve_exact(1000);
        assert_eq!((tape.slots().len(), tape.capacity()), (ORDINARY, ORDINARY + 1000));
        tape.lengthen(ORDINARY + 1000);
        assert_eq!((tape.slots().len(), tape.capacity()), (ORDINARY + 1000, ORDINARY + 1000));
        tape.reserve_exact(10);
        assert_eq!(tape.capacity(), ORDINARY + 1010);
    }
}
