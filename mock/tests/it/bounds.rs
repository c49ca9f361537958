//! Memory, logs that nobody reads, and the end.

use super::*;

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    // The pipe is there, and nobody reads it; what it holds is full after some sixty of these lines.
    let mut mock = Mock::run(command().stderr(Stdio::piped()));
    let long = format!("/{}", "x".repeat(1000));
    (0..1500).for_each(|_| assert_eq!(mock.get(&long).0, 404));
    let mut log = BufReader::new(mock.process.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("lines were dropped") {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the log ended");
    }
    assert!(Mock::run(command().arg("--quiet").stderr(Stdio::piped())).ends_silently());
}

impl Mock {
    fn ends_silently(mut self) -> bool {
        self.done("/orders/", order());
        self.terminate();
        let mut text = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text.is_empty()
    }

    /// Asks it to end, and waits until it has.
    fn terminate(&mut self) {
        // The shell's own: the program is in a package that a small system lacks.
        let kill = format!("kill -TERM {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
    }

    /// The most memory that the program has taken, in bytes.
    #[cfg(target_os = "linux")]
    fn peak(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim_end_matches(" kB").trim().parse::<u64>().unwrap() * 1024
    }
}

#[test]
fn it_ends_in_the_midst_of_an_answer() {
    let mut mock = Mock::start(&[]);
    mock.control("latency", json!({"delay_ms": 1}));
    mock.control("next", json!({"delay_ms": u64::MAX}));
    let mut waiting = mock.open("POST", "/api/v0.6/orders/", "", &order().to_string());
    wait_until("the request came", || !mock.requests().is_empty());
    mock.terminate();
    assert_eq!(waiting.read(&mut [0]).unwrap_or(0), 0);
}

#[test]
fn orders_stay_as_long_as_there_is_room() {
    let mut mock = Mock::start(&["--orders", "100"]);
    (0..150).for_each(|_| _ = mock.done("/orders/", order()));
    let id = |number: u64| format!("/api/v0.6/orders/5a3b1e0c-7d2f-4a6b-8c9d-{number:012x}/");
    assert_eq!([50, 51, 150].map(|number| mock.get(&id(number)).0), [404, 200, 200]);
    let later = json!({"now": "2026-12-01T00:00:00Z"});
    let keys: Vec<_> = (0..1100).map(|number| &*format!("sk_{number}").leak()).collect();
    for key in &keys {
        mock.key = key;
        mock.control("now", later.clone());
    }
    // Of the others, those stay that were used last.
    for key in &keys[200..] {
        mock.key = key;
        assert_eq!(mock.get("/_mock/now").1, later);
    }
    mock.key = "sk_example";
    assert_eq!(mock.get(&id(150)).0, 200, "others' keys take no room from it");
    Mock::start(&["--orders", "0"]).paid(order());
}

#[test]
fn a_reset_makes_room_for_others() {
    let mut mock = Mock::start(&["--orders", "4", "--webhook", "http://127.0.0.1:9/"]);
    let first = mock.paid(order());
    mock.key = "other";
    mock.paid(order());
    mock.control("reset", Value::Null);
    mock.key = "sk_example";
    mock.paid(order());
    assert_eq!(mock.requests().len(), 4);
    (0..2).for_each(|_| _ = mock.paid(order()));
    assert_eq!(mock.webhooks(0).len(), 4);
    assert_eq!(mock.shown(&first)["id"], first["id"]);
}

#[test]
fn the_oldest_make_room() {
    let (url, _receiver) = receive(&[200]);
    let mock = Mock::start(&["--webhook", &url]);
    let client = mock.done("/clients/", json!({"email": "ada@mail.example"}));
    let saving = json!({"setup_future_use": "one-click", "force_save_method": true});
    let mut saving = with(order(), saving);
    saving["client"]["original_client"] = client["id"].clone();
    let first = mock.done("/orders/", saving.clone());
    let other = with(card(), json!({"card_number": "5555555555554444"}));
    mock.post(first["api_do_url"].as_str().unwrap(), other);
    (0..100).for_each(|_| _ = mock.paid(saving.clone()));
    let client = mock.get(&format!("/api/v0.6/clients/{}/", client["id"].as_str().unwrap())).1;
    let cards = client["saved_methods"].as_array().unwrap();
    assert_eq!((cards.len(), cards[0]["card"]["brand"].as_str()), (100, Some("visa")));

    (0..100).for_each(|_| mock.control("webhooks/1/resend", Value::Null));
    wait_until("the first attempt is forgotten", || {
        mock.webhooks(0)[0]["attempts"][0]["status"] == 404
    });
    assert_eq!(mock.webhooks(0)[0]["attempts"].as_array().unwrap().len(), 100);

    let next = || mock.post("/_mock/next", json!({"status": 500})).0;
    assert!((0..1000).all(|_| next() == 204) && next() == 400);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_bounded() {
    let mock = Mock::start(&["--orders", "50"]);
    let large = with(order(), json!({"language": "e".repeat(2000)}));
    let send_large =
        |times| (0..times).for_each(|_| _ = mock.post("/api/v0.6/orders/", large.clone()));
    send_large(200);
    let before = mock.peak();
    send_large(800);
    assert!(mock.peak() < before + 2_000_000, "{before} bytes became {}", mock.peak());

    // Short values take many times as much memory when they are read as they do as text.
    let mock = Mock::start(&[]);
    let large = with(order(), json!({"note": vec![0; 50_000]}));
    (0..20).for_each(|_| _ = mock.post("/api/v0.6/orders/", large.clone()));

    // A client that sends too much hears it after the last byte.
    mock.refused("/orders/", json!("x".repeat(30_000_000)), "json.too_large");
    assert!(mock.peak() < 32_000_000, "{} bytes", mock.peak());

    let long = json!({"email": "ada@mail.example", "note": "e".repeat(600_000)});
    (0..2).for_each(|_| _ = mock.done("/orders/", with(order(), json!({"client": long}))));
    mock.get("/api/v0.6/orders/");
    let requests = mock.requests();
    for kept in [&requests[20]["body"], &requests[23]["answer"]["body"]] {
        assert!(kept.as_str().unwrap().starts_with("(too long to keep"));
    }

    // 64 MiB of records stay.
    mock.control("next", json!({"status": 500, "times": 150, "body": "x".repeat(1_000_000)}));
    (0..150).for_each(|_| assert_eq!(mock.get("/api/v0.6/orders/").0, 500));
    assert!(mock.peak() < 120_000_000, "{} bytes", mock.peak());
}

#[cfg(target_os = "linux")]
#[test]
fn of_a_card_four_digits_stay_in_memory() {
    let mock = Mock::start(&[]);
    let new = mock.done("/orders/", with(order(), json!({"note": CARD})));
    let pay = new["api_do_url"].as_str().unwrap();
    let paid = mock.exchange("POST", pay, "Connection: keep-alive\r\n", &card().to_string());
    assert!(paid.unwrap().0.contains("connection: close"));
    mock.get(&format!("/api/v0.6/orders/{CARD}/"));
    mock.post("/api/v0.6/orders/", json!({ CARD: 1 }));
    let is_there = |text: &str| {
        let memory = memory_of(mock.process.id());
        memory.windows(text.len()).any(|window| window == text.as_bytes())
    };
    assert!(is_there("************1111"), "memory wasn't read");
    // A connection's buffer goes with the connection, which may end after the client has seen the answer.
    wait_until("the card's number is gone", || !is_there(CARD));
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
