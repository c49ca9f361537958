//! The audit of the rule book: the examples of the catalogue, and what the cases reach of it.

pub mod examples;
pub mod reach;

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::{self, Case};

/// Every case of a folder of line-delimited cases that is one; the folder is relative to this crate.
///
/// # Panics
/// The folder or a file in it cannot be read.
pub fn cases_of(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ndjson"))
        .collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("a file of cases"));
    texts
        .flat_map(|text| {
            text.lines().filter_map(|line| cases::read(line).case.ok()).collect::<Vec<_>>()
        })
        .collect()
}

/// The rules that end the reading of a body: behind them nothing else is looked at.
pub const UNREAD: [&str; 3] = ["json.too_large", "json.malformed", "body.required"];
