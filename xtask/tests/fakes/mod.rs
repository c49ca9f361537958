//! A folder of fake commands.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for a `PATH`; removed at the end.
pub(crate) struct Fakes(PathBuf);

impl Fakes {
    /// `name` keeps apart the folders of tests that run at the same time.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("setup {name}"));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// Adds the machine's own commands.
    pub(crate) fn real(self, names: &[&str]) -> Self {
        let path = env::var_os("PATH").unwrap();
        for name in names {
            let mut commands = env::split_paths(&path).map(|folder| folder.join(name));
            let command = commands.find(|file| file.exists()).unwrap();
            symlink(command, self.0.join(name)).unwrap();
        }
        self
    }

    /// Adds commands that fail.
    pub(crate) fn idle(self, names: &[&str]) -> Self {
        for name in names {
            self.add(name, "exit 9");
        }
        self
    }

    /// Adds a command that logs its arguments and then runs a line of shell.
    pub(crate) fn add(&self, name: &str, line: &str) {
        let script =
            format!("#!/bin/sh\necho {name} \"$@\" >>'{}'\n{line}\n", self.log().display());
        fs::write(self.0.join(name), script).unwrap();
        fs::set_permissions(self.0.join(name), Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// What was called, one call on each line.
    pub(crate) fn calls(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// A command of the project's folder that finds nothing but the fakes.
    pub(crate) fn command(&self, program: &str, arguments: &[&str]) -> Command {
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

/// What a command said on standard error.
pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
