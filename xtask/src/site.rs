//! The static site: a front page, the documentation with search, a page for each rule, and the
//! playground.

use crate::shell::{self, Result, command, node, program, root, say, script, target_folder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

const MDBOOK: &str = "0.5.4";

/// The pages in the order of the table of contents: the source file and address of each.
const PARTS: &[(&str, &[(&str, &str)])] = &[
    ("", &[("README.md", "start.md")]),
    (
        "Guides",
        &[
            ("docs/policies.md", "policies.md"),
            ("docs/facts.md", "facts.md"),
            ("docs/report.md", "report.md"),
            ("docs/fixes.md", "fixes.md"),
            ("docs/fields.md", "fields.md"),
            ("docs/history.md", "history.md"),
            ("docs/calibration.md", "calibration.md"),
            ("docs/data.md", "data.md"),
            ("docs/samples.md", "samples.md"),
        ],
    ),
    (
        "Reference",
        &[
            (RULES, RULE_INDEX),
            ("docs/operations.md", "operations.md"),
            ("docs/schemas.md", "schemas.md"),
            ("docs/readings.md", "readings.md"),
        ],
    ),
    (
        "Packages",
        &[
            ("core/src/lib.rs", "packages/rust.md"),
            ("bindings-wasm/package/README.md", "packages/javascript.md"),
            ("bindings-python/README.md", "packages/python.md"),
            ("bindings-php/README.md", "packages/php.md"),
            ("bindings-java/README.md", "packages/java.md"),
            ("bindings-go/README.md", "packages/go.md"),
            ("bindings-c/README.md", "packages/c.md"),
            ("docs/languages.md", "languages.md"),
            ("arrow/README.md", "packages/arrow.md"),
            ("tower/README.md", "packages/tower.md"),
            ("traffic/README.md", "packages/traffic.md"),
        ],
    ),
    (
        "The project",
        &[
            ("docs/performance.md", "performance.md"),
            ("docs/reliability.md", "reliability.md"),
            ("docs/ARCHITECTURE.md", "architecture.md"),
            ("CONTRIBUTING.md", "contributing.md"),
            ("CHANGELOG.md", "changelog.md"),
            ("SECURITY.md", "security.md"),
        ],
    ),
];

const RULES: &str = "core/rules/README.md";
const RULE_INDEX: &str = "rules/index.md";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also open every page in Chromium, follow every link, and search for a rule
    #[arg(long)]
    pub(crate) check: bool,
}

/// Builds the site in target/site.
pub(crate) fn run(arguments: &Arguments) -> Result {
    let (source, site) = (target_folder().join("site-source"), target_folder().join("site"));
    for folder in [&source, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(at(folder))?;
        }
    }
    say("the playground");
    let playground = root().join("playground");
    shell::run(node("npm")?.args(["run", "build"]).current_dir(&playground))?;
    say("the pages");
    for (path, text) in book(&Catalogue::ask()?)? {
        write(&source.join(path), &text)?;
    }
    let style = root().join("xtask/site/site.css");
    fs::copy(&style, source.join("site.css")).map_err(at(&style))?;
    // The reader's own fonts need no loading.
    write(&source.join("theme/fonts/fonts.css"), "/* None. */\n")?;
    let dist = playground.join("dist");
    shell::run(program("cp").arg("-R").arg(dist).arg(source.join("src/playground")))?;
    let page = source.join("src/playground/index.html");
    let text = fs::read_to_string(&page).map_err(at(&page))?;
    write(&page, &text.replacen("<html", "<html data-rules=\"../rules/\"", 1))?;
    let mut mdbook = script("cargo-tool.sh");
    shell::run(mdbook.args(["mdbook", MDBOOK, "--no-default-features", "--features=search"]))?;
    shell::run(program("mdbook").arg("build").arg(&source).arg("--dest-dir").arg(&site))?;
    finish(&site)?;
    println!("{}", site.join("index.html").display());
    if !arguments.check {
        return Ok(());
    }
    say("every page and link, in Chromium");
    shell::run(&mut shell::installation("/usr/bin/chromium:chromium"))?;
    shell::run(node("node")?.arg("xtask/scripts/site.mjs").arg(&site))
}

