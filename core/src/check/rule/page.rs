//! Reads a rule's page, `core/rules/NAME.md`, while the crate is compiled: a page that is missing, or isn't laid out
//! as all are, doesn't compile.

#![allow(clippy::indexing_slicing, clippy::panic, reason = "at compile time")]

use super::{Docs, Example};
use crate::model::schema::same;

/// The rule of that number, name, level and basis, for these operations, with what its page says and defaults for the
/// rest: `..rule!(65, "refund.too_old", Deny, Stated, Operations::of(&[Operation::Refund]))`.
macro_rules! rule {
    ($number:literal, $name:literal, $level:ident, $basis:ident, $on:expr) => {{
        use crate::check::rule::{Basis, Level, Page, Rule};
        const PAGE: Page = Page::read(
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $name, ".md")),
        );
        // A copy: builds without prose keep the source's place, and not the page that it stands on.
        const SOURCE: [u8; PAGE.source.len()] = *PAGE.source.as_bytes().first_chunk().unwrap();
        Rule {
            number: $number,
            name: $name,
            level: Level::$level,
            basis: Basis::$basis,
            on: $on,
            source: crate::check::rule::place(&SOURCE),
            docs: PAGE.docs,
            ..Rule::DEFAULT
        }
    }};
}
pub(crate) use rule;

pub(crate) struct Page {
    /// The section of the source document, or the standard; empty if there is none.
    pub(crate) source: &'static str,
    pub(crate) docs: Docs,
}

impl Page {
    /// Reads the page of the rule of that name.
    ///
    /// # Panics
    /// The page is another rule's, or a part of it is missing.
    pub(crate) const fn read(name: &str, page: &'static str) -> Page {
        let (heading, rest) = split(page, "\n\n");
        let (heading, summary) = split(heading, ": ");
        let (mark, of) = split(heading, " ");
        assert!(same(mark.as_bytes(), b"#") && same(of.as_bytes(), name.as_bytes()), "`# NAME: …`");
        let (prose, examples) = split(rest, "\n\n## Violated by ");
        let (violated_by, held_by) = split(examples, "\n## Held by ");
        let (why, source) = match cut(prose, "\n\nSource: ") {
            Some(parts) => parts,
            None => (prose, ""),
        };
        Page { source, docs: Docs::new(summary, why, example(violated_by), example(held_by)) }
    }
}

/// The example that begins with the operation's name in backquotes.
const fn example(text: &'static str) -> Example {
    let (heading, rest) = split(text, "\n");
    let (_, operation) = split(heading, "`");
    let (operation, without) = split(operation, "`");
    let (body, rest) = code(rest, "\n```", "\n`");
    let (facts, rest) = code(rest, "\nwith the facts\n\n```", "\nwith the facts `");
    let (policy, rest) = code(rest, "\nwith the policy\n\n```", "\nwith the policy `");
    assert!(rest.is_empty(), "an example is a body, facts and a policy, in this order");
    assert!(body.is_empty() != without.is_empty(), "an example with a body, or ` without a body`");
    Example { operation, body, facts, policy }
}

/// The code behind a fence or a backquote, and the rest. No code if something else follows.
const fn code(text: &'static str, fence: &str, quote: &str) -> (&'static str, &'static str) {
    if let Some(code) = after(text, fence) {
        return split(split(code, "\n").1, "\n```\n");
    }
    let Some(code) = after(text, quote) else { return ("", text) };
    let (code, rest) = split(code, "`");
    match after(rest, "\n") {
        Some(rest) => (code, rest),
        None => panic!("code in backquotes ends its line"),
    }
}

/// The text after the mark, if it begins with it.
const fn after<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    match cut(text, mark) {
        Some((before, rest)) if before.is_empty() => Some(rest),
        _ => None,
    }
}

/// The texts before the mark and after it.
const fn split<'t>(text: &'t str, mark: &str) -> (&'t str, &'t str) {
    match cut(text, mark) {
        Some(parts) => parts,
        None => panic!("a part of the page is missing"),
    }
}

const fn cut<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let (text_bytes, mark) = (text.as_bytes(), mark.as_bytes());
    let mut at = 0;
    while at + mark.len() <= text_bytes.len() {
        let mut same = 0;
        while same < mark.len() && text_bytes[at + same] == mark[same] {
            same += 1;
        }
        if same == mark.len() {
            let (before, rest) = text.split_at(at);
            return Some((before, rest.split_at(mark.len()).1));
        }
        at += 1;
    }
    None
}

/// The source's place from the bytes that a build without prose keeps; `None` if there are none.
pub(crate) const fn place(bytes: &'static [u8]) -> Option<&'static str> {
    match core::str::from_utf8(bytes) {
        Ok(source) if !source.is_empty() => Some(source),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# a.b: it holds\n\nOr not.\n\nSource: §2\n\n## Violated by `tax`\n\n```json\n{\n}\n```\n\n\
                        with the facts\n\n```json\n{}\n```\n\n## Held by `tax` without a body\n\nwith the policy `[]`\n";

    #[test]
    fn page_of_another_layout_does_not_compile() {
        for (part, instead) in [
            ("# a.b", "# a.c"),
            ("# a.b: ", "# a.b "),
            ("# ", "## "),
            ("## Violated by", "## Broken by"),
            ("\n\n## Held", "\n## Held"),
            ("`tax`\n", "`tax` without a body\n"),
            (" without a body", ""),
            ("with the facts", "with facts"),
            ("facts\n\n```json", "facts `"),
            ("[]`", "[]"),
        ] {
            let page = GOOD.replacen(part, instead, 1);
            assert_ne!(page, GOOD);
            let page = page.leak();
            assert!(std::panic::catch_unwind(|| Page::read("a.b", page)).is_err(), "{part}");
        }
    }
}
