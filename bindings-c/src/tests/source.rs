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
    const THROUGH: &[&str] =
        &["guard(", "guard_with(", "write_part(", "write_text(", "name_of::<", "of_name::<"];
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
                    || THROUGH.iter().any(|call| body.contains(call)) && !last.trim().is_empty()
                    || last.trim().is_empty() && body.trim_start().starts_with("_ = guard("),
                "{name} in {} has no panic boundary",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 45, "{count} functions found");
}

#[test]
fn every_parameter_and_return_value_is_documented() {
    for (path, text) in sources() {
        let parts = text.split("#[unsafe(no_mangle)]\npub extern \"C\" fn ").collect::<Vec<_>>();
        for pair in parts.windows(2) {
            let comment = pair[0].trim_end().rsplit("\n\n").next().unwrap_or_default();
            let (name, rest) = pair[1].split_once('(').expect("a function has parameters");
            let (parameters, result) = rest.split_once('{').expect("a function has a body");
            for line in parameters.split(',').filter(|line| line.contains(':')) {
                let parameter = line.split(':').next().unwrap_or_default().trim();
                let documented = comment.contains(&format!("@param {parameter} "))
                    || name == "paylint_provoke_panic";
                assert!(documented, "{name}: {parameter} is not documented in {}", path.display());
            }
            let returns = parameters.contains("-> paylint_status");
            assert_eq!(
                returns,
                comment.contains("@return"),
                "{name}: the return value isn't documented"
            );
            _ = result;
        }
    }
}

/// A function takes an error exactly if it can fail for a reason that its status alone doesn't say; and it is the last
/// parameter.
#[test]
fn what_can_be_wrong_with_a_value_is_told() {
    const TOLD: &[&str] = &["_LENGTH", "_TEXT", "_POLICY", "_FACTS", "_HISTORY", "_TOO_SMALL"];
    let mut count = 0;
    for (path, text) in sources() {
        let parts = text.split("#[unsafe(no_mangle)]\npub extern \"C\" fn ").collect::<Vec<_>>();
        for pair in parts.windows(2) {
            let comment = pair[0].trim_end().rsplit("\n\n").next().unwrap_or_default();
            let statuses = comment.split_once("@return").map_or("", |(_, statuses)| statuses);
            let (name, rest) = pair[1].split_once('(').expect("a function has parameters");
            let parameters = rest.split_once(')').map_or("", |(parameters, _)| parameters);
            let takes = parameters.trim_end().ends_with("error: ErrorOut<'_>,");
            // The one copies the text of an error, and leaves that error as it is; the other's answer says what is wrong.
            let tells = TOLD.iter().any(|status| statuses.contains(status))
                && !matches!(name, "paylint_last_error_copy" | "paylint_ask");
            assert_eq!(takes, tells, "{name} in {}", path.display());
            count += usize::from(takes);
        }
    }
    assert!(count >= 12, "{count} functions found");
}
