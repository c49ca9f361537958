//! Lines to standard error, without ever waiting for who reads them.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Lines that wait at most.
const WAITING: usize = 1000;
/// Lines that are written at once at most.
const AT_ONCE: usize = 100;
/// How long lines gather: waking the thread for each would take more time than writing it.
const PAUSE: Duration = Duration::from_millis(1);
/// How long the last lines may take.
const PATIENCE: Duration = Duration::from_millis(200);

/// A thread of its own writes: a pipe that nobody reads stops nothing else.
pub(crate) struct Log {
    lines: Option<SyncSender<String>>,
    dropped: Arc<AtomicUsize>,
    ended: Mutex<Receiver<()>>,
}

impl Log {
    pub(crate) fn new(quiet: bool) -> Log {
        let (lines, waiting) = sync_channel::<String>(WAITING);
        let (at_end, ended) = channel();
        let dropped = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&dropped);
        let write = move || {
            let _at_end = at_end;
            let mut out = std::io::stderr();
            while let Ok(mut lines) = waiting.recv() {
                lines.extend(waiting.try_iter().take(AT_ONCE));
                // A log that nobody reads any more is no reason to stop.
                _ = out.write_all(lines.as_bytes());
                let dropped = count.swap(0, Ordering::Relaxed);
                if dropped > 0 {
                    _ = writeln!(out, "{dropped} lines were dropped, since nobody read them");
                }
                thread::sleep(PAUSE);
            }
        };
        let lines = (!quiet && thread::Builder::new().spawn(write).is_ok()).then_some(lines);
        Log { lines, dropped, ended: Mutex::new(ended) }
    }

    /// Takes a line with its end.
    pub(crate) fn write(&self, line: String) {
        if self.lines.as_ref().is_some_and(|lines| lines.try_send(line).is_err()) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if self.lines.take().is_some() {
            let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
            _ = ended.recv_timeout(PATIENCE);
        }
    }
}
