//! Guards what programs that are already built rely on: functions, types and numbers may be added,
//! but not changed or removed.

use super::header::header;
use super::{bless, is_current, path};
use std::collections::BTreeSet;
use std::fs;

const SNAPSHOT: &str = "abi/paylint.abi";

/// The declarations of the header and its PAYLINT_ABI, one per line; each enumerator has a line of
/// its own.
fn declarations(header: &str) -> BTreeSet<String> {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let is_code = |line: &&str| !line.starts_with('#') && !line.starts_with("extern \"C\"");
    let code: Vec<&str> = text.lines().filter(is_code).collect();
    let code = code.join(" ");
    let mut all = BTreeSet::new();
    let defines = text.lines().filter(|line| line.starts_with("#define PAYLINT_ABI "));
    all.extend(defines.map(str::to_owned));
    let mut depth = 0;
    let mut one = String::new();
    for character in code.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            // The end of extern "C".
            '}' => continue,
            ';' if depth == 0 => {
                declare(&one, &mut all);
                one.clear();
                continue;
            }
            _ => {}
        }
        one.push(character);
    }
    all
}

fn declare(declaration: &str, all: &mut BTreeSet<String>) {
    let one = declaration.split_whitespace().collect::<Vec<_>>().join(" ");
    match one.strip_prefix("enum ").and_then(|one| one.split_once('{')) {
        Some((name, enumerators)) => {
            let name = name.split_whitespace().next().unwrap_or_default();
            let enumerators = enumerators.trim_end_matches('}').split(',').map(str::trim);
            let enumerators = enumerators.filter(|enumerator| !enumerator.is_empty());
            all.extend(enumerators.map(|enumerator| format!("enum {name} {enumerator}")));
        }
        None if !one.is_empty() => _ = all.insert(one),
        None => {}
    }
}

/// Compares the header with the snapshot, and adds what is new.
pub(super) fn programs_built_before_still_run() {
    let now = declarations(&header());
    assert!(now.len() > 200, "{} declarations found", now.len());
    let before = fs::read_to_string(path(SNAPSHOT)).unwrap_or_default();
    let gone: Vec<&str> = before.lines().filter(|line| !now.contains(*line)).collect();
    assert!(
        gone.is_empty() || bless().as_deref() == Some("abi"),
        "these declarations changed or are gone, which breaks programs that are already built. \
         Raise PAYLINT_ABI and the number in the shared library's name, then run \
         PAYLINT_BLESS=abi cargo test -p paylint-c\n{}",
        gone.join("\n")
    );
    let lines: Vec<String> = now.into_iter().map(|line| line + "\n").collect();
    is_current(SNAPSHOT, &lines.concat());
}

/// The guard notices every kind of change.
#[test]
fn every_kind_of_change_is_noticed() {
    let header = header();
    let now = declarations(&header);
    let changes = [
        ("PAYLINT_STATUS_NONE = 1", "PAYLINT_STATUS_NONE = 2"),
        ("PAYLINT_RULE_JSON_TOO_LARGE = ", "PAYLINT_RULE_JSON_TOO_LARGE = 99"),
        ("int32_t level;", "int64_t level;"),
        ("size_t span_start;", ""),
        ("paylint_abi(void)", "paylint_abi(int32_t number)"),
        ("#define PAYLINT_ABI ", "#define PAYLINT_ABI 9"),
        ("paylint_check_into", "paylint_check_to"),
    ];
    for (old, new) in changes {
        let changed = header.replacen(old, new, 1);
        assert!(changed != header, "{old} is not in the header");
        assert!(!now.is_subset(&declarations(&changed)), "{old} became {new} unnoticed");
    }
}
