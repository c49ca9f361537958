//! The static site: a front page, the documentation with search, a page for each rule, and the
//! playground.

mod rules;

use crate::shell::{self, Result, program, program_of, root, say, script, target_folder};
use rules::{Catalogue, links, rule_text, table, tables, texts};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

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
    shell::run(program_of("node", "npm")?.args(["run", "build"]).current_dir(&playground))?;
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
    shell::run(program_of("node", "node")?.arg("xtask/scripts/site.mjs").arg(&site))
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

/// The text of the file `from`, with its links adapted to the page `to`, except in fenced blocks.
fn with_links(text: &str, from: &str, to: &str) -> std::result::Result<String, String> {
    let mut linked = Vec::new();
    for (index, part) in text.split("```").enumerate() {
        let (before, links) = part.split_once("](").filter(|_| index % 2 == 0).unzip();
        let mut adapted = before.unwrap_or(part).to_owned();
        for piece in links.into_iter().flat_map(|links| links.split("](")) {
            let (link, rest) = piece.split_once(')').ok_or("a link has no end")?;
            let target = target(link, from, to);
            let target = target.ok_or_else(|| format!("{from}: {link} leads nowhere"))?;
            adapted += &format!("]({target}){rest}");
        }
        linked.push(adapted);
    }
    Ok(linked.join("```"))
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
