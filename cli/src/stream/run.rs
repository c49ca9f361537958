//! Progress of a run, and Ctrl-C: the first one ends the run between two blocks of lines, the second one ends the
//! process.

use super::Block;
use crate::exit::{Exit, Result, complain};
use crate::names::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, IsTerminal, Write, stdout};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

const INTERRUPTED: i32 = Exit::Interrupted as i32;
/// Interval at which waiting threads look for an interrupt.
const LOOK: Duration = Duration::from_millis(50);
/// Time for the run to end after an interrupt. It takes longer only if standard output is blocked.
const GRACE: Duration = Duration::from_secs(1);

/// State that a run's threads share.
pub(super) struct Run {
    /// Set when the run was interrupted.
    stop: Arc<AtomicBool>,
    /// Set when nothing more is to be written.
    pub(super) over: AtomicBool,
    /// Lines that are done, with their output written.
    lines: AtomicU64,
    pub(super) progress: ProgressBar,
    turn: Mutex<Turn>,
    next_turn: Condvar,
    said: AtomicBool,
}

/// State of the blocks.
#[derive(Default)]
pub(super) struct Turn {
    /// Number of the block whose result is passed on next.
    pub(super) block: usize,
    /// Bytes of input and output in blocks that aren't done.
    pub(super) held: usize,
}

/// Locks a mutex. A panic would end the process, so it is never poisoned.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    pub(super) fn new(progress: ProgressBar) -> Run {
        let (stop, over, lines, turn, next_turn, said) = Default::default();
        Run { stop, over, lines, progress, turn, next_turn, said }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn goes_on(&self) -> bool {
        !self.is_interrupted() && !self.over.load(Ordering::SeqCst)
    }

    /// Waits for the next block; returns `None` if there is none, or the run is over or was interrupted.
    pub(super) fn next(&self, blocks: &Mutex<Receiver<Block>>) -> Option<Block> {
        let blocks = lock(blocks);
        while self.goes_on() {
            match blocks.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                received => return received.ok(),
            }
        }
        None
    }

    /// Waits until a condition holds; returns `false` if the run is over or was interrupted.
    pub(super) fn wait_until(&self, holds: impl Fn(&Turn) -> bool) -> bool {
        let mut turn = lock(&self.turn);
        while self.goes_on() {
            if holds(&turn) {
                return true;
            }
            let waited = self.next_turn.wait_timeout(turn, LOOK);
            turn = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    /// The number of the block whose result is passed on next, unless the run is over or was interrupted.
    pub(super) fn turn(&self) -> Option<usize> {
        self.goes_on().then(|| lock(&self.turn).block)
    }

    /// Counts bytes of a block.
    pub(super) fn hold(&self, bytes: usize) {
        lock(&self.turn).held += bytes;
    }

    /// Ends the turn of a block with these bytes.
    pub(super) fn end_turn(&self, bytes: usize) {
        let mut turn = lock(&self.turn);
        turn.held -= bytes;
        turn.block += 1;
        self.next_turn.notify_all();
    }

    /// Writes the output of some lines. An error ends the run.
    pub(super) fn write(&self, text: &str, lines: u64) -> Result<()> {
        if !text.is_empty() {
            let mut out = stdout().lock();
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            self.over.fetch_or(written.is_err(), Ordering::SeqCst);
            written?;
        }
        let lines = self.lines.fetch_add(lines, Ordering::SeqCst) + lines;
        self.progress.set_message(format!("{lines} lines"));
        Ok(())
    }

    /// Reports, once, how many lines were done before the interrupt.
    pub(super) fn say_interrupted(&self) {
        if !self.said.swap(true, Ordering::SeqCst) {
            self.progress.finish_and_clear();
            let lines = counted(self.lines.load(Ordering::SeqCst), "line", "lines");
            complain(&format_args!("interrupted after {lines}"));
        }
    }
}

/// Watches for Ctrl-C and SIGTERM. The signal handler itself sets the flag, so that a run whose input
/// ends at the same moment, as a pipe's does, still knows that it was interrupted.
pub(super) fn watch(run: &Arc<Run>) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal)) {
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&run.stop))?;
        flag::register(signal, Arc::clone(&run.stop))?;
    }
    let run = Arc::clone(run);
    thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
        while !run.is_interrupted() {
            thread::sleep(LOOK);
        }
        thread::sleep(GRACE);
        // Standard error may be blocked as well.
        _ = thread::Builder::new().spawn(move || {
            run.say_interrupted();
            std::process::exit(INTERRUPTED);
        });
        thread::sleep(GRACE);
        std::process::exit(INTERRUPTED);
    })?;
    Ok(())
}

/// Whether the parent process has set a signal to be ignored, as a shell does with Ctrl-C for its
/// background jobs. Known only on Linux.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or_default() >> (signal - 1) & 1 == 1
}

/// A progress line on standard error, if that is a terminal and the output doesn't scroll over it.
pub(super) fn progress(writes: bool, size: Option<u64>) -> ProgressBar {
    let template = match size {
        Some(_) => "{msg}  {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{msg}  {bytes}, {bytes_per_sec}",
    };
    let style = ProgressStyle::with_template(template);
    let target = match writes && stdout().is_terminal() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(5),
    };
    ProgressBar::with_draw_target(size, target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
