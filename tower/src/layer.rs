//! The layer: what its host decides.

use crate::checked::Checked;
use crate::service::Check;
use crate::tenant::{OfTenant, Tenant};
use http::Uri;
use http::request::Parts;
use paylint::{Operation, Timestamp};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tower_layer::Layer;

/// Applies [`Check`] to services: requests that are rejected get problem details, and the others are
/// passed on.
///
/// See the [crate's documentation](crate) for examples.
#[derive(Clone)]
pub struct CheckLayer {
    pub(crate) tenant: Of<OfTenant>,
    pub(crate) route: Of<Option<Operation>>,
    pub(crate) source_address: Option<Of<Option<IpAddr>>>,
    pub(crate) body_timeout: Option<Duration>,
    pub(crate) on_check: Option<Tell>,
    pub(crate) on_unchecked: Option<TellUnchecked>,
    pub(crate) problem_base: String,
    pub(crate) clock: Arc<dyn Fn() -> Option<Timestamp> + Send + Sync>,
}

/// A function of the host.
type Of<T> = Arc<dyn Fn(&Parts) -> T + Send + Sync>;

type Tell = Arc<dyn Fn(&Checked) + Send + Sync>;

type TellUnchecked = Arc<dyn Fn(&Parts, &str) + Send + Sync>;

impl CheckLayer {
    /// A layer that checks every request with the same engine: an [`Engine`](paylint::Engine), a
    /// [`SharedEngine`](crate::SharedEngine), or a [`Tenant`], which has facts as well.
    #[must_use]
    pub fn new(tenant: impl Into<Tenant>) -> CheckLayer {
        let tenant = tenant.into();
        CheckLayer::for_tenants(move |_| tenant.clone())
    }

    /// A layer for several tenants: `tenant` says what a request is checked with. For a tenant that you don't know, it
    /// returns an [`OfTenant`] that passes the request on or refuses it.
    ///
    /// It is asked only about requests that lead to an operation, before their bodies are read. What has to be looked
    /// up first, such as the facts of an order in a database, is the work of a layer around this one,
    /// which leaves it in the request's extensions.
    ///
    /// ```
    /// use paylint::{Engine, FactsBuf};
    /// use paylint_tower::{CheckLayer, Tenant};
    /// use std::sync::Arc;
    ///
    /// let facts = FactsBuf::from_json(br#"{"merchant": {"avs_permission": true}}"#)?;
    /// let (cars, others) = (Tenant::new(Engine::default()).facts(facts), Tenant::from(Engine::default()));
    ///
    /// let layer = CheckLayer::for_tenants(move |request| {
    ///     let is_cars = request.headers.get("host").is_some_and(|host| host == "cars.example");
    ///     let tenant = if is_cars { cars.clone() } else { others.clone() };
    ///     match request.extensions.get::<Arc<FactsBuf>>() {
    ///         Some(order) => tenant.request_facts(order.clone()),
    ///         None => tenant,
    ///     }
    /// });
    /// # Ok::<(), paylint::FactsError>(())
    /// ```
    #[must_use]
    pub fn for_tenants<T: Into<OfTenant>>(
        tenant: impl Fn(&Parts) -> T + Send + Sync + 'static,
    ) -> CheckLayer {
        CheckLayer {
            tenant: Arc::new(move |parts| tenant(parts).into()),
            route: Arc::new(|parts| {
                let (method, path) = (parts.method.as_str(), parts.uri.path());
                Operation::route(method, path).or_else(|| Operation::nearly(method, path))
            }),
            source_address: None,
            body_timeout: Some(Duration::from_secs(10)),
            on_check: None,
            on_unchecked: None,
            problem_base: String::new(),
            clock: Arc::new(|| Timestamp::try_from(SystemTime::now()).ok()),
        }
    }

