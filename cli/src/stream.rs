//! Lines by the million: read, worked on by several threads, and handed over in their order.
//!
//! ```text
//! reader ── chunks of whole lines ──▶ workers ── outcomes ──▶ the calling thread, in order
//!    ▲                                                              │
//!    └──────────────────────── empty chunks ◀───────────────────────┘
//! ```
//! Chunks go round: no more are in flight than there were at first, so memory is bounded however
//! fast one side is. Threads are not joined: after Ctrl-C, or when the output is closed, one may be
//! waiting for input that does not come. They end with the process.

mod chunk;
mod progress;
mod reader;

use crate::exit::{Error, Exit, Result, complain};
use chunk::{Chunk, Event};
use progress::Progress;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often an idle main thread looks whether it was interrupted.
const PATIENCE: Duration = Duration::from_millis(50);

/// What is done to lines. One worker serves one thread.
pub(crate) trait Worker: Send + 'static {
    /// What a chunk of lines comes to.
    type Output: Default + Send + 'static;

    /// Works on a line, without its line feed, the `number`th of its chunk from 0. What is to be
    /// written goes into `text`.
    fn line(&mut self, number: u64, line: &[u8], text: &mut String, output: &mut Self::Output);

    /// Says of a line that it is longer than a line may be.
    fn too_long(&mut self, text: &mut String, output: &mut Self::Output);
}

/// A chunk of lines that was worked on.
pub(crate) struct Done<'a, T> {
    /// The file, as people know it.
    pub(crate) source: &'a str,
    /// The number of the first line in the file, from 1.
    pub(crate) first_line: u64,
    /// How many lines there are.
    pub(crate) lines: u64,
    /// What is to be written.
    pub(crate) text: &'a str,
    /// What it came to.
    pub(crate) output: T,
}

/// What is read, and how.
pub(crate) struct Plan {
    /// The files; `-` for standard input.
    pub(crate) files: Vec<PathBuf>,
    /// How many lines to work on at a time.
    pub(crate) jobs: usize,
    /// Whether lines are written to standard output while others are read.
    pub(crate) writes: bool,
}

impl Plan {
    /// The plan that a command line asks for.
    pub(crate) fn of(lines: &crate::args::Lines, writes: bool) -> Result<Plan> {
        let jobs = lines.jobs.or_else(|| std::thread::available_parallelism().ok());
        Ok(Plan {
            files: crate::input::or_standard_input(&lines.files, "lines")?,
            jobs: jobs.map_or(1, std::num::NonZero::get).min(MOST_JOBS),
            writes,
        })
    }
}

/// More threads than this are of no use on any machine, and could not be had.
const MOST_JOBS: usize = 1024;

