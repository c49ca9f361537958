//! Bodies as they came, and bodies that are held as a whole.

use bytes::Bytes;
use http::HeaderMap;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

pin_project! {
    /// The body of a request behind [`Check`](crate::Check), and of its responses.
    ///
    /// A request that was checked has its body in one piece, with the trailers that came behind it; one
    /// that was passed on unchecked streams as it came. A response is that of the service behind, or
    /// problem details.
    pub struct CheckBody<B> {
        #[pin]
        inner: Inner<B>,
    }
}

pin_project! {
    #[project = Projected]
    enum Inner<B> {
        Streamed { #[pin] body: B },
        Whole { data: Bytes, trailers: Option<HeaderMap> },
    }
}

impl<B> CheckBody<B> {
    pub(crate) fn streamed(body: B) -> CheckBody<B> {
        CheckBody { inner: Inner::Streamed { body } }
    }

    pub(crate) fn whole(data: Bytes, trailers: Option<HeaderMap>) -> CheckBody<B> {
        CheckBody { inner: Inner::Whole { data, trailers } }
    }
}

impl<B: Body<Data = Bytes>> Body for CheckBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match self.project().inner.project() {
            Projected::Streamed { body } => body.poll_frame(cx),
            Projected::Whole { data, .. } if !data.is_empty() => {
                Poll::Ready(Some(Ok(Frame::data(std::mem::take(data)))))
            }
            Projected::Whole { trailers, .. } => {
                Poll::Ready(trailers.take().map(|trailers| Ok(Frame::trailers(trailers))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.inner {
            Inner::Streamed { body } => body.is_end_stream(),
            Inner::Whole { data, trailers } => data.is_empty() && trailers.is_none(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.inner {
            Inner::Streamed { body } => body.size_hint(),
            Inner::Whole { data, .. } => SizeHint::with_exact(data.len() as u64),
        }
    }
}

impl<B: Default> Default for CheckBody<B> {
    fn default() -> CheckBody<B> {
        CheckBody::streamed(B::default())
    }
}

/// Says which kind it is, and shows no byte of it.
impl<B> fmt::Debug for CheckBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.inner {
            Inner::Streamed { .. } => "CheckBody(streamed)",
            Inner::Whole { .. } => "CheckBody(whole)",
        })
    }
}
