//! The catalogue is sound: the metadata of every rule is true, its examples do what they show,
//! every rule can fire and has a page.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use paylint::{Basis, Rule, catalogue};
use paylint_tests::audit::reach::{Counts, Reach};
use paylint_tests::audit::{UNREAD, examples};
use paylint_tests::cases;
use paylint_tests::docs::words;
use paylint_tests::tries;

/// Calls `fault` with every rule, and fails with all that it says.
fn audit(fault: impl Fn(&Rule) -> Vec<String>) {
    let faults: Vec<String> = catalogue()
        .iter()
        .flat_map(|rule| fault(rule).into_iter().map(|fault| format!("{}: {fault}", rule.name)))
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Records a fault unless something holds.
fn check(faults: &mut Vec<String>, holds: bool, fault: impl Into<String>) {
    if !holds {
        faults.push(fault.into());
    }
}

#[test]
fn every_rule_rests_on_something() {
    audit(|rule| {
        let mut faults = Vec::new();
        let source = rule.source.unwrap_or_default();
        check(&mut faults, rule.source != Some(""), "an empty source");
        match rule.basis {
            Basis::Stated => {
                let first = source.strip_prefix('§').and_then(|rest| rest.chars().next());
                check(&mut faults, matches!(first, Some('1'..='9')), "names no section");
            }
            Basis::Inferred => {
                let is_section = rule.source.is_none_or(|source| source.starts_with('§'));
                check(&mut faults, is_section, "is inferred, but not from a section");
            }
            Basis::Convention => {
                let is_standard = !source.contains('§');
                check(&mut faults, is_standard, "is a convention, but names a section");
            }
            Basis::Integrity => check(&mut faults, source.is_empty(), "integrity has no source"),
            Basis::Custom => faults.push("is in the catalogue, but custom".to_owned()),
        }
        let locked_by_right = !rule.locked || rule.basis == Basis::Integrity;
        check(&mut faults, locked_by_right, "only what reading needs is locked");
        faults
    });
    let locked: Vec<&str> =
        catalogue().iter().filter(|rule| rule.locked).map(|rule| rule.name).collect();
    assert_eq!(locked, UNREAD);
}

#[test]
fn names_are_words() {
    audit(|rule| {
        let mut faults = Vec::new();
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        };
        let parts: Vec<&str> = rule.name.split('.').collect();
        let is_name = parts.len() == 2 && parts.iter().all(|part| is_word(part));
        check(&mut faults, is_name, "not family.name in small letters and digits");
        for param in rule.params {
            check(&mut faults, is_word(param), format!("the param {param} isn't a word"));
        }
        faults
    });
}

/// Terms that are written with a capital wherever they stand: those of the interface, and acronyms.
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

/// A sentence in small letters, without a full stop.
fn is_small_sentence(text: &str) -> bool {
    let is_term = TERMS.iter().any(|term| text.starts_with(term));
    // A param stands for words.
    (is_term || text.starts_with(|c: char| c.is_lowercase() || c == '{'))
        && !text.ends_with(['.', ' ', '!', ';', ','])
        && !text.contains(". ")
        && !text.contains("  ")
        && !text.contains('\n')
}

/// Sentences, on one line.
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
    audit(|rule| {
        let mut faults = Vec::new();
        let (summary, why) = (rule.docs.summary, rule.docs.why);
        for (what, text) in [("summary", summary), ("why", why), ("message", rule.message)] {
            let is_sentence = if what == "why" { is_sentence } else { is_small_sentence };
            check(&mut faults, is_sentence(text), format!("the {what} {text:?}"));
            for word in RUST_WORDS {
                check(&mut faults, !text.contains(word), format!("the {what} says {word:?}"));
            }
        }
        check(&mut faults, summary.chars().count() <= 100, "the summary isn't a single line");
        check(&mut faults, !why.contains(summary), "the reason repeats the summary");
        faults
    });
}

/// The names in braces of a message, without what is said of them there.
fn placeholders(message: &str) -> Vec<&str> {
    let behind = message.split('{').skip(1);
    behind.map(|rest| rest.split(['}', '.', ':', '|']).next().unwrap_or_default()).collect()
}

