//! The static site: the documentation as pages with search, each rule at an address of its own, and the
//! playground beside them.

use crate::shell::{self, Result, command, program, root, say, script, target_folder};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

const MDBOOK: &str = "0.5.4";

/// The pages in the order of the table of contents: where each comes from, and its address.
const PARTS: &[(&str, &[(&str, &str)])] = &[
    ("", &[("README.md", "index.md")]),
    (
        "Guides",
        &[
            ("docs/languages.md", "languages.md"),
            ("docs/policies.md", "policies.md"),
            ("docs/facts.md", "facts.md"),
            ("docs/report.md", "report.md"),
            ("docs/fixes.md", "fixes.md"),
            ("docs/fields.md", "fields.md"),
            ("docs/history.md", "history.md"),
            ("docs/calibration.md", "calibration.md"),
            ("docs/data.md", "data.md"),
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
            ("bindings-wasm/package/README.md", "packages/javascript.md"),
            ("bindings-php/README.md", "packages/php.md"),
            ("bindings-python/README.md", "packages/python.md"),
            ("bindings-c/README.md", "packages/c.md"),
            ("arrow/README.md", "packages/arrow.md"),
            ("tower/README.md", "packages/tower.md"),
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

/// Builds the site in target/site, and checks its links.
pub(crate) fn run() -> Result {
    let (source, site) = (target_folder().join("site-source"), target_folder().join("site"));
    for folder in [&source, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(at(folder))?;
        }
    }
    say("the playground");
    shell::run(
        program("npm")
            .env("PATH", shell::output(&mut script("node.sh"))?)
            .args(["run", "build"])
            .current_dir(root().join("playground")),
    )?;
    say("the pages");
    for (path, text) in book(root(), &catalogue("rules")?, &catalogue("members")?)? {
        write(&source.join(path), &text)?;
    }
    copy(&root().join("playground/dist"), &source.join("src/playground"))?;
    link_rules(&source.join("src/playground/index.html"))?;
    let mut mdbook = script("cargo-tool.sh");
    shell::run(mdbook.args(["mdbook", MDBOOK, "--no-default-features", "--features=search"]))?;
    shell::run(program("mdbook").arg("build").arg(&source).arg("--dest-dir").arg(&site))?;
    say("the links of the site");
    check_links(&site)?;
    println!("{}", site.join("index.html").display());
    Ok(())
}

/// What the command lists: `rules` or `members`.
fn catalogue(what: &str) -> std::result::Result<Vec<Value>, String> {
    let mut list = command("cargo run -q --bin paylint --");
    let list = serde_json::from_str(&shell::output(list.args([what, "--format", "json"]))?);
    list.map_err(|error| format!("the {what}: {error}"))
}

/// Tells the playground where the pages of the rules are.
fn link_rules(page: &Path) -> Result {
    let text = fs::read_to_string(page).map_err(at(page))?;
    let linked =
        text.replacen("<html lang=\"en\"", "<html lang=\"en\" data-rules=\"../rules/\"", 1);
    if linked == text {
        return Err(format!("{} doesn't begin as it used to", page.display()));
    }
    write(page, &linked)
}

/// Checks that every link of the site's pages to the site itself leads to a file, and to a place in it.
fn check_links(site: &Path) -> Result {
    let mut pages = BTreeMap::new();
    let mut folders = vec![site.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "html") {
                let text = fs::read_to_string(&path).map_err(at(&path))?;
                pages.insert(path, text);
            }
        }
    }
    let mut broken = Vec::new();
    for (page, text) in &pages {
        // The page for what isn't there is shown at any address, so its links begin at the site's root.
        if page.ends_with("404.html") {
            continue;
        }
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            if link.contains(':') {
                continue;
            }
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let file = match path {
                "" => page.clone(),
                path => normal(&page.with_file_name(path)),
            };
            // The playground's fragments are its views.
            let is_view = file.starts_with(site.join("playground"));
            let has_place = |text: &String| attributes(text, "id").any(|id| id == fragment);
            let is_there =
                fragment.is_empty() || is_view || pages.get(&file).is_some_and(has_place);
            if !file.is_file() || !is_there {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    println!("{} pages", pages.len());
    if broken.is_empty() { Ok(()) } else { Err(format!("broken links:\n{}", broken.join("\n"))) }
}

/// The values of an attribute in a page's tags; what looks like one in an example is text.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let start = format!(" {name}=\"");
    let tags = text.split('<').skip(1).filter_map(|it| it.split('>').next());
    tags.filter_map(move |tag| tag.split_once(&start[..])?.1.split('"').next())
}

/// The files that mdBook reads: paths, and what is in them.
fn book(
    root: &Path,
    rules: &[Value],
    members: &[Value],
) -> std::result::Result<BTreeMap<String, String>, String> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(at(&root.join(path)));
    let site = Site { root };
    let mut files = BTreeMap::new();
    let mut summary = String::from("# Summary\n");
    for (part, pages) in PARTS {
        if !part.is_empty() {
            _ = write!(summary, "\n# {part}\n");
        }
        summary.push('\n');
        for (from, to) in *pages {
            let text = match *from {
                RULES => read(from)? + &list(rules),
                "docs/facts.md" => with_anchors(&read(from)?),
                "docs/operations.md" => read(from)? + &tables(members),
                _ => read(from)?,
            };
            let bullet = if part.is_empty() { "" } else { "- " };
            _ = writeln!(summary, "{bullet}[{}]({to})", title(&text).unwrap_or(from));
            files.insert(format!("src/{to}"), site.with_links(&text, from, to)?);
            if *from != RULES {
                continue;
            }
            for rule in rules {
                let [name] = texts(rule, ["name"]);
                let (from, to) = (format!("core/rules/{name}.md"), rule_page(&name));
                let text = with_catalogue(&read(&from)?, rule);
                _ = writeln!(summary, "  - [{name}]({to})");
                files.insert(format!("src/{to}"), site.with_links(&text, &from, &to)?);
            }
        }
    }
    if let Some(start) = files.get_mut("src/index.md") {
        *start = start.replacen("\n\n", PLAYGROUND, 1);
    }
    files.insert("src/SUMMARY.md".into(), summary);
    files.insert("book.toml".into(), BOOK.replace("REPOSITORY", env!("CARGO_PKG_REPOSITORY")));
    Ok(files)
}

