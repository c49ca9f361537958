//! Conventions that the compiler doesn't check.

use super::path;
use std::fs;
use walkdir::WalkDir;

#[test]
fn unsafe_code_is_in_one_place() {
    let mut found = 0;
    let outside = |file: &walkdir::DirEntry| file.path() != path("src/tests");
    for file in WalkDir::new(path("src")).into_iter().filter_entry(outside) {
        let file = file.expect("a file of the source");
        let text = fs::read_to_string(file.path()).unwrap_or_default();
        for words in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"] {
            let count = text.matches(words).count();
            found += count;
            let is_memory = file.path().ends_with("src/memory.rs");
            assert!(count == 0 || is_memory, "{words} in {}", file.path().display());
        }
    }
    assert!(found > 0, "no unsafe code found, not even in src/memory.rs");
}