#[test]
fn messages_name_their_params() {
    audit(|rule| {
        let mut faults = Vec::new();
        let (open, close) = (rule.message.matches('{').count(), rule.message.matches('}').count());
        check(&mut faults, open == close, "braces do not match");
        for name in placeholders(rule.message) {
            let is_known = rule.params.contains(&name) || matches!(name, "member" | "at" | "deny");
            check(&mut faults, is_known, format!("{{{name}}} isn't a param"));
        }
        let unique: BTreeSet<_> = rule.params.iter().collect();
        check(&mut faults, unique.len() == rule.params.len(), "a param is listed twice");
        faults
    });
}

#[test]
fn examples_do_what_they_show() {
    audit(examples::faults);
}

/// Findings in the examples show nothing that is secret or personal there.
#[test]
fn examples_are_not_echoed() {
    const SECRET: [&str; 9] =
        ["4111", "1234567890", "Ada", "ADA", "Berg", "mail.example", "Pils", "test-key", "\"123\""];
    audit(|rule| {
        let mut faults = Vec::new();
        let report = examples::report(&rule.docs.violated_by).unwrap_or_default();
        for secret in SECRET {
            check(&mut faults, !report.contains(secret), format!("the report says {secret}"));
        }
        faults
    });
}

/// Over the conformance cases, the examples and random cases.
fn reach() -> Reach {
    let random = tries(60_000);
    let halves = [0..random / 2, random / 2..random];
    let threads = halves.map(|seeds| {
        std::thread::spawn(move || {
            let mut reach = Reach::default();
            reach.add_generated(seeds);
            reach
        })
    });
    let mut reach = Reach::default();
    for case in cases::all() {
        let (operation, body, facts, policy) = case.parts();
        reach.add(operation, body, facts, policy);
    }
    for rule in catalogue() {
        for example in [&rule.docs.violated_by, &rule.docs.held_by] {
            let given = |json: &'static str| (!json.is_empty()).then_some(json.as_bytes());
            let (facts, policy) = (given(example.facts), given(example.policy));
            reach.add(example.operation, example.body.as_bytes(), facts, policy);
        }
    }
    threads.into_iter().fold(reach, |reach, thread| reach.and(thread.join().expect("no panic")))
}

/// Facts that a rule reads and whose absence leaves nothing open, because the table has no such
/// pair: AVS and capabilities are never ruled out when a fact is missing, terminals and original
/// scenarios never disputed.
const NEVER_OPEN: [(&str, &str); 4] = [
    ("compat.pair", "merchant.avs_permission"),
    ("compat.pair", "order.capabilities"),
    ("compat.disputed", "terminal"),
    ("compat.disputed", "order.scenario"),
];

#[test]
fn every_rule_fires_holds_and_is_unchecked_where_it_can_be() {
    let reach = reach();
    audit(|rule| {
        let Counts { violated, held, needs, params, .. } =
            reach.rules.get(rule.name).cloned().unwrap_or_default();
        let mut faults = Vec::new();
        check(&mut faults, violated > 0, "never fires");
        check(&mut faults, held > 0, "never holds");
        // Unchecked without each fact that it names, except those with a default or never open; and
        // without no other.
        let named: BTreeSet<String> = rule
            .needs
            .iter()
            .map(|fact| fact.name())
            .filter(|fact| !words::has_default(rule.name, fact))
            .filter(|fact| !NEVER_OPEN.contains(&(rule.name, fact)))
            .map(str::to_owned)
            .collect();
        check(&mut faults, needs == named, format!("names {named:?}, asks for {needs:?}"));
        let declared: BTreeSet<&str> = rule.params.iter().copied().collect();
        for members in params {
            let members: BTreeSet<&str> = members.iter().map(String::as_str).collect();
            check(
                &mut faults,
                members == declared,
                format!("a finding has the params {members:?}"),
            );
        }
        faults
    });
    let (own, others): (Vec<_>, Vec<_>) =
        reach.rules.iter().partition(|(rule, _)| rule.starts_with("custom."));
    assert_eq!(others.len(), catalogue().len(), "no other rule is in a report");
    // Policy rules are reached, too: by findings, and by what is missing.
    assert!(own.iter().map(|(_, counts)| counts.violated).sum::<u64>() > tries(300));
    assert!(own.iter().map(|(_, counts)| counts.unchecked).sum::<u64>() > 3);
    assert!(reach.reports > tries(55_000) && reach.errors > 0, "{} reports", reach.reports);
}

