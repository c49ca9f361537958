//! What asks the service to stop: Ctrl-C and, where there is one, SIGTERM.

use std::io;

/// A stream of signals. From its creation on they no longer end the process by themselves.
#[cfg(unix)]
pub struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Begins to listen for them.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// A stream of signals. From its creation on they no longer end the process by themselves.
#[cfg(windows)]
pub struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    /// Begins to listen for them.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        _ = self.0.recv().await;
    }
}
