//! The areas of core stand in layers. In no crate do modules of a folder use each other in a circle, nor what the root
//! has itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The areas of core, each of which uses only itself and those before it.
const AREAS: [&str; 5] = ["base", "model", "check", "ask", "interop"];

/// Every path that a source names from the crate's root, from its own module or from one above, in macros as well;
/// groups are taken apart.
fn paths(source: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, _) in source.match_indices("::") {
        let line = source[..at].rsplit('\n').next().unwrap_or_default();
        let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let start = line.rfind(|c: char| !is_word(c) && c != ':').map_or(0, |at| at + 1);
        if matches!(&line[start..], "crate" | "self" | "super")
            && !line.trim_start().starts_with("//")
        {
            expand(&line[start..], &source[at..], &mut all);
        }
    }
    all
}

/// Adds the paths that begin like this and go on with what is behind, up to the bracket that closes its group.
fn expand(start: &str, behind: &str, all: &mut Vec<String>) {
    let end = behind.find(|c: char| c != '_' && c != ':' && !c.is_ascii_alphanumeric());
    let end = end.unwrap_or(behind.len());
    let path = format!("{start}{}", &behind[..end]);
    let Some(group) = behind[end..].strip_prefix('{').filter(|_| path.ends_with("::")) else {
        return all.push(path);
    };
    let mut depth = 0;
    expand(&path, group.trim_start(), all);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return,
            '}' => depth -= 1,
            ',' if depth == 0 => expand(&path, group[at + 1..].trim_start(), all),
            _ => {}
        }
    }
}

/// Every module that a source names as `crate::module`, alone or in a group.
fn used(source: &str) -> BTreeSet<String> {
    let paths = paths(source).into_iter();
    let names = paths.filter_map(|path| path.strip_prefix("crate::").map(head));
    names.filter(|name| !name.is_empty()).collect()
}

/// The first name of a path.
fn head(path: &str) -> String {
    path.split("::").next().unwrap_or_default().to_owned()
}

/// The sources below a folder, each with its module: the names from the crate's root to it, which has none.
fn sources(folder: &Path) -> Vec<(Vec<String>, String)> {
    fn add(folder: &Path, module: &[String], all: &mut Vec<(Vec<String>, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            let mut module = module.to_vec();
            if !matches!(name, "lib" | "main" | "mod") {
                module.push(name.to_owned());
            }
            if path.is_dir() {
                add(&path, &module, all);
            } else if path.extension().is_some_and(|it| it == "rs") {
                all.push((module, fs::read_to_string(&path).expect("a source")));
            }
        }
    }
    let mut all = Vec::new();
    add(folder, &[], &mut all);
    all
}

#[test]
fn an_area_of_core_uses_only_those_before_it() {
    let place = |area: &str| AREAS.iter().position(|other| *other == area);
    let mut met = BTreeSet::new();
    for (module, source) in sources(&root().join("core/src")) {
        let Some(area) = module.first() else { continue };
        let own = place(area).unwrap_or_else(|| panic!("{area} is no area"));
        met.insert(own);
        for other in used(&source) {
            // What isn't an area is a name that the crate's root hands on, which documentation links.
            let Some(used) = place(&other) else { panic!("{} uses {other}", module.join("::")) };
            assert!(used <= own, "{} uses {other}, above it", module.join("::"));
        }
    }
    assert_eq!(met.len(), AREAS.len());
}

/// A module's path from the crate's root.
type Module = Vec<String>;

/// Which modules of a folder use which others of it. What stands in a module's own folder counts as the module's.
type Uses = BTreeMap<(Module, String), BTreeSet<String>>;

/// The uses of each other by the modules of every folder of a crate; the root's items count as a module without a name.
fn uses(sources: &[(Module, String)]) -> Uses {
    let modules: BTreeSet<&[String]> = sources
        .iter()
        .flat_map(|(module, _)| (1..=module.len()).map(|length| &module[..length]))
        .collect();
    let root: String =
        sources.iter().filter(|(module, _)| module.is_empty()).map(|it| it.1.as_str()).collect();
    // What the root hands on is its module's.
    let mut handed_on = Vec::new();
    for (at, _) in root.match_indices("use ") {
        expand("", &root[at + 4..], &mut handed_on);
    }
    let home = |name: &str| {
        let of = handed_on
            .iter()
            .find(|path| path.rsplit("::").next() == Some(name) && path.as_str() != name);
        of.map(|path| head(path))
    };
    let mut uses = Uses::new();
    for (module, source) in sources.iter().filter(|(module, _)| !module.is_empty()) {
        let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for path in paths(code) {
            let mut names: Vec<&str> = path.split("::").filter(|name| !name.is_empty()).collect();
            let mut target: Module = match names.remove(0) {
                "crate" => Vec::new(),
                "super" => module[..module.len() - 1].to_vec(),
                _ => module.clone(),
            };
            while names.first() == Some(&"super") {
                target.pop();
                names.remove(0);
            }
            target.extend(names.iter().map(|name| (*name).to_owned()));
            let common = module.iter().zip(&target).take_while(|(own, other)| own == other).count();
            let (Some(own), Some(other)) = (module.get(common), target.get(common)) else {
                continue;
            };
            let folder = module[..common].to_vec();
            let is_module = modules.contains(&target[..=common]);
            let other = match (is_module, common) {
                (true, _) => other.clone(),
                (false, 0) => home(other).unwrap_or_default(),
                // What stands in the folder's own file belongs to all in it.
                (false, _) => continue,
            };
            if other != *own {
                uses.entry((folder, own.clone())).or_default().insert(other);
            }
        }
    }
    uses
}

