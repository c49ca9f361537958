//! Reads a body up to a limit.

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http_body::Body;
use pin_project_lite::pin_project;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Sleep, sleep};

/// A body that was read to its end.
pub(crate) struct Whole {
    pub(crate) data: Bytes,
    pub(crate) trailers: Option<HeaderMap>,
}

/// Why a body wasn't read to its end.
pub(crate) enum Unread {
    /// It is over the limit: it has so many bytes, or at least so many.
    TooLong(u64),
    /// The connection or the stream broke off.
    Broken,
    /// The deadline passed.
    Late,
}

pin_project! {
    /// Reads until the end, the limit or the deadline.
    ///
    /// A body that is being read. Small pieces are copied together, so a client that sends byte by byte makes us
    /// hold no more than the limit.
    pub(crate) struct Reading<B> {
        #[pin]
        body: B,
        limit: usize,
        timeout: Option<Duration>,
        // Begins to run when a body isn't there at once, so that most need no timer.
        #[pin]
        deadline: Option<Sleep>,
        // One piece, as most bodies are, is kept as it came.
        first: Bytes,
        joined: BytesMut,
        trailers: Option<HeaderMap>,
    }
}

impl<B: Body<Data = Bytes>> Reading<B> {
    pub(crate) fn new(body: B, limit: usize, timeout: Option<Duration>) -> Reading<B> {
        Reading {
            body,
            limit,
            timeout,
            deadline: None,
            first: Bytes::new(),
            joined: BytesMut::new(),
            trailers: None,
        }
    }

    pub(crate) fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<Whole, Unread>> {
        let mut this = self.project();
        loop {
            let frame = match this.body.as_mut().poll_frame(cx) {
                Poll::Ready(Some(Ok(frame))) => frame,
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Err(Unread::Broken)),
                Poll::Ready(None) => break,
                Poll::Pending => {
                    if let (None, Some(timeout)) = (&*this.deadline, *this.timeout) {
                        this.deadline.set(Some(sleep(timeout)));
                    }
                    let Some(deadline) = this.deadline.as_mut().as_pin_mut() else {
                        return Poll::Pending;
                    };
                    ready!(deadline.poll(cx));
                    return Poll::Ready(Err(Unread::Late));
                }
            };
            let piece = match frame.into_data() {
                Ok(piece) => piece,
                Err(frame) => {
                    *this.trailers = frame.into_trailers().ok();
                    continue;
                }
            };
            let length = this.first.len() + this.joined.len() + piece.len();
            if length > *this.limit {
                return Poll::Ready(Err(Unread::TooLong(length as u64)));
            }
            if length == piece.len() {
                *this.first = piece;
            } else {
                this.joined.extend_from_slice(&mem::take(this.first));
                this.joined.extend_from_slice(&piece);
            }
        }
        let data = match this.joined.is_empty() {
            true => mem::take(this.first),
            false => mem::take(this.joined).freeze(),
        };
        Poll::Ready(Ok(Whole { data, trailers: this.trailers.take() }))
    }
}
