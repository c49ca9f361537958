//! The catalogue is sound: the metadata of every rule is true, its examples do what they show,
//! every rule can fire and has a page.

mod needs;
mod reach;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;

use paylint::{Basis, Level, Rule, catalogue};
use paylint_tests::cases::{self, of_example};
use paylint_tests::engine::{ready, report};
use paylint_tests::workspace;

/// The rules that end the reading of a body: after them nothing else is checked.
const UNREAD: [&str; 3] = ["json.too_large", "json.malformed", "body.required"];

/// Fails with the rule's fault unless something holds.
fn check(rule: &Rule, holds: bool, fault: impl Display) {
    assert!(holds, "{}: {fault}", rule.name);
}

#[test]
fn basis_and_source_of_each_rule_agree() {
    for rule in catalogue() {
        let source = rule.source.unwrap_or_default();
        check(rule, rule.source != Some(""), "an empty source");
        match rule.basis {
            Basis::Stated => {
                let first = source.strip_prefix('§').and_then(|rest| rest.chars().next());
                check(rule, matches!(first, Some('1'..='9')), "names no section");
            }
            Basis::Inferred => {
                let is_section = rule.source.is_none_or(|source| source.starts_with('§'));
                check(rule, is_section, "is inferred, but not from a section");
            }
            Basis::Convention => {
                let is_standard = !source.contains('§');
                check(rule, is_standard, "is a convention, but names a section");
            }
            Basis::Integrity => check(rule, source.is_empty(), "integrity has no source"),
            Basis::Custom => check(rule, false, "is in the catalogue, but custom"),
        }
        let locked_by_right = !rule.locked || rule.basis == Basis::Integrity;
        check(rule, locked_by_right, "only what reading needs is locked");
    }
    let locked: Vec<&str> =
        catalogue().iter().filter(|rule| rule.locked).map(|rule| rule.name).collect();
    assert_eq!(locked, UNREAD);
}

#[test]
fn names_are_words() {
    for rule in catalogue() {
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        let parts: Vec<&str> = rule.name.split('.').collect();
        let is_name = parts.len() == 2 && parts.iter().all(|part| is_word(part));
        check(rule, is_name, "not family.name in small letters and digits");
        for param in rule.params {
            check(rule, is_word(param), format!("the param {param} isn't a word"));
        }
        let params: BTreeSet<_> = rule.params.iter().collect();
        check(rule, params.len() == rule.params.len(), "a param is listed twice");
    }
}

/// Terms that always have a capital: those of the interface, and acronyms.
const TERMS: [&str; 12] = [
    "A2A ",
    "Custom AVS",
    "Zero-Amount",
    "X-Webhook-",
    "Host ",
    "AVS ",
    "AUTH ",
    "MOTO ",
    "JSON ",
    "PCI DSS ",
    "3-D Secure",
    "3DS ",
];

/// Whether a text is a sentence in lower case, without a full stop.
fn is_small_sentence(text: &str) -> bool {
    let is_term = TERMS.iter().any(|term| text.starts_with(term));
    // A param is replaced by words.
    (is_term || text.starts_with(|c: char| c.is_lowercase() || c == '{'))
        && !text.ends_with(['.', ' ', '!', ';', ','])
        && !text.contains(". ")
        && !text.contains("  ")
        && !text.contains('\n')
}

/// Whether a text consists of sentences on one line.
fn is_sentence(text: &str) -> bool {
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '`';
    text.starts_with(begins) && text.ends_with('.') && !text.contains("  ") && !text.contains('\n')
}

/// Words that only a Rust programmer knows.
const RUST_WORDS: [&str; 14] = [
    "Option", "Some(", "None", "Result", "Err", "String", "&str", "Vec", "u8", "i64", "f64",
    "usize", "bool ", "::",
];

