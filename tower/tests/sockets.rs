//! The layer in a server, as clients see it that are slow, go away, or send several requests at once.

use axum::body::Bytes;
use axum::{Extension, Router};
use paylint::{Engine, Policy, Report};
use paylint_tower::CheckLayer;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

const ORDER: &str =
    r#"{"client":{"email":"grace@mail.example"},"products":[{"title":"Lock","price":12.5}]}"#;

/// A server that answers with what it received.
struct Server {
    address: SocketAddr,
    received: Arc<AtomicUsize>,
}

impl Server {
    async fn start(layer: CheckLayer) -> Server {
        let received = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&received);
        let echo = move |report: Option<Extension<Arc<Report>>>, body: Bytes| async move {
            count.fetch_add(1, Ordering::SeqCst);
            let verdict = report.map_or("none", |report| report.verdict().name());
            format!("{verdict}: {}", String::from_utf8_lossy(&body))
        };
        let app = Router::new().fallback(echo).layer(layer);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, app).into_future());
        Server { address, received }
    }

    async fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// The answer to these bytes, until the server closes the connection.
    async fn send(&self, bytes: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes.as_bytes()).await.unwrap();
        rest(stream).await
    }

    fn received(&self) -> usize {
        self.received.load(Ordering::SeqCst)
    }
}

/// Bytes until the other side closes. A test that waits in vain fails.
async fn rest(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_string(&mut answer)).await;
    // A connection that is reset has answered before.
    _ = read.expect("the connection is closed");
    answer
}

fn head(path: &str, headers: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sk_example\r\n\
         Content-Type: application/json\r\n{headers}\r\n"
    )
}

fn request(path: &str, headers: &str, body: &str) -> String {
    head(path, &format!("{headers}Content-Length: {}\r\n", body.len())) + body
}

const ORDERS: &str = "/api/v0.6/orders/";
const CLOSE: &str = "Connection: close\r\n";

fn layer(policy: &str) -> CheckLayer {
    CheckLayer::new(Engine::new(&Policy::from_json(policy.as_bytes()).unwrap()))
}

/// The status of each answer, in order.
fn statuses(answers: &str) -> Vec<&str> {
    answers.split("HTTP/1.1 ").skip(1).filter_map(|answer| answer.get(..3)).collect()
}

#[track_caller]
fn assert_answer(answer: &str, status: &str, part: &str) {
    assert_eq!(statuses(answer), [status], "{answer}");
    assert!(answer.contains(part), "{part}: {answer}");
}

#[tokio::test]
async fn body_over_limit_is_answered_before_its_end() {
    let server = Server::start(layer(r#"{"max_body_bytes":90}"#)).await;
    let is_large = r#""rule":"json.too_large""#;
    let long = head(ORDERS, "Content-Length: 999999\r\n");
    let answer = server.send(&long).await;
    assert_answer(&answer, "413", is_large);
    assert!(answer.contains("999999"), "{answer}");

    let piece = format!("50\r\n{}\r\n", " ".repeat(0x50));
    let chunked = head(ORDERS, "Transfer-Encoding: chunked\r\n");
    let answer = server.send(&(chunked.clone() + &piece + &piece)).await;
    assert_answer(&answer, "413", is_large);
    assert!(answer.contains("160"), "{answer}");
    let whole = format!("{chunked}{:x}\r\n{ORDER}\r\n0\r\n\r\n", ORDER.len());
    let whole = whole.replacen("Content-Type", "Connection: close\r\nContent-Type", 1);
    assert_answer(&server.send(&whole).await, "200", ORDER);
    let longest = format!("{ORDER:90}");
    assert_answer(&server.send(&request(ORDERS, CLOSE, &longest)).await, "200", &longest);
    assert_eq!(server.received(), 2);
}

/// A refused body is never taken for the next request.
#[tokio::test]
async fn nothing_is_smuggled_after_a_refused_body() {
    let server = Server::start(layer(r#"{"max_body_bytes":90}"#)).await;
    let hidden = request("/elsewhere/", CLOSE, "hidden");
    let outer = head(ORDERS, &format!("{CLOSE}Content-Length: {}\r\n", hidden.len()));
    assert_answer(&server.send(&(outer + &hidden)).await, "413", "json.too_large");
    assert_eq!(server.received(), 0);
}

#[tokio::test]
async fn slow_client_is_awaited_until_the_deadline() {
    let server = Server::start(layer("{}").body_timeout(Duration::from_secs(20))).await;
    let mut stream = server.connect().await;
    let whole = request(ORDERS, CLOSE, ORDER);
    for piece in whole.as_bytes().chunks(50) {
        stream.write_all(piece).await.unwrap();
        sleep(Duration::from_millis(2)).await;
    }
    assert_answer(&rest(stream).await, "200", ORDER);

    let hasty = layer("{}").body_timeout(Duration::from_millis(20));
    assert!(format!("{hasty:?}").contains("20ms"), "{hasty:?}");
    let server = Server::start(hasty).await;
    let half = request(ORDERS, "", ORDER);
    let answer = server.send(&half[..half.len() - 1]).await;
    assert_answer(&answer, "408", "application/problem+json");
    assert_eq!(server.received(), 0);
}

#[tokio::test]
async fn half_a_body_reaches_nobody() {
    let server = Server::start(layer("{}").body_timeout(None)).await;
    let whole = request(ORDERS, "", ORDER);
    let half = &whole[..whole.len() - 1];
    for keeps_reading in [true, false] {
        let mut stream = server.connect().await;
        stream.write_all(half.as_bytes()).await.unwrap();
        if keeps_reading {
            stream.shutdown().await.unwrap();
            assert_answer(&rest(stream).await, "400", "the body ended early");
        }
    }
    let truncated = head(ORDERS, "Transfer-Encoding: chunked\r\n") + "zz\r\n";
    assert_eq!(statuses(&server.send(&truncated).await), ["400"]);
    assert_answer(&server.send(&request(ORDERS, CLOSE, ORDER)).await, "200", ORDER);
    assert_eq!(server.received(), 1);
}
