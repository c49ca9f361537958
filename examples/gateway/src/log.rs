//! A log that can't hold up a request: a separate thread writes the lines, from a queue of
//! limited length.
//!
//! The log's reader may be slow, stuck or gone. When the queue is full, lines are dropped and
//! counted, and `{"dropped_lines":N}` is written as soon as there is room again.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Where lines go. Clones share one queue.
#[derive(Clone)]
pub struct Log {
    queue: SyncSender<String>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    /// Lines that haven't been written: those in the queue, and those that were dropped.
    unwritten: AtomicU64,
    /// Lines that were dropped.
    dropped: AtomicU64,
}

impl Log {
    /// Starts the thread that writes to `out`. At most this many lines wait for it.
    #[must_use]
    pub fn start(out: impl Write + Send + 'static, capacity: usize) -> Log {
        let (queue, lines) = sync_channel(capacity);
        let counts = Arc::new(Counts::default());
        let log = Log { queue, counts: Arc::clone(&counts) };
        thread::spawn(move || write_all(&lines, out, &counts));
        log
    }

    /// Takes a line, without its line feed. Never waits.
    pub fn write(&self, line: String) {
        self.counts.unwritten.fetch_add(1, Relaxed);
        if self.queue.try_send(line).is_err() {
            self.counts.dropped.fetch_add(1, Relaxed);
        }
    }

    /// How many lines were dropped so far.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.counts.dropped.load(Relaxed)
    }

    /// Waits until the queue is written, but not longer than the limit. Returns how many of all
    /// lines were not written.
    pub async fn finish(&self, limit: Duration) -> u64 {
        let count = |counter: &AtomicU64| counter.load(Relaxed);
        let written = async {
            while count(&self.counts.unwritten) > count(&self.counts.dropped) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        _ = timeout(limit, written).await;
        count(&self.counts.unwritten)
    }
}

fn write_all(lines: &Receiver<String>, mut out: impl Write, counts: &Counts) {
    let mut reported = 0;
    for line in lines {
        let written = writeln!(out, "{line}").and_then(|()| out.flush()).is_ok();
        if !written {
            counts.dropped.fetch_add(1, Relaxed);
        }
        let dropped = counts.dropped.load(Relaxed);
        if dropped > reported
            && writeln!(out, "{{\"dropped_lines\":{}}}", dropped - reported).is_ok()
        {
            reported = dropped;
        }
        if written {
            counts.unwritten.fetch_sub(1, Relaxed);
        }
    }
}