/// What the first page says below its title.
const PLAYGROUND: &str = "\n\n[Open the playground](playground/index.html): paste a request, and see what is wrong with it.\n\n";

const BOOK: &str = r#"[book]
title = "paylint"
language = "en"

[output.html]
git-repository-url = "REPOSITORY"
no-section-label = true

[output.html.fold]
enable = true

[output.html.print]
enable = false
"#;

/// A rule's page: the address that the `type` of problem details leads to.
fn rule_page(name: &str) -> String {
    format!("rules/{name}/index.md")
}

/// The list of all rules, in the order of findings.
fn list(rules: &[Value]) -> String {
    let mut list =
        String::from("\n## All rules\n\nIn the order in which a report lists their findings.\n\n");
    list.push_str("| rule | level | basis | what holds |\n|---|---|---|---|\n");
    for rule in rules {
        let [name, level, basis, summary] = texts(rule, ["name", "level", "basis", "summary"]);
        _ = writeln!(list, "| [`{name}`]({name}.md) | {level} | {basis} | {summary} |");
    }
    list
}

/// The members of every body, a table for each operation.
fn tables(members: &[Value]) -> String {
    let (mut tables, mut last) = (String::from("\n## Members\n"), String::new());
    for member in members {
        let [operation, path, kind, about] = texts(member, ["operation", "path", "type", "about"]);
        if operation != last {
            _ = write!(tables, "\n### `{operation}`\n\n| member | type | what it is | example |\n");
            tables.push_str("|---|---|---|---|\n");
        }
        let example = &member["example"];
        let example =
            if example.is_object() || example.is_array() { "" } else { &format!("`{example}`") };
        _ = writeln!(tables, "| `{path}` | {kind} | {about} | {example} |");
        last = operation;
    }
    tables
}

/// A rule's page, with what the catalogue says of the rule above the examples.
fn with_catalogue(page: &str, rule: &Value) -> String {
    let (above, examples) = page.split_once("\n## ").unwrap_or((page, ""));
    let mut text = format!("{above}\n");
    for (member, title) in [
        ("level", "Level"),
        ("basis", "Basis"),
        ("operations", "Operations"),
        ("needs", "Facts it reads"),
        ("message", "Message"),
        ("params", "Params"),
        ("number", "Number in the C interface"),
        ("since", "Since"),
        ("renamed_from", "Old names"),
        ("deprecated", "Deprecated"),
    ] {
        let words = match &rule[member] {
            Value::Array(names) => names.iter().map(|it| format!("`{}`", plain(it))).collect(),
            Value::Null => vec![],
            value => vec![plain(value)],
        };
        if !words.is_empty() {
            _ = writeln!(text, "- {title}: {}", words.join(", "));
        }
    }
    format!("{text}\n## {examples}\n[All rules, and how to read their pages](README.md)\n")
}

fn texts<const N: usize>(rule: &Value, members: [&str; N]) -> [String; N] {
    members.map(|member| plain(&rule[member]))
}

/// A text without quotes; anything else as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The text with an anchor for each row of a table whose first cell is a name: `facts.html#key.test`.
fn with_anchors(text: &str) -> String {
    let mut section = "";
    let mut anchored = String::new();
    for line in text.split_inclusive('\n') {
        section = line.strip_prefix("## ").map_or(section, str::trim_end);
        let cell = line.strip_prefix("| `").and_then(|it| it.split_once("` |"));
        if let Some((name, _)) = cell {
            let dot = if section.is_empty() { "" } else { "." };
            _ = write!(anchored, r#"| <a id="{section}{dot}{name}"></a>"#);
        }
        anchored.push_str(if cell.is_some() { line.trim_start_matches("| ") } else { line });
    }
    anchored
}

fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("# "))
}

