//! Peak load: more clients than connections, clients that are slow both ways, and what happens to
//! policies, metrics and the end of the service meanwhile.

use crate::gateway::{Begun, Gateway, LONG, send_orders};
use crate::metrics::{address, read, value};
use crate::support::{Answer, HEADERS, ORDER, ORDERS, exchange, request, try_answer};
use serde_json::Value;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

/// Sends orders one after another on one connection, until the service closes it, and counts those
/// that were answered. An answer that isn't whole fails the test.
fn send_until_closed(mut stream: TcpStream, answered: &AtomicUsize) {
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    while stream.write_all(&order).is_ok() {
        let Some(answer) = try_answer(&mut stream) else { return };
        assert_eq!(answer.status, 200);
        answered.fetch_add(1, SeqCst);
    }
}

#[test]
fn clients_beyond_the_limit_wait_their_turn() {
    let mut gateway = Gateway::start(&["--connections", "4", "--body-timeout", "600"]);
    let mut begun: Vec<Begun> = (0..4).map(|_| Begun::new(&gateway, ORDER)).collect();
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let mut waiting: Vec<TcpStream> = (0..20).map(|_| gateway.connect()).collect();
    for stream in &mut waiting {
        stream.write_all(&order).unwrap();
    }
    let next = &mut waiting[0];
    next.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let early = next.read(&mut [0]).map_err(|error| error.kind());
    assert!(matches!(early, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "{early:?}");
    next.set_read_timeout(Some(LONG)).unwrap();
    // One place is enough for all of them, one after another.
    begun.pop().unwrap().finish().assert_accepted("order");
    for mut stream in waiting {
        try_answer(&mut stream).unwrap().assert_accepted("order");
    }
    for begun in begun {
        begun.finish().assert_accepted("order");
    }
    gateway.stop();
}

#[test]
fn idle_clients_make_room_after_their_time() {
    let mut gateway = Gateway::start(&["--connections", "4", "--head-timeout", "0.3"]);
    let mut silent: Vec<TcpStream> = (0..4).map(|_| gateway.connect()).collect();
    silent[0].write_all(b"POST /api/v0.6/ord").unwrap();
    thread::scope(|scope| {
        for _ in 0..40 {
            let stream = gateway.connect();
            scope.spawn(move || send_orders(&stream, 3));
        }
    });
    gateway.stop();
}

#[test]
fn many_slow_senders_hold_up_nobody() {
    let args = ["--head-timeout", "600", "--body-timeout", "600", "--stop-timeout", "0.2"];
    let mut gateway = Gateway::start(&args);
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let head = order.len() - ORDER.len();
    // Half of them are in their heads, half in their bodies.
    let mut slow: Vec<(TcpStream, usize)> = (0..200)
        .map(|number| {
            let sent = if number % 2 == 0 { 1 } else { head };
            let mut stream = gateway.connect();
            stream.write_all(&order[..sent]).unwrap();
            (stream, sent)
        })
        .collect();
    for _ in 0..20 {
        for (stream, sent) in &mut slow {
            stream.write_all(&order[*sent..=*sent]).unwrap();
            *sent += 1;
        }
        send_orders(&gateway.connect(), 5);
    }
    // They aren't forgotten either.
    for (mut stream, sent) in slow.drain(..150) {
        exchange(&mut stream, &order[sent..]).assert_accepted("order");
    }
    gateway.stop();
}

#[test]
fn a_client_that_does_not_read_its_answers_is_cut_off() {
    let args = ["--answer-timeout", "0.3", "--head-timeout", "600", "--connections", "1"];
    let mut gateway = Gateway::start(&args);
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let mut stream = gateway.connect();
    stream.set_write_timeout(Some(LONG)).unwrap();
    // Until answers fill everything between the two, and then until it is closed.
    let end = loop {
        if let Err(error) = stream.write_all(&order) {
            break error.kind();
        }
    };
    assert!(matches!(end, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "{end:?}");
    // Its place is free.
    send_orders(&gateway.connect(), 1);
    gateway.stop();
}

#[test]
fn a_stop_under_load_answers_what_has_begun() {
    let args = ["--stop-timeout", "600", "--metrics", "127.0.0.1:0", "--log-queue", "1000000"];
    let mut gateway = Gateway::start(&args);
    let metrics = address(&mut gateway);
    let log = gateway.log();
    let log = thread::spawn(move || BufReader::new(log).lines().map(Result::unwrap).collect());
    let (answered, stopping) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..16 {
            let stream = gateway.connect();
            scope.spawn(|| send_until_closed(stream, &answered));
        }
        // Metrics are read all the while, and count no less than was answered before.
        let reader = scope.spawn(|| {
            let mut reads = 0;
            let start = Instant::now();
            while !stopping.load(SeqCst) {
                assert!(start.elapsed() < LONG, "it was never stopped");
                let before = answered.load(SeqCst) as u64;
                let Answer { status, body, .. } = read(metrics);
                assert_eq!(status, 200);
                assert!(body.ends_with("# EOF\n"));
                let accepted = r#"paylint_requests_total{operation="order",verdict="accept"}"#;
                assert!(value(&body, accepted).unwrap_or_default() >= before, "{body}");
                reads += 1;
            }
            reads
        });
        let begun: Vec<Begun> = (0..8).map(|_| Begun::new(&gateway, ORDER)).collect();
        let start = Instant::now();
        while answered.load(SeqCst) < 500 {
            assert!(start.elapsed() < LONG, "{answered:?} answers");
            thread::yield_now();
        }
        stopping.store(true, SeqCst);
        assert!(reader.join().unwrap() > 0);
        gateway.signal("TERM");
        assert_eq!(gateway.message(), "stopping");
        // While the last requests go on, metrics can still be read.
        assert_eq!(read(metrics).status, 200);
        for begun in begun {
            begun.finish().assert_accepted("order");
            answered.fetch_add(1, SeqCst);
        }
    });
    assert_eq!(gateway.ended().code(), Some(0));
    assert_eq!(gateway.message(), "stopped (connections cut off: 0, log lines dropped: 0)");
    assert!(TcpStream::connect(metrics).is_err());
    // Each answer has its line. One that the client no longer read can have one, too.
    let log: Vec<String> = log.join().unwrap();
    let lines = log.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let accepted = lines.filter(|line| line["status"] == 200).count();
    assert!(accepted >= answered.load(SeqCst), "{accepted} lines, {answered:?} answers");
}