#[test]
fn prose_is_in_one_voice() {
    for rule in catalogue() {
        let (summary, why) = (rule.docs.summary, rule.docs.why);
        for (what, text) in [("summary", summary), ("why", why), ("message", rule.message)] {
            let is_sentence = if what == "why" { is_sentence } else { is_small_sentence };
            check(rule, is_sentence(text), format!("the {what} {text:?}"));
            for word in RUST_WORDS {
                check(rule, !text.contains(word), format!("the {what} says {word:?}"));
            }
        }
        check(rule, summary.chars().count() <= 100, "the summary isn't a single line");
        check(rule, !why.contains(summary), "the reason repeats the summary");
    }
}

/// A rule's violating example violates no other rule, and the one that holds leaves none unchecked.
#[test]
fn examples_do_what_they_show() {
    for rule in catalogue() {
        for (example, violated) in [(&rule.docs.violated_by, true), (&rule.docs.held_by, false)] {
            let (operation, body, facts, policy) = of_example(example);
            let (engine, operation, facts) =
                ready(operation, facts, policy).unwrap_or_else(|| panic!("{}", rule.name));
            let level =
                engine.rules().find(|(other, _)| other.name == rule.name).map(|rule| rule.1);
            let is_looked_at = rule.on.contains(operation) && level != Some(Level::Allow);
            check(rule, is_looked_at, "the rule is not looked at");
            let report = engine.check(operation, body, &facts.as_facts());
            let fired = BTreeSet::from_iter(report.findings().map(|finding| finding.rule().name));
            let expected = BTreeSet::from_iter(violated.then_some(rule.name));
            check(rule, fired == expected, format!("{fired:?} fire in {body:?}"));
            let is_open = report.unchecked().any(|open| open.rule().name == rule.name);
            check(rule, violated || !is_open, "the rule is unchecked where it holds");
        }
    }
}

/// Findings in the examples show no secret or personal value.
#[test]
fn examples_are_not_echoed() {
    const SECRET: [&str; 9] =
        ["4111", "1234567890", "Ada", "ADA", "Berg", "mail.example", "Pils", "test-key", "\"123\""];
    for rule in catalogue() {
        let (operation, body, facts, policy) = of_example(&rule.docs.violated_by);
        let report = report(operation, body, facts, policy).expect("an example");
        for secret in SECRET {
            check(rule, !report.contains(secret), format!("the report says {secret}"));
        }
    }
}

/// A rule's number is its identity in the C binding.
#[test]
fn numbers_are_of_one_rule_each() {
    let mut numbers: Vec<u16> = catalogue().iter().map(|rule| rule.number).collect();
    numbers.sort_unstable();
    let next = numbers.last().map_or(1, |last| last + 1);
    let is_once = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    assert!(
        is_once && numbers[0] > 0,
        "two rules have the same number; the next free one is {next}"
    );
}

#[test]
fn an_old_name_leads_to_one_rule() {
    let mut names: Vec<&str> = catalogue().iter().map(|rule| rule.name).collect();
    names.extend(catalogue().iter().flat_map(Rule::old_names));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "an old name is a rule's, or two rules'");
}

/// Adding a rule takes one Rust file, a page and cases, as docs/ARCHITECTURE.md says.
#[test]
fn rule_is_in_one_file_with_a_page_and_cases() {
    let entries = |name| {
        fs::read_dir(workspace::path(name)).expect("a folder").map(|entry| entry.unwrap().path())
    };
    let sources = entries("core/src/check/rules").filter(|path| path.is_file());
    let sources: Vec<String> = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    let lines = cases::lines_of("tests/cases");
    let expected = lines.iter().filter_map(|line| Some(line.text.split_once("\"expect\"")?.1));
    let expected: String = expected.collect();
    let mut pages: Vec<String> = vec!["README.md".to_owned()];
    for Rule { number, name, .. } in catalogue() {
        let value = format!("rule!({number}, \"{name}\", ");
        assert_eq!(sources.iter().filter(|source| source.contains(&value)).count(), 1, "{value}");
        assert!(expected.contains(&format!("\"{name}")), "no case expects {name}");
        pages.push(format!("{name}.md"));
    }
    let files = entries("core/rules").map(|file| file.file_name().unwrap().to_owned());
    let mut files: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort_unstable();
    pages.sort_unstable();
    assert_eq!(files, pages);
}
