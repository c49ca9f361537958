//! The files of a command line, with directories resolved.

use crate::exit::{Error, Result};
use crate::input;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

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
        let mut below: Vec<_> = below(path, ends).collect();
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

/// Every wanted file below a directory, and every directory that can't be read. Links to directories are
/// not followed, since they may form a cycle. Hidden directories, such as `.git`, are skipped.
fn below<'a>(directory: &'a Path, ends: &'a [&'a str]) -> impl Iterator<Item = Found> + 'a {
    let hidden = |entry: &DirEntry| {
        entry.depth() > 0
            && entry.file_type().is_dir()
            && entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    WalkDir::new(directory).into_iter().filter_entry(move |entry| !hidden(entry)).filter_map(
        move |entry| match entry {
            Ok(entry) => file(entry, ends),
            Err(error) => {
                let path = error.path().unwrap_or(directory).to_owned();
                let error = error.into_io_error().unwrap_or_else(|| io::Error::other("a circle"));
                let problem = input::cannot_read(&input::name_of(&path), &error);
                Some(Found { path, problem: Some(problem) })
            }
        },
    )
}

fn file(entry: DirEntry, ends: &[&str]) -> Option<Found> {
    let name = entry.file_name().as_encoded_bytes();
    // A name that is only the ending is a hidden file.
    let is_wanted = |end: &&str| name.len() > end.len() && name.ends_with(end.as_bytes());
    let is_wanted = ends.iter().any(is_wanted);
    let path = entry.into_path();
    if !is_wanted || path.is_dir() {
        return None;
    }
    // A pipe may never have a writer. Reading reports a broken link.
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let problem = is_special.then(|| {
        Error::unusable(format!("cannot read {}: it is not a file", input::name_of(&path)))
    });
    Some(Found { path, problem })
}
