//! Millions of lines: read by one thread, checked by several, written in their order by this one.
//!
//! ```text
//! reader ── blocks of whole lines ──▶ queue ── checked by rayon ──▶ written, in order
//!    ▲                                                                    │
//!    └───────────────────────── empty blocks ◀────────────────────────────┘
//! ```
//! A block is as many lines as are there: a line that comes alone is a block alone, so that it need
//! not wait for others. Blocks come from a [`Pool`], which bounds what is held in memory.
//!
//! The threads that read and that watch for Ctrl-C are not joined: one may be waiting for input
//! that never comes. They end with the process.

mod block;
mod event;
mod interrupt;
mod lines;
mod order;
mod output;
mod plan;
mod pool;
mod progress;
mod queue;
mod reader;
mod worker;
mod workers;

pub(crate) use plan::Plan;
pub(crate) use worker::{Done, Worker};

use crate::exit::{Error, Exit, Result};
use interrupt::Run;
use pool::Pool;
use progress::Progress;
use std::sync::{Arc, mpsc};

/// Runs lines through workers, writes what they give, and hands what they came to to `done`, all in
/// the order of the lines. What cannot be read is reported, and makes the outcome
/// [`Exit::Unusable`].
pub(crate) fn run<W: Worker>(
    plan: &Plan,
    worker: impl Fn() -> W + Sync,
    done: impl FnMut(Done<'_, W::Output>),
) -> Result<Exit> {
    let size = reader::check_readable(&plan.files)?;
    let run = Arc::new(Run::default());
    let progress = Progress::new(plan, size, Arc::clone(&run.bytes));
    let pool = Arc::new(Pool::new(queue::blocks_in_flight(plan.jobs)));
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .build()
        .map_err(|error| cannot_start(&error))?;
    let (sender, events) = mpsc::channel();
    interrupt::watch(&run, &sender, progress.bar()).map_err(|error| cannot_start(&error))?;
    reader::start(plan, &run, &pool, sender).map_err(|error| cannot_start(&error))?;

    let workers = workers::Workers::new(plan, &run, &worker);
    let order = order::Order::new(plan, &run, &pool, &workers, done, progress);
    match queue::all(&threads, &events, &workers, order) {
        // At a terminal Ctrl-C ends whoever reads the output, too.
        Err(Error::Interrupted | Error::Closed) if run.is_interrupted() => {
            run.say_interrupted();
            Ok(Exit::Interrupted)
        }
        outcome => outcome,
    }
}

fn cannot_start(error: &dyn std::fmt::Display) -> Error {
    Error::unusable(format!("cannot start a thread: {error}; fewer may do (--jobs)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails at a line that says so.
    struct Brittle;

    impl Worker for Brittle {
        type Output = u64;

        fn line(&mut self, _: u64, line: &[u8], _: &mut String, lines: &mut u64) {
            assert_ne!(line, b"fail");
            *lines += 1;
        }

        fn too_long(&mut self, _: u64, _: u64, _: &mut String, _: &mut u64) {}
    }

    fn run_over(name: &str, text: &str) -> (Result<Exit>, u64) {
        let file = std::env::temp_dir().join(format!("paylint-{}-{name}", std::process::id()));
        std::fs::write(&file, text).unwrap();
        let plan = Plan {
            files: vec![file.clone(), file.clone()],
            jobs: 2,
            writes: false,
            longest_line: 1 << 20,
        };
        let mut lines = 0;
        let outcome = run(
            &plan,
            || Brittle,
            |done| {
                assert_eq!(done.output, done.lines);
                lines += done.lines;
            },
        );
        std::fs::remove_file(&file).unwrap();
        (outcome, lines)
    }

    #[test]
    fn all_lines_of_all_files_are_handed_over() {
        let (outcome, lines) = run_over("lines", &"a line\n".repeat(100_000));
        assert!(matches!(outcome, Ok(Exit::Accepted)));
        assert_eq!(lines, 200_000);
    }

    #[test]
    fn a_worker_that_fails_ends_the_run() {
        let (outcome, _) = run_over("fails", &"a line\nfail\n".repeat(100_000));
        assert!(matches!(outcome, Err(Error::Unusable(_))));
    }
}
