//! Format, lints and documentation.

use crate::Result;
use crate::shell::{self, cargo, command, say};

/// Checks every crate as it ships, and its tests.
pub(crate) fn run() -> Result {
    say("format");
    cargo("fmt --all --check")?;
    say("lint");
    cargo("clippy --workspace --all-targets -- -D warnings")?;
    say("documentation");
    let mut doc = command("cargo doc --workspace --no-deps");
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}
