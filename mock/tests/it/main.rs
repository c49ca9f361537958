//! The program as tests of a client use it: by plain HTTP.

mod bounds;
mod clients;
mod faults;
mod life;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const FACTS: &str = r#"{"terminal":"standard",
    "merchant":{"avs_permission":false,"hold_days":7,"utc_offset":"+02:00","ipsp_partner":true,"country":"LV"}}"#;
const CARD: &str = "4111111111111111";

struct Mock {
    process: Child,
    address: String,
    /// The bearer key that requests are sent with.
    key: &'static str,
}

impl Mock {
    /// Starts the program with the time standing still.
    fn start(arguments: &[&str]) -> Mock {
        Mock::run(
            command().args(["--now", "2026-11-20T10:15:00Z"]).args(arguments).stderr(Stdio::null()),
        )
    }

    fn run(command: &mut Command) -> Mock {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap().to_owned();
        Mock { process, address, key: "sk_example" }
    }

    /// An answer's head and body; `None` if the connection ends without one.
    fn exchange(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Option<(String, String)> {
        let mut stream = self.open(method, path, headers, body);
        let mut answer = String::new();
        _ = stream.read_to_string(&mut answer);
        let (head, body) = answer.split_once("\r\n\r\n")?;
        Some((head.to_owned(), body.to_owned()))
    }

    /// Sends a request, and doesn't wait for its answer.
    fn open(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let path = path.strip_prefix(&format!("http://{}", self.address)).unwrap_or(path);
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let usual = ["Content-Type: application/json\r\n", "Connection: close\r\n"];
        let [kind, connection] =
            usual.map(|line| if headers.contains(&line[..12]) { "" } else { line });
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{connection}Authorization: Bearer {}\r\n\
             {kind}Content-Length: {}\r\n{headers}\r\n",
            self.address,
            self.key,
            body.len()
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        stream
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let (head, body) = self.exchange(method, path, headers, body).expect("an answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(&body).unwrap_or_else(|_| Value::from(body)))
    }

    fn get(&self, path: &str) -> (u16, Value) {
        self.send("GET", path, "", "")
    }

    fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send("POST", path, "", &body)
    }

    /// Posts to the gateway's endpoints; the answer must be 200.
    #[track_caller]
    fn done(&self, endpoint: &str, body: Value) -> Value {
        let (status, answer) = self.post(&format!("/api/v0.6{endpoint}"), body);
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Posts what breaks this rule.
    #[track_caller]
    fn refused(&self, endpoint: &str, body: Value, rule: &str) {
        let (status, answer) = self.post(&format!("/api/v0.6{endpoint}"), body);
        assert_eq!((status, answer["errors"][0]["rule"].as_str()), (400, Some(rule)), "{answer}");
    }

    /// Steers the mock.
    #[track_caller]
    fn control(&self, what: &str, body: Value) {
        let (status, answer) = self.post(&format!("/_mock/{what}"), body);
        assert_eq!(status, 204, "{answer}");
    }

    fn card(&self, order: &Value) -> (u16, Value) {
        self.post(order["api_do_url"].as_str().unwrap(), card())
    }

    /// An order that is paid or held.
    #[track_caller]
    fn paid(&self, order: Value) -> Value {
        let order = self.done("/orders/", order);
        let (status, paid) = self.card(&order);
        assert_eq!(status, 200, "{paid}");
        paid
    }

    /// An order as GET shows it.
    fn shown(&self, order: &Value) -> Value {
        self.get(&format!("/api/v0.6{}", path(order, ""))).1
    }

    fn requests(&self) -> Vec<Value> {
        self.get("/_mock/requests").1["requests"].as_array().unwrap().clone()
    }

    /// The webhooks that were sent, once it is so many attempts.
    fn webhooks(&self, attempts: usize) -> Vec<Value> {
        let mut webhooks = Vec::new();
        wait_until("webhooks", || {
            webhooks = self.get("/_mock/webhooks").1["webhooks"].as_array().unwrap().clone();
            let tried = webhooks.iter().map(|hook| hook["attempts"].as_array().unwrap().len());
            tried.sum::<usize>() >= attempts
        });
        webhooks
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// The program with the standing facts, listening at a free port.
fn command() -> Command {
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| file("facts.json", FACTS));
    let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-mock"));
    command.args(["--listen", "127.0.0.1:0", "--facts"]).arg(&*FILE);
    command
}

/// Waits until it is so, for a minute at most.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
    }
}

/// A file for one test.
fn file(name: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    file
}

fn order() -> Value {
    json!({"client": {"email": "ada@mail.example"}, "currency": "EUR", "products": [{"title": "Lamp", "price": 100}]})
}

fn hold() -> Value {
    with(order(), json!({"skip_capture": true}))
}

fn card() -> Value {
    json!({"cardholder_name": "ADA", "card_number": CARD, "exp_month": 12, "exp_year": 29, "csc": "123"})
}

fn with(mut body: Value, members: Value) -> Value {
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    body
}

fn path(order: &Value, action: &str) -> String {
    format!("/orders/{}/{action}", order["id"].as_str().unwrap())
}

/// An address for webhooks, and the second mock that answers them there with these statuses.
fn receive(statuses: &[u16]) -> (String, Mock) {
    let mut receiver = Mock::start(&[]);
    receiver.key = "";
    for status in statuses {
        receiver.control("next", json!({"status": status}));
    }
    (format!("http://{}/hook", receiver.address), receiver)
}
