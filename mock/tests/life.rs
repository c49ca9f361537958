//! The program as tests of a client use it: by plain HTTP.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

const FACTS: &str = r#"{"terminal":"standard",
    "merchant":{"avs_permission":false,"hold_days":7,"utc_offset":"+02:00","ipsp_partner":true,"country":"LV"}}"#;
const CARD: &str = "4111111111111111";

struct Mock {
    process: Child,
    address: String,
}

impl Mock {
    /// Starts the program with the time standing still.
    fn start(arguments: &[&str]) -> Mock {
        Mock::run(&[&["--now", "2026-11-20T10:15:00Z"], arguments].concat())
    }

    fn run(arguments: &[&str]) -> Mock {
        static FILE: LazyLock<PathBuf> = LazyLock::new(|| {
            let facts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mock-facts.json");
            std::fs::write(&facts, FACTS).unwrap();
            facts
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-mock"));
        command.args(["--listen", "127.0.0.1:0", "--facts"]).arg(&*FILE);
        let mut process =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap().to_owned();
        Mock { process, address }
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let path = path.strip_prefix(&format!("http://{}", self.address)).unwrap_or(path);
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer sk_example\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or_else(|_| Value::from(body)))
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

    fn card(&self, order: &Value) -> (u16, Value) {
        let post = json!({"cardholder_name": "ADA", "card_number": CARD, "exp_month": 12, "exp_year": 29, "csc": "123"});
        self.post(order["api_do_url"].as_str().unwrap(), post)
    }

    #[track_caller]
    fn now(&self, now: &str) {
        assert_eq!(self.post("/_mock/now", json!({ "now": now })).0, 204);
    }

    fn traffic(&self) -> Value {
        self.send("GET", "/_mock/requests", "", "").1
    }

    /// The memory that the program's pages take, in bytes.
    #[cfg(target_os = "linux")]
    fn resident(&self) -> u64 {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id())).unwrap();
        pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn order() -> Value {
    json!({"client": {"email": "ada@mail.example"}, "currency": "EUR", "products": [{"title": "Lamp", "price": 100}]})
}

fn with(mut body: Value, members: Value) -> Value {
    body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    body
}

fn path(order: &Value, action: &str) -> String {
    format!("/orders/{}/{action}", order["id"].as_str().unwrap())
}

#[test]
fn one_step_is_paid_refunded_and_never_captured() {
    let mock = Mock::start(&[]);
    let order = mock.done("/orders/", order());
    assert_eq!(order["status"], "issued");
    assert_eq!(mock.card(&order).1["status"], "paid");
    assert_eq!(mock.card(&order).0, 400, "it is paid already");
    mock.refused(&path(&order, "capture/"), json!({"total": 100}), "capture.two_step_only");
    mock.done(&path(&order, "refund/"), json!({"amount": 30.5}));
    mock.refused(&path(&order, "refund/"), json!({"amount": 69.51}), "refund.exceeds_remaining");
    let (status, seen) = mock.send("GET", &format!("/api/v0.6{}", path(&order, "")), "", "");
    assert_eq!((status, seen["amount_refunded"].as_f64()), (200, Some(30.5)));
    assert_eq!(
        mock.done(&path(&order, "refund/"), json!({"amount": 69.5}))["amount_refunded"],
        100.0
    );
}

#[test]
fn two_steps_are_captured_once_and_before_the_hold_ends() {
    let mock = Mock::start(&[]);
    let [first, late] =
        [(); 2].map(|()| mock.done("/orders/", with(order(), json!({"skip_capture": true}))));
    assert_eq!(mock.card(&first).1["status"], "hold");
    mock.refused(&path(&first, "capture/"), json!({"total": 100.01}), "capture.exceeds_order");
    assert_eq!(mock.done(&path(&first, "capture/"), json!({"total": 80}))["amount_captured"], 80.0);
    mock.refused(&path(&first, "capture/"), json!({"total": 20}), "capture.only_once");
    mock.done(&path(&first, "refund/"), json!({"amount": 30}));
    mock.refused(&path(&first, "refund/"), json!({"amount": 50.01}), "refund.exceeds_remaining");
    mock.now("2026-11-27T10:15:01Z");
    mock.refused(&path(&late, "capture/"), json!({"total": 80}), "capture.hold_expired");
    let (status, error) = mock.post("/_mock/now", json!({"now": "2026-11-20T10:15:00Z"}));
    assert_eq!((status, error["detail"].as_str().unwrap().contains("forward only")), (400, true));
}

#[test]
fn a_payment_is_reversed_on_its_own_day_only() {
    let mock = Mock::start(&[]);
    let [today, tomorrow] = [(); 2].map(|()| mock.done("/orders/", order()));
    mock.now("2026-11-20T21:59:00Z");
    mock.done(&path(&today, "reverse/"), Value::Null);
    // In Latvia, the next day has begun.
    mock.now("2026-11-20T22:00:00Z");
    mock.refused(&path(&tomorrow, "reverse/"), Value::Null, "reversal.same_day");
    mock.refused(&path(&today, "refund/"), Value::Null, "refund.reversed");
    let refund = path(&tomorrow, "refund/");
    assert_eq!(mock.post("/_mock/chargeback", json!({"order": tomorrow["id"]})).0, 204);
    let (status, _) = mock.post(&format!("/api/v0.6{refund}"), Value::Null);
    let requests = mock.traffic();
    let last = requests["requests"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (status, last["report"]["findings"][0]["rule"].as_str()),
        (200, Some("refund.chargeback"))
    );
}

#[test]
fn cards_are_saved_on_both_sides() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", receiver.local_addr().unwrap());
    let hooks = thread::spawn(move || {
        let hooks = receiver.incoming().take(4).enumerate().map(|(number, stream)| {
            let mut stream = stream.unwrap();
            let (mut text, mut chunk) = (String::new(), [0; 4096]);
            while text
                .split_once("\r\n\r\n")
                .is_none_or(|(_, body)| !body.trim_end().ends_with('}'))
            {
                let read = stream.read(&mut chunk).unwrap();
                text += std::str::from_utf8(&chunk[..read]).unwrap();
            }
            // The last is refused.
            let status = if number == 3 { "500 No" } else { "200 OK" };
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                .unwrap();
            text
        });
        hooks.collect::<Vec<_>>()
    });
    let mock = Mock::start(&["--webhook", &url]);
    let client = mock.done("/clients/", json!({"email": "ada@mail.example"}));
    let saving = json!({"setup_future_use": "one-click", "force_save_method": true});
    let mut service = with(order(), saving.clone());
    service["client"]["original_client"] = client["id"].clone();
    let service = mock.done("/orders/", service);
    assert_eq!(mock.card(&service).0, 200);
    let (_, client) =
        mock.send("GET", &format!("/api/v0.6/clients/{}/", client["id"].as_str().unwrap()), "", "");
    assert_eq!(client["saved_methods"][0]["card"]["masked_pan"], "************1111");

    let merchant = mock.done("/orders/", with(order(), json!({"setup_future_use": "one-click"})));
    let post = json!({"cardholder_name": "ADA", "card_number": CARD, "exp_month": 12, "exp_year": 29, "csc": "123",
        "saved_by_merchant": true, "ip_address": "192.0.2.7"});
    assert_eq!(mock.post(merchant["api_do_url"].as_str().unwrap(), post).0, 200);

    let hooks = hooks.join().unwrap();
    let events = ["order.payment_success", "card.created", "order.payment_success", "card.created"];
    let engine = paylint::Engine::default();
    for (hook, event) in hooks.iter().zip(events) {
        let (head, body) = hook.split_once("\r\n\r\n").unwrap();
        let head = head.to_ascii_lowercase();
        assert!(
            head.contains(&format!("x-webhook-event: {event}"))
                && head.contains("x-webhook-version: v0.6"),
            "{head}"
        );
        if event == "card.created" {
            let report = engine.check(
                paylint::Operation::CardWebhook,
                body.as_bytes(),
                &paylint::Facts::default(),
            );
            assert_eq!(report.findings().len(), 0, "{}", report.to_json());
        }
    }
    let deadline = Instant::now() + Duration::from_secs(10);
    let sent = loop {
        let sent = mock.traffic()["webhooks"].clone();
        if sent.as_array().unwrap().len() == 4 || Instant::now() > deadline {
            break sent;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let answers: Vec<&Value> =
        sent.as_array().unwrap().iter().map(|sent| &sent["answer"]).collect();
    assert_eq!(answers, [200, 200, 200, 500]);
}

#[test]
fn account_funding_and_each_payout_are_paid() {
    let mock = Mock::start(&[]);
    let recipient = json!({"first_name": "Ilze", "last_name": "Liepa", "birth_date": "1990-05-17", "city": "Riga",
        "country": "LV", "account_type": "01", "account_number": "LV80BANK0000435195001"});
    let funding = mock.done("/orders/", with(order(), json!({"recipient_client": recipient})));
    assert_eq!(mock.card(&funding).1["status"], "paid");
    let cases = include_str!("../../tests/cases/payout.ndjson");
    let mut paid = Vec::new();
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let operation = case["operation"].as_str().unwrap();
        let is_plain = case["expect"]["verdict"] == "accept" && case["policy"].is_null();
        let Some(kind) = operation.strip_prefix("payout_").filter(|_| is_plain) else { continue };
        if paid.contains(&kind.to_owned()) || case["body"].is_null() {
            continue;
        }
        let endpoint = if kind == "sdwo" {
            "/orders/init_sdwo_payout/".to_owned()
        } else {
            format!("/orders/init_{kind}/")
        };
        assert_eq!(mock.done(&endpoint, case["body"].clone())["status"], "paid", "{kind}");
        paid.push(kind.to_owned());
    }
    paid.sort();
    assert_eq!(paid, ["a2a", "b2p", "og", "p2p", "sdwo"]);
}

#[test]
fn tests_ask_for_declines_for_statuses_and_for_silence() {
    let mock = Mock::start(&[]);
    let new = mock.done("/orders/", order());
    mock.post("/_mock/next", json!({"operation": "payment", "decline": true}));
    let (_, declined) = mock.card(&new);
    assert_eq!(declined["status"], "rejected");
    assert_eq!(declined["transaction_details"]["errors"][0]["code"], "declined");
    assert_eq!(mock.card(&new).1["status"], "paid");
    mock.post("/_mock/next", json!({"operation": "payment", "decline": true}));
    assert_eq!(mock.card(&new).0, 400, "what is paid isn't declined");

    mock.post("/_mock/next", json!({"status": 503}));
    mock.post("/_mock/next", json!({"status": 502}));
    assert_eq!([(); 2].map(|()| mock.post("/api/v0.6/orders/", order()).0), [503, 502]);
    let start = Instant::now();
    let quiet =
        "Paylint-Mock-Next: {\"silent_ms\": 300}\r\nPaylint-Mock-Now: 2026-11-20T11:00:00Z\r\n";
    let (status, _) = mock.send("POST", "/api/v0.6/orders/", quiet, &order().to_string());
    assert_eq!((status, start.elapsed() >= Duration::from_millis(300)), (200, true));
    assert_eq!(mock.send("GET", "/_mock/now", "", "").1["now"], "2026-11-20T11:00:00Z");

    let (status, wrong) = mock.post("/_mock/next", json!({"operation": "refnd"}));
    assert_eq!(status, 400);
    assert!(wrong["detail"].as_str().unwrap().contains("refund"), "{wrong}");
    assert_eq!(mock.post("/_mock/reset", Value::Null).0, 204);
    assert_eq!(mock.traffic()["requests"], json!([]));
    assert_eq!(mock.card(&new).0, 404);
}

#[test]
fn time_passes_from_where_it_was_set_last() {
    let mock = Mock::run(&[]);
    mock.now("2100-01-01T00:00:00Z");
    mock.now("2150-01-01T00:00:00Z");
    let (_, now) = mock.send("GET", "/_mock/now", "", "");
    assert!(now["now"].as_str().unwrap().starts_with("2150-01-01T00:0"), "{now}");
}

#[test]
fn a_shop_module_finds_its_client_and_sends_its_shopper_to_the_checkout() {
    let mock = Mock::start(&["--policy", "shop-members"]);
    let find = "/api/v0.6/clients/?filter_email=ada%40mail.example&filter_phone=%2B37126123456";
    assert_eq!(mock.send("GET", find, "", "").1["results"], json!([]));
    mock.done("/clients/", json!({"email": "ada@mail.example", "phone": "+37126123456"}));
    let found = mock.send("GET", find, "", "").1["results"][0]["id"].clone();
    let mut new =
        with(order(), json!({"number": "42", "success_redirect": "https://shop.example/paid"}));
    new["client"]["original_client"] = found;
    let new = mock.done("/orders/", new);
    let checkout = new["full_page_checkout"].as_str().unwrap();
    assert!(
        mock.send("GET", checkout, "", "").1.as_str().unwrap().contains("<button>Pay</button>")
    );
    assert_eq!(mock.post(checkout, Value::Null).0, 303);
    let paid = mock.send("GET", &format!("/api/v0.6{}", path(&new, "")), "", "").1;
    assert_eq!((&paid["status"], &paid["number"]), (&json!("paid"), &json!("42")));
}

#[test]
fn templates_replace_answers_and_what_is_wrong_is_said_at_the_start() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("answers");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(
        folder.join("refund.json"),
        r#"{"refunded": {{ order.refunded }}, "by": {{ id }}}"#,
    )
    .unwrap();
    let mock = Mock::start(&["--answers", folder.to_str().unwrap(), "--refuse-unchecked"]);
    let new = mock.done("/orders/", order());
    assert_eq!(
        mock.done(&path(&new, "refund/"), json!({"amount": 5})),
        json!({"refunded": "5", "by": new["id"]})
    );

    std::fs::write(folder.join("tax.json"), "{{ id").unwrap();
    for (arguments, message) in [
        (vec!["--answers", folder.to_str().unwrap()], "tax.json: "),
        (vec!["--listen", "0.0.0.0:0"], "say --anywhere"),
        (vec!["--webhook", "https://shop.example/"], "webhooks are sent by http"),
        (vec!["--policy", "chekout"], "did you mean \"checkout\"?"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-mock"));
        if arguments[0] != "--listen" {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let output = command.args(&arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.contains(message)), (Some(2), true), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn of_a_card_four_digits_stay_in_memory() {
    let mock = Mock::start(&[]);
    let new = mock.done("/orders/", order());
    assert_eq!(mock.card(&new).0, 200);
    let is_there = |text: &str| {
        let memory = memory_of(mock.process.id());
        memory.windows(text.len()).any(|window| window == text.as_bytes())
    };
    assert!(is_there("************1111"), "memory wasn't read");
    // The connection's buffer goes with the connection, which may end after the client has seen the answer.
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_there(CARD) {
        assert!(Instant::now() < deadline, "the card's number is in memory");
    }
}

/// The writable memory of a process.
#[cfg(target_os = "linux")]
fn memory_of(process: u32) -> Vec<u8> {
    use std::os::unix::fs::FileExt;
    let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap();
    let memory = std::fs::File::open(format!("/proc/{process}/mem")).unwrap();
    let mut bytes = Vec::new();
    for line in maps
        .lines()
        .filter(|line| line.split(' ').nth(1).is_some_and(|rights| rights.starts_with("rw")))
    {
        let (start, end) = line.split(' ').next().unwrap().split_once('-').unwrap();
        let [start, end] = [start, end].map(|at| u64::from_str_radix(at, 16).unwrap());
        let mut part = vec![0; (end - start) as usize];
        if memory.read_exact_at(&mut part, start).is_ok() {
            bytes.extend(part);
        }
    }
    bytes
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_bounded() {
    let mock = Mock::start(&["--orders", "100"]);
    let large = with(order(), json!({"language": "e".repeat(2000)}));
    let send = |times: usize| {
        let mut stream = TcpStream::connect(&mock.address).unwrap();
        let body = large.to_string();
        let request = format!(
            "POST /orders/ HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        for _ in 0..times {
            stream.write_all(request.as_bytes()).unwrap();
            let mut reader = BufReader::new(&stream);
            let (mut line, mut length) = (String::new(), 0);
            while line != "\r\n" {
                line.clear();
                reader.read_line(&mut line).unwrap();
                if let Some(text) = line.strip_prefix("content-length: ") {
                    length = text.trim().parse().unwrap();
                }
            }
            reader.read_exact(&mut vec![0; length]).unwrap();
        }
    };
    send(500);
    let before = mock.resident();
    send(3000);
    assert!(mock.resident() < before + 2_000_000, "{before} bytes became {}", mock.resident());
}
