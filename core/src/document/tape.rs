//! The tape: the slots of a body, one behind the other.

use super::Slot;
use smallvec::SmallVec;

/// How many slots an ordinary request needs: an order with 16 products and 8 legs fits.
const ORDINARY: usize = 224;

/// The slots of a body: on the stack where it is an ordinary one, else in memory that is kept for the next.
pub(crate) struct Tape<'m> {
    stack: SmallVec<[Slot; ORDINARY]>,
    memory: &'m mut Vec<Slot>,
    is_in_memory: bool,
}

impl<'m> Tape<'m> {
    /// An empty tape. If the memory has room for more than the stack, it is used at once.
    #[inline]
    pub(crate) fn new(memory: &'m mut Vec<Slot>) -> Tape<'m> {
        memory.clear();
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

    /// How many slots there is room for.
    pub(crate) fn capacity(&self) -> usize {
        if self.is_in_memory { self.memory.capacity() } else { ORDINARY }
    }

    /// Makes the tape so long, and longer, so that it is done once for most requests. New slots are unseen.
    #[inline(never)]
    pub(crate) fn lengthen(&mut self, length: usize) {
        /// A small order's slots, and a quarter of an ordinary one's.
        const MORE: [Slot; ORDINARY / 4] = [Slot::UNSEEN; ORDINARY / 4];
        while self.slots().len() < length {
            let room = self.capacity().wrapping_sub(self.slots().len());
            let more = if room == 0 { MORE.len() } else { room.min(MORE.len()) };
            if room == 0 {
                self.reserve(more);
            }
            let more = MORE.get(..more).unwrap_or_default();
            if self.is_in_memory {
                self.memory.extend_from_slice(more);
            } else {
                self.stack.extend_from_slice(more);
            }
        }
    }

    /// Makes room for so many slots more, and no others.
    #[cold]
    #[inline(never)]
    pub(crate) fn reserve_exact(&mut self, more: usize) {
        if self.is_in_memory {
            self.memory.reserve_exact(more);
        } else if self.stack.len().saturating_add(more) > ORDINARY {
            self.memory.reserve_exact(self.stack.len().saturating_add(more));
            self.leave_stack();
        }
    }

    /// Makes room for so many slots more; for many more if it has to move.
    #[cold]
    #[inline(never)]
    fn reserve(&mut self, more: usize) {
        if !self.is_in_memory {
            self.memory.reserve(ORDINARY.saturating_mul(2));
            self.leave_stack();
        }
        self.memory.reserve(more);
    }

    fn leave_stack(&mut self) {
        self.memory.extend_from_slice(&self.stack);
        self.is_in_memory = true;
    }
}
