//! The scripts that set things up, run with a `PATH` on which their tools are fakes that write down
//! how they were called: nothing is installed or built here.
#![cfg(unix)]

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for a `PATH`; removed at the end.
struct Fakes(PathBuf);

impl Fakes {
    /// `name` tells the folders of tests that run at the same time apart.
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("setup {name}"));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Adds the machine's own commands.
    fn real(self, names: &[&str]) -> Self {
        let path = env::var_os("PATH").unwrap();
        for name in names {
            let mut commands = env::split_paths(&path).map(|folder| folder.join(name));
            let command = commands.find(|file| file.exists()).unwrap();
            symlink(command, self.0.join(name)).unwrap();
        }
        self
    }

    /// Adds a command that logs its arguments and then runs a line of shell.
    fn fake(self, name: &str, line: &str) -> Self {
        let script = format!("#!/bin/sh\necho {name} \"$@\" >>'{}'\n{line}\n", self.log().display());
        fs::write(self.0.join(name), script).unwrap();
        fs::set_permissions(self.0.join(name), Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// What was called, a line each.
    fn calls(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// A command of the project's folder that finds nothing but the fakes.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .env("PATH", &self.0);
        command
    }
}

impl Drop for Fakes {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const APT: [&str; 4] = ["scripts/apt.sh", "sh:dash", "no-such-one:one", "/no/such/two:two"];

#[test]
fn apt_without_root_and_sudo_says_what_to_install_and_stops() {
    let fakes = Fakes::new("no sudo").fake("id", "echo 1000").fake("apt-get", "").real(&["sh"]);
    let output = fakes.command("/bin/sh", &APT).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(said.contains("    apt-get install --no-install-recommends one two\n"), "{said}");
    assert_eq!(fakes.calls(), "id -u\n");
}

#[test]
fn apt_without_apt_names_the_packages() {
    let fakes = Fakes::new("no apt").fake("id", "echo 0").real(&["sh"]);
    let output = fakes.command("/bin/sh", &APT).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).ends_with(": one two\n"), "{}", errors(&output));
}

#[test]
fn apt_installs_what_is_missing_as_root_or_with_sudo() {
    for (user, sudo) in [("0", ""), ("1000", "sudo ")] {
        let fakes = Fakes::new(&format!("user {user}"))
            .fake("id", &format!("echo {user}"))
            .fake("apt-get", "")
            .fake("sudo", "\"$@\"")
            .real(&["sh", "env"]);
        let output = fakes.command("/bin/sh", &APT).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let calls = fakes.calls();
        assert!(calls.ends_with("-y install --no-install-recommends one two\n"), "{calls}");
        assert!(calls.contains(&format!("{sudo}apt-get ")), "{calls}");
        assert_eq!(calls.matches("sudo ").count(), 2 * usize::from(!sudo.is_empty()), "{calls}");
    }
}

#[test]
fn apt_does_nothing_where_all_is_there() {
    let fakes = Fakes::new("all there").real(&["sh"]);
    let output = fakes.command("/bin/sh", &["scripts/apt.sh", "sh:dash", "/tmp:x"]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
}