    /// Sets how a request's operation is found. By default that is [`Operation::route`], or else
    /// [`Operation::nearly`], by method and path, which know neither where your cardholders post their
    /// cards nor where you receive webhooks.
    ///
    /// ```
    /// use paylint::{Engine, Operation};
    /// use paylint_tower::CheckLayer;
    ///
    /// let layer = CheckLayer::new(Engine::default()).route(|request| match request.uri.path() {
    ///     "/webhooks/card/" => Some(Operation::CardWebhook),
    ///     path => Operation::route(request.method.as_str(), path),
    /// });
    /// ```
    #[must_use]
    pub fn route(
        self,
        route: impl Fn(&Parts) -> Option<Operation> + Send + Sync + 'static,
    ) -> CheckLayer {
        CheckLayer { route: Arc::new(route), ..self }
    }

    /// Sets how a request's source address is found, for the rules about webhooks. By default it isn't known. Behind
    /// a proxy, take it from what *your* proxy sets, or the proxy is checked.
    ///
    /// ```
    /// use axum::extract::ConnectInfo;
    /// use paylint::Engine;
    /// use paylint_tower::CheckLayer;
    /// use std::net::SocketAddr;
    ///
    /// let layer = CheckLayer::new(Engine::default()).source_address(|request| {
    ///     let ConnectInfo(address) = request.extensions.get::<ConnectInfo<SocketAddr>>()?;
    ///     Some(address.ip())
    /// });
    /// ```
    #[must_use]
    pub fn source_address(
        self,
        address: impl Fn(&Parts) -> Option<IpAddr> + Send + Sync + 'static,
    ) -> CheckLayer {
        CheckLayer { source_address: Some(Arc::new(address)), ..self }
    }

    /// How long a body may take to arrive, before the request is answered with status 408; `None` for
    /// as long as it likes. By default it is ten seconds.
    #[must_use]
    pub fn body_timeout(self, timeout: impl Into<Option<Duration>>) -> CheckLayer {
        CheckLayer { body_timeout: timeout.into(), ..self }
    }

    /// Is called for every request that was checked, with what the check came to: once, when its
    /// answer is there, or when it is clear that there will be none.
    ///
    /// It runs within the request, so let it count and write to a buffer, not wait. Its panic is logged, and changes no answer.
    #[must_use]
    pub fn on_check(self, tell: impl Fn(&Checked) + Send + Sync + 'static) -> CheckLayer {
        CheckLayer { on_check: Some(Arc::new(tell)), ..self }
    }

    /// Is called for every request that isn't checked, with the reason, which shows no value of it:
    /// it leads to no operation, and is passed on; its body didn't arrive, or has a `Content-Encoding`, and it is refused.
    #[must_use]
    pub fn on_unchecked(self, tell: impl Fn(&Parts, &str) + Send + Sync + 'static) -> CheckLayer {
        CheckLayer { on_unchecked: Some(Arc::new(tell)), ..self }
    }

    /// Where the pages of the rules are: it stands before the `type` of problem details, which
    /// otherwise is a relative reference such as `rules/field.type`: `https://docs.example/paylint/`, parsed.
    #[must_use]
    pub fn problem_base(self, base: &Uri) -> CheckLayer {
        // What JSON would have to escape.
        let base = base.to_string().replace('\\', "%5C").replace('"', "%22");
        CheckLayer { problem_base: base, ..self }
    }

    /// Where the time comes from, which is a fact. By default that is the system's clock.
    #[must_use]
    pub fn clock(self, now: impl Fn() -> Option<Timestamp> + Send + Sync + 'static) -> CheckLayer {
        CheckLayer { clock: Arc::new(now), ..self }
    }
}

impl<S> Layer<S> for CheckLayer {
    type Service = Check<S>;

    fn layer(&self, inner: S) -> Check<S> {
        Check { inner, layer: Arc::new(self.clone()) }
    }
}

/// The functions don't show what they are.
impl fmt::Debug for CheckLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckLayer")
            .field("body_timeout", &self.body_timeout)
            .finish_non_exhaustive()
    }
}
