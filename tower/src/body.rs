//! Bodies as they came, and bodies that are held as a whole.

use bytes::Bytes;
use http::HeaderMap;
use http_body::Body;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use std::future::ready;

/// The body of a request behind [`Check`](crate::Check), and of its responses.
///
/// A request that was checked has its body in one piece, with the trailers that came behind it; one
/// that was passed on unchecked streams as it came. A response is that of the service behind, or
/// problem details.
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
