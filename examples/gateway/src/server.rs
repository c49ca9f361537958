//! Connections: how long each may take, and how all of them end.

use axum::Router;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::pin::pin;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutWriter;
use tower::Service;
use tracing::instrument::WithSubscriber;

/// What `axum::serve` has no limits for.
pub struct Limits {
    /// How long a request's head may take to come, counted from the start of the connection or the
    /// end of the answer before: so it also limits how long a connection may be idle.
    pub head_timeout: Duration,
    /// How long a client may read nothing of its answer while more of it waits to be sent.
    pub answer_timeout: Duration,
    /// How many connections there may be. Further clients wait, in the system's queue.
    pub connections: usize,
    /// How long requests that have begun may go on when the service stops.
    pub stop_timeout: Duration,
}

/// Serves until `stop` is ready. Then no connection is accepted any more, idle ones are closed, and
/// the others may finish the request that they are at. Returns how many did not in time and were
/// cut off.
///
/// Requests have the tracing subscriber that is current here.
pub async fn serve(
    mut listener: TcpListener,
    app: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> usize {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head_timeout);
    let stopping = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            // Axum's way to accept: it goes on after errors.
            accepted = Listener::accept(&mut listener), if connections.len() < limits.connections
                => accepted,
            Some(_) = connections.join_next() => continue,
        };
        let app = app.clone();
        let service = service_fn(move |mut request| {
            request.extensions_mut().insert(ConnectInfo(peer));
            app.clone().call(request)
        });
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(limits.answer_timeout));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        connections.spawn(stopping.watch(connection).with_current_subscriber());
    }
    drop(listener);
    let finished = async { while connections.join_next().await.is_some() {} };
    _ = timeout(limits.stop_timeout, async { tokio::join!(stopping.shutdown(), finished) }).await;
    let cut = connections.len();
    // Their spans end here, so that the log has them. One that doesn't let go isn't waited for.
    _ = timeout(Duration::from_secs(1), connections.shutdown()).await;
    cut
}