/// The uses that are part of a circle, or lead from one to another.
fn circles(mut uses: Uses) -> Vec<String> {
    let size = |uses: &Uses| uses.values().map(BTreeSet::len).sum::<usize>();
    loop {
        let left: BTreeSet<(Module, String)> = uses.keys().cloned().collect();
        let used: BTreeSet<(Module, String)> = uses
            .iter()
            .flat_map(|((folder, _), others)| {
                others.iter().map(|other| (folder.clone(), other.clone()))
            })
            .collect();
        let before = size(&uses);
        uses.retain(|(folder, own), others| {
            // The root's own items use everything.
            others.retain(|other| {
                other.is_empty() || left.contains(&(folder.clone(), other.clone()))
            });
            let uses_root = others.iter().any(String::is_empty);
            uses_root || !others.is_empty() && used.contains(&(folder.clone(), own.clone()))
        });
        if size(&uses) == before {
            break;
        }
    }
    let line = |((folder, own), others): (&(Module, String), &BTreeSet<String>)| {
        let others: Vec<&str> =
            others.iter().map(|it| if it.is_empty() { "the root" } else { it.as_str() }).collect();
        format!(
            "{} uses {}",
            [&folder[..], std::slice::from_ref(own)].concat().join("::"),
            others.join(", ")
        )
    };
    uses.iter().map(line).collect()
}

/// The folders of the crates.
fn crates() -> Vec<PathBuf> {
    let folders = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.filter(|path| path.is_dir()).collect::<Vec<_>>()
    };
    let mut all = folders(&root());
    all.retain(|folder| !folder.ends_with("target"));
    let inner: Vec<PathBuf> = all.iter().flat_map(|folder| folders(folder)).collect();
    all.extend(inner);
    all.retain(|folder| folder.join("Cargo.toml").exists() && folder.join("src").exists());
    all
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let crates = crates();
    assert!(crates.len() >= 10, "{crates:?}");
    let wrong = crates.iter().flat_map(|folder| {
        let circles = circles(uses(&sources(&folder.join("src"))));
        circles.into_iter().map(|line| format!("{}: {line}", folder.display()))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let found = |sources: &[(&str, &str)]| {
        let module = |path: &str| path.split_terminator('/').map(str::to_owned).collect();
        let sources: Vec<(Module, String)> =
            sources.iter().map(|(path, source)| (module(path), (*source).to_owned())).collect();
        circles(uses(&sources))
    };
    let none: [&str; 0] = [];
    assert_eq!(found(&[("a", "use crate::b::B;"), ("b", "// crate::a\nfn f() {}")]), none);
    assert_eq!(
        found(&[("a", "use crate::b::B;"), ("b", "fn f() { crate::a::f() }")]),
        ["a uses b", "b uses a"]
    );
    // In a folder; by way of what the root hands on; in a group; of three.
    assert_eq!(
        found(&[("a/b", "use super::c::C;"), ("a/c/d", "use super::super::b;"), ("a/c", "")]),
        ["a::b uses c", "a::c uses b"]
    );
    assert_eq!(
        found(&[("", "pub use a::{A, x::Y};"), ("a", "use crate::b;"), ("b", "use crate::Y;")]),
        ["a uses b", "b uses a"]
    );
    assert_eq!(
        found(&[
            ("a", "use crate::{c, b::{x, B}};"),
            ("b", "use crate::c;"),
            ("d", ""),
            ("c", "use crate::{\n    d,\n    a::A,\n};")
        ]),
        ["a uses b, c", "b uses c", "c uses a"]
    );
    // What the root has itself; tests may use it.
    assert_eq!(found(&[("", "const X: u8 = 1;"), ("a", "use crate::X;")]), ["a uses the root"]);
    assert_eq!(found(&[("a", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::X;\n}")]), none);
}
