//! Log lines to standard error. Logging never waits for the reader.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

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
    thread: Option<JoinHandle<()>>,
}

impl Log {
    pub(crate) fn new(quiet: bool) -> Log {
        let (lines, waiting) = sync_channel::<String>(WAITING);
        let dropped = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&dropped);
        let write = move || {
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
        let thread = if quiet { None } else { thread::Builder::new().spawn(write).ok() };
        Log { lines: thread.is_some().then_some(lines), dropped, thread }
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
        self.lines = None;
        let deadline = Instant::now() + PATIENCE;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
            && Instant::now() < deadline
        {
            thread::sleep(PAUSE);
        }
    }
}
