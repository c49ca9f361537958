//! HTML pages for people who don't use terminals: single files without scripts or external resources,
//! light or dark as the reader prefers, and printable.

use indicatif::HumanCount;
use paylint::{Engine, Policy, Rule};
use std::fmt::Write;

/// Text escaped for HTML and XML, also in attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = r#"
  :root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1c2128; --soft: #57606a;
    --line: #d8dee4; --yes: #1a7f4b; --no: #b3261e; --warn: #8a5a00; --track: #e7ebef }
  @media (prefers-color-scheme: dark) {
    :root { --page: #0f1317; --card: #171c22; --text: #e6e9ed; --soft: #9aa4af; --line: #2d353e;
      --yes: #4cc38a; --no: #ff8a80; --warn: #e3b341; --track: #252c34 }
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--page); color: var(--text);
    font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }
  main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 3rem }
  h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem }
  h2 { font-size: 1.15rem; margin: 2.4rem 0 .3rem }
  p { margin: .2rem 0 .8rem }
  .soft, caption { color: var(--soft) }
  .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem;
    margin: 1.4rem 0; padding: 0 }
  .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
    padding: .8rem 1rem; display: flex; flex-direction: column-reverse; justify-content: flex-end }
  .tiles dt { color: var(--soft); font-size: .9rem }
  .tiles dd { margin: 0; font-size: 1.7rem; font-weight: 650; line-height: 1.2;
    font-variant-numeric: tabular-nums }
  .yes { color: var(--yes) } .no { color: var(--no) } .warn { color: var(--warn) }
  .scroll { overflow-x: auto; margin-bottom: 1rem; background: var(--card); border: 1px solid var(--line);
    border-radius: .6rem }
  table { border-collapse: collapse; width: 100% }
  th, td { padding: .55rem .9rem; text-align: left; vertical-align: top;
    border-top: 1px solid var(--line) }
  thead th { border-top: 0; color: var(--soft); font-size: .85rem; font-weight: 600 }
  tbody th { font-weight: 600 }
  .count { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 1% }
  .bars { width: 26%; min-width: 8rem }
  .bar { display: flex; gap: 2px; height: .7rem; margin: .45rem 0; border-radius: .2rem;
    overflow: hidden; background: var(--track) }
  .bar i { display: block; min-width: 2px; background: currentColor }
  .why { font-weight: 400; font-size: .92rem; margin: .15rem 0 0; max-width: 44rem }
  .why span { display: block; color: var(--soft) }
  pre { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem;
    white-space: pre-wrap; overflow-wrap: anywhere }
  code, pre { font: .92em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
  .why code { display: block; white-space: pre-wrap; overflow-wrap: anywhere }
  .why a code { display: inline }
  footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line);
    font-size: .9rem; color: var(--soft) }
  @media (max-width: 40rem) {
    main { padding: 1.25rem .75rem 2rem }
    th, td { padding: .45rem .5rem }
    thead .count { white-space: normal }
    tbody th { overflow-wrap: anywhere }
    .bars { display: none }
  }
  @media print {
    :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --soft: #444;
      --line: #bbb; --yes: #1a7f4b; --no: #b3261e; --warn: #8a5a00; --track: #eee }
    body { font-size: 10.5pt }
    main { max-width: none; padding: 0 }
    .bars { display: none }
    .scroll { overflow: visible; border-width: 1px 0; border-radius: 0 }
    thead .count { white-space: normal; min-width: 6rem }
    tr, pre, .tiles div { break-inside: avoid }
    h2, .said { break-after: avoid }
  }
  @page { margin: 15mm }
"#;

/// A page under construction.
pub(crate) struct Page {
    html: String,
}

