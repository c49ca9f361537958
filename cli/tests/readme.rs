//! README.md is true: its commands run as printed from the workspace's root, end as it says, and
//! write what it shows; the picture of the table is what `matrix` draws.

#![cfg(unix)]

mod common;

use common::{beside_examples, in_workspace, shell};
use paylint::facts::Fact;
use paylint::{Engine, FactsBuf, Operation, Policy};
use paylint_tests::workspace::{blocks, fences, read};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs a line as a shell does, `paylint` being this build, and gives all that it wrote. What its
/// remark says of the end is held against it: `# exit 1`, else 0.
fn command(root: &Path, line: &str) -> String {
    let (line, remark) = line.split_once(" # ").unwrap_or((line, ""));
    let expected = if remark.trim().starts_with("exit 1") { 1 } else { 0 };
    let line = line.replace("cargo run --bin paylint --", "paylint");
    let output = shell(root, &line);
    let wrote = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(expected), "{line}\n{}", wrote[1]);
    wrote.concat()
}

/// Fails unless the parts of `shown` between lines of `…` are in `wrote`, whole and in order.
fn is_excerpt(shown: &str, wrote: &str) {
    let mut rest = wrote;
    for part in shown.split("…\n") {
        let at = rest.find(part).unwrap_or_else(|| panic!("not written:\n{part}\nbut:\n{rest}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn commands_do_what_is_shown() {
    let page = read("README.md");
    let root = beside_examples("readme");
    let (mut lines, mut excerpts) = (0, 0);
    let mut wrote = Vec::new();
    for (language, text) in fences(&page) {
        match language {
            "sh" => {
                wrote.clear();
                for line in text.lines() {
                    // The chores would run this test again.
                    if line.starts_with("cargo xtask test ") {
                        continue;
                    }
                    wrote.push(command(&root, line));
                    lines += 1;
                }
            }
            // What the first command of the block before writes.
            "text" => {
                is_excerpt(&format!("{text}\n"), &wrote[0]);
                excerpts += 1;
            }
            _ => {}
        }
    }
    assert!(lines >= 11 && excerpts == 1, "{lines} commands, {excerpts} excerpts");
}

/// Each row of the table of mistakes: what is sent is found fault with in these words, and what mends it isn't.
#[test]
fn mistakes_are_found_as_the_table_says() {
    let page = read("README.md");
    let part = page.split("\n## ").find(|part| part.starts_with("Why not ")).expect("the table");
    let rows = part.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(" | ").collect()).skip(1).collect();
    assert!(rows.len() >= 6, "{} rows", rows.len());
    for row in rows {
        let [_, sent, _, said, mended] = row[..] else { panic!("{row:?}") };
        let [sent, mended] = [sent, mended].map(|cell| cell.split('`').skip(1).step_by(2));
        let (sent, mended): (Vec<&str>, Vec<&str>) = (sent.collect(), mended.collect());
        let mut facts = FactsBuf::new();
        for (name, value) in sent.iter().filter_map(|code| code.split_once('=')) {
            let fact = Fact::ALL.iter().find(|fact| fact.name() == name).expect(name);
            facts.set_json(*fact, format!("{value:?}").as_bytes()).expect(name);
        }
        let operation = Operation::from_name(sent[0]).expect(sent[0]);
        let found = |body: &str| -> Vec<String> {
            let report = Engine::default().check(operation, body.as_bytes(), &facts.as_facts());
            report
                .findings()
                .map(|finding| format!("`{}`: {}", finding.rule().name, finding.message()))
                .collect()
        };
        assert_eq!(found(sent[1]), [said], "{sent:?}");
        mended.iter().for_each(|body| assert_eq!(found(body), [""; 0], "{body}"));
    }
}

/// Fragments of links to the headings of a page.
fn headings(page: &Path) -> HashSet<String> {
    let text = fs::read_to_string(page).unwrap();
    // Fenced blocks may have comments that look like headings.
    let prose: String = text.split("```").step_by(2).collect();
    let titles = prose.lines().filter(|line| line.starts_with('#'));
    let of = |title: &str| -> String {
        let words = title.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    titles.map(of).collect()
}

/// The pages below a folder, but for those that are built or installed, and the transcripts.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_ours = !["target", "node_modules", "pkg", "transcripts"].contains(&name);
        if path.is_dir() && is_ours && !name.starts_with('.') {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// Links between the pages lead to files and headings that are there.
#[test]
fn links_lead_somewhere() {
    let mut all = Vec::new();
    pages(&in_workspace("."), &mut all);
    assert!(all.len() >= 20, "{} pages", all.len());
    let mut links = 0;
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let of = format!("{}: {link}", path.display());
            // Registries show some pages without the others, so these have the whole address.
            let address = link.strip_prefix(env!("CARGO_PKG_REPOSITORY"));
            let file = match address.and_then(|rest| rest.split_once("/main/")) {
                Some((_, file)) => in_workspace(file.split('#').next().unwrap()),
                None if link.contains("://") => continue,
                None => path.parent().unwrap().join(link.split('#').next().unwrap()),
            };
            let target = if link.starts_with('#') { &path } else { &file };
            assert!(target.exists(), "{of}");
            let heading = link.split_once('#').map(|(_, heading)| heading);
            assert!(heading.is_none_or(|heading| headings(target).contains(heading)), "{of}");
            links += 1;
        }
    }
    assert!(links >= 100, "{links} links");
}

/// The map leaves out no crate. That what it names is there, `tests/tests/it/excerpts.rs` looks after.
#[test]
fn every_crate_is_on_the_map() {
    let page = read("docs/ARCHITECTURE.md");
    let cargo = read("Cargo.toml");
    let members = cargo.lines().find_map(|line| line.strip_prefix("members = ")).unwrap();
    for member in members.split('"').skip(1).step_by(2) {
        let is_shown = |folder: &Path| page.contains(&format!("| `{}/", folder.display()));
        assert!(Path::new(member).ancestors().any(is_shown), "{member} is not on the map");
    }
}

/// docs/facts.md has every fact, in order, with values that are taken; what it and docs/policies.md
/// show is read.
#[test]
fn facts_and_policies_are_as_shown() {
    let page = read("docs/facts.md");
    let policies = read("docs/policies.md");
    assert!(FactsBuf::from_json(blocks(&page, "json")[0].as_bytes()).is_ok());
    let policy = Policy::from_json(blocks(&policies, "json")[0].as_bytes()).unwrap();
    assert_eq!(policy.rules().filter(|(rule, _)| rule.number == 0).count(), 1);
    let mut listed = Vec::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (fact, row) = row.split_once("` | ").unwrap();
        let (values, _) = row.split_once(" | ").unwrap();
        for value in values.split('`').skip(1).step_by(2) {
            let facts = match fact.split_once('.') {
                None => format!(r#"{{"{fact}":{value}}}"#),
                Some((group, member)) => format!(r#"{{"{group}":{{"{member}":{value}}}}}"#),
            };
            let read = FactsBuf::from_json(facts.as_bytes());
            assert!(read.is_ok(), "{fact}: {value}: {:?}", read.err());
        }
        listed.push(fact);
    }
    let all: Vec<_> = Fact::ALL.iter().map(|fact| fact.name()).collect();
    assert_eq!(listed, all);
}

/// Texts between backticks in the first cells of a page's tables.
fn first_cells(page: &str) -> Vec<&str> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').step_by(2)).filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_report_is_as_shown() {
    let page = read("docs/report.md");
    let [body, facts, report] = blocks(&page, "json")[..] else { panic!("{page}") };
    let facts = FactsBuf::from_json(facts.as_bytes()).unwrap();
    let engine = Engine::default();
    let is = engine.check(Operation::Order, body.as_bytes(), &facts.as_facts()).to_json();
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(report), value(&is), "the report is {is}");
    // The members of a report and those of a finding are explained, in order.
    let listed = first_cells(&page);
    let finding = is.find(r#"[{"rule":"#).unwrap();
    for (members, mut rest) in [(&listed[..11], &*is), (&listed[11..18], &is[finding..])] {
        for member in members {
            let at = rest.find(&format!(r#""{member}":"#));
            rest = &rest[at.unwrap_or_else(|| panic!("{member} isn't there, or not in order"))..];
        }
    }
    assert_eq!(listed[18..], ["three_ds", "capture"]);
}
