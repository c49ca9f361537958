//! The rules' pages and the tables of members, from what the command knows.

use super::{at, write};
use crate::shell::{self, command, target_folder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::process::Stdio;

/// Rules and members, from the command's output.
pub(super) struct Catalogue {
    pub(super) rules: Vec<Value>,
    pub(super) members: Vec<Value>,
    /// For each rule the report on the example that violates it, and its fixes.
    pub(super) reports: Vec<[Value; 2]>,
}

#[derive(Deserialize)]
struct Example {
    violated_by: Box<RawValue>,
}

/// The command's list of something.
fn list<T: DeserializeOwned>(what: &str) -> Result<Vec<T>, String> {
    let list = paylint(&[what, "--format", "json"], Stdio::null())?;
    serde_json::from_str(&list).map_err(|error| format!("the {what}: {error}"))
}

impl Catalogue {
    pub(super) fn ask() -> Result<Catalogue, String> {
        let (rules, members) = (list("rules")?, list("members")?);
        let mut questions = String::new();
        // Not as values, which have each key once.
        for Example { violated_by } in list("rules")? {
            let (_, members) = violated_by.get().split_at(1);
            for ask in ["check", "fixes"] {
                _ = writeln!(questions, "{{\"ask\":\"{ask}\",{members}");
            }
        }
        let file = target_folder().join("site-questions.ndjson");
        write(&file, &questions)?;
        let answers = paylint(&["ask"], File::open(&file).map_err(at(&file))?.into())?;
        let answers: Vec<Value> =
            answers.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let reports = answers.chunks(2).filter_map(|pair| {
            let [report, fixes] = pair else { return None };
            Some([report["answer"].clone(), fixes["answer"].clone()])
        });
        Ok(Catalogue { reports: reports.collect(), rules, members })
    }

    /// The findings of a rule in the example that violates it.
    fn findings(&self, rule: usize) -> impl Iterator<Item = &Value> {
        let name = &self.rules[rule]["name"];
        let found = self.reports.get(rule).and_then(|[report, _]| report["findings"].as_array());
        found.into_iter().flatten().filter(move |finding| &finding["rule"] == name)
    }

    /// The [`anchor`] of a finding's member.
    fn member(&self, finding: &Value, operation: &Value) -> Option<String> {
        let steps = plain(&finding["path"]);
        let steps =
            steps.split('/').map(|step| if step.parse::<u32>().is_ok() { "*" } else { step });
        let path = steps.collect::<Vec<_>>().join("/");
        let is_it =
            |endpoint: &&Value| endpoint["operation"] == *operation && endpoint["path"] == path[..];
        self.members.iter().find(is_it).map(anchor)
    }

    /// The rules that read a fact.
    pub(super) fn reading(&self, fact: &str) -> Vec<String> {
        let is_read = |rule: &&Value| {
            rule["needs"].as_array().is_some_and(|needs| needs.iter().any(|need| need == fact))
        };
        self.rules.iter().filter(is_read).map(|rule| plain(&rule["name"])).collect()
    }

    /// The rules whose example violates them at a member.
    fn about(&self, member: &Value) -> Vec<String> {
        let anchor = anchor(member);
        let is_about = |&rule: &usize| {
            let operation = &self.rules[rule]["violated_by"]["operation"];
            self.findings(rule)
                .any(|finding| self.member(finding, operation).as_ref() == Some(&anchor))
        };
        let rules = (0..self.rules.len()).filter(is_about);
        rules.map(|rule| plain(&self.rules[rule]["name"])).collect()
    }
}

/// Runs `paylint` and returns its output.
fn paylint(arguments: &[&str], input: Stdio) -> Result<String, String> {
    let mut paylint = command("cargo run -q --bin paylint --");
    shell::output(paylint.args(arguments).stdin(input))
}

/// The list of all rules, in the order of findings.
pub(super) fn table(rules: &[Value]) -> String {
    let mut list =
        String::from("\n## All rules\n\nIn the order in which a report lists their findings.\n\n");
    list.push_str("| rule | level | basis | what holds |\n|---|---|---|---|\n");
    for rule in rules {
        let [name, level, basis, summary] = texts(rule, ["name", "level", "basis", "summary"]);
        _ = writeln!(list, "| [`{name}`]({name}.md) | {level} | {basis} | {summary} |");
    }
    list
}

/// The anchor of a member on the page of operations.
fn anchor(member: &Value) -> String {
    let [operation, path] = texts(member, ["operation", "path"]);
    format!("{operation}{}", path.replace('*', "n"))
}

/// Links to rules' pages, for a page in the folder `docs`.
pub(super) fn links(rules: &[String]) -> String {
    let links = rules.iter().map(|name| format!("[`{name}`](../core/rules/{name}.md)"));
    links.collect::<Vec<_>>().join(", ")
}

/// Tables of members, one for each operation.
pub(super) fn tables(catalogue: &Catalogue) -> String {
    let (mut tables, mut last) = (String::from("\n## Members\n"), String::new());
    for member in &catalogue.members {
        let [operation, path, kind, about] = texts(member, ["operation", "path", "type", "about"]);
        if operation != last {
            _ = write!(
                tables,
                "\n### `{operation}`\n\n| member | type | what it is | example | rules |\n"
            );
            tables.push_str("|---|---|---|---|---|\n");
        }
        let example = &member["example"];
        let example =
            if example.is_object() || example.is_array() { "" } else { &format!("`{example}`") };
        let (anchor, rules) = (anchor(member), links(&catalogue.about(member)));
        _ = writeln!(
            tables,
            "| <a id=\"{anchor}\"></a>`{path}` | {kind} | {about} | {example} | {rules} |"
        );
        last = operation;
    }
    for operation in catalogue.rules.iter().flat_map(|rule| rule["operations"].as_array()).flatten()
    {
        let heading = format!("\n### `{}`\n", plain(operation));
        if !tables.contains(&heading) {
            _ = write!(tables, "{heading}\nIt has no body.\n");
        }
    }
    tables
}

/// A rule's page: the rule and its reason; its two examples with links to the playground, and the findings and fixes of
/// the one that violates it; how to change its level; its entry in the catalogue.
pub(super) fn rule_text(page: &str, catalogue: &Catalogue, index: usize) -> Option<String> {
    let rule = &catalogue.rules[index];
    let [name, level, family, summary] = texts(rule, ["name", "level", "family", "summary"]);
    let (above, diff) = page.split_once("\n```diff\n")?;
    let (_, why) = above.split_once("\n\n")?;
    let (first, others) = summary.split_at(summary.chars().next()?.len_utf8());
    // The last part of the name is also written alone, so that search finds it.
    let last = name.strip_prefix(&format!("{family}."))?;
    let mut text = format!("# {name}\n\n{}{others}.\n\n{why}\n", first.to_uppercase());
    let [violated, held] = ['+', '-'].map(|mark| opened(diff, mark));
    _ = writeln!(
        text,
        "\n## Violated, and held with the change\n\n```diff\n{diff}\n[Open it in the playground]({violated}), or \
         [as it holds]({held}).\n"
    );
    for finding in catalogue.findings(index) {
        let [level, message] = texts(finding, ["level", "message"]);
        _ = writeln!(text, "- {}: {message}", if level == "deny" { "Error" } else { "Warning" });
    }
    let fixes = catalogue.reports.get(index).and_then(|[_, fixes]| fixes["fixes"].as_array());
    for fix in fixes.into_iter().flatten().filter(|fix| fix["rule"] == name[..]) {
        for choice in fix["choices"].as_array().into_iter().flatten() {
            let patch = choice["patch"].as_array().into_iter().flatten();
            let changes = patch
                .map(|change| format!("{} `{}`", plain(&change["op"]), plain(&change["path"])));
            let how = match choice["applicability"].as_str() {
                Some("safe") => "safe",
                Some("unsafe") => "likely",
                _ => "with your own value",
            };
            _ = writeln!(text, "- Fix: {} ({how})", changes.collect::<Vec<_>>().join(", "));
        }
    }
    text.push_str("\n## Change its level\n\n");
    if rule["locked"] == true {
        text.push_str("It is locked: no body can be read without it.\n");
    } else {
        let other = if level == "deny" { "warn" } else { "deny" };
        let policy = format!("{{ \"levels\": {{ \"{name}\": \"{other}\" }} }}");
        _ = writeln!(
            text,
            "In a [policy](../../docs/policies.md), or `\"allow\"` to turn it off:\n"
        );
        _ = writeln!(text, "```json\n{policy}\n```");
    }
    _ = writeln!(text, "\n## Details\n\n| {family} | {last} |\n|---|---|");
    let words = |member: &str, page: &str| {
        let words = match &rule[member] {
            Value::Array(names) => names.iter().map(plain).collect(),
            Value::Null => vec![],
            value => vec![plain(value)],
        };
        let words = words.iter().map(|word| match page {
            "" => word.clone(),
            "`" => format!("`{word}`"),
            page => format!("[`{word}`](../../docs/{page}#{word})"),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    let operation = &rule["violated_by"]["operation"];
    let members =
        catalogue.findings(index).filter_map(|finding| catalogue.member(finding, operation));
    let members: BTreeSet<_> = members.collect();
    let members = members.iter().map(|anchor| {
        let path = anchor.split_once('/').map_or("", |place| place.1).replace("/n", "/*");
        format!("[`/{path}`](../../docs/operations.md#{anchor})")
    });
    for (title, words) in [
        ("Level", words("level", "")),
        ("Basis", words("basis", "")),
        ("Source", words("source", "")),
        ("Operations", words("operations", "operations.md")),
        ("Members, in the examples", members.collect::<Vec<_>>().join(", ")),
        ("Facts it reads", words("needs", "facts.md")),
        ("Message", words("message", "").replace('|', "\\|")),
        ("Params", words("params", "`")),
        ("Number in the C interface", words("number", "")),
        ("Since", words("since", "")),
        ("Old names", words("renamed_from", "`")),
        ("Deprecated", words("deprecated", "")),
    ] {
        if !words.is_empty() {
            _ = writeln!(text, "| {title} | {words} |");
        }
    }
    Some(text + "\n[All rules, and how to read their pages](README.md)\n")
}

/// The address that opens one of a page's two requests in the playground: without the lines of its diff that have this
/// mark.
fn opened(diff: &str, mark: char) -> String {
    let lines = diff.lines().filter(|line| !line.starts_with([mark, '`']));
    let text = lines.map(|line| &line[1..]).collect::<Vec<_>>().join("\n");
    let (text, policy) = text.split_once("\nwith the policy\n").unwrap_or((&text, ""));
    let (text, facts) = text.split_once("\nwith the facts\n").unwrap_or((text, ""));
    let (operation, body) = text.split_once('\n').unwrap_or((text, ""));
    let sheet = URL_SAFE_NO_PAD.encode(json!([operation, body, facts, policy]).to_string());
    format!("playground/index.html#request={sheet}")
}

pub(super) fn texts<const N: usize>(rule: &Value, members: [&str; N]) -> [String; N] {
    members.map(|member| plain(&rule[member]))
}

/// A string without quotes; any other value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
