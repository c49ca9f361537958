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
mod interrupt;
mod lines;
mod order;
mod output;
mod pool;
mod progress;
mod queue;
mod reader;

use crate::exit::{Error, Exit, Result};
use crate::files;
use interrupt::Run;
use pool::Pool;
use progress::Progress;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};

/// What is done to lines. Each thread has a worker.
pub(crate) trait Worker: Send {
    /// What a block of lines comes to.
    type Output: Default + Send + 'static;

    /// Works on a line, without its line feed, the `number`th of its block from 0. What is to be
    /// written goes into `text`.
    fn line(&mut self, number: u64, line: &[u8], text: &mut String, output: &mut Self::Output);

    /// Works on a line that is longer than [`Plan::longest_line`]: only its length is known.
    fn too_long(&mut self, number: u64, length: u64, text: &mut String, output: &mut Self::Output);
}

/// A block of lines that was worked on.
pub(crate) struct Done<'a, T> {
    /// The file, as people know it.
    pub(crate) source: &'a str,
    /// The number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// How many lines there are.
    pub(crate) lines: u64,
    /// What they came to.
    pub(crate) output: T,
}

/// What is read, and how.
pub(crate) struct Plan {
    /// The files; `-` for standard input.
    pub(crate) files: Vec<PathBuf>,
    /// How many threads check lines.
    pub(crate) jobs: usize,
    /// Whether lines are written to standard output while others are read.
    pub(crate) writes: bool,
    /// Of a line with more bytes only the length is known.
    pub(crate) longest_line: usize,
}

/// More threads would wait for the one that reads and the one that writes.
const MOST_JOBS: usize = 64;

impl Plan {
    /// The plan that a command line asks for, where bodies have at most so many bytes.
    pub(crate) fn of(
        lines: &crate::args::Lines,
        writes: bool,
        max_body_bytes: usize,
    ) -> Result<Plan> {
        let jobs = lines.jobs.or_else(|| std::thread::available_parallelism().ok());
        Ok(Plan {
            files: files(lines)?,
            jobs: jobs.map_or(1, std::num::NonZero::get).min(MOST_JOBS),
            writes,
            longest_line: if lines.bodies {
                max_body_bytes
            } else {
                crate::cases::longest_line(max_body_bytes)
            },
        })
    }
}

/// The files that a command line names, for a directory those below it.
fn files(lines: &crate::args::Lines) -> Result<Vec<PathBuf>> {
    let named = crate::input::or_standard_input(&lines.files, "lines")?;
    let (found, _) = files::find(&named, files::LINES)?;
    let path = |found: files::Found| found.problem.map_or(Ok(found.path), Err);
    found.into_iter().map(path).collect()
}

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

    let workers = queue::Workers::new(plan, &run, &worker);
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
