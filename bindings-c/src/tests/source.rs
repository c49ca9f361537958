//! Conventions that the compiler doesn't check.

use super::path;
use std::fs;
use std::path::PathBuf;

fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![path("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a file of the source");
                sources.push((path, text));
            }
        }
    }
    sources
}

#[test]
fn unsafe_code_is_in_one_place() {
    let mut found = 0;
    for (path, text) in sources() {
        for words in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"] {
            let count = text.matches(words).count();
            found += count;
            assert!(count == 0 || path.ends_with("src/memory.rs"), "{words} in {}", path.display());
        }
    }
    assert!(found > 0, "no unsafe code found, not even in src/memory.rs");
}

/// Every function goes through the boundary, directly or through a function that it calls.
#[test]
fn every_function_has_a_panic_boundary() {
    const THROUGH: &[&str] = &["guard(", "guard_with(", "write_part(", "free("];
    const WITHOUT: &[&str] = &[
        "paylint_version",
        "paylint_abi",
        "paylint_status_message",
        "paylint_provoke_panic",
        "paylint_alloc",
        "paylint_free",
    ];
    let mut count = 0;
    for (path, text) in sources() {
        for function in text.split("extern \"C\" fn ").skip(1) {
            let name = function.split(['(', '<']).next().unwrap_or_default();
            // The code is formatted, so a function ends at the first brace in the first column.
            let body = function.split("\n}").next().unwrap_or_default();
            let body = body.split_once("{\n").map_or("", |(_, body)| body);
            let last = body.rsplit(";\n").next().unwrap_or_default();
            assert!(
                WITHOUT.contains(&name)
                    || THROUGH.iter().any(|call| body.contains(call)) && !last.trim().is_empty(),
                "{name} in {} has no panic boundary",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 30, "{count} functions found");
}