/// Where links can lead.
struct Site<'r> {
    root: &'r Path,
}

impl Site<'_> {
    /// The text of the file `from` with its links as they are on the page `to`.
    fn with_links(&self, text: &str, from: &str, to: &str) -> std::result::Result<String, String> {
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
            let at =
                text[range.clone()].rfind(&format!("]({link}")).ok_or("a link was not found")?;
            let start = range.start + at + "](".len();
            let target = self.target(&link, from, to);
            let target = target.ok_or_else(|| format!("{from}: {link} leads nowhere"))?;
            linked.replace_range(start..start + link.len(), &target);
        }
        Ok(linked)
    }

    /// What a link of the file `from` is on the page `to`. `None` if it leads nowhere.
    fn target(&self, link: &str, from: &str, to: &str) -> Option<String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return Some(link.to_owned());
        }
        let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
        let file = match path {
            "" => from.to_owned(),
            path => normal(&Path::new(from).with_file_name(path)).to_str()?.to_owned(),
        };
        let rule = file.strip_prefix("core/rules/").and_then(|it| it.strip_suffix(".md"));
        if let Some(rule) = rule.filter(|_| file != RULES && self.root.join(&file).is_file()) {
            return Some(relative(to, &rule_page(rule)));
        }
        let pages = || PARTS.iter().flat_map(|(_, pages)| *pages);
        let readme = format!("{file}/README.md");
        let Some((_, page)) = pages().find(|(it, _)| *it == file || *it == readme) else {
            let kind = match self.root.join(&file) {
                it if it.is_dir() => "tree",
                it if it.is_file() => "blob",
                _ => return None,
            };
            return Some(format!("{}/{kind}/main/{file}", env!("CARGO_PKG_REPOSITORY")));
        };
        let hash = if fragment.is_empty() { "" } else { "#" };
        Some(format!("{}{hash}{fragment}", relative(to, page)))
    }
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = normal.pop(),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// The way from one page to another.
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

fn copy(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to).map_err(at(to))?;
    for entry in fs::read_dir(from).map_err(at(from))? {
        let from = entry.map_err(at(from))?.path();
        let to = to.join(from.file_name().unwrap_or_default());
        if from.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(&from, &to).map_err(at(&to))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_link_of_the_pages_leads_somewhere_and_every_guide_is_a_page() {
        let rule =
            json!({ "name": "refund.too_old", "level": "deny", "needs": ["now"], "since": null });
        let member = json!({ "operation": "tax", "path": "/name", "type": "string", "about": "its name",
            "example": "VAT" });
        let files = book(root(), &[rule], &[member]).unwrap();
        let row = "### `tax`\n\n| member | type | what it is | example |\n|---|---|---|---|\n\
                   | `/name` | string | its name | `\"VAT\"` |\n";
        assert!(files["src/operations.md"].ends_with(row));
        assert!(files["src/SUMMARY.md"].contains("- [refund.too_old](rules/refund.too_old/"));
        assert!(
            files["src/rules/index.md"].contains("| [`refund.too_old`](../rules/refund.too_old/")
        );
        let page = &files["src/rules/refund.too_old/index.md"];
        let expected = "- Level: deny\n- Facts it reads: `now`\n\n## Violated by `refund`";
        assert!(page.contains(expected), "{page}");
        assert!(page.ends_with("](../../rules/index.md)\n"), "{page}");
        let known: Vec<_> = PARTS.iter().flat_map(|(_, pages)| *pages).map(|it| it.0).collect();
        for guide in fs::read_dir(root().join("docs")).unwrap() {
            let name = guide.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                assert!(
                    known.contains(&&format!("docs/{name}")[..]),
                    "{name} is in no part of the site"
                );
            }
        }
    }

    #[test]
    fn links_lead_to_pages_to_rules_and_else_to_the_repository() {
        let site = Site { root: root() };
        let text = "[a](tax.percent_range.md) [b](../../docs/policies.md#levels) [c](../src/lib.rs) [d](https://a.example)";
        let expected = format!(
            "[a](../rules/tax.percent_range/index.md) [b](../policies.md#levels) [c]({}/blob/main/core/src/lib.rs) \
             [d](https://a.example)",
            env!("CARGO_PKG_REPOSITORY")
        );
        assert_eq!(site.with_links(text, RULES, RULE_INDEX).as_deref(), Ok(&expected[..]));
        let broken = site.with_links("[a](nowhere.md)", "docs/facts.md", "facts.md");
        assert_eq!(broken, Err("docs/facts.md: nowhere.md leads nowhere".into()));
    }

    #[test]
    fn rows_of_facts_and_members_have_anchors() {
        let text = "| fact |\n|---|\n| `now` | x |\n## Order\n| `client` | y |\n";
        let expected = "| fact |\n|---|\n| <a id=\"now\"></a>`now` | x |\n## Order\n| <a id=\"Order.client\"></a>`client` | y |\n";
        assert_eq!(with_anchors(text), expected);
    }
}
