//! Format, lints, documentation and workflows.

use crate::shell::{self, Result, cargo, command, output, program, say, script};
use std::path::Path;

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
    let go = Path::new(&output(&mut script("go.sh"))?).join("go");
    // Without the linters of scripts that a machine may have or not.
    let actionlint = ["run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"];
    shell::run(program(go).args(actionlint).args(["-shellcheck=", "-pyflakes="]))
}
