//! Policies in files that are replaced while the service runs.

use crate::support::{HEADERS, ORDERS, read_answer, request};
use paylint::{Engine, Policy};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;

/// An order with a member that is unknown: one of the two policies below denies it.
pub(crate) const ODD_ORDER: &str = concat!(
    r#"{"client":{"email":"a@b.example","address":"Pils iela 8","zip_code":"LV-1050"},"#,
    r#""products":[{"title":"Lock","price":12.5}],"currency":"EUR","colour":1}"#
);
pub(crate) const LAX: &str = r#"{"label":"lax"}"#;
pub(crate) const STRICT: &str =
    r#"{"label":"strict","levels":{"field.unknown":"deny"},"max_body_bytes":4096}"#;
pub(crate) const WRONG: &str = r#"{"levels":{"avs.zip_code_requird":"deny"}}"#;

/// The compiled policy.
pub(crate) fn engine(policy: &str) -> Engine {
    Engine::new(&Policy::from_json(policy.as_bytes()).unwrap())
}

/// What responses say that this policy decided about.
pub(crate) fn header(policy: &str) -> String {
    let engine = engine(policy);
    format!(
        "rules=\"{}\", policy=\"{}\", label=\"{}\"",
        engine.rules_fingerprint(),
        engine.policy_fingerprint(),
        engine.label().unwrap()
    )
}

/// A policy's file, for one test.
pub(crate) struct File(PathBuf);

impl File {
    pub(crate) fn new(name: &str, policy: &str) -> File {
        let file = File(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        file.write(policy);
        file
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    pub(crate) fn write(&self, policy: &str) {
        fs::write(&self.0, policy).unwrap();
    }

    pub(crate) fn remove(&self) {
        fs::remove_file(&self.0).unwrap();
    }

    /// What the service says when the policy is in force.
    pub(crate) fn in_force(&self, policy: &str, role: &str) -> String {
        let engine = engine(policy);
        let label = engine.label().unwrap();
        let fingerprint = engine.policy_fingerprint();
        format!("{}: policy {fingerprint} ({label}) is now {role}", self.path())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// Sends an order, and asserts that this policy, and none other, decided about it.
#[track_caller]
pub(crate) fn assert_decides(policy: &str, mut stream: TcpStream) {
    stream.write_all(&request(ORDERS, HEADERS, ODD_ORDER.as_bytes())).unwrap();
    let answer = read_answer(&mut stream);
    assert_eq!(answer.status, if policy == STRICT { 400 } else { 200 });
    assert_eq!(answer.header("paylint-policy"), Some(header(policy).as_str()));
}
