//! Reads the rules' pages, `rules/NAME.md`, into a macro that gives what each says: `page!("refund.too_old")`. A page that is missing
//! or laid out in another way stops the build.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=rules");
    let mut arms = Vec::new();
    for entry in fs::read_dir("rules")? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        if is_page && name != "README" {
            let arm = page(&name, &fs::read_to_string(&path)?)
                .map_err(|expected| format!("{}: expected {expected}", path.display()))?;
            arms.push(format!("({name:?}) => {{ {arm} }};\n"));
        }
    }
    arms.sort();
    let pages = format!("macro_rules! page {{\n{}}}\npub(crate) use page;\n", arms.concat());
    let folder = env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    fs::write(Path::new(&folder).join("pages.rs"), pages)?;
    Ok(())
}

/// The source, which may be missing, and the prose of the page of the rule of that name, as Rust; or what was expected.
pub(crate) fn page(name: &str, page: &str) -> Result<String, &'static str> {
    let heading = page.strip_prefix("# ").and_then(|rest| rest.strip_prefix(name));
    let (summary, rest) = heading
        .and_then(|rest| rest.strip_prefix(": "))
        .and_then(|rest| rest.split_once("\n\n"))
        .ok_or("`# NAME: SUMMARY`")?;
    let (prose, examples) = rest.split_once("\n\n## Violated by `").ok_or("`## Violated by`")?;
    let (why, source) = match prose.split_once("\n\nSource: ") {
        Some((why, source)) => (why, Some(source)),
        None => (prose, None),
    };
    let [violated_by, held_by] = examples_of(examples)?;
    Ok(format!("({source:?}, Docs::new({summary:?}, {why:?}, {violated_by}, {held_by}))"))
}

/// The two examples behind the heading, which begins with the operation's name, before a backquote.
fn examples_of(text: &str) -> Result<[String; 2], &'static str> {
    let (operation, rest) = text.split_once('`').ok_or("an operation in backquotes")?;
    let (heading, rest) = rest.split_once('\n').ok_or("an example")?;
    let (bodies, rest) = code(rest, "\n```", "\n`")?;
    let (facts, rest) = code(rest, "\nwith the facts\n\n```", "\nwith the facts `")?;
    let (policies, rest) = code(rest, "\nwith the policy\n\n```", "\nwith the policy `")?;
    if !rest.is_empty() {
        return Err("an example of a body, facts and a policy, in this order");
    }
    let without = if bodies.concat().is_empty() { " without a body" } else { "" };
    if heading != format!("{without}, held with the change") {
        return Err("`, held with the change`, and before it ` without a body` if there is none");
    }
    Ok([0, 1].map(|at| {
        let (body, facts, policy) = (&bodies[at], &facts[at], &policies[at]);
        format!(
            "Example {{ operation: {operation:?}, body: {body:?}, facts: {facts:?}, policy: {policy:?} }}"
        )
    }))
}

/// The code behind a fence or a backquote, before and after the change that a diff shows, and the rest. No code if
/// something else follows.
fn code<'t>(
    text: &'t str,
    fence: &str,
    quote: &str,
) -> Result<([String; 2], &'t str), &'static str> {
    if let Some(fenced) = text.strip_prefix(fence) {
        let (language, code) = fenced.split_once('\n').ok_or("code in the fence")?;
        let (code, rest) = code.split_once("\n```\n").ok_or("the fence's end")?;
        if language != "diff" {
            return Ok(([code.into(), code.into()], rest));
        }
        if !code.lines().all(|line| line.starts_with([' ', '-', '+'])) {
            return Err("lines that begin with a space, `-` or `+` in the diff");
        }
        let without = |mark| {
            let lines = code.lines().filter(|line| !line.starts_with(mark));
            lines.map(|line| &line[1..]).collect::<Vec<_>>().join("\n")
        };
        return Ok((['+', '-'].map(without), rest));
    }
    let Some(quoted) = text.strip_prefix(quote) else { return Ok((Default::default(), text)) };
    let (code, rest) = quoted.split_once('`').ok_or("code in backquotes")?;
    let rest = rest.strip_prefix('\n').ok_or("code in backquotes that ends its line")?;
    Ok(([code.into(), code.into()], rest))
}
