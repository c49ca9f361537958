//! Progress, for somebody who watches.

use super::plan::Plan;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A short run needs no progress.
const DELAY: Duration = Duration::from_millis(500);

/// A line on standard error, where that is a terminal and lines of output do not run over it.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    size: Option<u64>,
    bytes: Arc<AtomicU64>,
    start: Instant,
}

impl Progress {
    pub(super) fn new(plan: &Plan, size: Option<u64>, bytes: Arc<AtomicU64>) -> Progress {
        let watched = stderr().is_terminal() && !(plan.writes && stdout().is_terminal());
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
        Progress { bar, size, bytes, start: Instant::now() }
    }

    /// The bar, for whoever must clear it.
    pub(super) fn bar(&self) -> Option<ProgressBar> {
        self.bar.clone()
    }

    /// Says something where the bar is.
    pub(super) fn hide(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Shows how many lines are done.
    pub(super) fn show(&mut self, lines: u64) {
        let Some(bar) = &self.bar else { return };
        let elapsed = self.start.elapsed();
        if elapsed < DELAY {
            return;
        }
        let bytes = self.bytes.load(Ordering::Relaxed);
        bar.set_position(self.size.map_or(bytes, |size| bytes.min(size)));
        let rate = lines as f64 / elapsed.as_secs_f64();
        bar.set_message(format!("{lines} lines, {rate:.0}/s"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
