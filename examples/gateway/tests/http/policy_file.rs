//! Policies in files that are replaced while the service runs.

use crate::policies::{ODD_ORDER, STRICT, engine, header};
use crate::support::{HEADERS, ORDERS, exchange, request};
use std::fs;
use std::net::TcpStream;
use std::path::PathBuf;

pub(crate) const WRONG: &str = r#"{"levels":{"avs.zip_code_requird":"deny"}}"#;

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
        format!("{}: the {role} policy is now {fingerprint} ({label})", self.path())
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
    let answer = exchange(&mut stream, &request(ORDERS, HEADERS, ODD_ORDER.as_bytes()));
    assert_eq!(answer.status, if policy == STRICT { 400 } else { 200 });
    assert_eq!(answer.header("paylint-policy"), Some(header(policy).as_str()));
}
