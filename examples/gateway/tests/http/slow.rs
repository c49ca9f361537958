//! Clients that send little or nothing are not waited for.

use crate::gateway::{Begun, Gateway, send_orders};
use crate::support::{HEADERS, ORDER, ORDERS, read_answer, request};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// Waits until the service has closed the connection.
#[track_caller]
fn assert_closed(mut stream: TcpStream) {
    match stream.read(&mut [0]) {
        Ok(read) => assert_eq!(read, 0, "an answer to half a request"),
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
}

#[test]
fn half_a_head_is_not_waited_for() {
    let gateway = Gateway::start(&["--head-timeout", "0.3"]);
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let head = order.len() - ORDER.len();
    for sent in [0, 1, 20, head - 1] {
        let mut stream = gateway.connect();
        stream.write_all(&order[..sent]).unwrap();
        assert_closed(stream);
    }
}

#[test]
fn a_byte_now_and_then_does_not_make_the_time_for_a_head_longer() {
    let gateway = Gateway::start(&["--head-timeout", "0.3"]);
    let mut stream = gateway.connect();
    stream.write_all(b"POST /api/v0.6/orders/ HTTP/1.1\r\nX: ").unwrap();
    let start = Instant::now();
    // It would take a minute to send all of it.
    while start.elapsed() < Duration::from_secs(60) {
        if stream.write_all(b"x").is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("it was waited for");
}

#[test]
fn a_connection_without_a_next_request_is_closed() {
    let gateway = Gateway::start(&["--head-timeout", "0.3"]);
    let stream = gateway.connect();
    send_orders(&stream, 2);
    assert_closed(stream);
}

#[test]
fn the_time_for_a_body_is_its_own() {
    let gateway = Gateway::start(&["--head-timeout", "0.1", "--body-timeout", "600"]);
    let begun = Begun::new(&gateway, ORDER);
    thread::sleep(Duration::from_millis(300));
    begun.finish().assert_accepted("order");

    let gateway = Gateway::start(&["--body-timeout", "0.3"]);
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let mut stream = gateway.connect();
    stream.write_all(&order[..order.len() - 1]).unwrap();
    assert_eq!(read_answer(&mut stream).status, 408);
}
