//! How a run is going, for somebody who watches; and Ctrl-C: the first one ends the run between two blocks of lines, the
//! second one ends the process.

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

/// As shells report a command that SIGINT ended.
const INTERRUPTED: i32 = 130;
/// How soon an interrupt is noticed where nothing else happens.
const LOOK: Duration = Duration::from_millis(50);
/// How long the run may take to end: longer only if standard output is blocked.
const GRACE: Duration = Duration::from_secs(1);
/// A short run needs no progress.
const DELAY: Duration = Duration::from_millis(500);

/// State of a run that its threads share.
pub(super) struct Run {
    /// It was interrupted.
    stop: Arc<AtomicBool>,
    /// Nobody wants more.
    pub(super) over: AtomicBool,
    /// How much was read of the files.
    pub(super) bytes: Arc<AtomicU64>,
    /// Lines that are done: written, if they are to be written.
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

    /// Says, once, how far the run came.
    pub(super) fn say_interrupted(&self) {
        if !self.said.swap(true, Ordering::SeqCst) {
            self.progress.clear();
            let lines = counted(self.lines.load(Ordering::SeqCst), "line", "lines");
            complain(&format_args!("interrupted after {lines}"));
        }
    }
}

/// Waits for what comes next: nothing, if the run is over or was interrupted.
pub(super) fn next<T>(receiver: &Receiver<T>, run: &Run) -> Option<T> {
    while !run.is_interrupted() && !run.over.load(Ordering::SeqCst) {
        match receiver.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            received => return received.ok(),
        }
    }
    None
}

/// Watches for Ctrl-C, and for SIGTERM. The signal handler itself sets the flag, so that a run whose
/// input ends at the same moment, as that of a pipe does, still knows it was interrupted.
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

/// Whether whoever started the command keeps a signal from it, as a shell keeps Ctrl-C from its
/// background jobs. Only Linux tells.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or_default() >> (signal - 1) & 1 == 1
}

/// A line on standard error, where that is a terminal and lines of output don't run over it.
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

    /// Says something where the line is.
    pub(super) fn hide(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Shows how many lines are done.
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
