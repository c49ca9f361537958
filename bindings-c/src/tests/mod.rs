//! Tests of the header, and of conventions that the compiler doesn't check.

mod header;
mod numbers;
mod source;

use crate::status::MESSAGES;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of this crate.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Renews the header with `PAYLINT_BLESS`.
#[test]
fn the_header_is_up_to_date() {
    let (file, header) = (path("include/paylint.h"), header::header());
    if fs::read_to_string(&file).is_ok_and(|there| there == header) {
        return;
    }
    assert!(
        std::env::var_os("PAYLINT_BLESS").is_some(),
        "paylint.h is out of date: run PAYLINT_BLESS=1 cargo test -p paylint-c"
    );
    fs::write(file, header).expect("the header can be written");
}

/// A status that a later version adds needs a message of its own.
#[test]
fn every_status_has_a_message() {
    let header = header::header();
    let number = |line: &str| {
        let (_, number) = line.strip_prefix("    PAYLINT_STATUS_")?.split_once(" = ")?;
        number.strip_suffix(',')?.parse::<i32>().ok()
    };
    let statuses: HashSet<_> = header.lines().filter_map(number).collect();
    let known: HashSet<_> = MESSAGES.iter().map(|(status, _)| *status as i32).collect();
    let messages: HashSet<_> = MESSAGES.iter().map(|(_, message)| message).collect();
    assert!(statuses.len() >= 12 && messages.len() == statuses.len());
    assert_eq!(known, statuses);
}

/// Threads may share handles behind pointers to const, and pass all others on.
#[test]
fn handles_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<crate::engine::paylint_engine>();
    shared::<crate::facts::paylint_facts>();
    shared::<crate::report::paylint_report>();
    shared::<crate::ask::paylint_answer>();
    shared::<crate::failure::paylint_error>();
}
