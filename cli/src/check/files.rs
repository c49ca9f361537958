//! The files of a command line, directories resolved.

use crate::exit::{Error, Result};
use crate::input;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// A file to check, or why there is none at this path.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) problem: Option<Error>,
}

/// The files named, and for a directory every `*.json` below it. Also whether there may be more
/// than one: a directory, or several files.
pub(super) fn find(named: &[PathBuf]) -> Result<(Vec<Found>, bool)> {
    let mut files = Vec::new();
    let mut several = named.len() > 1;
    for path in named {
        // A file that cannot be read is reported when its turn comes.
        if input::is_standard_input(path) || !path.is_dir() {
            files.push(Found { path: path.clone(), problem: None });
            continue;
        }
        several = true;
        let before = files.len();
        files.extend(below(path));
        if files.len() == before {
            let name = input::name_of(path);
            return Err(Error::unusable(format!("there is no *.json in the directory {name}")));
        }
    }
    Ok((files, several))
}

/// Every `*.json` below a directory, and every directory that cannot be read. Links to directories
/// are not followed: they may lead in a circle.
fn below(directory: &Path) -> impl Iterator<Item = Found> {
    let entries = WalkDir::new(directory).sort_by_file_name();
    entries.into_iter().filter_map(|entry| match entry {
        Ok(entry) => file(entry),
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_owned();
            let error = error.into_io_error().unwrap_or_else(|| io::Error::other("a circle"));
            let problem = input::cannot_read(&input::name_of(&path), &error);
            Some(Found { path, problem: Some(problem) })
        }
    })
}

fn file(entry: DirEntry) -> Option<Found> {
    let path = entry.into_path();
    if path.extension().is_none_or(|extension| extension != "json") || path.is_dir() {
        return None;
    }
    // Nobody may ever write to a pipe. A link that leads nowhere is reported when its turn comes.
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let problem = is_special.then(|| {
        Error::unusable(format!("cannot read {}: it is not a file", input::name_of(&path)))
    });
    Some(Found { path, problem })
}
