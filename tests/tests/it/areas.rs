//! The areas of core, each a folder, are layers: none uses one above it.

use std::fs;
use std::path::{Path, PathBuf};

use paylint_tests::workspace;

/// The areas, the lowest first.
const AREAS: [&str; 5] = ["base", "model", "check", "ask", "interop"];

/// Adds the Rust sources below a folder.
pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The names in `crate::name` of a source without its comments.
fn used(source: &str) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<&str> = lines.collect();
    let code = code.join("\n");
    let names = code.split("crate::").skip(1).map(|rest| {
        let is_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
        rest.split(|c| !is_of_a_name(c)).next().unwrap_or_default().to_owned()
    });
    names.collect()
}

#[test]
fn no_area_uses_a_higher_one() {
    let mut count = 0;
    for (at, area) in AREAS.iter().enumerate() {
        let mut files = Vec::new();
        sources(&workspace::path("core/src").join(area), &mut files);
        for file in files {
            let source = fs::read_to_string(&file).expect("a source");
            for name in used(&source) {
                let is_below = AREAS[..=at].contains(&name.as_str());
                assert!(is_below, "{} uses crate::{name}", file.display());
                count += 1;
            }
        }
    }
    assert!(count > 400, "only {count} uses");
}

#[test]
fn used_modules_are_found() {
    let source = "//! [`crate::Engine`]\nuse crate::base::{A, B};\nfn f() { crate::ask::g() }\n";
    assert_eq!(used(source), ["base", "ask"]);
    assert_eq!(used("use crate::{base, ask};"), [""]);
}