/// Runs lines through workers, and hands the chunks to `done` in their order. What cannot be read
/// is complained of, and makes the outcome [`Exit::Unusable`].
pub(crate) fn run<W: Worker>(
    plan: &Plan,
    worker: impl Fn() -> W,
    done: impl FnMut(Done<'_, W::Output>) -> Result<()>,
) -> Result<Exit> {
    let sizes = reader::check_readable(&plan.files)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_at_interrupt(&stop);
    let (bytes, sent) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut progress = Progress::new(plan, sizes, Arc::clone(&bytes));

    // Each worker has a chunk at hand and one to come; so have the reader and this thread.
    let in_flight = 2 * plan.jobs + 2;
    let (give_empty, empty) = sync_channel(in_flight);
    let (give_full, full) = sync_channel(in_flight);
    let (give_event, events) = sync_channel(in_flight);
    for _ in 0..in_flight {
        _ = give_empty.send(Chunk::default());
    }
    let reader = reader::Reader {
        files: plan.files.clone(),
        bytes,
        sent: Arc::clone(&sent),
        stop: Arc::clone(&stop),
        empty,
        full: give_full,
        events: give_event.clone(),
    };
    let events_of_reader = give_event.clone();
    std::thread::spawn(move || {
        if catch_unwind(AssertUnwindSafe(|| reader.run())).is_err() {
            _ = events_of_reader.send(Event::Panicked);
        }
    });
    let full = Arc::new(Mutex::new(full));
    for _ in 0..plan.jobs {
        let (worker, full, events) = (worker(), Arc::clone(&full), give_event.clone());
        std::thread::spawn(move || work(worker, &full, &events));
    }
    drop(give_event);

    let mut order = Order::new(done, give_empty);
    loop {
        match events.recv_timeout(PATIENCE) {
            Ok(event) => order.take(event)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(order.exit),
        }
        progress.show(order.lines);
        // What was read is worked on to its end.
        if stop.load(Ordering::Relaxed) && order.next >= sent.load(Ordering::SeqCst) {
            return Ok(order.exit.and(Exit::Interrupted));
        }
    }
}

/// The first Ctrl-C ends the reading, the second one the process. A shell that keeps Ctrl-C from
/// its background jobs is left to do so.
fn stop_at_interrupt(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    _ = ctrlc::try_set_handler(move || {
        if stop.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

fn work<W: Worker>(
    mut worker: W,
    full: &Mutex<Receiver<Chunk<W::Output>>>,
    events: &SyncSender<Event<W::Output>>,
) {
    loop {
        let next = full.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut chunk) = next else { return };
        // Whoever waits for the chunk must hear if it does not come.
        let event = match catch_unwind(AssertUnwindSafe(|| chunk.work(&mut worker))) {
            Ok(()) => Event::Worked(chunk),
            Err(_) => Event::Panicked,
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Puts events in order.
struct Order<T, F> {
    done: F,
    give_empty: SyncSender<Chunk<T>>,
    waiting: BTreeMap<u64, Event<T>>,
    /// The number of the chunk or failure that comes next.
    next: u64,
    source: Arc<str>,
    next_line: u64,
    /// How many lines are done.
    lines: u64,
    exit: Exit,
}

impl<T: Default, F: FnMut(Done<'_, T>) -> Result<()>> Order<T, F> {
    fn new(done: F, give_empty: SyncSender<Chunk<T>>) -> Order<T, F> {
        Order {
            done,
            give_empty,
            waiting: BTreeMap::new(),
            next: 0,
            source: Arc::from(""),
            next_line: 1,
            lines: 0,
            exit: Exit::Accepted,
        }
    }

    fn take(&mut self, event: Event<T>) -> Result<()> {
        let number = match &event {
            Event::Worked(chunk) => chunk.number,
            Event::Failed(number, _) => *number,
            Event::Panicked => {
                return Err(Error::unusable("a thread failed: this is a bug in paylint"));
            }
        };
        self.waiting.insert(number, event);
        while let Some(event) = self.waiting.remove(&self.next) {
            self.next += 1;
            match event {
                Event::Worked(chunk) => self.hand_over(chunk)?,
                Event::Failed(_, error) => {
                    complain(&error);
                    self.exit = Exit::Unusable;
                }
                Event::Panicked => {}
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, mut chunk: Chunk<T>) -> Result<()> {
        if !Arc::ptr_eq(&self.source, &chunk.source) {
            self.source = Arc::clone(&chunk.source);
            self.next_line = 1;
        }
        let output = std::mem::take(&mut chunk.output);
        let (first_line, lines) = (self.next_line, chunk.lines);
        self.next_line += lines;
        self.lines += lines;
        (self.done)(Done { source: &chunk.source, first_line, lines, text: &chunk.text, output })?;
        // After the last line nobody takes it any more.
        _ = self.give_empty.try_send(chunk);
        Ok(())
    }
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

        fn too_long(&mut self, _: &mut String, _: &mut u64) {}
    }

    fn run_over(name: &str, text: &str) -> (Result<Exit>, u64) {
        let file = std::env::temp_dir().join(format!("paylint-{}-{name}", std::process::id()));
        std::fs::write(&file, text).unwrap();
        let plan = Plan { files: vec![file.clone(), file.clone()], jobs: 2, writes: false };
        let mut lines = 0;
        let outcome = run(
            &plan,
            || Brittle,
            |done| {
                assert_eq!(done.output, done.lines);
                lines += done.lines;
                Ok(())
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
