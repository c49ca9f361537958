//! An engine that can be replaced while requests are checked with it.

use arc_swap::ArcSwap;
use paylint::Engine;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "tokio")]
pub use reload::ReloadError;

/// An engine that can be replaced while requests are checked with it. Clones share it.
///
/// A request is checked with the engine that was there when it came, to its end.
///
/// ```
/// use paylint::Engine;
/// use paylint_tower::{CheckLayer, SharedEngine};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let engine = SharedEngine::new(Engine::default());
/// let layer = CheckLayer::new(engine.clone());
///
/// // Later, for example when the process gets a SIGHUP.
/// match engine.reload("no-such-policy.json").await {
///     Ok(engine) => println!("the policy is now {}", engine.policy_fingerprint()),
///     // no-such-policy.json: No such file or directory (os error 2); the old policy stays
///     Err(error) => eprintln!("{error}"),
/// }
/// # }
/// ```
#[derive(Clone)]
pub struct SharedEngine {
    shared: Arc<Shared>,
}

struct Shared {
    engine: ArcSwap<Engine>,
    #[cfg(feature = "tokio")]
    turns: reload::Turns,
}

impl SharedEngine {
    /// Shares an engine.
    #[must_use]
    pub fn new(engine: Engine) -> SharedEngine {
        SharedEngine {
            shared: Arc::new(Shared {
                engine: ArcSwap::from_pointee(engine),
                #[cfg(feature = "tokio")]
                turns: reload::Turns::default(),
            }),
        }
    }

    /// The engine that is there now.
    #[must_use]
    pub fn load(&self) -> Arc<Engine> {
        self.shared.engine.load_full()
    }

    /// Replaces the engine. Requests that are being checked end with the one that they began with.
    pub fn store(&self, engine: Engine) {
        self.shared.engine.store(Arc::new(engine));
    }
}

impl From<Engine> for SharedEngine {
    fn from(engine: Engine) -> SharedEngine {
        SharedEngine::new(engine)
    }
}

/// One without a policy: the rules at their default levels.
impl Default for SharedEngine {
    fn default() -> SharedEngine {
        SharedEngine::new(Engine::default())
    }
}

impl fmt::Debug for SharedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SharedEngine").field(&self.load()).finish()
    }
}

#[cfg(feature = "tokio")]
mod reload {
    use super::SharedEngine;
    use paylint::{Engine, Policy, PolicyError};
    use std::fs::{self, File};
    use std::io::{self, Read};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::thread;
    use std::time::Duration;
    use tokio::sync::{Mutex, oneshot};
    use tokio::time::timeout;

    /// How long [`SharedEngine::reload`] waits for the file.
    const DEADLINE: Duration = Duration::from_secs(5);
    /// The longest policy that is read.
    const MAX_BYTES: u64 = 16 << 20;
    /// How many threads may wait for files that don't come, before another is started.
    const MAX_WAITING: usize = 4;

    /// Reloads go one after another, so that the last one wins.
    #[derive(Default)]
    pub(super) struct Turns {
        turn: Mutex<()>,
        /// Every thread that reads has a clone of it.
        waiting: Arc<()>,
    }

    impl SharedEngine {
        /// Reads a policy, compiles it, and replaces the engine. Returns the new engine.
        ///
        /// The file is read in a thread of its own, and given up after five seconds: neither a worker of
        /// the runtime nor its shutdown waits for a file system that doesn't answer. What comes later
        /// than that is dropped. Reloads of one engine go one after another.
        ///
        /// # Errors
        /// The file can't be read in time, isn't a regular file, has more than 16 MiB, or isn't a
        /// policy. The old policy stays.
        pub async fn reload(&self, path: impl Into<PathBuf>) -> Result<Arc<Engine>, ReloadError> {
            let compile = |text: &[u8]| Ok(Engine::new(&Policy::from_json(text)?));
            self.reload_with(path, DEADLINE, compile).await
        }

        /// The same with your own deadline, and your own way from the text to the engine: for policies
        /// with [custom rules](Policy::with_rule), or over others.
        ///
        /// ```
        /// # use paylint::{Engine, Policy};
        /// # use paylint_tower::{ReloadError, SharedEngine};
        /// # use std::time::Duration;
        /// # async fn reload(engine: SharedEngine) -> Result<(), ReloadError> {
        /// let compile = |text: &[u8]| {
        ///     let policy = Policy::from_json(text)?.with_label("shop-1")?;
        ///     Ok(Engine::new(&policy))
        /// };
        /// engine.reload_with("policy.json", Duration::from_secs(1), compile).await?;
        /// # Ok(())
        /// # }
        /// ```
        ///
        /// # Errors
        /// The same, or what `compile` finds wrong.
        pub async fn reload_with<F>(
            &self,
            path: impl Into<PathBuf>,
            deadline: Duration,
            compile: F,
        ) -> Result<Arc<Engine>, ReloadError>
        where
            F: FnOnce(&[u8]) -> Result<Engine, PolicyError> + Send + 'static,
        {
            let path = path.into();
            let file = path.clone();
            let read = move || read(&file);
            self.replace(read, deadline, compile).await.map_err(|problem| problem.of(path))
        }

