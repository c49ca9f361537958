//! A rule whose outcome changes in a kept case has a new revision.
//!
//! No hash sees a rule's logic, so the fingerprint of the rules counts its revision. `tests/data/outcomes.txt` keeps
//! what each rule decided in each case of `tests/cases`; `PAYLINT_BLESS=1` renews it, but not where an outcome changed
//! and the rule's revision didn't rise.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::{env, fs};

use paylint::catalogue;
use paylint_tests::cases::{self, Case};
use paylint_tests::engine::check;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/outcomes.txt");

/// The outcomes of a case, by rule: where it fires, or what it can't be decided without, as a hash.
type Outcomes = BTreeMap<String, String>;

/// The revisions of the rules, and the outcomes of each case by its name and the hash of all that goes in.
#[derive(Default, Debug)]
struct Kept {
    revisions: BTreeMap<String, u16>,
    cases: BTreeMap<(String, String), Outcomes>,
}

/// FNV-1a of 64 bits, folded to 32.
fn hash(text: &[u8]) -> String {
    let hash = text.iter().fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    });
    format!("{:08x}", (hash >> 32) as u32 ^ hash as u32)
}

fn outcomes(case: &Case) -> Option<Outcomes> {
    let report = check(case)?;
    let mut texts = Outcomes::new();
    // Policy rules have no number.
    for finding in report.findings().filter(|finding| finding.rule().number > 0) {
        let text = texts.entry(finding.rule().name.to_owned()).or_default();
        _ = writeln!(text, "at {}", finding.path());
    }
    for open in report.unchecked().filter(|open| open.rule().number > 0) {
        let text = texts.entry(open.rule().name.to_owned()).or_default();
        open.needs().for_each(|fact| _ = writeln!(text, "needs {}", fact.name()));
    }
    Some(texts.into_iter().map(|(rule, text)| (rule, hash(text.as_bytes()))).collect())
}

fn now() -> Kept {
    let mut kept = Kept::default();
    for rule in catalogue() {
        kept.revisions.insert(rule.name.to_owned(), rule.revision);
    }
    for case in cases::lines_of("tests/cases") {
        let Ok(case) = cases::read(&case.text).case else { continue };
        let Some(outcomes) = outcomes(&case) else { continue };
        let mut input = case.operation.clone().into_bytes();
        for part in
            [&case.body, &case.facts.map(String::into_bytes), &case.policy.map(String::into_bytes)]
        {
            input.push(b'\n');
            input.extend(part.as_deref().unwrap_or(b"none"));
        }
        let id = match case.id {
            Some(Value::String(id)) => id,
            id => id.map_or_else(String::new, |id| id.to_string()),
        };
        kept.cases.insert((id, hash(&input)), outcomes);
    }
    kept
}

fn write(kept: &Kept) -> String {
    let mut text = String::new();
    for (rule, revision) in &kept.revisions {
        _ = writeln!(text, "rule {rule} {revision}");
    }
    for ((case, input), outcomes) in &kept.cases {
        _ = write!(text, "case {case} {input}");
        outcomes.iter().for_each(|(rule, hash)| _ = write!(text, " {rule} {hash}"));
        text.push('\n');
    }
    text
}

impl Kept {
    /// The same by the names that rules have now: a new name is no new outcome.
    fn renamed(self, now: impl Fn(&str) -> String) -> Kept {
        let outcomes =
            |all: Outcomes| all.into_iter().map(|(rule, hash)| (now(&rule), hash)).collect();
        Kept {
            revisions: self.revisions.iter().map(|(rule, it)| (now(rule), *it)).collect(),
            cases: self.cases.into_iter().map(|(case, all)| (case, outcomes(all))).collect(),
        }
    }
}

/// What a rule is called now.
fn current(name: &str) -> String {
    let renamed = catalogue().iter().find(|rule| rule.old_names().any(|old| old == name));
    renamed.map_or(name, |rule| rule.name).to_owned()
}

fn read(text: &str) -> Kept {
    let mut kept = Kept::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["rule", rule, revision] => {
                kept.revisions.insert(rule.to_owned(), revision.parse().expect("a revision"));
            }
            ["case", case, input, ref rest @ ..] => {
                let pairs = rest.as_chunks().0.iter();
                let outcomes = pairs.map(|[rule, hash]| ((*rule).to_owned(), (*hash).to_owned()));
                kept.cases.insert((case.to_owned(), input.to_owned()), outcomes.collect());
            }
            _ => panic!("neither a rule nor a case: {line}"),
        }
    }
    kept
}

/// The outcomes that changed in a case that stayed, of rules whose revision didn't rise.
fn unannounced(before: &Kept, now: &Kept) -> Vec<String> {
    let mut wrong = Vec::new();
    for (case, old) in &before.cases {
        let Some(new) = now.cases.get(case) else { continue };
        for rule in before.revisions.keys() {
            let stays = now.revisions.get(rule).is_none_or(|now| *now <= before.revisions[rule]);
            if stays && old.get(rule) != new.get(rule) {
                wrong.push(format!("{rule} decides another way in {}", case.0));
            }
        }
    }
    wrong
}

#[test]
fn an_outcome_that_changes_has_a_new_revision() {
    let text = fs::read_to_string(PATH).unwrap_or_default();
    let now = now();
    let wrong = unannounced(&read(&text).renamed(current), &now);
    assert!(wrong.is_empty(), "raise their `revision`:\n{}", wrong.join("\n"));
    let current = write(&now);
    if env::var_os("PAYLINT_BLESS").is_some() {
        fs::write(PATH, &current).expect("the file can be written");
    } else {
        assert!(text == current, "new rules, cases or revisions: PAYLINT_BLESS=1 adds them");
    }
}

#[test]
fn a_change_without_a_revision_is_noticed() {
    let kept = |revision: u16, outcome: &str| {
        read(&format!("rule a.b {revision}\ncase c 01{outcome}\ncase d 02 a.b 11\n"))
    };
    let before = kept(1, " a.b 22");
    assert_eq!(read(&write(&before)).cases, before.cases);
    assert_eq!(unannounced(&before, &kept(1, " a.b 22")), [""; 0]);
    assert_eq!(unannounced(&before, &kept(1, " a.b 33")), ["a.b decides another way in c"]);
    assert_eq!(unannounced(&before, &kept(1, "")), ["a.b decides another way in c"]);
    assert_eq!(unannounced(&kept(1, ""), &before), ["a.b decides another way in c"]);
    assert_eq!(unannounced(&before, &kept(2, "")), [""; 0]);
    let renamed = kept(1, " a.b 22").renamed(|rule| rule.replace("a.b", "a.c"));
    assert_eq!(unannounced(&before.renamed(|rule| rule.replace("a.b", "a.c")), &renamed), [""; 0]);
    let before = kept(1, " a.b 22");
    assert_eq!(unannounced(&before, &renamed)[0], "a.b decides another way in c");
    // Another body is another case, and a new rule may decide anything.
    assert_eq!(unannounced(&before, &read("rule a.b 1\ncase c 99\ncase d 02 a.b 11\n")), [""; 0]);
    let with_new = read("rule a.b 1\nrule e.f 1\ncase c 01 a.b 22 e.f 1\ncase d 02 a.b 11\n");
    assert_eq!(unannounced(&before, &with_new), [""; 0]);
}
