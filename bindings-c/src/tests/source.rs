//! Conventions that the compiler doesn't check.

use super::path;
use std::fs;

#[test]
fn unsafe_code_is_in_one_place() {
    let (mut found, mut files) = (0, vec![path("src")]);
    while let Some(file) = files.pop() {
        if file.is_dir() && file != path("src/tests") {
            let entries = fs::read_dir(&file).expect("a folder of the source");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        for words in ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"] {
            let count = text.matches(words).count();
            found += count;
            let is_memory = file.ends_with("src/memory.rs");
            assert!(count == 0 || is_memory, "{words} in {}", file.display());
        }
    }
    assert!(found > 0, "no unsafe code found, not even in src/memory.rs");
}
