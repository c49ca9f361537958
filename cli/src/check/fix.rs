//! `check --fix`: applies fixes to files, or shows what it would apply.

use crate::args::CheckArguments;
use crate::exit::{Error, Result, note};
use crate::input::{self, name_of};
use crate::output::print_bytes;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What becomes of a body that is fixed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Into {
    /// Its file.
    File,
    /// A diff on standard output.
    Diff,
    /// Standard output.
    Output,
}

/// How bodies are fixed.
#[derive(Clone, Copy)]
pub(super) struct Fixing {
    /// With the changes that aren't safe, too.
    pub(super) also_unsafe: bool,
    into: Into,
}

impl Fixing {
    /// What the arguments ask for; none if nothing is to be fixed.
    pub(super) fn of(
        arguments: &CheckArguments,
        files: &[PathBuf],
        several: bool,
    ) -> Result<Option<Fixing>> {
        let CheckArguments { fix, unsafe_fixes: also_unsafe, diff, stdout, .. } = *arguments;
        let into = match (diff, stdout) {
            (true, _) => Into::Diff,
            (_, true) => Into::Output,
            _ if fix || also_unsafe => Into::File,
            _ => return Ok(None),
        };
        if into == Into::File && files.iter().any(|file| input::is_standard_input(file)) {
            return Err(Error::unusable(
                "standard input can't be fixed in place: add --stdout to print the fixed body, or \
                 --diff to see what would change",
            ));
        }
        if into == Into::Output && several {
            return Err(Error::unusable(
                "--stdout prints one body: name one file, or use --diff to see what would change",
            ));
        }
        Ok(Some(Fixing { also_unsafe, into }))
    }

    /// Whether standard output has something else than the report.
    pub(super) fn takes_output(self) -> bool {
        self.into != Into::File
    }

    /// Hands over a body that was `before` and is `fixed` now.
    pub(super) fn deliver(self, path: &Path, before: &[u8], fixed: &[u8]) -> Result<()> {
        match self.into {
            Into::Output => print_bytes(fixed),
            _ if before == fixed => Ok(()),
            Into::Diff => print_bytes(diff(&name_of(path), before, fixed).as_bytes()),
            Into::File => {
                replace(path, fixed)?;
                note(&format!("fixed {}", name_of(path)));
                Ok(())
            }
        }
    }
}

/// A unified diff.
fn diff(name: &str, before: &[u8], fixed: &[u8]) -> String {
    let [before, fixed] = [before, fixed].map(|text| String::from_utf8_lossy(text).into_owned());
    let diff = similar::TextDiff::from_lines(&before, &fixed);
    diff.unified_diff().header(name, name).to_string()
}

/// Replaces a file's content. Whoever reads it sees the old content or the new, never a part: it is written beside the file,
/// which is then replaced by it. The file keeps its mode; a symbolic link stays one.
fn replace(path: &Path, content: &[u8]) -> Result<()> {
    let name = name_of(path);
    if matches!(path.extension().and_then(|it| it.to_str()), Some("gz" | "zst")) {
        return Err(Error::unusable(format!(
            "cannot write {name}: it is compressed; add --stdout to print the fixed body"
        )));
    }
    written(path, content).map_err(|error| Error::unusable(format!("cannot write {name}: {error}")))
}

fn written(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    let permissions = fs::metadata(&target)?.permissions();
    // A rename would pass over it.
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new().prefix(".paylint-").tempfile_in(folder)?;
    beside.write_all(content)?;
    beside.as_file().set_permissions(permissions)?;
    beside.as_file().sync_all()?;
    beside.persist(&target)?;
    Ok(())
}
