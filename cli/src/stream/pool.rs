//! The blocks that are in use, and what they may hold altogether.

use super::block::Block;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// While blocks hold more bytes of input than this, no new one is handed out. One block at a time
/// can thus be as long as the longest line, however many threads there are.
const MOST_BYTES: usize = 16 << 20;

/// Hands out empty blocks, and takes them back.
pub(super) struct Pool<T> {
    state: Mutex<State<T>>,
    returned: Condvar,
    most_blocks: usize,
}

struct State<T> {
    spare: Vec<Block<T>>,
    /// How many blocks are in use.
    blocks: usize,
    /// How many bytes of input they hold.
    bytes: usize,
}

impl<T: Default> Pool<T> {
    pub(super) fn new(most_blocks: usize) -> Pool<T> {
        let state = State { spare: Vec::new(), blocks: 0, bytes: 0 };
        Pool { state: Mutex::new(state), returned: Condvar::new(), most_blocks }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self, state: &State<T>) -> bool {
        state.blocks >= self.most_blocks || state.bytes > MOST_BYTES
    }

    /// An empty block, once there is room for one.
    pub(super) fn take(&self) -> Block<T> {
        let waited = self.returned.wait_while(self.state(), |state| self.is_full(state));
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.blocks += 1;
        state.spare.pop().unwrap_or_default()
    }

    /// Counts what was read into a block.
    pub(super) fn filled(&self, block: &Block<T>) {
        self.state().bytes += block.data.len();
    }

    /// Takes back a block that was filled.
    pub(super) fn give_back(&self, block: Block<T>) {
        let bytes = block.data.len();
        let block = block.emptied();
        let mut state = self.state();
        state.bytes -= bytes;
        state.blocks -= 1;
        state.spare.push(block);
        self.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_flight_is_bounded() {
        for (size, expected) in [(10, 7), (MOST_BYTES / 3, 4), (3 * MOST_BYTES, 1)] {
            let pool = Pool::<()>::new(7);
            for _ in 0..2 {
                let mut taken = Vec::new();
                while !pool.is_full(&pool.state()) {
                    let mut block = pool.take();
                    block.data.resize(size, b'x');
                    pool.filled(&block);
                    taken.push(block);
                }
                assert_eq!(taken.len(), expected, "{size}");
                taken.into_iter().for_each(|block| pool.give_back(block));
            }
            let state = pool.state();
            assert_eq!((state.blocks, state.bytes), (0, 0));
        }
    }
}
