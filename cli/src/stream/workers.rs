//! Who works on blocks.

use super::block::Block;
use super::interrupt::Run;
use super::plan::Plan;
use super::worker::Worker;
use std::sync::{Mutex, PoisonError};

/// A worker for each thread of the pool, and one for the thread that writes.
pub(super) struct Workers<'a, W, M> {
    plan: &'a Plan,
    run: &'a Run,
    make: &'a M,
    of_threads: Vec<Mutex<W>>,
}

impl<'a, W: Worker, M: Fn() -> W> Workers<'a, W, M> {
    pub(super) fn new(plan: &'a Plan, run: &'a Run, make: &'a M) -> Workers<'a, W, M> {
        let of_threads = (0..=plan.jobs).map(|_| Mutex::new(make())).collect();
        Workers { plan, run, make, of_threads }
    }

    /// How many threads there are.
    pub(super) fn jobs(&self) -> usize {
        self.plan.jobs
    }

    pub(super) fn work(&self, block: &mut Block<W::Output>) {
        let own = rayon::current_thread_index().unwrap_or(self.plan.jobs);
        let mut worker = self.of_threads[own].lock().unwrap_or_else(PoisonError::into_inner);
        block.work(&mut *worker, self.make, self.plan.longest_line, &self.run.stop);
    }
}
