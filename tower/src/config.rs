//! The layer's settings, and how a request is checked by them.

use crate::checked::{Checked, Telling};
use crate::shared::SharedEngine;
use crate::tenant::{OfTenant, Tenant};
use http::request::Parts;
use paylint::facts::HttpRequest;
use paylint::{Engine, Facts, Operation, Timestamp};
use paylint_traffic::replay::Replay;
use std::fmt;
use std::mem;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// A function of the host.
type Of<T> = Arc<dyn Fn(&Parts) -> T + Send + Sync>;

type Tell = Arc<dyn Fn(&Checked<'_>) + Send + Sync>;

type TellUnchecked = Arc<dyn Fn(&Parts, &str) + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Config {
    pub(crate) tenant: Of<OfTenant>,
    pub(crate) route: Of<Option<Operation>>,
    pub(crate) source_address: Option<Of<Option<IpAddr>>>,
    pub(crate) body_timeout: Option<Duration>,
    pub(crate) on_check: Option<Tell>,
    pub(crate) on_unchecked: Option<TellUnchecked>,
    pub(crate) problem_base: String,
    pub(crate) report_only: bool,
    pub(crate) clock: Arc<dyn Fn() -> Option<Timestamp> + Send + Sync>,
}

/// A body as it is checked.
#[derive(Clone, Copy)]
pub(crate) enum Body<'b> {
    Read(&'b [u8]),
    /// Over the limit, and not read: it has so many bytes, or at least so many.
    TooLong(u64),
}

impl Config {
    pub(crate) fn new(tenant: Of<OfTenant>) -> Config {
        Config {
            tenant,
            route: Arc::new(|parts| {
                let (method, path) = (parts.method.as_str(), parts.uri.path());
                Operation::route(method, path).or_else(|| Operation::nearly(method, path))
            }),
            source_address: None,
            body_timeout: Some(Duration::from_secs(10)),
            on_check: None,
            on_unchecked: None,
            problem_base: String::new(),
            report_only: false,
            clock: Arc::new(|| Timestamp::try_from(SystemTime::now()).ok()),
        }
    }

    /// Tells the callback why a request isn't checked.
    pub(crate) fn unchecked(&self, parts: &Parts, why: &str) {
        shielded(|| tracing::info!(target: "paylint", "not checked: {why}"));
        if let Some(tell) = &self.on_unchecked {
            shielded(|| tell(parts, why));
        }
    }

    /// Checks a request. The callback is told what came of it when the result is dropped.
    pub(crate) fn check(
        self: &Arc<Config>,
        operation: Operation,
        parts: &Parts,
        body: Body<'_>,
        engine: &Arc<Engine>,
        tenant: &Tenant,
    ) -> Telling {
        // A value that isn't text becomes an empty one: if it were left out, a second header of that name would
        // count instead.
        let headers = parts.headers.iter();
        let headers: Vec<(&str, &str)> = headers
            .map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default()))
            .collect();
        let standing = tenant.as_facts();
        let known = standing.request.unwrap_or_default();
        let address = self.source_address.as_ref();
        let address = address.and_then(|address| shielded(|| address(parts)).flatten());
        let request = HttpRequest {
            method: Some(parts.method.as_str()),
            path: parts.uri.path_and_query().map(|path| path.as_str()),
            headers: Some(headers.as_slice().into()),
            // A socket for both families shows IPv4 addresses as IPv6, which the engine keeps apart.
            source_address: address.map(|address| address.to_canonical()).or(known.source_address),
        };
        let now = shielded(|| (self.clock)()).flatten();
        let facts = Facts { now, request: Some(request), ..standing };

        let mut replay = Replay::default();
        let took = timed(|| match body {
            Body::Read(body) => engine.check_into(operation, body, &facts, &mut replay.before),
            Body::TooLong(length) => engine.too_large_into(operation, length, &mut replay.before),
        });
        let shadow = tenant.shadow.as_ref().filter(|_| self.on_check.is_some());
        let shadow = match (shadow.map(SharedEngine::load), body) {
            (Some(shadow), Body::Read(body)) => {
                let after = &mut replay.after;
                let took = timed(|| shadow.check_into(operation, body, &facts, after));
                Some((replay.change(), shadow, took))
            }
            _ => None,
        };
        let Replay { before, after, .. } = replay;
        Telling {
            config: Arc::clone(self),
            request: self.on_check.is_some().then(|| parts.clone()),
            engine: Arc::clone(engine),
            report: Arc::new(before),
            took,
            shadow: shadow.map(|(change, engine, took)| (change, engine, after, took)),
            status: None,
        }
    }
}

/// Calls the host's callback or log. A panic there changes no answer to a payment, and gives `None`; the panic hook has
/// printed it.
pub(crate) fn shielded<T>(call: impl FnOnce() -> T) -> Option<T> {
    let called = catch_unwind(AssertUnwindSafe(call)).map_err(|payload| {
        // Dropping it could panic again.
        mem::forget(payload);
        let log = || tracing::error!(target: "paylint", "a callback, or the log, has panicked");
        catch_unwind(log).unwrap_or_else(mem::forget);
    });
    called.ok()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The functions don't show what they are.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config").field("body_timeout", &self.body_timeout).finish_non_exhaustive()
    }
}
