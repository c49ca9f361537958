//! The program as its operator has it: a process with options, signals and output.

use crate::support::{Answer, HEADERS, ORDER, ORDERS, connect, read_answer, request};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here should ever take.
pub(crate) const LONG: Duration = Duration::from_secs(60);

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paylint-gateway"));
    // The files' default paths begin at the workspace.
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).args(args);
    command
}

/// A running service on a free port. It is killed if the test ends before it does.
pub(crate) struct Gateway {
    process: Child,
    address: SocketAddr,
    messages: Box<dyn BufRead>,
}

impl Gateway {
    /// Starts it; nobody reads its log until [`Gateway::log`] is called.
    pub(crate) fn start(args: &[&str]) -> Gateway {
        let mut command = command(&["--listen", "127.0.0.1:0"]);
        command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let messages: ChildStderr = process.stderr.take().unwrap();
        Gateway::listening(process, messages)
    }

    /// Starts it with one pipe for log and messages; nobody reads it after the first line.
    pub(crate) fn start_with_one_pipe(args: &[&str]) -> Gateway {
        let (reader, writer) = io::pipe().unwrap();
        let mut command = command(&["--listen", "127.0.0.1:0"]);
        command.args(args).stdout(writer.try_clone().unwrap()).stderr(writer);
        Gateway::listening(command.spawn().unwrap(), reader)
    }

    fn listening(process: Child, messages: impl Read + 'static) -> Gateway {
        let messages = Box::new(BufReader::new(messages));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut gateway = Gateway { process, address, messages };
        let listening = gateway.message();
        let address = listening.strip_prefix("listening on http://").expect(&listening);
        gateway.address = address.parse().unwrap();
        gateway
    }

    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    pub(crate) fn refuses_connections(&self) -> bool {
        TcpStream::connect(self.address).is_err()
    }

    /// Waits for the next line on standard error.
    pub(crate) fn message(&mut self) -> String {
        let mut line = String::new();
        self.messages.read_line(&mut line).unwrap();
        line.trim_end().strip_prefix("paylint-gateway: ").unwrap_or(&line).to_owned()
    }

    pub(crate) fn log(&mut self) -> ChildStdout {
        self.process.stdout.take().unwrap()
    }

    /// Sends a signal: `INT` is what Ctrl-C sends.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let kill = Command::new("kill").args([&format!("-{name}"), &id]).status();
        assert!(kill.unwrap().success());
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < LONG, "it did not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asks for its end and waits for it.
    #[track_caller]
    pub(crate) fn stop(&mut self) {
        self.signal("TERM");
        assert_eq!(self.ended().code(), Some(0));
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Sends good orders one after another on one connection.
#[track_caller]
pub(crate) fn send_orders(stream: &TcpStream, count: usize) {
    let order = request(ORDERS, HEADERS, ORDER.as_bytes());
    let mut answers = BufReader::new(stream);
    for _ in 0..count {
        (&*stream).write_all(&order).unwrap();
        assert_eq!(read_answer(&mut answers).status, 200);
    }
}

/// A request that the service has begun to work on: its body is missing the last bytes.
pub(crate) struct Begun {
    stream: TcpStream,
    rest: Vec<u8>,
}

impl Begun {
    pub(crate) fn new(gateway: &Gateway, order: &str) -> Begun {
        let headers = [HEADERS, b"Expect: 100-continue\r\n"].concat();
        let mut bytes = request(ORDERS, &headers, order.as_bytes());
        let rest = bytes.split_off(bytes.len() - 10);
        let mut stream = gateway.connect();
        stream.write_all(&bytes).unwrap();
        // It says so when it begins to read the body.
        assert_eq!(read_answer(&mut stream).status, 100);
        Begun { stream, rest }
    }

    pub(crate) fn finish(mut self) -> Answer {
        self.stream.write_all(&self.rest).unwrap();
        read_answer(&mut self.stream)
    }
}
