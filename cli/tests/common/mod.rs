//! What the tests of the command share.

#![allow(dead_code, unreachable_pub, reason = "not every test needs all")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the command came to.
pub struct Run {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output, if it is text.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The command, with no colours asked for or refused.
pub fn paylint() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paylint"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the command with something on standard input.
pub fn run(arguments: &[&str], input: &[u8]) -> Run {
    let mut command = paylint();
    let piped = command.args(arguments).stdin(Stdio::piped());
    let mut child = piped.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // The command may end before it has read everything.
        scope.spawn(move || _ = stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("output in UTF-8"),
        err: String::from_utf8(output.stderr).expect("errors in UTF-8"),
    }
}

/// A file in the folder that is made for tests.
pub fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A file of the workspace.
pub fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// An order that is accepted when nothing is known but that there is no AVS.
pub const GOOD: &str =
    r#"{"client":{"email":"a@shop.example"},"products":[{"title":"Pot","price":12.5}]}"#;
/// An order that is rejected.
pub const BAD: &str = r#"{"client":{"email":"a@shop.example"},"products":[{"title":"Pot"}]}"#;
