//! An engine that can be replaced while requests are checked with it.

use arc_swap::ArcSwap;
use paylint::Engine;
use std::sync::Arc;

/// An engine that can be replaced while requests are checked with it. Clones share it.
///
/// A request is checked with the engine that was there when it came, to its end.
///
/// ```
/// use paylint::{Engine, Policy};
/// use paylint_tower::{CheckLayer, SharedEngine};
///
/// let engine = SharedEngine::default();
/// let layer = CheckLayer::new(engine.clone());
///
/// // Later, for example when the process gets a SIGHUP, with the text of a file.
/// match Policy::from_json(b"{\"levels\": {\"field.unknwn\": \"deny\"}}") {
///     Ok(policy) => engine.store(Engine::new(&policy)),
///     Err(error) => eprintln!("the old policy stays: {error}"),
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct SharedEngine(Arc<ArcSwap<Engine>>);

impl SharedEngine {
    /// Shares an engine.
    #[must_use]
    pub fn new(engine: Engine) -> SharedEngine {
        SharedEngine(Arc::new(ArcSwap::from_pointee(engine)))
    }

    /// The engine that is there now.
    #[must_use]
    pub fn load(&self) -> Arc<Engine> {
        self.0.load_full()
    }

    /// Replaces the engine. Requests that are being checked end with the one that they began with.
    pub fn store(&self, engine: Engine) {
        self.0.store(Arc::new(engine));
    }
}

impl From<Engine> for SharedEngine {
    fn from(engine: Engine) -> SharedEngine {
        SharedEngine::new(engine)
    }
}
