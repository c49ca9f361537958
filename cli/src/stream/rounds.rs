//! Rounds of blocks: while one is worked on, the one before it is handed over in order.

use super::block::Block;
use super::interrupt::Run;
use super::order::Order;
use super::{Done, Plan, Worker};
use crate::exit::{Error, Exit, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, PoisonError};

/// What comes from the other threads, in order.
pub(super) enum Event<T> {
    /// A file begins, whose name is this.
    File(String),
    /// Its next lines.
    Block(Block<T>),
    /// Something could not be read.
    Failed(Error),
    /// Everything was read.
    End,
    /// The reader panicked.
    Broken,
    /// Ctrl-C.
    Interrupted,
}

/// The most blocks of a round: a few for each thread, so that none waits long for the others.
fn blocks_of_round(jobs: usize) -> usize {
    (4 * jobs).min(64)
}

/// How many blocks are in flight at most: those of two rounds, and one that is filled.
pub(super) fn blocks_in_flight(jobs: usize) -> usize {
    2 * blocks_of_round(jobs) + 1
}

/// Where lines are worked on: a worker for each thread, and one for the thread that writes.
pub(super) struct Desks<'a, W, M> {
    plan: &'a Plan,
    run: &'a Run,
    make: &'a M,
    workers: Vec<Mutex<W>>,
}

impl<'a, W: Worker, M: Fn() -> W> Desks<'a, W, M> {
    pub(super) fn new(plan: &'a Plan, run: &'a Run, make: &'a M) -> Desks<'a, W, M> {
        let workers = (0..=plan.jobs).map(|_| Mutex::new(make())).collect();
        Desks { plan, run, make, workers }
    }

    pub(super) fn work(&self, block: &mut Block<W::Output>) {
        let own = rayon::current_thread_index().unwrap_or(self.plan.jobs);
        let mut worker = self.workers[own].lock().unwrap_or_else(PoisonError::into_inner);
        block.work(&mut *worker, self.make, self.plan.longest_line, &self.run.stop);
    }
}

/// Works on everything that comes.
pub(super) fn all<W: Worker, M: Fn() -> W + Sync>(
    threads: &rayon::ThreadPool,
    events: &Receiver<Event<W::Output>>,
    desks: &Desks<'_, W, M>,
    mut order: Order<'_, W, M, impl FnMut(Done<'_, W::Output>)>,
) -> Result<Exit> {
    let most = blocks_of_round(desks.plan.jobs);
    let mut worked = Vec::new();
    loop {
        let mut round: Vec<_> = events.try_iter().take(most).collect();
        if round.is_empty() {
            if let Some(exit) = order.hand_over(&mut worked)? {
                return Ok(exit);
            }
            round.push(events.recv().map_err(|_| bug())?);
        }
        let working = || {
            threads.in_place_scope(|scope| {
                for event in &mut round {
                    if let Event::Block(block) = event {
                        scope.spawn(|_| desks.work(block));
                    }
                }
                order.hand_over(&mut worked)
            })
        };
        // A worker's panic is passed on to this thread.
        match catch_unwind(AssertUnwindSafe(working)) {
            Ok(Ok(None)) => worked = round,
            Ok(Ok(Some(exit))) => return Ok(exit),
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(bug()),
        }
    }
}

/// The error that a thread panicked. What it panicked with is on standard error already.
pub(super) fn bug() -> Error {
    Error::unusable("a thread failed: this is a bug in paylint")
}
