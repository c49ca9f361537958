//! A request on its way: its body is read, it is checked, and answered or passed on.

use crate::answer;
use crate::body::CheckBody;
use crate::checked::Telling;
use crate::config::{self, Config};
use crate::read::{Reading, Unread, Whole};
use crate::tenant::Tenant;
use bytes::Bytes;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body::Body;
use paylint::{Engine, Operation, Report, Verdict};
use pin_project_lite::pin_project;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tower_service::Service;

pin_project! {
    /// The future of [`Check`](crate::Check)'s responses.
    pub struct ResponseFuture<S, B, R>
    where
        S: Service<Request<CheckBody<B>>>,
    {
        #[pin]
        state: State<S, S::Future, B, R>,
    }
}

pin_project! {
    #[project = Projected]
    #[allow(clippy::large_enum_variant, reason = "most requests are in it first")]
    enum State<S, F, B, R> {
        /// The body is being read. What is to be done then is taken when it is done.
        Reads { #[pin] reading: Reading<B>, pending: Option<Pending<S>> },
        /// The service behind answers.
        Waits { #[pin] future: F, checked: Option<Telling> },
        /// The answer is ours, until it is taken.
        Answers { response: Option<Response<CheckBody<R>>> },
    }
}

/// A request whose body isn't there yet, and what it will be checked with.
pub(crate) struct Pending<S> {
    pub(crate) inner: S,
    pub(crate) parts: Parts,
    pub(crate) operation: Operation,
    pub(crate) engine: Arc<Engine>,
    pub(crate) tenant: Tenant,
    pub(crate) config: Arc<Config>,
}

impl<S, B: Body<Data = Bytes>, R> ResponseFuture<S, B, R>
where
    S: Service<Request<CheckBody<B>>>,
{
    pub(crate) fn passed_on(future: S::Future) -> Self {
        ResponseFuture { state: State::Waits { future, checked: None } }
    }

    pub(crate) fn answer(response: Response<CheckBody<R>>) -> Self {
        ResponseFuture { state: State::Answers { response: Some(response) } }
    }

    pub(crate) fn read(pending: Pending<S>, body: B) -> Self {
        let limit = pending.engine.max_body_bytes();
        let reading = Reading::new(body, limit, pending.config.body_timeout);
        ResponseFuture { state: State::Reads { reading, pending: Some(pending) } }
    }
}

impl<S, B, R> Future for ResponseFuture<S, B, R>
where
    S: Service<Request<CheckBody<B>>, Response = Response<R>>,
    B: Body<Data = Bytes>,
{
    type Output = Result<Response<CheckBody<R>>, S::Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        const ONCE: &str = "a future is polled until it is ready, and no longer";
        let mut state = self.project().state;
        loop {
            let next = match state.as_mut().project() {
                Projected::Reads { reading, pending } => {
                    let read = ready!(reading.poll(cx));
                    match pending.take().expect(ONCE).decide(read) {
                        Ok((future, checked)) => State::Waits { future, checked: Some(checked) },
                        Err(response) => State::Answers { response: Some(response) },
                    }
                }
                Projected::Waits { future, checked } => {
                    let response = ready!(future.poll(cx));
                    let checked = checked.take();
                    let mut response = response?.map(CheckBody::streamed);
                    if let Some(mut checked) = checked {
                        checked.status = Some(response.status().as_u16());
                        response.extensions_mut().insert(Arc::clone(&checked.report));
                    }
                    return Poll::Ready(Ok(response));
                }
                Projected::Answers { response } => {
                    return Poll::Ready(Ok(response.take().expect(ONCE)));
                }
            };
            state.set(next);
        }
    }
}

impl<S> Pending<S> {
    /// Checks the request, and passes it on or answers.
    #[allow(clippy::type_complexity, clippy::result_large_err, reason = "the two ways on")]
    fn decide<B, R>(
        mut self,
        read: Result<Whole, Unread>,
    ) -> Result<(S::Future, Telling), Response<CheckBody<R>>>
    where
        S: Service<Request<CheckBody<B>>>,
    {
        let Whole { data, trailers } = match read {
            Ok(whole) => whole,
            Err(Unread::TooLong(length)) => return Err(self.too_long(length)),
            Err(Unread::Broken) => {
                return Err(self.unchecked(StatusCode::BAD_REQUEST, "the body ended early"));
            }
            Err(Unread::Late) => {
                return Err(self.unchecked(StatusCode::REQUEST_TIMEOUT, "the body took too long"));
            }
        };
        let checked = self.check(config::Body::Read(&data));
        let report_only = self.config.report_only || self.tenant.report_only;
        if checked.report.verdict() == Verdict::Reject && !report_only {
            return Err(self.config.reject(&checked.report, checked.report.status()));
        }
        let mut request = Request::from_parts(self.parts, CheckBody::whole(data, trailers));
        request.extensions_mut().insert(Arc::clone(&checked.report));
        Ok((self.inner.call(request), checked))
    }

    /// The answer to a request whose body is over the limit.
    pub(crate) fn too_long<R>(&self, length: u64) -> Response<CheckBody<R>> {
        let checked = self.check(config::Body::TooLong(length));
        self.config.reject(&checked.report, StatusCode::PAYLOAD_TOO_LARGE.as_u16())
    }

    /// The answer to a request that can't be checked.
    pub(crate) fn unchecked<R>(&self, status: StatusCode, why: &str) -> Response<CheckBody<R>> {
        self.config.unchecked(&self.parts, why);
        answer::problem(status, why)
    }

    fn check(&self, body: config::Body<'_>) -> Telling {
        let Pending { operation, parts, engine, tenant, config, .. } = self;
        config.check(*operation, parts, body, engine, tenant)
    }
}

impl Config {
    fn reject<R>(&self, report: &Arc<Report>, status: u16) -> Response<CheckBody<R>> {
        let mut response = answer::rejected(report, status, &self.problem_base);
        response.extensions_mut().insert(Arc::clone(report));
        response
    }
}

impl<S, B, R> fmt::Debug for ResponseFuture<S, B, R>
where
    S: Service<Request<CheckBody<B>>>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResponseFuture")
    }
}