/// What is wrong with rules, in the order of their numbers, by the list of those that were there before.
fn forgotten(listed: &str, rules: &[Rule<'_>]) -> Vec<String> {
    let mut known = rules.iter();
    let mut faults = Vec::new();
    for (line, rule) in listed.lines().map(|line| (line, known.next())) {
        let (number, name) = line.split_once(' ').unwrap_or_default();
        match rule.filter(|rule| rule.number.to_string() == number) {
            None => faults.push(format!("{number} was the number of {name}")),
            Some(rule) if rule.name != name && rule.old_names().all(|old| old != name) => {
                faults.push(format!("{} doesn't say that it is renamed_from {name}", rule.name));
            }
            Some(_) => {}
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    let undated = known.filter(|rule| rule.since != Some(version));
    faults.extend(undated.map(|rule| format!("{} is new, but not since {version}", rule.name)));
    faults
}

/// A rule's number is its identity in the C binding: assigned once, never reused. `PAYLINT_BLESS=1`
/// adds the numbers of new rules, and never changes one.
#[test]
fn numbers_stay() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/rule-numbers.txt");
    let listed = fs::read_to_string(path).expect("the list of numbers");
    let mut rules: Vec<Rule> = catalogue().to_vec();
    rules.sort_by_key(|rule| rule.number);
    assert!(rules.iter().all(|rule| rule.number > 0), "0 isn't a rule's number");
    assert_eq!(forgotten(&listed, &rules), [""; 0], "by tests/data/rule-numbers.txt");
    let numbers: Vec<String> =
        rules.iter().map(|rule| format!("{} {}\n", rule.number, rule.name)).collect();
    let numbers = numbers.concat();
    if env::var_os("PAYLINT_BLESS").is_some() {
        fs::write(path, &numbers).expect("the list can be written");
    } else {
        assert_eq!(numbers, listed, "PAYLINT_BLESS=1 adds the new numbers");
    }
}

#[test]
fn a_rule_says_what_it_was_called_and_since_when_it_is_there() {
    let mut rules = catalogue()[..3].to_vec();
    let [a, b, c] = [0, 1, 2].map(|at: usize| rules[at].name);
    for (rule, number) in rules.iter_mut().zip(1..) {
        rule.number = number;
    }
    let listed = format!("1 {a}\n2 old.name\n");
    assert_eq!(
        forgotten(&listed, &rules),
        [format!("{b} doesn't say that it is renamed_from old.name")]
    );
    rules[1].renamed_from = "older.name old.name";
    rules[2].since = Some("0.0.9");
    let undated = format!("{c} is new, but not since {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(forgotten(&listed, &rules), [undated]);
    rules.remove(0);
    assert_eq!(forgotten(&format!("1 {a}\n"), &rules)[0], format!("1 was the number of {a}"));
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
fn a_rule_is_in_one_rust_file_and_has_a_page_and_cases() {
    let folder = |path| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let entries = |path| fs::read_dir(folder(path)).expect("a folder").map(|it| it.unwrap().path());
    let sources = entries("core/src/check/rules").filter(|path| path.is_file());
    let sources: Vec<String> = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    let lines = cases::lines_of("tests/cases");
    let expected = lines.iter().filter_map(|line| Some(line.text.split_once("\"expect\"")?.1));
    let expected: String = expected.collect();
    let mut pages: Vec<String> = vec!["README.md".to_owned()];
    for Rule { number, name, .. } in catalogue() {
        let value = format!("rule!({number}, \"{name}\", ");
        assert_eq!(sources.iter().filter(|it| it.contains(&value)).count(), 1, "{value}");
        assert!(expected.contains(&format!("\"{name}")), "no case expects {name}");
        pages.push(format!("{name}.md"));
    }
    let files = entries("core/rules").map(|it| it.file_name().unwrap().to_owned());
    let mut files: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort_unstable();
    pages.sort_unstable();
    assert_eq!(files, pages);
}
