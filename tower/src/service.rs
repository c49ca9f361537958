//! The service: checks a request, and passes it on or answers it.

use crate::answer;
use crate::body::{self, CheckBody, Unread};
use crate::checked::Telling;
use crate::layer::CheckLayer;
use crate::tenant::OfTenant;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt, Full};
use paylint::{Operation, Verdict};
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// Checks requests before it passes them on to another service.
///
/// A request that is passed on has its [`Report`](paylint::Report) in its extensions, as an
/// `Arc<Report>`. The responses have it, too, both the inner service's and problem details:
/// a client can tell by it that a request was rejected here and never sent.
///
/// See the [crate's documentation](crate) for examples.
#[derive(Clone, Debug)]
pub struct Check<S> {
    pub(crate) inner: S,
    pub(crate) layer: Arc<CheckLayer>,
}

impl<S, B, R> Service<Request<B>> for Check<S>
where
    S: Service<Request<CheckBody<B>>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    R: Body<Data = Bytes> + Send + 'static,
{
    type Response = Response<CheckBody<R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        // The one that is ready is called; the clone has to become so.
        let clone = self.inner.clone();
        let mut inner = mem::replace(&mut self.inner, clone);
        let layer = Arc::clone(&self.layer);
        Box::pin(async move {
            let (request, mut telling) = match layer.admit(request).await {
                Ok(admitted) => admitted,
                Err(answer) => return Ok(answer.map(|problem| body::whole(problem, None))),
            };
            let mut response = inner.call(request).await?.map(BodyExt::boxed_unsync);
            if let Some(Telling { checked, .. }) = &mut telling {
                checked.status = Some(response.status().as_u16());
                response.extensions_mut().insert(Arc::clone(&checked.report));
            }
            Ok(response)
        })
    }
}

impl CheckLayer {
    /// A request to pass on, with its check unless nobody could check it; or the answer to it.
    #[allow(clippy::result_large_err, reason = "the two ways on")]
    async fn admit<B: Body<Data = Bytes> + Send + 'static>(
        self: &Arc<CheckLayer>,
        request: Request<B>,
    ) -> Result<(Request<CheckBody<B>>, Option<Telling>), Response<Full<Bytes>>> {
        let (parts, body) = request.into_parts();
        let Some(operation) = (self.route)(&parts) else {
            self.unchecked(&parts, &Operation::no_route(parts.method.as_str(), parts.uri.path()));
            return Ok((Request::from_parts(parts, body.boxed_unsync()), None));
        };
        let tenant = match (self.tenant)(&parts) {
            OfTenant::Check(tenant) => tenant,
            OfTenant::Pass => {
                self.unchecked(&parts, "its tenant isn't known");
                return Ok((Request::from_parts(parts, body.boxed_unsync()), None));
            }
            OfTenant::Refuse => {
                let why = "the tenant of this request isn't known";
                return Err(self.refuse(&parts, StatusCode::FORBIDDEN, why));
            }
        };
        let engine = tenant.engine.load();
        if is_encoded(&parts) {
            let why = "the body has a Content-Encoding, which isn't decoded";
            return Err(self.refuse(&parts, StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
        let limit = engine.max_body_bytes();
        let read = match declared_length(&parts) {
            Some(length) if length > limit as u64 => Err(Unread::TooLong(length)),
            _ => body::read(body, limit, self.body_timeout).await,
        };
        let check = |body| self.check(operation, &parts, body, &engine, &tenant);
        let (data, trailers) = match read {
            Ok(whole) => whole,
            Err(Unread::Lost(status, why)) => return Err(self.refuse(&parts, status, why)),
            Err(Unread::TooLong(length)) => {
                let report = &check(Err(length)).checked.report;
                let status = StatusCode::PAYLOAD_TOO_LARGE.as_u16();
                return Err(answer::rejected(report, status, &self.problem_base));
            }
        };
        let telling = check(Ok(&data));
        let report = &telling.checked.report;
        if report.verdict() == Verdict::Reject && !tenant.report_only {
            return Err(answer::rejected(report, report.status(), &self.problem_base));
        }
        let mut request = Request::from_parts(parts, body::whole(Full::new(data), trailers));
        request.extensions_mut().insert(Arc::clone(report));
        Ok((request, Some(telling)))
    }

    /// The answer to a request that can't be checked.
    fn refuse(&self, parts: &Parts, status: StatusCode, why: &str) -> Response<Full<Bytes>> {
        self.unchecked(parts, why);
        answer::problem(status, why)
    }
}

fn declared_length(parts: &Parts) -> Option<u64> {
    parts.headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn is_encoded(parts: &Parts) -> bool {
    let mut encodings = parts.headers.get_all(CONTENT_ENCODING).iter();
    !encodings.all(|encoding| encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}
