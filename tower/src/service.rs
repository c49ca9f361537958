//! The service: routes a request, and begins to read its body.

use crate::answer;
use crate::body::CheckBody;
use crate::config::Config;
use crate::future::{Pending, ResponseFuture};
use crate::tenant::OfTenant;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body::Body;
use paylint::Operation;
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// Checks requests before it passes them on to another service.
///
/// A request that is passed on has its [`Report`](paylint::Report) in its extensions, as an
/// `Arc<Report>`. The responses have it, too, both those of the service behind and problem details:
/// a client can tell by it that a request was rejected here and never sent.
///
/// See the [crate's documentation](crate) for examples.
#[derive(Clone, Debug)]
pub struct Check<S> {
    inner: S,
    config: Arc<Config>,
}

impl<S> Check<S> {
    pub(crate) fn new(inner: S, config: Arc<Config>) -> Check<S> {
        Check { inner, config }
    }
}

impl<S, B, R> Service<Request<B>> for Check<S>
where
    S: Service<Request<CheckBody<B>>, Response = Response<R>> + Clone,
    B: Body<Data = Bytes>,
{
    type Response = Response<CheckBody<R>>;
    type Error = S::Error;
    type Future = ResponseFuture<S, B, R>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (parts, body) = request.into_parts();
        let Some(operation) = (self.config.route)(&parts) else {
            let why = Operation::no_route(parts.method.as_str(), parts.uri.path());
            self.config.unchecked(&parts, &why);
            let request = Request::from_parts(parts, CheckBody::streamed(body));
            return ResponseFuture::passed_on(self.inner.call(request));
        };
        let tenant = match (self.config.tenant)(&parts) {
            OfTenant::Check(tenant) => tenant,
            OfTenant::Pass => {
                self.config.unchecked(&parts, "its tenant isn't known");
                let request = Request::from_parts(parts, CheckBody::streamed(body));
                return ResponseFuture::passed_on(self.inner.call(request));
            }
            OfTenant::Refuse => {
                let why = "the tenant of this request isn't known";
                self.config.unchecked(&parts, why);
                return ResponseFuture::answer(answer::problem(StatusCode::FORBIDDEN, why));
            }
        };
        let engine = tenant.engine.load();
        let length = declared_length(&parts);
        // The one that is ready is called; the clone has to become so.
        let clone = self.inner.clone();
        let inner = mem::replace(&mut self.inner, clone);
        let config = Arc::clone(&self.config);
        let pending = Pending { inner, parts, operation, engine, tenant, config };
        if is_encoded(&pending.parts) {
            let why = "the body has a Content-Encoding, which isn't decoded";
            return ResponseFuture::answer(
                pending.unchecked(StatusCode::UNSUPPORTED_MEDIA_TYPE, why),
            );
        }
        match length {
            Some(length) if length > pending.engine.max_body_bytes() as u64 => {
                ResponseFuture::answer(pending.too_long(length))
            }
            _ => ResponseFuture::read(pending, body),
        }
    }
}

fn declared_length(parts: &Parts) -> Option<u64> {
    parts.headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_encoded(parts: &Parts) -> bool {
    let mut encodings = parts.headers.get_all(CONTENT_ENCODING).iter();
    !encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}
