//! Conformance cases, a naive model of some rules, and the tests that span crates

use std::process::Command;

pub mod agree;
pub mod cases;
pub mod checked;
pub mod engine;
pub mod fields;
pub mod fuzz;
pub mod model;
pub use paylint_samples as generate;
pub mod well_formed;
pub mod workspace;
pub mod worst;

/// The number in an environment variable, such as `PAYLINT_CASES`.
///
/// # Panics
/// If it isn't a number.
#[must_use]
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Number of random tries in a test: a tenth of `all`, or all of them if `CI` is set.
#[must_use]
pub fn tries(all: u64) -> u64 {
    if std::env::var_os("CI").is_some() { all } else { all / 10 }
}

/// Runs `work` on a thread with 64 KiB of stack. An overflow ends the process, and so fails the test.
///
/// # Panics
/// If the work does.
pub fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// Number of instructions that a command executes, counted by valgrind, and its exit code.
///
/// # Panics
/// If valgrind is missing.
pub fn instructions(command: &mut Command) -> (u64, Option<i32>) {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(command.get_program())
        .args(command.get_args())
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .output()
        .expect("valgrind is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    // Before version 3.21 it has three spaces.
    let (_, count) = said.split_once(" refs:").unwrap_or_else(|| panic!("{said}"));
    let count = count.lines().next().unwrap_or_default().trim().replace(',', "");
    (count.parse().expect("a number"), output.status.code())
}

/// Forces a rebuild of this crate and its tests when the project moves to another folder.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");