/// Rules and members, from the command's output.
struct Catalogue {
    rules: Vec<Value>,
    members: Vec<Value>,
    /// For each rule the report on the example that violates it, and its fixes.
    reports: Vec<[Value; 2]>,
}

#[derive(Deserialize)]
struct Example {
    violated_by: Box<RawValue>,
}

/// The command's list of something.
fn list<T: DeserializeOwned>(what: &str) -> std::result::Result<Vec<T>, String> {
    let list = paylint(&[what, "--format", "json"], Stdio::null())?;
    serde_json::from_str(&list).map_err(|error| format!("the {what}: {error}"))
}

impl Catalogue {
    fn ask() -> std::result::Result<Catalogue, String> {
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
    fn reading(&self, fact: &str) -> Vec<String> {
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
fn paylint(arguments: &[&str], input: Stdio) -> std::result::Result<String, String> {
    let mut paylint = command("cargo run -q --bin paylint --");
    shell::output(paylint.args(arguments).stdin(input))
}

/// The input files of mdBook: paths and contents.
fn book(catalogue: &Catalogue) -> std::result::Result<BTreeMap<String, String>, String> {
    let read = |path: &str| fs::read_to_string(root().join(path)).map_err(at(&root().join(path)));
    let mut files = BTreeMap::new();
    let mut summary = String::from("# Summary\n\n[paylint](index.md)\n");
    for (part, pages) in PARTS {
        if !part.is_empty() {
            _ = write!(summary, "\n# {part}\n");
        }
        summary.push('\n');
        for (from, to) in *pages {
            let text = match *from {
                RULES => read(from)? + &table(&catalogue.rules),
                "README.md" => read(from)?.replacen("# paylint", "# Getting started", 1),
                "bindings-wasm/package/README.md" => {
                    read(from)?.replacen("# paylint", "# paylint for JavaScript", 1)
                }
                "core/src/lib.rs" => crate_page(&read(from)?),
                "docs/facts.md" => with_anchors(&read(from)?, catalogue),
                "docs/operations.md" => read(from)? + &tables(catalogue),
                _ => read(from)?,
            };
            let bullet = if part.is_empty() { "" } else { "- " };
            _ = writeln!(summary, "{bullet}[{}]({to})", title(&text).unwrap_or(from));
            files.insert(format!("src/{to}"), with_links(&text, from, to)?);
            if *from != RULES {
                continue;
            }
            for (index, rule) in catalogue.rules.iter().enumerate() {
                let [name] = texts(rule, ["name"]);
                let (from, to) = (format!("core/rules/{name}.md"), rule_page(&name));
                let text = rule_text(&read(&from)?, catalogue, index)
                    .ok_or_else(|| format!("{from} isn't laid out as the others"))?;
                _ = writeln!(summary, "  - [{name}]({to})");
                files.insert(format!("src/{to}"), with_links(&text, &from, &to)?);
            }
        }
    }
    let front = front(&read("README.md")?).ok_or("README.md isn't laid out as it used to be")?;
    files.insert("src/index.md".into(), with_links(&front, "README.md", "index.md")?);
    files.insert("src/SUMMARY.md".into(), summary);
    files.insert("book.toml".into(), BOOK.replace("REPOSITORY", env!("CARGO_PKG_REPOSITORY")));
    Ok(files)
}

/// The front page: an introduction, a request with its findings, and how to install paylint.
fn front(readme: &str) -> Option<String> {
    let (_, rest) = readme.split_once("# paylint\n\n")?;
    let (what, _) = rest.split_once("\n\n")?;
    let (_, request) = readme.split_once("```text\n")?;
    let (request, _) = request.split_once("```")?;
    let (_, points) = readme.split_once("\n- **")?;
    let (points, _) = points.split_once("\n\n")?;
    let (_, languages) = readme.split_once("## In your language\n")?;
    let (languages, _) = languages.split_once("\n## ")?;
    Some(format!(
        "# paylint\n\n<div class=\"lead\">\n\n{what}\n\n</div>\n\n<div class=\"links\">\n\n{LINKS}\n\n</div>\n\n\
         ## One request, and what is wrong with it\n\nAn order as a shop's module sends it, with a free gift in the basket:\n\n\
         ```text\n{request}```\n\n- **{points}\n\n## Install\n{languages}"
    ))
}

const LINKS: &str = "[Try it in the playground](playground/index.html) [Getting started](README.md) \
    [The rules](core/rules/README.md)";

/// A crate's documentation as a page, with links to items replaced by their names.
fn crate_page(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let text: String =
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n").collect();
    let text = text.replace("](std::time::SystemTime)", "]").replace("[`", "`").replace("`]", "`");
    format!("# paylint for Rust\n\n{}", text.replace("\n# F", "\n## F"))
}

const BOOK: &str = r#"[book]
title = "paylint"
language = "en"

[output.html]
git-repository-url = "REPOSITORY"
no-section-label = true
additional-css = ["site.css"]

[output.html.fold]
enable = true

[output.html.print]
enable = false

# It asks play.rust-lang.org what it has.
[output.html.playground]
runnable = false
"#;

/// Address of a rule's page, to which the `type` of problem details leads.
fn rule_page(name: &str) -> String {
    format!("rules/{name}/index.md")
}

/// The list of all rules, in the order of findings.
fn table(rules: &[Value]) -> String {
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
fn links(rules: &[String]) -> String {
    let links = rules.iter().map(|name| format!("[`{name}`](../core/rules/{name}.md)"));
    links.collect::<Vec<_>>().join(", ")
}

/// Tables of members, one for each operation.
fn tables(catalogue: &Catalogue) -> String {
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
fn rule_text(page: &str, catalogue: &Catalogue, index: usize) -> Option<String> {
    let rule = &catalogue.rules[index];
    let [name, level, family, summary] = texts(rule, ["name", "level", "family", "summary"]);
    let (above, examples) = page.split_once("\n## ")?;
    let (_, why) = above.split_once("\n\n")?;
    let (first, others) = summary.split_at(summary.chars().next()?.len_utf8());
    // The last part of the name is also written alone, so that search finds it.
    let last = name.strip_prefix(&format!("{family}."))?;
    let mut text = format!("# {name}\n\n{}{others}.\n\n{why}\n", first.to_uppercase());
    let [violated, held] = [opened(examples, '+')?, opened(examples, '-')?];
    _ = writeln!(
        text,
        "\n## {examples}\n[Open it in the playground]({violated}), or [as it holds]({held}).\n"
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
    let members: std::collections::BTreeSet<_> = members.collect();
    let members = members.iter().map(|anchor| {
        let path = anchor.split_once('/').map_or("", |place| place.1).replace("/n", "/*");
        format!("[`/{path}`](../../docs/operations.md#{anchor})")
    });
    for (title, words) in [
        ("Level", words("level", "")),
        ("Basis", words("basis", "")),
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

/// The address that opens one of a section's two requests in the playground: without the lines of its diffs that have
/// this mark. Body, facts and policy are in backquotes or in a fence.
fn opened(section: &str, mark: char) -> Option<String> {
    let (heading, texts) = section.split_once('\n')?;
    let operation = heading.split('`').nth(1)?;
    let mut parts = [operation.to_owned(), String::new(), String::new(), String::new()];
    let mut rest = texts;
    while let Some((before, after)) = rest.split_once('`') {
        let part = match before.trim() {
            "with the facts" => 2,
            "with the policy" => 3,
            _ => 1,
        };
        let Some(fence) = after.strip_prefix("``") else {
            let (text, left) = after.split_once('`')?;
            (parts[part], rest) = (text.to_owned(), left);
            continue;
        };
        let (language, code) = fence.split_once('\n')?;
        let (code, left) = code.split_once("\n```")?;
        let lines = code.lines().filter(|line| !line.starts_with(mark));
        let margin = usize::from(language == "diff");
        (parts[part], rest) =
            (lines.map(|line| &line[margin..]).collect::<Vec<_>>().join("\n"), left);
    }
    let sheet = URL_SAFE_NO_PAD.encode(json!(parts).to_string());
    Some(format!("playground/index.html#request={sheet}"))
}

fn texts<const N: usize>(rule: &Value, members: [&str; N]) -> [String; N] {
    members.map(|member| plain(&rule[member]))
}

/// A string without quotes; any other value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Adds an anchor to each table row that begins with a fact, and the rules that read the fact.
fn with_anchors(text: &str, catalogue: &Catalogue) -> String {
    let mut anchored = String::new();
    for line in text.lines() {
        let fact = line.strip_prefix("| `").and_then(|rest| rest.split_once("` |"));
        if let Some((name, rest)) = fact {
            let rules = links(&catalogue.reading(name));
            let rest = rest.trim_end_matches('|').trim_end();
            _ = writeln!(anchored, "| <a id=\"{name}\"></a>`{name}` |{rest} | {rules} |");
        } else {
            let more = match line {
                "| fact | values | what it says |" => " rules that read it |",
                "|---|---|---|" => "---|",
                _ => "",
            };
            _ = writeln!(anchored, "{line}{more}");
        }
    }
    anchored
}

/// Gives every page its first paragraph as the description for search engines, and fixes mdBook's output: style sheets
/// that delay the first paint, a label that is a button, and a deprecated event.
fn finish(folder: &Path) -> Result {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() && !path.ends_with("playground") {
            finish(&path)?;
        } else if ending == "js" {
            let script = fs::read_to_string(&path).map_err(at(&path))?;
            write(&path, &script.replace("window.onunload = function() { };", ""))?;
        } else if ending == "html" {
            let page = fs::read_to_string(&path).map_err(at(&path))?;
            let mut page = page.replace(
                "<label id=\"mdbook-sidebar-toggle\"",
                "<label id=\"mdbook-sidebar-toggle\" role=\"button\"",
            );
            // Dark style sheets are loaded when a dark theme is chosen, and the light one after the first paint.
            for (name, attributes) in [
                ("highlight-css", r#"media="print" onload="this.media='all'""#),
                ("tomorrow-night-css", "disabled"),
                ("ayu-highlight-css", "disabled"),
            ] {
                let id = format!("id=\"mdbook-{name}");
                page = page.replace(&id, &format!("{attributes} {id}"));
            }
            let words = description(&page).unwrap_or_default();
            let words = format!("<meta name=\"description\" content=\"{words}\">");
            write(&path, &page.replacen(DESCRIPTION, &words, 1))?;
        }
    }
    Ok(())
}

const DESCRIPTION: &str = "<meta name=\"description\" content=\"\">";

/// The first words of a page's first paragraph.
fn description(page: &str) -> Option<String> {
    let (_, main) = page.split_once("<main>")?;
    let (paragraph, _) = main.split_once("<p>")?.1.split_once("</p>")?;
    let words =
        paragraph.split('<').map(|piece| piece.split_once('>').map_or(piece, |rest| rest.1));
    let words = words.collect::<String>().replace('"', "&quot;").replace('\n', " ");
    let end = words.char_indices().nth(160).map_or(words.len(), |position| position.0);
    Some(words[..end].trim().to_owned())
}

fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("# "))
}

/// The text of the file `from`, with its links adapted to the page `to`.
fn with_links(text: &str, from: &str, to: &str) -> std::result::Result<String, String> {
    let mut linked = text.to_owned();
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let links: Vec<_> = parser
        .filter_map(|(event, range)| match event {
            Event::Start(
                Tag::Link { link_type: LinkType::Inline, dest_url, .. }
                | Tag::Image { link_type: LinkType::Inline, dest_url, .. },
            ) => Some((dest_url.into_string(), range)),
            _ => None,
        })
        .collect();
    for (link, range) in links.into_iter().rev() {
        let at = text[range.clone()].rfind(&format!("]({link}")).ok_or("a link was not found")?;
        let start = range.start + at + "](".len();
        let target = target(&link, from, to);
        let target = target.ok_or_else(|| format!("{from}: {link} leads nowhere"))?;
        linked.replace_range(start..start + link.len(), &target);
    }
    Ok(linked)
}

/// Adapts a link of the file `from` to the page `to`. `None` if its target doesn't exist.
fn target(link: &str, from: &str, to: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Some(link.to_owned());
    }
    if link.starts_with("playground/") {
        return Some(relative(to, link));
    }
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let from = root().join(from);
    let target = if path.is_empty() { from } else { from.with_file_name(path) };
    let target = target.canonicalize().ok()?;
    let file = target.strip_prefix(root().canonicalize().ok()?).ok()?.to_str()?;
    let rule = file.strip_prefix("core/rules/").and_then(|rest| rest.strip_suffix(".md"));
    if let Some(rule) = rule.filter(|_| file != RULES) {
        return Some(relative(to, &rule_page(rule)));
    }
    let readme = format!("{file}/README.md");
    let mut pages = PARTS.iter().flat_map(|(_, pages)| *pages);
    let Some((_, page)) = pages.find(|(name, _)| *name == file || *name == readme) else {
        let kind = if target.is_dir() { "tree" } else { "blob" };
        return Some(format!("{}/{kind}/main/{file}", env!("CARGO_PKG_REPOSITORY")));
    };
    let hash = if fragment.is_empty() { "" } else { "#" };
    Some(format!("{}{hash}{fragment}", relative(to, page)))
}

/// A relative link from one page to another.
fn relative(from: &str, to: &str) -> String {
    "../".repeat(from.matches('/').count()) + to
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    let path: PathBuf = path.to_owned();
    move |error| format!("{}: {error}", path.display())
}

fn write(path: &Path, text: &str) -> Result {
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(at(path))?;
    fs::write(path, text).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_and_link_is_on_the_site() {
        let catalogue = Catalogue { rules: vec![], members: vec![], reports: vec![] };
        assert!(book(&catalogue).unwrap()["src/index.md"].contains("error[product.price_minimum]"));
        let known: Vec<_> = PARTS.iter().flat_map(|(_, pages)| *pages).map(|page| page.0).collect();
        for guide in fs::read_dir(root().join("docs")).unwrap() {
            let page = format!("docs/{}", guide.unwrap().file_name().to_str().unwrap());
            assert!(!page.ends_with(".md") || known.contains(&&page[..]), "{page}");
        }
    }

    #[test]
    fn links_lead_to_pages_rules_or_repository() {
        let text = "[a](tax.percent_range.md) [b](../../docs/policies.md#levels) [c](../src/check/mod.rs) [d](https://a.example)";
        let expected = format!(
            "[a](../rules/tax.percent_range/index.md) [b](../policies.md#levels) [c]({}/blob/main/core/src/check/mod.rs) \
             [d](https://a.example)",
            env!("CARGO_PKG_REPOSITORY")
        );
        assert_eq!(with_links(text, RULES, RULE_INDEX).as_deref(), Ok(&expected[..]));
        let broken = with_links("[a](nowhere.md)", "docs/facts.md", "facts.md");
        assert_eq!(broken, Err("docs/facts.md: nowhere.md leads nowhere".into()));
    }
}
