//! The service as its clients and its operator see it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const ORDERS: &str = "/api/v0.6/orders/";
const GOOD: &str = concat!(
    r#"{"client":{"email":"grace@mail.example","address":"Pils iela 8","zip_code":"LV-1050"},"#,
    r#""products":[{"title":"Lock","price":12.5}],"currency":"EUR"}"#
);

/// A running service on a free port.
struct Service {
    process: Child,
    address: String,
    messages: BufReader<std::process::ChildStderr>,
}

impl Service {
    fn start(policy: &Path) -> Service {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-gateway"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        command.arg("127.0.0.1:0").arg(policy).arg(folder.join("facts.json"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let messages = BufReader::new(process.stderr.take().unwrap());
        let mut service = Service { process, address: String::new(), messages };
        let first = service.message();
        service.address = first.strip_prefix("listening on ").expect(&first).to_owned();
        service
    }

    /// The next line on standard error.
    fn message(&mut self) -> String {
        let mut line = String::new();
        self.messages.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Sends an order's body, and returns the whole answer.
    fn post(&self, path: &str, body: &str) -> String {
        self.send(path, "Bearer sk_example", body.len(), body)
    }

    fn send(&self, path: &str, authorization: &str, length: usize, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Authorization: {authorization}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends it, and returns all that it wrote.
    fn stop(mut self) -> String {
        self.process.kill().unwrap();
        let mut text = String::new();
        self.process.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        self.messages.read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn policy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("policy.json")
}

#[track_caller]
fn assert_has(answer: &str, status: &str, parts: &[&str]) {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    for part in parts {
        assert!(answer.contains(part), "{part}: {answer}");
    }
}

#[test]
fn a_good_order_is_passed_on_and_a_bad_one_gets_problem_details() {
    let service = Service::start(&policy());
    let received = format!("\"received_bytes\":{}", GOOD.len());
    assert_has(&service.post(ORDERS, GOOD), "200", &[&received, r#""verdict":"accept""#]);

    let bad = GOOD.replace("12.5", "\"12.5\"");
    let is_problem = "content-type: application/problem+json";
    let errors = [is_problem, "#/products/0/price", "field.number_as_string"];
    assert_has(&service.post(ORDERS, &bad), "400", &errors);
    let unauthorized = service.send(ORDERS, "sk_example", GOOD.len(), GOOD);
    assert_has(&unauthorized, "403", &[is_problem]);
    assert_has(&service.post("/elsewhere/", GOOD), "404", &[is_problem]);
    let too_long = service.send(ORDERS, "Bearer sk_example", 1 << 20, "");
    assert_has(&too_long, "400", &[is_problem, "json.too_large"]);

    let log = service.stop();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 4, "{log}");
    assert!(lines[0].contains(r#""verdict":"accept""#), "{log}");
    assert!(lines[1].contains(r#""field.number_as_string""#), "{log}");
}

#[test]
fn nothing_secret_is_answered_or_logged() {
    let service = Service::start(&policy());
    let card = concat!(
        r#"{"cardholder_name":"Plantedname","card_number":"4000056655665556","#,
        r#""exp_month":13,"exp_year":40,"csc":"737198","ip_address":"planted.person"}"#
    );
    let order = GOOD
        .replace("grace@", "planted.person@")
        .replace("Pils iela 8", "Planted Street 1")
        .replace("EUR", "4000056655665556");
    let mut output = String::new();
    for path in ["/pay/ord_planted/", ORDERS, "/api/v0.6/orders/ord_planted/capture/?q=ord_planted"]
    {
        for body in [card, &order, r#"{"card_number":"4000056655665556"#] {
            output += &service.send(path, "Bearer sk_live_planted", body.len(), body);
        }
    }
    let log = service.stop();
    assert_eq!(log.lines().count(), 9, "{log}");
    output += &log;
    let secrets = [
        "sk_live",
        "4000056655665556",
        "737198",
        "planted.person",
        "plantedname",
        "street",
        "ord_",
    ];
    for secret in secrets {
        assert!(!output.to_lowercase().contains(secret), "{secret} is in: {output}");
    }
}

#[test]
fn a_new_policy_takes_the_place_of_the_old_one_unless_it_is_wrong() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gateway-policy.json");
    fs::write(&file, "{}").unwrap();
    let mut service = Service::start(&file);
    let unknown = GOOD.replace("\"currency\"", "\"colour\"");
    assert_has(&service.post(ORDERS, &unknown), "200", &["field.unknown"]);

    fs::write(&file, r#"{"levels":{"field.unknwn":"deny"}}"#).unwrap();
    let refused = service.message();
    assert!(refused.contains("unknown rule") && refused.ends_with("(the old policy stays)"));
    assert_has(&service.post(ORDERS, &unknown), "200", &["field.unknown"]);

    fs::write(&file, r#"{"levels":{"field.unknown":"deny"}}"#).unwrap();
    assert!(service.message().contains("the policy is now"));
    assert_has(&service.post(ORDERS, &unknown), "400", &["field.unknown"]);
}
