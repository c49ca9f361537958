//! Bodies: read up to a limit, and passed on as they came or in one piece.

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, StatusCode};
use http_body::Body;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use std::future::ready;
use std::pin::pin;
use std::time::Duration;

/// The body of a request that [`Check`](crate::Check) passes on, and of its responses.
///
/// A checked request has its body in one piece, followed by its trailers; an unchecked one streams as it
/// came. A response is the inner service's, or problem details.
pub type CheckBody<B> = UnsyncBoxBody<Bytes, <B as Body>::Error>;

/// A body in one piece, with the trailers after it.
pub(crate) fn whole<E>(data: Full<Bytes>, trailers: Option<HeaderMap>) -> UnsyncBoxBody<Bytes, E> {
    match trailers {
        Some(trailers) => {
            let body = data.with_trailers(ready(Some(Ok(trailers))));
            body.map_err(|never| match never {}).boxed_unsync()
        }
        None => data.map_err(|never| match never {}).boxed_unsync(),
    }
}

/// A body that was read to its end, and the trailers after it.
type Whole = (Bytes, Option<HeaderMap>);

/// Why a body wasn't read to its end.
pub(crate) enum Unread {
    /// It is over the limit: it has so many bytes, or at least so many.
    TooLong(u64),
    /// It didn't arrive; the status and the detail of the answer say why.
    Lost(StatusCode, &'static str),
}

/// Reads until the end, the limit or the deadline.
pub(crate) async fn read<B: Body<Data = Bytes>>(
    body: B,
    limit: usize,
    timeout: Option<Duration>,
) -> Result<Whole, Unread> {
    let reading = read_within(body, limit);
    let late = Unread::Lost(StatusCode::REQUEST_TIMEOUT, "the body took too long");
    match timeout {
        Some(timeout) => tokio::time::timeout(timeout, reading).await.unwrap_or(Err(late)),
        None => reading.await,
    }
}

/// Copies the pieces together, so a client that sends byte by byte makes us hold no more than the limit.
async fn read_within<B: Body<Data = Bytes>>(body: B, limit: usize) -> Result<Whole, Unread> {
    let mut body = pin!(body);
    let (mut data, mut trailers) = (BytesMut::new(), None);
    while let Some(frame) = body.frame().await {
        let broken = Unread::Lost(StatusCode::BAD_REQUEST, "the body ended early");
        match frame.map_err(|_| broken)?.into_data() {
            Ok(piece) if data.len() + piece.len() > limit => {
                return Err(Unread::TooLong((data.len() + piece.len()) as u64));
            }
            Ok(piece) => data.extend_from_slice(&piece),
            Err(frame) => trailers = frame.into_trailers().ok(),
        }
    }
    Ok((data.freeze(), trailers))
}
