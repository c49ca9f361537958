//! Shared by the tests of the command.

#![allow(dead_code, unreachable_pub, reason = "not every test needs all")]

pub use paylint_tests::workspace::path as in_workspace;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Result of a run of the command.
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
    let mut child = start(paylint().args(arguments));
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

/// Starts a command whose input and outputs are pipes.
pub fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for a command that must not hang: its exit code, and what it says on standard error.
pub fn wait(child: &mut Child) -> (Option<i32>, String) {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the command hangs");
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    (status.code(), err)
}

/// The command, run by somebody whom permissions bind, as they don't root: by another user, if root runs the tests. The
/// folder has the copy of the command that is run.
#[cfg(unix)]
pub fn unprivileged(arguments: &[&str]) -> (Command, TempDir) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = tempfile::tempdir().unwrap();
    if folder.path().metadata().unwrap().uid() != 0 {
        let mut command = paylint();
        command.args(arguments);
        return (command, folder);
    }
    // Where the command was built, others may not look. `cp` copies, since a child that another test starts would
    // hold a copy of ours open for writing.
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
    let program = folder.path().join("paylint");
    let built = env!("CARGO_BIN_EXE_paylint");
    assert!(Command::new("cp").arg(built).arg(&program).status().unwrap().success());
    let mut command = Command::new("setpriv");
    command.args(["--reuid=54321", "--regid=54321", "--clear-groups"]).arg(program).args(arguments);
    (command, folder)
}

/// A folder that is made for tests, empty.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A file in the folder that is made for tests.
pub fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Data compressed by gzip.
pub fn gz(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Data compressed by Zstandard.
pub fn zst(data: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(data, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder from which the samples are found as from the root, and where commands may write.
#[cfg(unix)]
pub fn beside_examples(name: &str) -> PathBuf {
    let root = folder(name);
    std::os::unix::fs::symlink(in_workspace("examples"), root.join("examples")).unwrap();
    root
}

/// Runs a line as a shell does in a folder, `paylint` being this build.
pub fn shell(folder: &Path, line: &str) -> Output {
    let built = Path::new(env!("CARGO_BIN_EXE_paylint")).parent().unwrap();
    let path = format!("{}:{}", built.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).output().unwrap()
}

/// An order that is accepted when nothing is known but that there is no AVS.
pub const GOOD: &str =
    r#"{"client":{"email":"a@shop.example"},"products":[{"title":"Pot","price":12.5}]}"#;
/// An order that is rejected.
pub const BAD: &str = r#"{"client":{"email":"a@shop.example"},"products":[{"title":"Pot"}]}"#;
