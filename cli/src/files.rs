//! The files of a command line, with directories resolved.

use crate::exit::{Error, Result};
use crate::input;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// Endings of files with bodies, for which a directory stands.
pub(crate) const BODIES: &[&str] = &[".json"];
/// Endings of files with lines.
pub(crate) const LINES: &[&str] = &[".ndjson", ".ndjson.gz", ".ndjson.zst"];

/// A file to check, or the problem with its path.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) problem: Option<Error>,
}

/// The files named and, for a directory, every file below it whose name ends with one of `ends`, in
/// bytewise order of their paths. Also returns whether there can be more than one: a directory, or several
/// files.
pub(crate) fn find(named: &[PathBuf], ends: &[&str]) -> Result<(Vec<Found>, bool)> {
    let mut files = Vec::new();
    let mut several = named.len() > 1;
    for path in named {
        // Reading reports a file that can't be read.
        if input::is_standard_input(path) || !path.is_dir() {
            files.push(Found { path: path.clone(), problem: None });
            continue;
        }
        several = true;
        let mut below = Vec::new();
        add_below(path, ends, &mut below);
        if below.is_empty() {
            let (name, ends) = (input::name_of(path), ends.join(", *"));
            return Err(Error::unusable(format!("there is no *{ends} in the directory {name}")));
        }
        below.sort_by(|a, b| bytes(&a.path).cmp(bytes(&b.path)));
        files.append(&mut below);
    }
    Ok((files, several))
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

/// Adds every wanted file below a directory, and every directory that can't be read. Links to directories are
/// not followed, since they may form a cycle. Hidden directories, such as `.git`, are skipped.
fn add_below(directory: &Path, ends: &[&str], found: &mut Vec<Found>) {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
    let entries = entries.unwrap_or_else(|error| {
        let problem = input::cannot_read(&input::name_of(directory), &error);
        found.push(Found { path: directory.to_owned(), problem: Some(problem) });
        Vec::new()
    });
    for entry in entries {
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(file(&entry, ends));
        } else if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            add_below(&entry.path(), ends, found);
        }
    }
}

fn file(entry: &DirEntry, ends: &[&str]) -> Option<Found> {
    let (name, path) = (entry.file_name(), entry.path());
    let name = name.as_encoded_bytes();
    // A name that is only the ending is a hidden file.
    let is_wanted = |end: &&str| name.len() > end.len() && name.ends_with(end.as_bytes());
    if !ends.iter().any(is_wanted) || path.is_dir() {
        return None;
    }
    // A pipe may never have a writer. Reading reports a broken link.
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let problem = is_special.then(|| {
        Error::unusable(format!("cannot read {}: it is not a file", input::name_of(&path)))
    });
    Some(Found { path, problem })
}
