//! Format, lints, documentation and workflows.

use crate::shell::{self, Result, cargo, command, install, say};

/// Checks every crate as it ships, its tests, and the workflows.
pub(crate) fn run() -> Result {
    say("format");
    cargo("fmt --all --check")?;
    say("lint");
    cargo("clippy --workspace --all-targets -- -D warnings")?;
    say("documentation");
    let mut doc = command("cargo doc --workspace --no-deps");
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    say("workflows");
    install("go:golang-go")?;
    // Without the linters of scripts that a machine may have or not.
    let actionlint = "go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
    shell::run(&mut command(&format!("{actionlint} -shellcheck= -pyflakes=")))
}