impl Page {
    /// Begins a page with this title.
    pub(crate) fn new(title: &str, subtitle: &str) -> Page {
        let [title, subtitle] = [title, subtitle].map(escaped);
        let html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n<p class=\"soft\">{subtitle}</p>\n"
        );
        Page { html }
    }

    /// Adds the most important numbers, each with a label and a CSS class.
    pub(crate) fn tiles(&mut self, tiles: &[(u64, &str, &str)]) {
        self.html.push_str("<dl class=\"tiles\">\n");
        for (count, words, class) in tiles {
            let (count, words) = (grouped(*count), escaped(words));
            _ = writeln!(
                self.html,
                "<div><dt>{words}</dt><dd class=\"{class}\">{count}</dd></div>"
            );
        }
        self.html.push_str("</dl>\n");
    }

    /// Adds a table with a heading and a sentence that explains it; nothing without rows.
    pub(crate) fn table(&mut self, title: &str, said: &str, head: &[&str], rows: &[Row]) {
        if rows.is_empty() {
            return;
        }
        let [title, said] = [title, said].map(escaped);
        // The tabindex makes it scrollable by keyboard.
        _ = write!(
            self.html,
            "<h2>{title}</h2>\n<p class=\"soft said\">{said}</p>\n\
             <div class=\"scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">\n<table>\n<thead><tr>"
        );
        for (index, words) in head.iter().enumerate() {
            let class = match index {
                0 => "",
                _ if words.is_empty() => " class=\"bars\" aria-hidden=\"true\"",
                _ => " class=\"count\"",
            };
            _ = write!(self.html, "<th scope=\"col\"{class}>{}</th>", escaped(words));
        }
        self.html.push_str("</tr></thead>\n<tbody>\n");
        for Row { head, counts, bar } in rows {
            _ = write!(self.html, "<tr><th scope=\"row\">{head}</th>");
            for count in counts {
                _ = write!(self.html, "<td class=\"count\">{}</td>", grouped(*count));
            }
            _ = writeln!(self.html, "{bar}</tr>");
        }
        self.html.push_str("</tbody>\n</table>\n</div>\n");
    }

    /// Adds a paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        _ = writeln!(self.html, "<p>{}</p>", escaped(text));
    }

    /// Adds a line of terminal output, whose title ends with a colon, as a paragraph.
    pub(crate) fn line(&mut self, line: &str) {
        let (title, said) = line.split_once(':').unwrap_or(("", line));
        let [title, said] = [&sentence(title), said.trim_start()].map(escaped);
        _ = writeln!(self.html, "<p><strong>{title}</strong> {said}</p>");
    }

    /// Adds preformatted text under a heading.
    pub(crate) fn code(&mut self, title: &str, text: &str) {
        let [title, text] = [title, text.trim_end()].map(escaped);
        _ = writeln!(self.html, "<h2>{title}</h2>\n<pre>{text}</pre>");
    }

    /// Ends the page with the policy and an explanation of the section signs.
    pub(crate) fn finish(mut self, name: &str, policy: &Policy) -> String {
        let decided = escaped(&sentence(&decided_by(name, policy)));
        _ = writeln!(self.html, "<footer>\n<p>{decided}</p>");
        _ = writeln!(
            self.html,
            "<p>{}</p>\n</footer>\n</main>\n</body>\n</html>",
            escaped(
                "Sections (§) are those of the gateway's interface description, \"Card Payment \
                 Service: Orders, Payouts and Additional Capabilities\", version 0.6."
            )
        );
        self.html
    }
}

/// The policy that decided, in words: its name, label and fingerprints.
pub(crate) fn decided_by(name: &str, policy: &Policy) -> String {
    let engine = Engine::new(policy);
    let label = engine.label().map_or(String::new(), |label| format!(" \"{label}\""));
    let (policy, rules) = (engine.policy_fingerprint(), engine.rules_fingerprint());
    let version = env!("CARGO_PKG_VERSION");
    format!("fingerprints of {name}{label}: policy {policy}, rules {rules} (paylint {version})")
}

/// The policy and rules that decided, for programs.
#[derive(serde::Serialize)]
pub(crate) struct DecidedBy {
    label: Option<String>,
    policy: String,
    rules: String,
}

