//! Format, lints, documentation and workflows.

use crate::Result;
use crate::shell::{self, cargo, command, install, say};

/// Checks every crate as it ships, its tests, and the workflows.
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
    say("workflows");
    install("go:golang-go")?;
    // Without the linters of scripts that a machine may have or not.
    let actionlint = "go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";
    shell::run(&mut command(&format!("{actionlint} -shellcheck= -pyflakes=")))
}
