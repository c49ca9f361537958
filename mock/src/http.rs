//! HTTP connections, some of which are cut on purpose.

use crate::gateway::{Answer, Gateway};
use crate::kept::EntryId;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_HEADERS, HeaderValue, ORIGIN,
};
use http::request::Parts;
use http::{HeaderMap, Request, Response, Uri};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

pub(crate) async fn serve(listener: &TcpListener, gateway: &Arc<Gateway>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many connections may be open; some of them will end.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let gateway = Arc::clone(gateway);
        let service = service_fn(move |request| exchange(Arc::clone(&gateway), request));
        let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
        tokio::spawn(connection);
    }
}

/// Records that an answer was lost if it is dropped unsent: the client may have left while waiting.
struct Delivery {
    gateway: Arc<Gateway>,
    record: Option<EntryId>,
    is_sent: bool,
}

impl Drop for Delivery {
    fn drop(&mut self) {
        let mut state = self.gateway.state();
        if let Some(record) = self.record.and_then(|place| state.records.get_mut(place)) {
            record.delivered = Some(self.is_sent);
        }
    }
}

async fn exchange(
    gateway: Arc<Gateway>,
    request: Request<Incoming>,
) -> io::Result<Response<Full<Bytes>>> {
    // An error ends the connection without an answer.
    let lost = || io::Error::from(io::ErrorKind::ConnectionAborted);
    let (parts, body) = request.into_parts();
    let body = read(body, gateway.engine.max_body_bytes()).await.map_err(|_| lost())?;
    let Answer { response, delay_ms, is_cut, record } = gateway.answer(&parts, &body);
    drop(body);
    let mut delivery = Delivery { gateway, record, is_sent: false };
    // A timer takes a millisecond even for a zero delay.
    if delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
    }
    if is_cut {
        return Err(lost());
    }
    let mut response = response.map(|body| Full::new(Bytes::from(body)));
    allow_local_pages(&parts, response.headers_mut());
    delivery.is_sent = true;
    Ok(response)
}

/// Reads a body. If it is longer than the policy allows, keeps only enough bytes to show that, but still reads the rest:
/// most clients read the answer only after sending everything.
async fn read(mut body: Incoming, most: usize) -> Result<Vec<u8>, hyper::Error> {
    let mut read = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Ok(data) = frame?.into_data()
            && read.len() <= most
        {
            read.extend_from_slice(&data);
        }
    }
    Ok(read)
}

/// Allows pages from this machine to read answers (CORS).
fn allow_local_pages(parts: &Parts, headers: &mut HeaderMap) {
    let Some(origin) = parts.headers.get(ORIGIN) else { return };
    let address = Uri::try_from(origin.as_bytes()).ok();
    let host = address.as_ref().and_then(Uri::host).unwrap_or_default();
    let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    if host != "localhost" && !ip.is_ok_and(|ip| ip.is_loopback()) {
        return;
    }
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    if let Some(asked) = parts.headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
}
