//! What the requests of one merchant are checked with.

use crate::shared::SharedEngine;
use paylint::{Engine, Facts, FactsBuf};
use std::sync::Arc;

/// What a request is checked with: an engine, the facts that you know, and perhaps a shadow engine.
///
/// A service for one merchant makes one and passes it to [`CheckLayer::new`]; one for several makes
/// one each, and picks it with [`CheckLayer::for_tenants`]. Cloning it copies references.
///
/// Its `Debug` shows the engines, and of the facts only which are set.
///
/// [`CheckLayer::new`]: crate::CheckLayer::new
/// [`CheckLayer::for_tenants`]: crate::CheckLayer::for_tenants
#[derive(Clone, Debug)]
pub struct Tenant {
    pub(crate) engine: SharedEngine,
    pub(crate) shadow: Option<SharedEngine>,
    standing: Arc<FactsBuf>,
    of_request: Option<Arc<FactsBuf>>,
}

impl Tenant {
    /// A tenant without facts.
    #[must_use]
    pub fn new(engine: impl Into<SharedEngine>) -> Tenant {
        Tenant {
            engine: engine.into(),
            shadow: None,
            standing: Arc::new(FactsBuf::new()),
            of_request: None,
        }
    }

    /// The facts that are the same for every request, such as the merchant's.
    ///
    /// `now` and the request's method, path and headers are added to them, and replace those that
    /// stand there.
    #[must_use]
    pub fn facts(mut self, facts: impl Into<Arc<FactsBuf>>) -> Tenant {
        self.standing = facts.into();
        self
    }

    /// The facts of one request, such as what you know of its order. Each group of them replaces the
    /// same group of the standing facts, as [`Facts::overlaid`] does.
    #[must_use]
    pub fn request_facts(mut self, facts: impl Into<Arc<FactsBuf>>) -> Tenant {
        self.of_request = Some(facts.into());
        self
    }

    /// A shadow engine: every request is checked with it as well, and what it says is reported
    /// ([`Checked::shadow`](crate::Checked::shadow)), but never enforced.
    #[must_use]
    pub fn shadow(mut self, engine: impl Into<SharedEngine>) -> Tenant {
        self.shadow = Some(engine.into());
        self
    }

    pub(crate) fn as_facts(&self) -> Facts<'_> {
        let standing = self.standing.as_facts();
        match &self.of_request {
            Some(facts) => standing.overlaid(&facts.as_facts()),
            None => standing,
        }
    }
}

impl From<Engine> for Tenant {
    fn from(engine: Engine) -> Tenant {
        Tenant::new(engine)
    }
}

impl From<SharedEngine> for Tenant {
    fn from(engine: SharedEngine) -> Tenant {
        Tenant::new(engine)
    }
}
