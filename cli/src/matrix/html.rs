//! The table as a page.

use super::{Cell, in_one_line};
use crate::page::escaped;
use paylint::Feature;
use paylint::compatibility::{Compatibility, ROWS, compatibility};
use std::fmt::Write;

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Which features go together</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --yes: #2f8f57; --no: #8889;
    --disputed: #e39b00 }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
    padding: 0 1rem }
  .scroll { overflow-x: auto }
  table { border-collapse: collapse }
  .grid th, .grid td { border: 1px solid var(--line); padding: 0; text-align: center }
  .grid td { height: 1.7rem; min-width: 1.7rem; cursor: default }
  .grid th[scope=row] { font-weight: 400; padding: 0 .6rem; position: sticky; left: 0;
    text-align: right; background: Canvas }
  .grid th[scope=col] { font-weight: 400; height: 11.5rem; vertical-align: bottom }
  .grid th[scope=col] span { writing-mode: vertical-rl; padding: .4rem 0;
    transform: rotate(180deg); display: inline-block }
  .grid tr:hover th[scope=row] { font-weight: 600 }
  .yes { background: color-mix(in srgb, var(--yes) 22%, Canvas); color: var(--yes) }
  .no { color: var(--no) }
  .disputed { background: color-mix(in srgb, var(--disputed) 45%, Canvas); font-weight: 700 }
  .rows th, .rows td { border-bottom: 1px solid var(--line); padding: .4rem .8rem .4rem 0;
    text-align: left; vertical-align: top }
</style>
<h1>Which features go together</h1>
<p>The compatibility table of §1. <b class="yes">&nbsp;●&nbsp;</b> compatible,
<b class="no">&nbsp;×&nbsp;</b> incompatible, <b class="disputed">&nbsp;?&nbsp;</b> disputed: the
rows of the two disagree. A blank cell is of two that cannot arise together. Point at a cell to be
told which row says what.</p>
"#;

/// The page, whole.
pub(super) fn page() -> String {
    let mut html = HEAD.to_owned();
    html.push_str("<div class=\"scroll\"><table class=\"grid\">\n<tr><td></td>");
    for feature in Feature::ALL {
        _ = write!(html, "<th scope=\"col\"><span>{feature}</span></th>");
    }
    html.push_str("</tr>\n");
    for a in Feature::ALL {
        _ = write!(html, "<tr><th scope=\"row\">{a}</th>");
        for b in Feature::ALL {
            cell(&mut html, *a, *b);
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table></div>\n");
    disputed(&mut html);
    rows(&mut html);
    html.push_str("</html>\n");
    html
}

fn cell(html: &mut String, a: Feature, b: Feature) {
    let (class, sign) = match Cell::of(compatibility(a, b).as_ref()) {
        Cell::Compatible => ("yes", "●"),
        Cell::Incompatible => ("no", "×"),
        Cell::Disputed => ("disputed", "?"),
        Cell::None => return html.push_str("<td></td>"),
    };
    let title = escaped(&in_one_line(a, b));
    _ = write!(html, "<td class=\"{class}\" title=\"{title}\">{sign}</td>");
}

fn disputed(html: &mut String) {
    html.push_str("<h2>What the rows disagree on</h2>\n<ul>\n");
    for (index, a) in Feature::ALL.iter().enumerate() {
        for b in &Feature::ALL[index + 1..] {
            let pair = compatibility(*a, *b);
            if pair.is_some_and(|pair| pair.compatibility == Compatibility::Disputed) {
                _ = writeln!(html, "<li>{}</li>", escaped(&in_one_line(*a, *b)));
            }
        }
    }
    html.push_str("</ul>\n");
}

fn rows(html: &mut String) {
    html.push_str("<h2>The rows as they stand</h2>\n<table class=\"rows\">\n");
    for row in ROWS {
        let lists: Vec<&str> = row.lists.iter().map(Feature::name).collect();
        let (title, lists) = (escaped(row.title), lists.join(", "));
        _ = writeln!(html, "<tr><th scope=\"row\">{title}</th><td>{lists}</td></tr>");
    }
    html.push_str("</table>\n");
}
