//! What the README shows is what happens.

use crate::gateway::Gateway;
use crate::metrics::{address, read};
use crate::policy_file::File;
use crate::support::{HEADERS, ORDERS, example, exchange, request};
use std::io::{BufRead, BufReader};

/// The text with `…` for each fingerprint: they change with the rules.
fn without_fingerprints(text: &str) -> String {
    let is_fingerprint =
        |word: &&str| word.len() == 16 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let words = words.map(|word| {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_fingerprint(&bare) { word.replace(bare, "\u{2026}") } else { word.to_owned() }
    });
    words.collect()
}

/// What stands between two texts for the first time.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    text.split_once(before).and_then(|(_, rest)| rest.split_once(after)).unwrap().0
}

#[test]
fn the_readme_shows_what_happens() {
    let readme = without_fingerprints(&String::from_utf8(example("README.md")).unwrap());
    let shown = |text: &str| {
        let text = without_fingerprints(text);
        assert!(readme.contains(&text), "the README doesn't have\n{text}");
    };
    let path = "examples/gateway/policy.json";
    let policy = String::from_utf8(example("policy.json")).unwrap();
    let file = File::new("readme.json", &policy);
    // The command that starts it, on a free port.
    let options = between(&readme, "-p paylint-gateway -- ", "\n").replace(":9090", ":0");
    let mut options: Vec<_> = options.split(' ').collect();
    options.extend(["--policy", file.path()]);
    let mut gateway = Gateway::start(&options);
    let metrics = address(&mut gateway);
    let mut log = BufReader::new(gateway.log()).lines();
    let mut line = || {
        let line = log.next().unwrap().unwrap();
        line.split(",\"micros\"").next().unwrap().to_owned()
    };
    // The two commands, each with its answer, its line of the log and, of the second, the shadow's.
    let mut bodies = readme.split("-d '").skip(1).map(|rest| rest.split('\'').next().unwrap());
    let mut send = |path: &str| {
        let body = bodies.next().unwrap().as_bytes();
        exchange(&mut gateway.connect(), &request(path, HEADERS, body))
    };
    let answer = send(ORDERS);
    assert_eq!(answer.status, 400);
    shown(&format!("\n{}\n", answer.body));
    for header in ["content-length", "paylint-policy"] {
        shown(&format!("\n{header}: {}\n", answer.header(header).unwrap()));
    }
    shown(&line());
    let answer = send("/api/v0.6/orders/unknown/capture/");
    assert_eq!(answer.status, 200);
    for header in ["paylint-unchecked", "paylint-warnings"] {
        shown(&format!("\n{header}: {}\n", answer.header(header).unwrap()));
    }
    // The two come from two threads.
    let lines = [line(), line()];
    shown(lines.iter().find(|line| line.starts_with("{\"shadow\"")).unwrap());
    // The command that edits the policy.
    let (from, to) = between(&readme, "sed -i 's/", "/'").split_once('/').unwrap();
    assert!(policy.contains(from));
    file.write(&policy.replace(from, to));
    gateway.signal(between(&readme, "pkill -", " "));
    for _ in 0..2 {
        shown(&format!("\npaylint-gateway: {}\n", gateway.message().replace(file.path(), path)));
    }
    let metrics = read(metrics).body;
    let block = readme.split("/metrics | grep").nth(1).unwrap().split("```").nth(2).unwrap();
    assert!(block.lines().count() > 5);
    for sample in block.trim().lines() {
        let metrics = without_fingerprints(&metrics);
        assert!(metrics.lines().any(|line| line == sample), "no {sample} in\n{metrics}");
    }
    gateway.stop();
}
