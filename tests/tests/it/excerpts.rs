//! The changes in docs/ARCHITECTURE.md fit the tree: in a `diff` block a line `@@ path @@` names a file; lines with `+`
//! are new, all others must be in the file. A line `…` is an omission.
//!
//! Files, folders and items that the pages for developers name exist.

use super::areas::sources;
use paylint_tests::workspace::{blocks, fences, path, read};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

/// A change: the file, and the lines that must be in it, in parts between the omissions.
struct Excerpt<'a> {
    path: &'a str,
    parts: Vec<Vec<&'a str>>,
}

/// Changes that a page shows, file by file.
///
/// # Panics
/// A line comes before the name of a file.
fn shown(page: &str) -> Vec<Excerpt<'_>> {
    let mut all: Vec<Excerpt<'_>> = Vec::new();
    for line in blocks(page, "diff").into_iter().flat_map(str::lines) {
        if let Some(path) = line.strip_prefix("@@ ").and_then(|rest| rest.strip_suffix(" @@")) {
            all.push(Excerpt { path, parts: vec![Vec::new()] });
            continue;
        }
        let excerpt = all.last_mut().unwrap_or_else(|| panic!("no file is named before {line:?}"));
        if line.trim() == "…" {
            excerpt.parts.push(Vec::new());
        } else if let Some(part) = excerpt.parts.last_mut().filter(|_| !line.starts_with('+')) {
            // Indentation and the column of a diff don't matter.
            part.push(line.strip_prefix('-').unwrap_or(line).trim());
        }
    }
    all
}

/// The first part of an excerpt that isn't in the text after the previous parts.
fn missing<'a>(excerpt: &Excerpt<'a>, text: &str) -> Option<Vec<&'a str>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut rest = &lines[..];
    for part in excerpt.parts.iter().filter(|part| !part.is_empty()) {
        match rest.windows(part.len()).position(|window| window == part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return Some(part.clone()),
        }
    }
    None
}

#[test]
fn changes_on_the_page_fit_the_tree() {
    let page = read("docs/ARCHITECTURE.md");
    let shown = shown(&page);
    // A change without a line of the tree is a new file.
    for excerpt in shown.iter().filter(|excerpt| excerpt.parts.iter().any(|part| !part.is_empty()))
    {
        if let Some(part) = missing(excerpt, &read(excerpt.path)) {
            panic!("docs/ARCHITECTURE.md: not in {}:\n{}", excerpt.path, part.join("\n"));
        }
    }
    assert!(!shown.is_empty());
}

/// The page has no other code, except commands, which its readers run, and figures, which have no language.
#[test]
fn every_block_is_of_a_known_kind() {
    let page = read("docs/ARCHITECTURE.md");
    for (language, _) in fences(&page) {
        assert!(["", "sh", "diff"].contains(&language), "a block of {language}");
    }
}

/// Whether a word is the path of a file or folder: `tests/src/cases.rs`, `core/src/check/`.
fn is_path(word: &str) -> bool {
    const ENDINGS: [&str; 9] = ["/", ".rs", ".py", ".sh", ".txt", ".md", ".json", ".svg", ".tsv"];
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let ends = word.starts_with("core/src") || ENDINGS.iter().any(|end| word.ends_with(end));
    word.contains('/') && word.chars().all(is_plain) && ends
}

/// The item's name, if a word is an item: `Engine::run`, `COUNT`, `max_findings`, `invariant!`.
fn item(word: &str) -> Option<&str> {
    let path = word.trim_end_matches("()").trim_end_matches('!');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let is_item = word.contains(|c: char| c.is_ascii_uppercase() || "_:!".contains(c));
    (is_item && path.chars().all(is_plain)).then(|| path.rsplit("::").next())?
}

/// The folders that names on the pages are relative to: an area of core, a crate, or the workspace.
const FOLDERS: [&str; 10] = [
    "",
    "core/src",
    "core/src/base",
    "core/src/model",
    "core/src/check",
    "core/src/ask",
    "bindings-wasm",
    "bindings-python",
    "bindings-java",
    "xtask",
];

#[test]
fn names_on_the_pages_are_in_the_tree() {
    let mut files = Vec::new();
    for folder in ["core", "cli", "tests", "bindings-c", "bindings-wasm", "xtask"] {
        sources(&path(folder), &mut files);
    }
    let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let words = |file: &PathBuf| {
        let source = fs::read_to_string(file).expect("a source");
        source.split(is_other).map(str::to_owned).collect::<Vec<_>>()
    };
    let names: HashSet<String> = files.iter().flat_map(words).collect();
    let mut named = 0;
    for page in ["docs/ARCHITECTURE.md", "docs/reliability.md", "CONTRIBUTING.md"] {
        let text = read(page);
        // Outside blocks, every other piece between backticks is a word.
        let prose: String = text.split("\n```").step_by(2).collect();
        for word in prose.split('`').skip(1).step_by(2) {
            let is_there = match item(word) {
                Some(name) => names.contains(name),
                // Build results may be elsewhere.
                None if is_path(word) && !word.starts_with("target/") => {
                    FOLDERS.iter().any(|at| path(at).join(word).exists())
                }
                None => continue,
            };
            assert!(is_there, "{page} names `{word}`, which isn't in the tree");
            named += 1;
        }
    }
    assert!(named > 0);
}
