//! The example as its operator sees it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

const ORDER: &str = r#"{"colour":1,"client":{"email":"grace@mail.example"},"products":[{"title":"Lock","price":12.5}]}"#;

struct Gateway {
    process: Child,
    address: String,
    messages: BufReader<ChildStderr>,
}

impl Gateway {
    fn start(policy: &Path, shadow: &Path) -> Gateway {
        // Beside this test, where cargo has put it.
        let test = std::env::current_exe().unwrap();
        let program = test.parent().unwrap().parent().unwrap().join("examples/gateway");
        let facts = folder().join("facts.json");
        fs::write(&facts, "{}").unwrap();
        let mut command = Command::new(program);
        command.args([policy, &facts, Path::new("127.0.0.1:0"), shadow]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let messages = BufReader::new(process.stderr.take().unwrap());
        let mut gateway = Gateway { process, address: String::new(), messages };
        let first = gateway.message();
        gateway.address = first.strip_prefix("listening on ").expect(&first).to_owned();
        gateway
    }

    /// The next line on standard error.
    fn message(&mut self) -> String {
        let mut line = String::new();
        self.messages.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn send(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let length = body.len();
        let head = format!(
            "{head} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer sk_example\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn order(&self) -> String {
        let answer = self.send("POST /api/v0.6/orders/", ORDER);
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn it_counts_takes_another_policy_and_ends_when_it_is_told() {
    const STRICT: &str = r#"{"levels":{"field.unknown":"deny"}}"#;
    let (policy, shadow) = (folder().join("policy.json"), folder().join("shadow.json"));
    fs::write(&policy, "{}").unwrap();
    fs::write(&shadow, STRICT).unwrap();
    let mut gateway = Gateway::start(&policy, &shadow);
    assert_eq!(gateway.order(), "200");

    let metrics = gateway.send("GET /metrics", "");
    for line in [
        r#"paylint_requests_total{operation="order",verdict="accept"} 1"#,
        r#"paylint_findings_total{operation="order",rule="field.unknown",level="warn"} 1"#,
        r#"paylint_missing_facts_total{operation="order",fact="merchant.avs_permission"} 1"#,
        r#"paylint_shadow_total{operation="order",change="accept_to_reject"} 1"#,
        "paylint_check_seconds_count 1",
    ] {
        assert!(metrics.contains(line), "{line}: {metrics}");
    }

    fs::write(&policy, r#"{"levels":{"field.unknwn":"deny"}}"#).unwrap();
    gateway.signal("HUP");
    let (refused, other) = (gateway.message(), gateway.message());
    assert!(refused.ends_with("; the old policy stays"), "{refused}");
    assert!(other.contains("shadow.json: the policy is now "), "{other}");
    assert_eq!(gateway.order(), "200");
    fs::write(&policy, STRICT).unwrap();
    gateway.signal("HUP");
    assert!(gateway.message().contains("policy.json: the policy is now "));
    gateway.message();
    assert_eq!(gateway.order(), "400");

    gateway.signal("TERM");
    assert_eq!(gateway.message(), "stopped");
    assert!(gateway.process.wait().unwrap().success());
    let mut log = String::new();
    gateway.process.stdout.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(log.lines().count(), 3, "{log}");
    assert!(
        log.starts_with("order: accept, field.unknown warn") && log.contains("; shadow: reject"),
        "{log}"
    );
}
