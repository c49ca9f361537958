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
    let (title, rest) = heading
        .and_then(|rest| rest.strip_prefix(": "))
        .and_then(|rest| rest.split_once("\n\n"))
        .ok_or("`# NAME: SUMMARY`, perhaps with a source in parentheses")?;
    let (summary, source) = match title.strip_suffix(')').and_then(|rest| rest.split_once(" (")) {
        Some((summary, source)) => (summary, Some(source)),
        None => (title, None),
    };
    let (why, diff) = rest.split_once("\n\n```diff\n").ok_or("a diff")?;
    let diff = diff.strip_suffix("\n```\n").ok_or("the diff's end at the end of the page")?;
    if !diff.lines().all(|line| line.starts_with([' ', '-', '+'])) {
        return Err("lines that begin with a space, `-` or `+` in the diff");
    }
    let [violated_by, held_by] = ['+', '-'].map(|mark| example_without(mark, diff));
    Ok(format!("({source:?}, Docs::new({summary:?}, {why:?}, {violated_by}, {held_by}))"))
}

/// The example without the lines of the diff that have this mark: the operation's name, then the body, the facts and
/// the policy, each of which may be missing.
fn example_without(mark: char, diff: &str) -> String {
    let lines = diff.lines().filter(|line| !line.starts_with(mark));
    let text = lines.map(|line| &line[1..]).collect::<Vec<_>>().join("\n");
    let (text, policy) = text.split_once("\nwith the policy\n").unwrap_or((&text, ""));
    let (text, facts) = text.split_once("\nwith the facts\n").unwrap_or((text, ""));
    let (operation, body) = text.split_once('\n').unwrap_or((text, ""));
    format!(
        "Example {{ operation: {operation:?}, body: {body:?}, facts: {facts:?}, policy: {policy:?} }}"
    )
}
