//! Tests of the header, and of conventions that the compiler doesn't check.

use crate::names::Numbered;
use crate::status::MESSAGES;
use paylint_core::{Operation, facts::Fact};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of this crate.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Programs were built with these numbers, so new ones are appended.
#[test]
fn numbers_never_change() {
    fn names<T: Numbered>(first: usize, all: &[T], name: fn(T) -> &'static str) -> String {
        assert!(all.iter().all(|item| item.number() > 0), "{}s in build.rs", T::WHAT);
        T::LIST[..first].iter().map(|item| name(*item)).collect()
    }
    let operations = names(13, Operation::ALL, Operation::name);
    let names = operations + &names(37, Fact::ALL, Fact::name);
    let sum = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    assert_eq!(names.bytes().fold(0, sum), 16_373_117_545_535_170_616);
}

/// A status that a later version adds needs a message of its own.
#[test]
fn every_status_has_a_message() {
    let number = |line: &str| {
        let (_, number) = line.strip_prefix("    PAYLINT_STATUS_")?.split_once(" = ")?;
        number.strip_suffix(',')?.parse::<i32>().ok()
    };
    let header = include_str!("../include/paylint.h");
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

#[test]
fn unsafe_code_is_in_one_place() {
    let (mut found, mut files) = (0, vec![path("src")]);
    while let Some(file) = files.pop() {
        if file.is_dir() {
            let entries = fs::read_dir(&file).expect("a folder of the source");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if file != path("src/tests.rs") {
            let text = fs::read_to_string(&file).expect("a file of the source");
            for words in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"] {
                let count = text.matches(words).count();
                found += count;
                let is_memory = file.ends_with("src/memory.rs");
                assert!(count == 0 || is_memory, "{words} in {}", file.display());
            }
        }
    }
    assert!(found > 0, "no unsafe code found, not even in src/memory.rs");
}
