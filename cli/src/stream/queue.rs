//! The blocks that are worked on: several threads take them up, and they are handed over in order.

use super::block::Block;
use super::event::{Event, bug};
use super::order::Order;
use super::worker::{Done, Worker};
use super::workers::Workers;
use crate::exit::{Exit, Result};
use rayon::{Scope, ThreadPool};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, sync_channel};

/// Something whose turn comes.
enum Waiting<T> {
    /// Lines that are worked on; the block comes back this way.
    Block(Receiver<Block<T>>),
    Other(Event<T>),
}

/// How much is worked on at a time: a few blocks for each thread, so that none waits for the one
/// whose turn it is.
fn most_waiting(jobs: usize) -> usize {
    (4 * jobs).min(64)
}

/// How many blocks are in flight at most: one more is read, and one is handed over.
pub(super) fn blocks_in_flight(jobs: usize) -> usize {
    most_waiting(jobs) + 2
}

/// Works on everything that comes.
pub(super) fn all<W: Worker, M: Fn() -> W + Sync>(
    threads: &ThreadPool,
    events: &Receiver<Event<W::Output>>,
    workers: &Workers<'_, W, M>,
    mut order: Order<'_, W, M, impl FnMut(Done<'_, W::Output>)>,
) -> Result<Exit> {
    let most = most_waiting(workers.jobs());
    let working = || {
        threads.in_place_scope(|scope| {
            let mut queue = VecDeque::with_capacity(most);
            loop {
                if queue.is_empty() {
                    queue.push_back(start(events.recv().map_err(|_| bug())?, workers, scope));
                }
                // While something is worked on, nobody waits for more to come.
                let came = events.try_iter().take(most - queue.len());
                queue.extend(came.map(|event| start(event, workers, scope)));
                let Some(next) = queue.pop_front() else { continue };
                let event = match next {
                    Waiting::Block(block) => Event::Block(block.recv().map_err(|_| bug())?),
                    Waiting::Other(event) => event,
                };
                if let Some(exit) = order.hand_over(event)? {
                    return Ok(exit);
                }
            }
        })
    };
    // A worker's panic is passed on to this thread.
    catch_unwind(AssertUnwindSafe(working)).unwrap_or_else(|_| Err(bug()))
}

/// Has a thread take up what came, if there is anything to do.
fn start<'s, W: Worker + 's, M: Fn() -> W + Sync>(
    event: Event<W::Output>,
    workers: &'s Workers<'_, W, M>,
    scope: &Scope<'s>,
) -> Waiting<W::Output> {
    let Event::Block(mut block) = event else { return Waiting::Other(event) };
    let (give, given) = sync_channel(1);
    scope.spawn(move |_| {
        workers.work(&mut block);
        _ = give.send(block);
    });
    Waiting::Block(given)
}
