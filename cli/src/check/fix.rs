//! `check --fix`: applies fixes to files, or shows what it would apply.

use crate::args::CheckArguments;
use crate::exit::{Error, Result, note};
use crate::input::{self, name_of};
use crate::output::print_bytes;
use anstyle::AnsiColor;
#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Destination of a fixed body.
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
    /// Whether to make unsafe changes, too.
    pub(super) also_unsafe: bool,
    into: Into,
}

impl Fixing {
    /// Settings from the arguments; `None` if nothing is to be fixed.
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

    /// Whether standard output has a diff or the body instead of the report.
    pub(super) fn takes_output(self) -> bool {
        self.into != Into::File
    }

    /// Writes the body `fixed`, which was `before`.
    pub(super) fn deliver(self, path: &Path, before: &[u8], fixed: &[u8]) -> Result<()> {
        match self.into {
            Into::Output => print_bytes(fixed),
            _ if before == fixed => Ok(()),
            Into::Diff => print_bytes(&diff(&name_of(path), before, fixed)),
            Into::File => {
                let name = name_of(path);
                let links = replace(path, before, fixed)?;
                note(&format!("fixed {name}"));
                if links > 1 {
                    note(&format!(
                        "{name} had {links} hard links; the other names still have the old content"
                    ));
                }
                Ok(())
            }
        }
    }
}

/// A unified diff, of the bytes as they are.
fn diff(name: &str, before: &[u8], fixed: &[u8]) -> Vec<u8> {
    let mut out = format!("--- {name}\n+++ {name}\n").into_bytes();
    // A whole diff can only be written as text, but its hunks as bytes.
    for hunk in similar::TextDiff::from_lines(before, fixed).unified_diff().iter_hunks() {
        _ = hunk.to_writer(&mut out);
    }
    if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
        return out;
    }
    out.split_inclusive(|byte| *byte == b'\n').map(coloured).collect::<Vec<_>>().concat()
}

/// A line of a diff with the colours for a terminal.
fn coloured(line: &[u8]) -> Vec<u8> {
    let style = match line.first() {
        Some(b'+') => AnsiColor::Green.on_default(),
        Some(b'-') => AnsiColor::Red.on_default(),
        Some(b'@') => AnsiColor::Cyan.on_default(),
        _ => return line.to_vec(),
    };
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let [start, end] = [style.render().to_string(), style.render_reset().to_string()];
    [start.as_bytes(), text, end.as_bytes(), &line[text.len()..]].concat()
}

/// Replaces a file's content, which was `before`, atomically: the new content is written to a new file, which then
/// replaces the old one. The file keeps its mode, and its owner and group where that is allowed; a symbolic link stays
/// one. Returns the number of names (hard links) that the file had.
fn replace(path: &Path, before: &[u8], content: &[u8]) -> Result<u64> {
    let name = name_of(path);
    if matches!(path.extension().and_then(|ending| ending.to_str()), Some("gz" | "zst")) {
        return Err(Error::unusable(format!(
            "cannot write {name}: it is compressed; add --stdout to print the fixed body"
        )));
    }
    written(path, before, content, |_| ())
        .map_err(|error| Error::unusable(format!("cannot write {name}: {error}")))
}

/// Calls `meanwhile` with the new file before it replaces the old one.
fn written(
    path: &Path,
    before: &[u8],
    content: &[u8],
    meanwhile: impl FnOnce(&File),
) -> io::Result<u64> {
    let target = fs::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    // A named pipe would block, and then be replaced.
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    // A rename would ignore both.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    drop(fs::OpenOptions::new().write(true).open(&target)?);
    let is_same = || match fs::read(&target)? == before {
        true => Ok(()),
        false => Err(io::Error::other("it was changed since it was read")),
    };
    is_same()?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    let named = builder.prefix(".paylint-");
    let (mut file, name) = match unnamed(folder) {
        Some(file) => (file, None),
        None => named
            .tempfile_in(folder)
            .map(|beside| beside.into_parts())
            .map(|(file, name)| (file, Some(name)))?,
    };
    file.write_all(content)?;
    meanwhile(&file);
    keep_owner(&file, &metadata);
    file.set_permissions(metadata.permissions())?;
    file.sync_all()?;
    is_same()?;
    let name = match name {
        Some(name) => name,
        None => named.make_in(folder, |path| link(&file, path))?.into_temp_path(),
    };
    name.persist(&target)?;
    Ok(names(&metadata))
}

/// A file without a name, which disappears if the process is killed; `None` where the file system has none.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    let flags = OFlags::WRONLY | OFlags::TMPFILE | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, Mode::RUSR | Mode::WUSR).ok()?;
    Path::new("/proc/self/fd").exists().then(|| file.into())
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Gives a name to a file that has none.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    let own = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file));
    Ok(rustix::fs::linkat(CWD, own, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file the owner and the group of another if allowed, or else only the group.
#[cfg(unix)]
fn keep_owner(file: &File, of: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if fchown(file, Some(of.uid()), Some(of.gid())).is_err() {
        _ = fchown(file, None, Some(of.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Number of names (hard links) of a file.
#[cfg(unix)]
fn names(of: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(of)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_file_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("order.json");
        fs::write(&file, "changed").expect("a file");
        let error = written(&file, b"read", b"fixed", |_| ()).expect_err("an error");
        assert_eq!(error.to_string(), "it was changed since it was read");
        let count = || fs::read_dir(folder.path()).expect("a folder").count();
        let change = |_: &File| fs::write(&file, "changed again").expect("a file");
        let error = written(&file, b"changed", b"fixed", change).expect_err("an error");
        assert_eq!(error.to_string(), "it was changed since it was read");
        assert_eq!((fs::read(&file).expect("a file"), count()), (b"changed again".to_vec(), 1));
        // A process killed now leaves nothing behind, and nobody else can read the file.
        let meanwhile = |new: &File| {
            #[cfg(target_os = "linux")]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = new.metadata().expect("metadata").permissions().mode();
                assert_eq!((mode & 0o777, count()), (0o600, 1));
            }
            _ = new;
        };
        assert!(written(&file, b"changed again", b"fixed", meanwhile).is_ok());
        assert_eq!((fs::read(&file).expect("a file"), count()), (b"fixed".to_vec(), 1));
        #[cfg(unix)]
        {
            let socket = folder.path().join("socket");
            let _socket = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
            let error = written(&socket, b"", b"fixed", |_| ()).expect_err("an error");
            assert_eq!(error.to_string(), "it is not a file");
        }
    }
}
