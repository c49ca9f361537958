//! README.md is true: its commands run as printed from the workspace's root, end as it says, and
//! write what it shows; the picture of the table is what `matrix` draws.

#![cfg(unix)]

mod common;

use common::{in_workspace, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A fenced block: its language, and its text.
type Fence<'a> = (&'a str, &'a str);

/// The fenced blocks of a page, in order.
fn fences(page: &str) -> Vec<Fence<'_>> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.split_once('\n')).collect()
}

/// A folder from which the samples are found as from the root, and where commands may write.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    std::os::unix::fs::symlink(in_workspace("examples"), root.join("examples")).unwrap();
    root
}

/// Runs a line as a shell does, `paylint` being this build, and gives all that it wrote. What its
/// remark says of the end is held against it: `# exit 1`, else 0.
fn command(root: &Path, line: &str) -> String {
    let (line, remark) = line.split_once(" # ").unwrap_or((line, ""));
    let expected = if remark.trim().starts_with("exit 1") { 1 } else { 0 };
    let line = line.replace("cargo run --release -p paylint-cli --", "paylint");
    let built = Path::new(env!("CARGO_BIN_EXE_paylint")).parent().unwrap();
    let path = format!("{}:{}", built.display(), env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", &line]).current_dir(root).env("PATH", path).output().unwrap();
    let wrote = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(expected), "{line}\n{}", wrote[1]);
    wrote.concat()
}

/// Fails unless the parts of `shown` between lines of `…` are in `wrote`, whole and in order.
fn is_excerpt(shown: &str, wrote: &str) {
    let mut rest = wrote;
    for part in shown.split("…\n") {
        let at = rest.find(part).unwrap_or_else(|| panic!("not written:\n{part}\nbut:\n{rest}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn commands_do_what_is_shown() {
    let page = fs::read_to_string(in_workspace("README.md")).unwrap();
    let root = root();
    let (mut lines, mut excerpts) = (0, 0);
    let mut wrote = Vec::new();
    for (language, text) in fences(&page) {
        match language {
            "sh" => {
                wrote.clear();
                for line in text.lines() {
                    // A script of the root runs everything: here it is enough that it is there.
                    if let Some(script) = line.strip_prefix("./") {
                        let name = script.split(' ').next().unwrap();
                        assert!(in_workspace(name).is_file(), "{name}");
                        continue;
                    }
                    wrote.push(command(&root, line));
                    lines += 1;
                }
            }
            // What the first command of the block before writes.
            "text" => {
                is_excerpt(text, &wrote[0]);
                excerpts += 1;
            }
            _ => {}
        }
    }
    assert!(lines >= 11 && excerpts == 1, "{lines} commands, {excerpts} excerpts");
}

#[test]
fn figures_are_those_of_the_samples() {
    let page = fs::read_to_string(in_workspace("README.md")).unwrap();
    let orders = fs::read_to_string(in_workspace("examples/orders.ndjson")).unwrap();
    assert!(page.contains(&format!("check {} sample orders", orders.lines().count())));
}

#[test]
fn the_picture_is_current() {
    let drawn = run(&["matrix", "--format", "svg"], b"");
    let picture = in_workspace("docs/compatibility.svg");
    // PAYLINT_BLESS=1 draws it anew.
    if env::var_os("PAYLINT_BLESS").is_some() {
        fs::write(&picture, &drawn.out).unwrap();
    }
    assert_eq!(fs::read_to_string(picture).unwrap(), drawn.out);
}

/// Links between the pages lead to files that are there.
#[test]
fn links_lead_somewhere() {
    let pages = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "docs/ARCHITECTURE.md",
        "docs/readings.md",
        "docs/reliability.md",
        "bindings-c/README.md",
        "bindings-wasm/README.md",
        "bindings-wasm/package/README.md",
        "examples/gateway/README.md",
    ];
    let mut links = 0;
    for page in pages {
        let path = in_workspace(page);
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.contains("://") {
                let target = path.parent().unwrap().join(link.split('#').next().unwrap());
                assert!(target.exists(), "{page}: {link}");
                links += 1;
            }
        }
    }
    assert!(links >= 15, "{links} links");
}
