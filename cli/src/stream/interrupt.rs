//! Ctrl-C: the first one ends the run between two lines, the second one ends the process.

use super::event::Event;
use crate::exit::complain;
use crate::names::counted;
use indicatif::ProgressBar;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// As shells report a command that SIGINT ended.
const INTERRUPTED: i32 = 130;
/// How soon an interrupt is noticed where nothing else happens.
const LOOK: Duration = Duration::from_millis(50);
/// How long the run may take to end: longer only if standard output is blocked.
const GRACE: Duration = Duration::from_secs(1);

/// What the threads of a run know of it.
#[derive(Default)]
pub(super) struct Run {
    /// It was interrupted.
    pub(super) stop: Arc<AtomicBool>,
    /// How much was read of the files.
    pub(super) bytes: Arc<AtomicU64>,
    /// How many lines are done: written, if they are to be written.
    pub(super) lines: AtomicU64,
    said: AtomicBool,
}

impl Run {
    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Says, once, how far the run came.
    pub(super) fn say_interrupted(&self) {
        if !self.said.swap(true, Ordering::SeqCst) {
            let lines = counted(self.lines.load(Ordering::SeqCst), "line", "lines");
            complain(&format_args!("interrupted after {lines}"));
        }
    }
}

/// Watches for Ctrl-C, and for SIGTERM. The signal handler itself sets the flag, so that a run whose
/// input ends at the same moment, as that of a pipe does, still knows it was interrupted.
pub(super) fn watch<T: Send + 'static>(
    run: &Arc<Run>,
    events: &Sender<Event<T>>,
    bar: Option<ProgressBar>,
) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal)) {
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&run.stop))?;
        flag::register(signal, Arc::clone(&run.stop))?;
    }
    let (run, events) = (Arc::clone(run), events.clone());
    thread::Builder::new().name("interrupts".to_owned()).spawn(move || {
        while !run.is_interrupted() {
            thread::sleep(LOOK);
        }
        _ = events.send(Event::Interrupted);
        thread::sleep(GRACE);
        // Standard error may be blocked as well.
        _ = thread::Builder::new().spawn(move || {
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
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
