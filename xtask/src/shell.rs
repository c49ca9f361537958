//! Helpers to run other programs.

use std::env;
use std::ffi::OsStr;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// Result of a chore; the error says which command failed.
pub(crate) type Result = std::result::Result<(), String>;

/// Recompiles this crate and its tests when the project's folder changes.
const _: Option<&str> = option_env!("PAYLINT_FOLDER");

/// The project's folder, which is the parent of this crate's.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        // `cargo run` sets the crate's current folder; the compiler only knows the one at build time.
        let now = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let here = now.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        here.parent().unwrap_or(Path::new(".")).to_owned()
    });
    &ROOT
}

/// Prints a heading for the next step.
pub(crate) fn say(what: &str) {
    println!("\n== {what}");
}

/// A command line, split at spaces, to run in the project's folder.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = program(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// A program to run in the project's folder.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    // `cargo run` sets these for this program; the programs it starts must run as if started from a shell.
    for name in ["CARGO", "CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "LD_LIBRARY_PATH"] {
        command.env_remove(name);
    }
    // One for all workspaces: benches and fuzz have their own. The user's may be relative to another folder.
    command.env("CARGO_TARGET_DIR", target_folder());
    command
}

/// The target folder.
pub(crate) fn target_folder() -> PathBuf {
    let named = env::var_os("CARGO_TARGET_DIR").and_then(|folder| path::absolute(folder).ok());
    named.unwrap_or_else(|| root().join("target"))
}

/// A bash script of `xtask/scripts`.
pub(crate) fn script(name: &str) -> Command {
    let mut command = command("bash");
    command.arg(root().join("xtask/scripts").join(name));
    command
}

/// Runs a command, whose output is inherited. Returns an error if it fails.
pub(crate) fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|error| format!("{}: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed: {status}", shown(command))) }
}

/// Output of a command, without the last line feed.
pub(crate) fn output(command: &mut Command) -> std::result::Result<String, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{}: {error}", shown(command)))?;
    if !output.status.success() {
        return Err(format!("{} failed: {}", shown(command), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Runs `cargo` with arguments, split at spaces.
pub(crate) fn cargo(arguments: &str) -> Result {
    run(&mut command(&format!("cargo {arguments}")))
}

/// The command that installs the Debian packages of missing commands, each given as `command:package`.
pub(crate) fn installation(packages: &str) -> Command {
    let mut apt = script("apt.sh");
    apt.args(packages.split_whitespace());
    apt
}

/// A program of Go or Node, such as `npm`.
pub(crate) fn program_of(tool: &str, name: &str) -> std::result::Result<Command, String> {
    let mut program = program(name);
    program.env("PATH", output(script("tool-path.sh").arg(tool))?);
    Ok(program)
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
