//! Checks of requests by the layer's settings.

use crate::checked::{Checked, Telling};
use crate::layer::CheckLayer;
use crate::tenant::Tenant;
use http::request::Parts;
use paylint::facts::HttpRequest;
use paylint::{Engine, Facts, Operation, Report};
use paylint_traffic::replay::Change;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

impl CheckLayer {
    /// Tells the callback why a request isn't checked.
    pub(crate) fn unchecked(&self, parts: &Parts, why: &str) {
        shielded(|| tracing::info!(target: "paylint", "not checked: {why}"));
        if let Some(tell) = &self.on_unchecked {
            shielded(|| tell(parts, why));
        }
    }

    /// Checks a request, whose body is over the limit if only its length is given. The callback is told what came of it
    /// when the result is dropped.
    pub(crate) fn check(
        self: &Arc<CheckLayer>,
        operation: Operation,
        parts: &Parts,
        body: Result<&[u8], u64>,
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

        let result = |engine: Arc<Engine>, body: Result<&[u8], u64>| {
            let mut report = Report::new();
            let start = Instant::now();
            match body {
                Ok(body) => engine.check_into(operation, body, &facts, &mut report),
                Err(length) => engine.too_large_into(operation, length, &mut report),
            }
            let (took, report) = (start.elapsed(), Arc::new(report));
            Checked { request: None, engine, report, took, status: None, shadow: None }
        };
        let mut checked = result(Arc::clone(engine), body);
        if let Some(shadow) = tenant.shadow.as_ref().filter(|_| body.is_ok())
            && self.on_check.is_some()
        {
            let shadow = result(shadow.load(), body);
            let [ours, theirs] = [&checked.report, &shadow.report];
            let is_same = || ours.to_json() == theirs.to_json();
            let change = Change::of(ours.verdict(), theirs.verdict(), is_same);
            checked.shadow = Some((change, Box::new(shadow)));
        }
        checked.request = self.on_check.is_some().then(|| parts.clone());
        Telling { layer: Arc::clone(self), checked }
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
