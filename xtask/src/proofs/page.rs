//! The table of results in docs/reliability.md, between two comments.

use super::Proof;
use super::kept::{Kept, Results};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- what follows is written by `cargo xtask soak all` -->\n";
const END: &str = "<!-- the end of what is written -->\n";

/// Writes the results into the page.
pub(super) fn write(page: &Path, proofs: &[Proof], results: &Results) -> crate::Result {
    let error = |error| format!("{}: {error}", page.display());
    let text = fs::read_to_string(page).map_err(error)?;
    let text = with(&text, &table(proofs, results));
    let text = text.ok_or_else(|| format!("{}: no place for results", page.display()))?;
    fs::write(page, text).map_err(error)
}

/// The text with other results.
fn with(text: &str, results: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{results}\n{END}{after}"))
}

fn table(proofs: &[Proof], results: &Results) -> String {
    let kept: Vec<_> = proofs.iter().map(|proof| results.of(proof.name)).collect();
    let mut text = about(&results.sources, kept.iter().flatten());
    text.push_str("\n| claim | result | command |\n|---|---|---|\n");
    for (proof, kept) in proofs.iter().zip(&kept) {
        let result =
            kept.as_ref().map_or("not run on these sources".to_owned(), |it| cell(it, proof));
        _ = writeln!(text, "| {} | {result} | `cargo xtask soak {}` |", proof.claim, proof.name);
    }
    text
}

/// When, where and of which sources the results are.
fn about<'a>(sources: &str, kept: impl Iterator<Item = &'a Kept>) -> String {
    let (mut days, mut machines) = (BTreeSet::new(), BTreeSet::new());
    for kept in kept {
        days.extend(&kept.days);
        machines.insert(kept.machine.as_str());
    }
    let digest = "`xtask/scripts/digest.sh` prints this digest of them";
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return format!("Nothing has been run yet on the sources `{sources}` ({digest}).\n");
    };
    let days = if first == last { (*first).clone() } else { format!("{first} to {last}") };
    let machines = Vec::from_iter(machines).join("; ");
    format!("Run on the sources `{sources}` ({digest}), {days}, on a machine with {machines}.\n")
}

fn cell(kept: &Kept, proof: &Proof) -> String {
    let parts = proof.parts.len();
    let mut cell = grouped(&kept.sentence).replace('|', "\\|");
    if kept.has_failed {
        cell.insert_str(0, if cell.is_empty() { "**failed**" } else { "**failed** after this: " });
    }
    if parts > 1 && kept.done < parts {
        cell = format!("{} of {parts} parts: {cell}", kept.done);
    }
    cell
}

/// The sentence with commas in numbers of five digits and more.
fn grouped(sentence: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let mut text = String::new();
    for word in sentence.split_inclusive(|c| !is_word(c)) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if digits.len() < 5 || !digits.bytes().all(|it| it.is_ascii_digit()) {
            text.push_str(word);
            continue;
        }
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text.push_str(&word[digits.len()..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_digests_are_not() {
        for (sentence, shown) in [
            ("1000000 requests, 40432 bytes.", "1,000,000 requests, 40,432 bytes."),
            ("(2905746 check), 2026 and 1234", "(2,905,746 check), 2026 and 1234"),
            ("digest 12345abc 123456-7 1.234567", "digest 12345abc 123456-7 1.234567"),
            ("", ""),
        ] {
            assert_eq!(grouped(sentence), shown);
        }
    }

    #[test]
    fn only_what_is_between_the_comments_is_written() {
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        let new = with(&text, "new\n").unwrap();
        assert_eq!(new, format!("before\n{BEGIN}\nnew\n\n{END}after\n"));
        assert_eq!(with(&new, "new\n"), Some(new));
        assert_eq!(with("no comments", ""), None);
    }

    #[test]
    fn the_page_has_a_place_for_results_and_each_section_its_proof() {
        let page = fs::read_to_string(crate::shell::root().join("docs/reliability.md")).unwrap();
        assert!(with(&page, "").is_some());
        for proof in super::super::proofs() {
            let (number, _) = proof.claim.split_once(". ").unwrap();
            let (_, rest) = page.split_once(&format!("\n## {number}. ")).unwrap();
            let section = rest.split("\n## ").next().unwrap();
            let command = format!("cargo xtask soak {}", proof.name);
            assert!(section.contains(&command), "section {number} has no {command}");
        }
    }
}
