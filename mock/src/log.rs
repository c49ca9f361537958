//! Log lines to standard error. Logging never waits for the reader.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Maximum number of waiting lines.
const WAITING: usize = 1000;
/// Maximum number of lines to write at once.
const AT_ONCE: usize = 100;
/// Time to collect lines: waking the thread for each would take longer than writing it.
const PAUSE: Duration = Duration::from_millis(1);
/// Time to write the last lines before the program ends.
const PATIENCE: Duration = Duration::from_millis(200);

/// A log with its own thread, so that a pipe without a reader blocks nothing else.
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
                // A closed log is no reason to stop.
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

    /// Queues a line, which includes its line feed.
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
