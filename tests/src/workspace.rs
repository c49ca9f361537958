//! Files of the workspace, and the fenced blocks of its pages.

use std::fs;
use std::path::{Path, PathBuf};

/// The path of a file or folder relative to the workspace's root.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The text of a file.
///
/// # Panics
/// If it can't be read.
pub fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The fenced blocks of a page, in order: the info string and the text.
pub fn fences(page: &str) -> Vec<(&str, &str)> {
    page.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n')).collect()
}

/// The texts of the blocks in a language.
pub fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    fences(page).into_iter().filter(|fence| fence.0 == language).map(|fence| fence.1).collect()
}
