//! A server on a free port, and two clients: an ordinary one, and one that sends any bytes.

use axum::Router;
use paylint::{Engine, FactsBuf, Policy};
use paylint_gateway::log::Log;
use paylint_gateway::metrics::Metrics;
use paylint_gateway::policies::{Role, shared};
use paylint_gateway::server::{self, Limits};
use paylint_gateway::{Setup, access_log, app, orders};
use serde_json::Value;
use std::future::pending;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tracing::Dispatch;
use tracing::instrument::WithSubscriber;

/// Compiles the tests again where the project is in another folder.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");

pub(crate) const ORDER: &str = concat!(
    r#"{"client":{"email":"a@b.example","address":"Pils iela 8","zip_code":"LV-1050"},"#,
    r#""products":[{"title":"Lock","price":12.5}],"currency":"EUR"}"#
);
pub(crate) const ORDERS: &str = "/api/v0.6/orders/";

/// The text, padded with spaces to a length.
pub(crate) fn padded(text: &str, length: usize) -> String {
    format!("{text}{}", " ".repeat(length - text.len()))
}

/// What was written to the access log.
pub(crate) type Written = Arc<Mutex<Vec<u8>>>;

struct Sink(Written);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    log: Written,
    // Ends with the test.
    _runtime: Runtime,
}

pub(crate) fn example(file: &str) -> Vec<u8> {
    std::fs::read(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The example as its own files set it up.
pub(crate) fn start() -> Server {
    start_with(|_, _| {})
}

/// The same, changed. What logs can have the log.
pub(crate) fn start_with(change: impl FnOnce(&mut Setup, &Log)) -> Server {
    let written = Written::default();
    let log = Log::start(Sink(Arc::clone(&written)), 10_000);
    let mut setup = setup(&log);
    change(&mut setup, &log);
    serve(app(setup), written, Dispatch::new(access_log::subscriber(log)))
}

/// The same for spans of one's own: it writes no log.
pub(crate) fn app_of_example(change: impl FnOnce(&mut Setup)) -> Router {
    let mut setup = setup(&Log::start(io::sink(), 1));
    change(&mut setup);
    app(setup)
}

fn setup(log: &Log) -> Setup {
    let engine = shared(Engine::new(&Policy::from_json(&example("policy.json")).unwrap()));
    let engines = vec![(Role::Enforced, Arc::clone(&engine))];
    Setup {
        engine,
        standing: Arc::new(FactsBuf::from_json(&example("facts.json")).unwrap()),
        orders: Arc::new(orders::from_json(&example("orders.json")).unwrap()),
        body_timeout: Duration::from_secs(10),
        metrics: Arc::new(Metrics::new(engines, log.clone())),
        shadow: None,
    }
}

/// Serves requests whose spans go to a subscriber.
pub(crate) fn serve(app: Router, log: Written, spans: Dispatch) -> Server {
    let runtime = Runtime::new().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let minute = Duration::from_secs(60);
    let limits = Limits {
        head_timeout: minute,
        answer_timeout: minute,
        connections: 1024,
        stop_timeout: minute,
    };
    runtime.spawn(server::serve(listener, app, limits, pending()).with_subscriber(spans));
    Server { address, log, _runtime: runtime }
}

impl Server {
    /// Sends a request with the usual headers and those passed.
    pub(crate) fn send(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let headers = [
            ("Authorization", "Bearer sk_example"),
            ("Content-Type", "application/json"),
            ("Host", "localhost"),
        ];
        self.send_with(method, path, &headers, body)
    }

    pub(crate) fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Answer {
        self.send("POST", path, body.as_ref())
    }

    pub(crate) fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .timeout_global(Some(Duration::from_secs(20)));
        let agent: ureq::Agent = config.build().into();
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = agent.run(request.body(body).unwrap()).unwrap();
        let headers = response.headers().iter();
        Answer {
            status: response.status().as_u16(),
            headers: headers
                .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
                .collect(),
            body: response.body_mut().read_to_string().unwrap(),
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// The access log, once it has this many lines.
    pub(crate) fn log(&self, lines: usize) -> Vec<Value> {
        self.log_text(lines).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn log_text(&self, lines: usize) -> Vec<String> {
        let start = Instant::now();
        loop {
            let log = String::from_utf8(self.log.lock().unwrap().clone()).unwrap();
            let whole: Vec<&str> =
                log.split_inclusive('\n').filter(|l| l.ends_with('\n')).collect();
            if whole.len() >= lines {
                return whole.into_iter().map(str::to_owned).collect();
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{} log lines", whole.len());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether it still answers as it should.
    pub(crate) fn assert_well(&self) {
        assert_eq!(self.post(ORDERS, ORDER).status, 200);
    }
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// `rule pointer` of every error of a problem.
    #[track_caller]
    pub(crate) fn errors(&self) -> Vec<String> {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        let errors = problem["errors"].as_array().into_iter().flatten();
        errors
            .map(|error| {
                let [rule, pointer] = ["rule", "pointer"].map(|name| error[name].as_str().unwrap());
                format!("{rule} {pointer}")
            })
            .collect()
    }

    #[track_caller]
    pub(crate) fn assert_rejected(&self, status: u16, errors: &[&str]) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.errors(), errors);
    }

    #[track_caller]
    pub(crate) fn assert_accepted(&self, operation: &str) {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.json()["report"]["operation"], operation);
    }
}

/// A request as bytes, with a length.
pub(crate) fn request(path: &str, headers: &[u8], body: &[u8]) -> Vec<u8> {
    let mut request = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\n").into_bytes();
    request.extend_from_slice(headers);
    request.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    request.extend_from_slice(body);
    request
}

pub(crate) const HEADERS: &[u8] =
    b"Authorization: Bearer sk_example\r\nContent-Type: application/json\r\n";

/// Sends bytes, and reads one answer.
pub(crate) fn exchange(stream: &mut TcpStream, bytes: &[u8]) -> Answer {
    stream.write_all(bytes).unwrap();
    read_answer(stream)
}

/// Reads one answer of a known length, and not a byte more.
pub(crate) fn read_answer(stream: &mut impl Read) -> Answer {
    try_answer(stream).expect("an answer")
}

/// The same; `None` if the connection ends before an answer begins.
pub(crate) fn try_answer(stream: &mut impl Read) -> Option<Answer> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        match stream.read_exact(&mut byte) {
            Err(error) if head.is_empty() && is_end(&error) => return None,
            read => read.unwrap(),
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut answer = Answer { status, headers, body: String::new() };
    let length = answer.header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    answer.body = String::from_utf8(body).unwrap();
    Some(answer)
}

fn is_end(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset)
}
