//! What is published: the files of the crate, and what registries show.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(cargo).current_dir(root).args(arguments).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_crate_has_its_sources_and_what_registries_show() {
    let listed = cargo(&["package", "--list", "--allow-dirty", "--offline", "-p", "paylint"]);
    let files: BTreeSet<&str> = listed.lines().collect();
    let needed = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"];
    for file in needed {
        assert!(files.contains(file), "{file}");
    }
    // Cargo's own: one is there only in a git repository.
    let own = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];
    let is_source =
        |file: &str| file.ends_with(".rs") || file.ends_with(".json") || file.starts_with("rules/");
    let others = files
        .iter()
        .filter(|file| !needed.contains(file) && !own.contains(file) && !is_source(file));
    assert_eq!(others.collect::<Vec<_>>(), [] as [&&str; 0]);
}

/// The table in the crate's documentation, and what docs.rs shows.
#[test]
fn every_feature_is_documented() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let core = packages.iter().find(|package| package["name"] == "paylint").expect("the core");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/lib.rs");
    let documentation = fs::read_to_string(root).expect("the crate's documentation");
    let default = core["features"]["default"].as_array().expect("default features");
    let shown = core["metadata"]["docs"]["rs"]["features"].as_array().expect("features of docs.rs");
    let features: Vec<_> = core["features"].as_object().expect("features").keys().collect();
    assert!(features.len() > 5);
    for feature in features.into_iter().filter(|feature| *feature != "default") {
        let is_default = default.iter().any(|name| name == feature);
        let row = format!("//! | `{feature}` | {}|", if is_default { "yes " } else { "" });
        assert!(documentation.contains(&row), "{row}");
        assert_eq!(shown.iter().any(|name| name == feature), !is_default, "docs.rs: {feature}");
    }
}

#[test]
fn manifests_have_what_registries_show() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let published: Vec<_> =
        packages.iter().filter(|package| package["publish"].is_null()).collect();
    let names: Vec<_> = published.iter().filter_map(|package| package["name"].as_str()).collect();
    assert_eq!(
        names,
        ["paylint", "paylint-traffic", "paylint-arrow", "paylint-tower", "paylint-mock"]
    );
    for package in published {
        for member in ["description", "license", "readme", "rust_version"] {
            assert!(package[member].as_str().is_some_and(|text| !text.is_empty()), "{member}");
        }
        for member in ["keywords", "categories"] {
            let count = package[member].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&count), "{member}");
        }
    }
}

/// A crate that needs a newer compiler than is promised would fail a user's first command.
#[test]
fn the_promised_compiler_can_build_every_crate() {
    let metadata = cargo(&["metadata", "--locked", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let version = |package: &Value| -> Option<(u32, u32)> {
        let mut parts = package["rust_version"].as_str()?.split('.').map(|part| part.parse().ok());
        Some((parts.next()??, parts.next()??))
    };
    let ours = packages.iter().find(|package| package["name"] == "paylint").expect("paylint");
    let promised = version(ours).expect("rust-version");
    let newer = packages.iter().filter(|package| version(package) > Some(promised));
    let newer: Vec<_> = newer.map(|package| (&package["name"], &package["rust_version"])).collect();
    assert!(newer.is_empty(), "these need a newer compiler: {newer:?}");
}

/// The text files of the project, without what is built or fetched.
fn texts() -> Vec<(String, String)> {
    const BUILT: [&str; 7] =
        ["target", "node_modules", ".git", "pkg", "dist", "generated", "__pycache__"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut folders, mut texts) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !path.is_symlink() && !BUILT.contains(&&*name) {
                folders.push(path);
            } else if path.is_file()
                && let Ok(text) = fs::read_to_string(&path)
            {
                let name = path.strip_prefix(&root).unwrap_or(&path).display();
                texts.push((name.to_string(), text));
            }
        }
    }
    texts
}

/// The addresses of repositories called paylint in a text: `https://git….…/owner/paylint`.
fn repositories(text: &str) -> impl Iterator<Item = &str> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    text.match_indices("https://git").filter_map(move |(start, scheme)| {
        let end = text[start + scheme.len()..].find(|c| !is_path(c));
        let address = end.map_or(&text[start..], |end| &text[start..start + scheme.len() + end]);
        let name = address.split('/').nth(4)?.trim_end_matches(".git").trim_end_matches('.');
        let parts: Vec<_> = address.splitn(5, '/').take(4).map(str::len).collect();
        (name == "paylint").then(|| &address[..parts.iter().sum::<usize>() + 4 + name.len()])
    })
}

/// The address stands once in Cargo.toml. Where it can't be derived from there, it must be the same.
#[test]
fn the_repository_has_one_address() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let address = packages[0]["repository"].as_str().expect("an address");
    for package in packages {
        let theirs = package["repository"].as_str();
        let is_derived = theirs == Some(address) || package["name"] == "xtask" && theirs.is_none();
        assert!(is_derived || !package["publish"].is_null(), "{}", package["name"]);
    }
    let texts = texts();
    let different = texts.iter().filter(|(_, text)| repositories(text).any(|it| it != address));
    let different: Vec<_> = different.map(|(name, _)| name).collect();
    assert!(different.is_empty(), "these name a repository other than {address}: {different:?}");
    for file in [
        "bindings-wasm/package/package.json",
        "bindings-wasm/package/README.md",
        "bindings-python/pyproject.toml",
        "bindings-python/README.md",
        "bindings-c/paylint.pc.in",
        "bindings-php/composer.json",
    ] {
        let text = texts.iter().find(|(name, _)| name == file).map(|(_, text)| text);
        assert!(text.is_some_and(|text| text.contains(address)), "{file} doesn't name {address}");
    }
    // Go takes it for the module's name, so it is in every import.
    let module = format!("module {}/bindings-go\n", address.trim_start_matches("https://"));
    let text = texts.iter().find(|(name, _)| name == "bindings-go/go.mod").map(|(_, text)| text);
    assert!(text.is_some_and(|text| text.starts_with(&module)), "bindings-go/go.mod: not {module}");
}
