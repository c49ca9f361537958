//! What asks the service to stop: Ctrl-C and, where there is one, SIGTERM. What asks it to read its
//! policies again: SIGHUP, where there is one.

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

/// A stream of requests to read the policies again.
#[cfg(unix)]
pub struct Hangups(tokio::signal::unix::Signal);

#[cfg(unix)]
impl Hangups {
    /// Begins to listen for them. From now on they no longer end the process.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Hangups> {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::hangup()).map(Hangups)
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        _ = self.0.recv().await;
    }
}

/// A stream of requests to read the policies again: here there are none.
#[cfg(windows)]
pub struct Hangups;

#[cfg(windows)]
impl Hangups {
    /// Listens for nothing.
    ///
    /// # Errors
    /// None.
    pub fn new() -> io::Result<Hangups> {
        Ok(Hangups)
    }

    /// Waits for ever.
    pub async fn next(&mut self) {
        std::future::pending().await
    }
}
