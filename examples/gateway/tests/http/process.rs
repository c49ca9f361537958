//! The program itself: its arguments, what it prints, how it stops.

use crate::secrets::assert_none_in;
use crate::support::{HEADERS, ORDER, ORDERS, connect, read_answer, request};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

fn gateway(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-gateway"));
    // The files' default paths begin at the workspace.
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).args(args);
    command
}

#[test]
#[cfg(unix)]
fn ctrl_c_lets_open_requests_end() {
    let mut gateway = gateway(&["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(gateway.stderr.take().unwrap()).lines().map(Result::unwrap);
    let listening = said.next().unwrap();
    let address = listening.strip_prefix("paylint-gateway: listening on http://").unwrap();
    let mut stream = connect(address.parse().unwrap());
    let order = ORDER.replace("Lock", "Plantedname");
    let bytes = request(ORDERS, HEADERS, order.as_bytes());
    let (first, last) = bytes.split_at(bytes.len() - 10);
    stream.write_all(first).unwrap();
    // Let the request be begun: a connection that has sent nothing is closed at once.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let id = gateway.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(said.next().unwrap(), "paylint-gateway: stopping");
    stream.write_all(last).unwrap();
    read_answer(&mut stream).assert_accepted("order");
    assert_eq!(gateway.wait().unwrap().code(), Some(0));
    let mut log = String::new();
    gateway.stdout.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.starts_with(r#"{"operation":"order","verdict":"accept","status":200,"#), "{log}");
    assert_none_in(&log);
    assert_eq!(said.next(), None);
}

#[test]
fn what_cannot_be_used_is_said_at_the_start() {
    let facts = "examples/gateway/facts.json";
    let cases: [(&[&str], &str); 5] = [
        (&["--help"], "usage: paylint-gateway "),
        (&["--facts"], "usage: paylint-gateway "),
        (&["--facts", "no/such.json"], "no/such.json: "),
        (&["--policy", facts], "examples/gateway/facts.json: invalid policy: "),
        (&["--listen", "nowhere"], "cannot listen on nowhere: "),
    ];
    for (args, expected) in cases {
        let Output { status, stderr, stdout } = gateway(args).output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.starts_with(&format!("paylint-gateway: {expected}")), "{said}");
        assert!(stdout.is_empty());
    }
}
