//! How the service stops: by Ctrl-C or SIGTERM, within its time, without losing a request that can
//! still be answered.

use crate::gateway::{Begun, Gateway, LONG, send_orders};
use crate::secrets::assert_none_in;
use crate::support::ORDER;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

const HALF_A_HEAD: &[u8] = b"POST /api/v0.6/orders/ HTTP/1.1\r\nHost: loc";

#[test]
fn requests_that_have_begun_are_answered() {
    for signal in ["INT", "TERM"] {
        let mut gateway = Gateway::start(&["--stop-timeout", "600"]);
        // A connection between two requests is not waited for.
        let idle = gateway.connect();
        send_orders(&idle, 1);
        let begun = Begun::new(&gateway, &ORDER.replace("Lock", "Plantedname"));
        gateway.signal(signal);
        assert_eq!(gateway.message(), "stopping");
        let start = Instant::now();
        while !gateway.refuses_connections() {
            assert!(start.elapsed() < LONG, "connections are still accepted");
            thread::sleep(Duration::from_millis(5));
        }
        let answer = begun.finish();
        answer.assert_accepted("order");
        assert_eq!(answer.header("connection"), Some("close"));
        assert_eq!(gateway.ended().code(), Some(0));
        assert_eq!(gateway.message(), "stopped (connections cut off: 0, log lines dropped: 0)");
        let mut log = String::new();
        gateway.log().read_to_string(&mut log).unwrap();
        let accepted = r#"{"operation":"order","verdict":"accept","status":200,"#;
        assert_eq!(log.lines().filter(|line| line.starts_with(accepted)).count(), 2, "{log}");
        assert_none_in(&log);
    }
}

#[test]
fn half_a_head_does_not_keep_it_from_stopping() {
    for signal in ["INT", "TERM"] {
        let mut gateway = Gateway::start(&["--head-timeout", "600", "--stop-timeout", "0.5"]);
        let mut stream = gateway.connect();
        stream.write_all(HALF_A_HEAD).unwrap();
        // Most likely it has been read by now; were it not, the service would stop all the same.
        thread::sleep(Duration::from_millis(200));
        gateway.signal(signal);
        assert_eq!(gateway.ended().code(), Some(0));
    }
}

#[test]
fn what_is_not_finished_in_time_is_cut_off_and_counted() {
    let mut gateway = Gateway::start(&["--body-timeout", "600", "--stop-timeout", "0.5"]);
    let _begun = [Begun::new(&gateway, ORDER), Begun::new(&gateway, ORDER)];
    gateway.stop();
    assert_eq!(gateway.message(), "stopping");
    assert_eq!(gateway.message(), "stopped (connections cut off: 2, log lines dropped: 0)");
    let mut log = String::new();
    gateway.log().read_to_string(&mut log).unwrap();
    let unanswered = r#"{"operation":null,"verdict":null,"status":null,"#;
    assert_eq!(log.lines().filter(|line| line.starts_with(unanswered)).count(), 2, "{log}");
}

#[test]
fn a_second_signal_ends_it_at_once() {
    for (first, second) in [("INT", "INT"), ("TERM", "INT"), ("INT", "TERM")] {
        let mut gateway = Gateway::start(&["--body-timeout", "600", "--stop-timeout", "600"]);
        let _begun = Begun::new(&gateway, ORDER);
        gateway.signal(first);
        assert_eq!(gateway.message(), "stopping");
        gateway.signal(second);
        assert_eq!(gateway.ended().code(), Some(1));
    }
}
