//! Conformance cases, a naive model of some rules, and the tests that span crates

use std::process::Command;

pub mod agree;
pub mod cases;
pub mod checked;
pub mod engine;
pub mod fields;
pub mod fixes;
pub mod fuzz;
pub mod model;
pub use paylint_samples as generate;
pub mod well_formed;
pub mod workspace;

/// The number in a variable of the environment, such as `PAYLINT_CASES`.
///
/// # Panics
/// It isn't a number.
#[must_use]
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Number of random tries that a test makes of `all`: a tenth, or all of them where `CI` is set.
#[must_use]
pub fn tries(all: u64) -> u64 {
    if std::env::var_os("CI").is_some() { all } else { all / 10 }
}

/// Runs on a thread with 64 KiB of stack. If it overflows, the whole process ends, and the test with it.
///
/// # Panics
/// If the work does.
pub fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// The instructions of a command, which valgrind counts, and its exit code.
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
    // Before version 3.21 there are three spaces in it.
    let (_, count) = said.split_once(" refs:").unwrap_or_else(|| panic!("{said}"));
    let count = count.lines().next().unwrap_or_default().trim().replace(',', "");
    (count.parse().expect("a number"), output.status.code())
}

/// Compiles this crate, and the tests that depend on it, again where the project is in another folder.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");