        /// Replaces the engine by that of a text, if it is there in time.
        async fn replace(
            &self,
            read: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static,
            deadline: Duration,
            compile: impl FnOnce(&[u8]) -> Result<Engine, PolicyError> + Send + 'static,
        ) -> Result<Arc<Engine>, Problem> {
            let turns = &self.shared.turns;
            let _turn = turns.turn.lock().await;
            if Arc::strong_count(&turns.waiting) > MAX_WAITING {
                return Err(Problem::Read(io::Error::other(
                    "earlier reads still wait for their files",
                )));
            }
            let waits = Arc::clone(&turns.waiting);
            let (sender, receiver) = oneshot::channel();
            // Not a blocking task of the runtime, whose shutdown would wait for it.
            let thread = thread::Builder::new().name("paylint-reload".to_owned());
            let work = move || {
                let text = read().map_err(Problem::Read);
                drop(waits);
                // Nobody may be there any more.
                _ = sender.send(text.and_then(|text| compile(&text).map_err(Problem::Policy)));
            };
            thread.spawn(work).map_err(Problem::Read)?;
            let engine = match timeout(deadline, receiver).await {
                Ok(Ok(engine)) => Arc::new(engine?),
                Ok(Err(_)) => return Err(Problem::Read(io::Error::other("compiling it panicked"))),
                Err(_) => return Err(Problem::Late(deadline)),
            };
            self.shared.engine.store(Arc::clone(&engine));
            Ok(engine)
        }
    }

    /// A file's content, if it is a regular file: a pipe would keep the thread until somebody writes.
    fn read(path: &Path) -> io::Result<Vec<u8>> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it isn't a regular file"));
        }
        let mut text = Vec::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_BYTES {
            return Err(io::Error::other("it has more than 16 MiB"));
        }
        Ok(text)
    }

    enum Problem {
        Read(io::Error),
        Late(Duration),
        Policy(PolicyError),
    }

    impl Problem {
        fn of(self, path: PathBuf) -> ReloadError {
            match self {
                Problem::Read(source) => ReloadError::Read { path, source },
                Problem::Late(deadline) => ReloadError::Late { path, deadline },
                Problem::Policy(source) => ReloadError::Policy { path, source },
            }
        }
    }

    /// The policy couldn't be reloaded. The old one stays.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum ReloadError {
        /// The file couldn't be read.
        #[error("{}: {source}; the old policy stays", path.display())]
        Read {
            /// Which file.
            path: PathBuf,
            /// Why.
            source: io::Error,
        },
        /// The file couldn't be read in time.
        #[error("{}: not read within {deadline:?}; the old policy stays", path.display())]
        Late {
            /// Which file.
            path: PathBuf,
            /// How long it was waited for.
            deadline: Duration,
        },
        /// What is in the file can't be used as a policy.
        #[error("{}: {source}; the old policy stays", path.display())]
        Policy {
            /// Which file.
            path: PathBuf,
            /// Which member, and what is wrong with it.
            source: PolicyError,
        },
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::mpsc;

        fn compile(text: &[u8]) -> Result<Engine, PolicyError> {
            Ok(Engine::new(&Policy::from_json(text)?))
        }

        /// As on a mount that hangs, and then comes back.
        #[tokio::test]
        async fn a_read_that_hangs_is_given_up_and_its_text_dropped() {
            let engine = SharedEngine::default();
            let before = engine.load();
            let mut hanging = Vec::new();
            for _ in 0..MAX_WAITING {
                let (comes_back, wait) = mpsc::channel();
                hanging.push(comes_back);
                let read = move || Ok(wait.recv().unwrap_or_default());
                let error = engine.replace(read, Duration::from_millis(1), compile).await;
                assert!(matches!(error, Err(Problem::Late(_))));
            }
            // No more threads than that.
            let second = Duration::from_secs(10);
            let refused = engine.replace(|| unreachable!(), second, compile).await;
            assert!(matches!(refused, Err(Problem::Read(_))));

            for comes_back in hanging {
                comes_back.send(b"{\"max_findings\": 1}".to_vec()).unwrap();
            }
            while Arc::strong_count(&engine.shared.turns.waiting) > 1 {
                tokio::task::yield_now().await;
            }
            assert!(Arc::ptr_eq(&before, &engine.load()));
            assert!(engine.replace(|| Ok(b"{}".to_vec()), second, compile).await.is_ok());
        }
    }
}
