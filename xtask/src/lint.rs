//! Format, lints and documentation.

use crate::Result;
use crate::shell::{self, cargo, command, say};

/// Checks every crate as it ships, and its tests.
pub(crate) fn run() -> Result {
    say("format");
    cargo("fmt --all --check")?;
    // The browser's module apart: built together, its feature `small` would be everybody's.
    let apart = ["--workspace --exclude paylint-wasm", "-p paylint-wasm"];
    say("lint");
    for packages in apart {
        cargo(&format!("clippy {packages} --all-targets -- -D warnings"))?;
    }
    say("documentation");
    for packages in apart {
        let mut doc = command(&format!("cargo doc {packages} --no-deps"));
        shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}
