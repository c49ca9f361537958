//! The files of a command line, directories resolved.

use crate::exit::{Error, Result};
use crate::input;
use std::io;
use std::path::{Path, PathBuf};

/// The files named, and for a directory every `*.json` below it, by name. Also whether there may be
/// more than one: a directory, or several files.
pub(super) fn find(named: &[PathBuf]) -> Result<(Vec<PathBuf>, bool)> {
    let mut files = Vec::new();
    let mut several = named.len() > 1;
    for path in named {
        // A file that cannot be read is told of when its turn comes.
        if input::is_standard_input(path) || !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        several = true;
        let before = files.len();
        below(path, &mut files)
            .map_err(|error| input::cannot_read(&input::name_of(path), &error))?;
        if files.len() == before {
            let name = path.display();
            return Err(Error::unusable(format!("there is no *.json in the directory {name}")));
        }
    }
    Ok((files, several))
}

/// Adds every `*.json` below a directory. Links to directories are not followed: they may lead in a
/// circle.
fn below(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            below(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
