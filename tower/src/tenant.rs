//! Engines and facts for the requests of one merchant.

use crate::shared::SharedEngine;
use paylint::{Engine, Facts, FactsBuf};
use std::sync::Arc;

/// An engine, the facts that you know, and perhaps a shadow engine, with which requests are checked.
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
    pub(crate) report_only: bool,
}

/// Treatment of a request, by its tenant: [`CheckLayer::for_tenants`](crate::CheckLayer::for_tenants) asks for it.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most requests have a tenant")]
pub enum OfTenant {
    /// It is checked with what this tenant has.
    Check(Tenant),
    /// It is passed on without a check: nobody knows its tenant.
    Pass,
    /// It is answered with status 403: nobody knows its tenant.
    Refuse,
}

impl From<Tenant> for OfTenant {
    fn from(tenant: Tenant) -> OfTenant {
        OfTenant::Check(tenant)
    }
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
            report_only: false,
        }
    }

    /// Passes on what is rejected, too, while you watch what would be. Only a body over the policy's limit
    /// is still refused, since it isn't read.
    #[must_use]
    pub fn report_only(mut self) -> Tenant {
        self.report_only = true;
        self
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
    /// ([`Checked::shadow`](crate::Checked#structfield.shadow)), but never enforced.
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
