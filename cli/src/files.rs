//! The files of a command line, directories resolved.

use crate::exit::{Error, Result};
use crate::input;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Files that a directory stands for, by the ends of their names.
pub(crate) const BODIES: &[&str] = &[".json"];
/// The endings of files with lines.
pub(crate) const LINES: &[&str] = &[".ndjson", ".ndjson.gz", ".ndjson.zst"];

/// A file to check, or why there is none at this path.
pub(crate) struct Found {
    pub(crate) path: PathBuf,
    pub(crate) problem: Option<Error>,
}

/// The files named, and for a directory every file below it whose name ends with one of `ends`, in
/// the bytewise order of their paths. Also whether there may be more than one: a directory, or
/// several files.
pub(crate) fn find(named: &[PathBuf], ends: &[&str]) -> Result<(Vec<Found>, bool)> {
    let mut files = Vec::new();
    let mut several = named.len() > 1;
    for path in named {
        // A file that can't be read is reported when its turn comes.
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

/// Every file below a directory that is wanted, and every directory that can't be read. Links to
/// directories are not followed: they may lead in a circle. Hidden ones, such as `.git`, are left out.
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
    // A name that is nothing but the end is a hidden file of no kind.
    let is_wanted = |end: &&str| name.len() > end.len() && name.ends_with(end.as_bytes());
    let is_wanted = ends.iter().any(is_wanted);
    let path = entry.into_path();
    if !is_wanted || path.is_dir() {
        return None;
    }
    // Nobody may ever write to a pipe. A link that leads nowhere is reported when its turn comes.
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let problem = is_special.then(|| {
        Error::unusable(format!("cannot read {}: it is not a file", input::name_of(&path)))
    });
    Some(Found { path, problem })
}
