//! A log that nobody reads must not hold up a request, nor the end of the service.

use crate::gateway::{Gateway, LONG, send_orders};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::sync::mpsc::channel;
use std::thread;

/// More lines than a pipe and a short queue hold.
const MANY: usize = 2_000;

/// Whether it is the line of a request; else it says how many lines were dropped.
fn read(line: &str) -> Result<(), usize> {
    let line: Value = serde_json::from_str(line).unwrap();
    line["dropped_lines"].as_u64().map_or(Ok(()), |count| Err(count.try_into().unwrap()))
}

#[test]
fn a_log_that_nobody_reads_drops_lines_and_says_how_many() {
    const MANY: usize = 5_000;
    let mut gateway = Gateway::start(&["--log-queue", "100"]);
    send_orders(&gateway.connect(), MANY);
    // Now somebody reads. Every line is there or counted, without another request.
    let (sender, lines) = channel();
    let log = gateway.log();
    thread::spawn(move || BufReader::new(log).lines().try_for_each(|line| sender.send(line)));
    let (mut written, mut dropped) = (0, 0);
    while written + dropped < MANY {
        match read(&lines.recv_timeout(LONG).unwrap().unwrap()) {
            Ok(()) => written += 1,
            Err(count) => dropped += count,
        }
    }
    assert!(dropped > 0);
    gateway.stop();
    assert_eq!((written + dropped, lines.iter().count()), (MANY, 0));
    assert_eq!(gateway.message(), "stopping");
    let stopped = format!("stopped (connections cut off: 0, log lines dropped: {dropped})");
    assert_eq!(gateway.message(), stopped);
}

#[test]
fn lines_that_were_never_read_are_counted_at_the_end() {
    let mut gateway = Gateway::start(&["--log-queue", "100"]);
    send_orders(&gateway.connect(), MANY);
    gateway.stop();
    assert_eq!(gateway.message(), "stopping");
    let stopped = gateway.message();
    let dropped = stopped.split("dropped: ").nth(1).unwrap().trim_end_matches(')');
    // What the pipe took before it was full.
    let log = BufReader::new(gateway.log()).lines();
    let written = log.filter(|line| read(line.as_ref().unwrap()).is_ok()).count();
    assert_eq!(written + dropped.parse::<usize>().unwrap(), MANY);
}

#[test]
fn a_log_that_was_closed_does_not_matter() {
    let mut gateway = Gateway::start(&[]);
    drop(gateway.log());
    send_orders(&gateway.connect(), 10);
    gateway.stop();
    assert_eq!(gateway.message(), "stopping");
    assert_eq!(gateway.message(), "stopped (connections cut off: 0, log lines dropped: 10)");
}

#[test]
fn messages_in_the_same_pipe_do_not_keep_it_from_stopping() {
    let mut gateway = Gateway::start_with_one_pipe(&["--log-queue", "100"]);
    send_orders(&gateway.connect(), MANY);
    gateway.stop();
}
