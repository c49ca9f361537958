//! The modules of core stand in layers, as docs/ARCHITECTURE.md lists them: a module uses only
//! those below it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The layers from the top, each with its modules: the first column of the page's table.
fn layers(page: &str) -> Vec<Vec<&str>> {
    let section = page.split("\n## ").find(|part| part.starts_with("The layers")).expect("a table");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let first = rows.filter_map(|row| row.split('|').nth(1));
    // Between backticks stands every second part.
    first.map(|cell| cell.split('`').skip(1).step_by(2).collect()).collect()
}

/// Every module that a source names as `crate::module`, alone or in a group, in macros as well.
fn used(source: &str) -> BTreeSet<&str> {
    let mut all = BTreeSet::new();
    for (at, path) in source.match_indices("crate::") {
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        if line.trim_start().starts_with("//") {
            continue;
        }
        let behind = &source[at + path.len()..];
        match behind.strip_prefix('{') {
            Some(group) => all.extend(heads(group)),
            None => all.extend(head(behind)),
        }
    }
    all
}

/// The first name of a path.
fn head(path: &str) -> Option<&str> {
    let end = path.find(|c: char| c != '_' && !c.is_ascii_alphanumeric())?;
    Some(&path[..end]).filter(|name| !name.is_empty())
}

/// The first names of the paths of a group, up to the bracket that closes it.
fn heads(group: &str) -> Vec<&str> {
    let (mut depth, mut all) = (0, Vec::new());
    let mut path = Some(group.trim_start());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                all.extend(path.and_then(head));
                return all;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                all.extend(path.and_then(head));
                path = Some(group[at + 1..].trim_start());
            }
            _ => {}
        }
    }
    panic!("a group that does not end");
}

/// What is wrong with a module that has this source.
fn wrong(module: &str, source: &str, layers: &[Vec<&str>]) -> Vec<String> {
    let layer = |module: &str| layers.iter().position(|layer| layer.contains(&module));
    let Some(own) = layer(module) else { return vec![format!("{module} is in no layer")] };
    let mut wrong: Vec<String> = used(source)
        .into_iter()
        .filter(|other| *other != module)
        .filter_map(|other| match layer(other) {
            None => Some(format!("{module} uses {other}, which isn't a module")),
            Some(layer) if layer <= own => {
                Some(format!("{module} uses {other}, above or beside it"))
            }
            Some(_) => None,
        })
        .collect();
    // A way around `crate::`, out of the module.
    if source.contains("super::super") {
        wrong.push(format!("{module} goes up by super::super"));
    }
    wrong
}

/// The sources of core, each with the module of the crate that it belongs to.
fn sources() -> Vec<(String, String)> {
    fn add(folder: &Path, module: Option<&str>, all: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            let module = module.unwrap_or(name);
            if path.is_dir() {
                add(&path, Some(module), all);
            } else {
                all.push((module.to_owned(), fs::read_to_string(&path).expect("a source")));
            }
        }
    }
    let mut all = Vec::new();
    add(&root().join("core/src"), None, &mut all);
    all
}

#[test]
fn a_module_uses_only_those_below_it() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("the page");
    let layers = layers(&page);
    let sources = sources();
    let wrong: Vec<String> =
        sources.iter().flat_map(|(module, source)| wrong(module, source, &layers)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let there: BTreeSet<&str> = sources.iter().map(|(module, _)| module.as_str()).collect();
    let listed: Vec<&str> = layers.concat();
    assert_eq!(listed.len(), there.len(), "each module is listed once");
    assert_eq!(BTreeSet::from_iter(listed), there);
}