impl DecidedBy {
    pub(crate) fn of(policy: &Policy) -> DecidedBy {
        let engine = Engine::new(policy);
        DecidedBy {
            label: engine.label().map(str::to_owned),
            policy: engine.policy_fingerprint().text(),
            rules: engine.rules_fingerprint().text(),
        }
    }
}

/// A row of a table: a name, counts, and bars.
pub(crate) struct Row {
    head: String,
    counts: Vec<u64>,
    /// The cell with a bar, or empty.
    bar: String,
}

impl Row {
    /// A row that begins with a name.
    pub(crate) fn named(name: &str, counts: &[u64]) -> Row {
        let head = format!("<code>{}</code>", escaped(name));
        Row { head, counts: counts.to_vec(), bar: String::new() }
    }

    /// A row that begins with a sentence, and a name below it.
    pub(crate) fn said(sentence: &str, name: &str, counts: &[u64]) -> Row {
        let [sentence, name] = [sentence, name].map(escaped);
        let head = format!("{sentence}<div class=\"why\"><span><code>{name}</code></span></div>");
        Row { head, counts: counts.to_vec(), bar: String::new() }
    }

    /// A row about a rule: its summary, reason, basis and name.
    pub(crate) fn of_rule(name: &str, rule: Option<Rule<'_>>, counts: &[u64]) -> Row {
        let Some(rule) = rule else { return Row::named(name, counts) };
        let [summary, why, citation] =
            [&summary(&rule), rule.docs.why, &rule.citation()].map(escaped);
        let mut link = format!("<code>{}</code>", escaped(name));
        if rule.number > 0 {
            let page = format!("{}/blob/main/core/rules/{name}.md", env!("CARGO_PKG_REPOSITORY"));
            link = format!("<a href=\"{}\">{link}</a>", escaped(&page));
        }
        let why = if why.is_empty() { why } else { format!("<span>{why}</span>") };
        let head = format!(
            "{summary}<div class=\"why\">{why}<span>Rests on: {citation}. Rule: {link}</span></div>"
        );
        Row { head, counts: counts.to_vec(), bar: String::new() }
    }

    /// Adds a line below the name.
    pub(crate) fn with_line(mut self, text: &str) -> Row {
        _ = write!(self.head, "<div class=\"why\"><span>{}</span></div>", escaped(text));
        self
    }

    /// Adds an example finding: its place, the text there, and a fix.
    pub(crate) fn with_example(
        mut self,
        place: &str,
        excerpt: Option<&str>,
        help: Option<&str>,
    ) -> Row {
        _ = write!(self.head, "<div class=\"why\"><span>{}</span>", escaped(place));
        if let Some(excerpt) = excerpt {
            _ = write!(self.head, "<code>{}</code>", escaped(excerpt));
        }
        if let Some(help) = help {
            _ = write!(self.head, "<span>{}</span>", escaped(&sentence(&help.replace('`', ""))));
        }
        self.head.push_str("</div>");
        self
    }

    /// Adds a bar divided into counts, out of a total `of`.
    pub(crate) fn with_bar(mut self, parts: &[(u64, &'static str)], of: u64) -> Row {
        // Hidden from screen readers, since the counts beside it say the same.
        self.bar = "<td class=\"bars\" aria-hidden=\"true\"><div class=\"bar\">".to_owned();
        for (count, class) in parts.iter().filter(|(count, _)| *count > 0) {
            let share = *count as f64 * 100.0 / of.max(1) as f64;
            _ = write!(self.bar, "<i class=\"{class}\" style=\"width:{share:.2}%\"></i>");
        }
        self.bar += "</div></td>";
        self
    }
}

/// A rule's summary as a sentence.
pub(crate) fn summary(rule: &Rule<'_>) -> String {
    sentence(if rule.docs.summary.is_empty() { rule.message } else { rule.docs.summary })
}

/// The period of a page.
pub(crate) fn period([first, last]: &[String; 2]) -> String {
    if first == last { first.clone() } else { format!("{first} to {last}") }
}

/// A text of the catalogue as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// A number with its thousands separated.
fn grouped(count: u64) -> String {
    HumanCount(count).to_string().replace(',', "\u{202f}")
}
