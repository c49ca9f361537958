//! Progress of a run, and Ctrl-C: the first one ends the run between two blocks of lines, the second one ends the
//! process.

use crate::exit::complain;
use crate::names::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, IsTerminal, stderr, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code with which shells report a command that SIGINT ended.
const INTERRUPTED: i32 = 130;
/// Interval at which waiting threads look for an interrupt.
const LOOK: Duration = Duration::from_millis(50);
/// Time for the run to end after an interrupt. It takes longer only if standard output is blocked.
const GRACE: Duration = Duration::from_secs(1);
/// Delay before progress is shown: short runs don't need it.
const DELAY: Duration = Duration::from_millis(500);

/// State that a run's threads share.
pub(super) struct Run {
    /// Set when the run was interrupted.
    stop: Arc<AtomicBool>,
    /// Set when the calling thread has stopped writing.
    pub(super) over: AtomicBool,
    /// Bytes read from the files.
    pub(super) bytes: Arc<AtomicU64>,
    /// Lines that are done, with their output written.
    pub(super) lines: AtomicU64,
    pub(super) progress: Progress,
    said: AtomicBool,
}

impl Run {
    pub(super) fn new(progress: Progress) -> Run {
        let (stop, over, bytes, lines, said) = Default::default();
        Run { stop, over, bytes, lines, progress, said }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Reports, once, how many lines were done before the interrupt.
    pub(super) fn say_interrupted(&self) {
        if !self.said.swap(true, Ordering::SeqCst) {
            self.progress.clear();
            let lines = counted(self.lines.load(Ordering::SeqCst), "line", "lines");
            complain(&format_args!("interrupted after {lines}"));
        }
    }
}

/// Waits for the next item; returns `None` if the run is over or was interrupted.
pub(super) fn next<T>(receiver: &Receiver<T>, run: &Run) -> Option<T> {
    while !run.is_interrupted() && !run.over.load(Ordering::SeqCst) {
        match receiver.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            received => return received.ok(),
        }
    }
    None
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
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    size: Option<u64>,
    start: Instant,
}

impl Progress {
    pub(super) fn new(writes: bool, size: Option<u64>) -> Progress {
        let watched = stderr().is_terminal() && !(writes && stdout().is_terminal());
        let bar = watched.then(|| {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let template = match size {
                Some(_) => "{msg}  {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
                None => "{msg}  {bytes}, {bytes_per_sec}",
            };
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::with_draw_target(size, target);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { bar, size, start: Instant::now() }
    }

    /// Writes something while the line is hidden.
    pub(super) fn hide(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Shows the number of lines that are done.
    pub(super) fn show(&self, lines: u64, bytes: &AtomicU64) {
        let Some(bar) = self.bar.as_ref().filter(|_| self.start.elapsed() > DELAY) else { return };
        let bytes = bytes.load(Ordering::Relaxed);
        bar.set_position(self.size.map_or(bytes, |size| bytes.min(size)));
        let rate = lines as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{lines} lines, {rate:.0}/s"));
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
