//! What is generated is current; what was promised to programs built before still holds.

mod abi;
mod calls;
mod header;
mod numbers;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

/// A file of this crate.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What the caller wants to be written anew: nothing, what is compatible (`1`), or all (`abi`).
fn bless() -> Option<String> {
    std::env::var("PAYLINT_BLESS").ok().filter(|wish| !wish.is_empty())
}

/// The file holds this text; if not, it is written where the caller wants that.
fn is_current(name: &str, text: &str) {
    let there = fs::read_to_string(path(name)).unwrap_or_default();
    if there == text {
        return;
    }
    assert!(
        bless().is_some(),
        "{name} is not current: run PAYLINT_BLESS=1 cargo test -p paylint-c"
    );
    fs::write(path(name), text).expect("a file of this crate can be written");
}

/// In one test, since each is made from what was written before it.
#[test]
fn what_is_generated_is_current() {
    numbers::the_numbers_are_current();
    numbers::the_copybook_is_current();
    is_current("include/paylint.h", &header::header());
    abi::programs_built_before_still_run();
}

/// What the fuzzer found worth keeping, without it.
#[test]
fn calls_in_any_order_are_answered() {
    let inputs = fs::read_dir(path("../fuzz/corpus/c_calls")).expect("the corpus");
    let mut count = 0;
    for input in inputs {
        let input = input.expect("an entry of the corpus").path();
        println!("{}", input.display()); // shown if it fails
        calls::run(&fs::read(input).expect("an input"));
        count += 1;
    }
    assert!(count >= 20, "only {count} inputs");
}
