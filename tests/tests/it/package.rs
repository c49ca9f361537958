//! Tests of the published packages: the crate's files, and the metadata that registries show.

use std::collections::BTreeSet;
use std::process::Command;
use std::{env, fs};

use paylint_tests::workspace;
use serde_json::Value;

use crate::areas::sources;

fn cargo(arguments: &[&str]) -> String {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(workspace::path("."))
        .args(arguments)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn crate_has_sources_and_registry_metadata() {
    let listed = cargo(&["package", "--list", "--allow-dirty", "--offline", "-p", "paylint"]);
    let files: BTreeSet<&str> = listed.lines().collect();
    let needed = ["Cargo.toml", "README.md", "src/lib.rs"];
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

/// The table in the crate's documentation and docs.rs's settings have every feature.
#[test]
fn every_feature_is_documented() {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let core = packages.iter().find(|package| package["name"] == "paylint").expect("the core");
    let documentation = workspace::read("core/src/lib.rs");
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
        [
            "paylint",
            "paylint-cli",
            "paylint-samples",
            "paylint-traffic",
            "paylint-arrow",
            "paylint-tower",
            "paylint-mock"
        ]
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

/// Manifests that cargo doesn't write and that name the version. (Cargo itself compares those of crates.)
#[test]
fn every_manifest_has_the_workspace_version() {
    for (file, line) in [
        ("bindings-csharp/Paylint.nuspec", "<version>X.Y.Z</version>"),
        ("bindings-java/README.md", "<version>X.Y.Z</version>"),
        ("bindings-java/pom.xml", "<artifactId>paylint</artifactId>\n  <version>X.Y.Z</version>"),
        ("bindings-java/spring/pom.xml", "-spring</artifactId>\n  <version>X.Y.Z</version>"),
        ("bindings-php/composer.json", "\"version\": \"X.Y.Z\""),
        ("bindings-ruby/paylint.gemspec", "it.version = \"X.Y.Z\""),
        ("docs/languages.md", "`Paylint.X.Y.Z.nupkg`"),
        ("examples/spring/pom.xml", "-spring</artifactId>\n      <version>X.Y.Z</version>"),
        ("README.md", "`io.github.paylint:paylint:X.Y.Z`"),
        ("README.md", "paylint/paylint@vX.Y.Z`"),
        ("README.md", "`rev: vX.Y.Z`"),
    ] {
        let line = line.replace("X.Y.Z", env!("CARGO_PKG_VERSION"));
        assert!(workspace::read(file).contains(&line), "{file}: no {line}");
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

/// Somebody else's tag can be moved, and an input can contain commands for the log.
#[test]
fn workflows_trust_neither_tags_nor_inputs() {
    let release = workspace::read(".github/workflows/release.yml");
    for action in release.lines().filter_map(|line| line.trim().strip_prefix("- uses: ")) {
        let version = action.split(['@', ' ']).nth(1).unwrap_or_default();
        let is_commit = version.len() == 40 && version.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_own = action.starts_with("actions/") || action.starts_with("./");
        assert!(is_own || is_commit, "{action}");
    }
    for line in workspace::read("action.yml").lines().filter(|line| line.contains("echo \"::")) {
        assert!(!line.contains('$'), "{line}");
    }
}

/// Openings that don't tell what a line is about.
const WITHOUT_A_NOUN: [&str; 11] = [
    "What ",
    "Which ",
    "Whatever ",
    "Who ",
    "All that ",
    "Those ",
    "These ",
    "The same",
    "One that ",
    "Behind ",
    "Beside ",
];

/// The first lines of the doc comments of a source.
fn openings(source: &str) -> impl Iterator<Item = &str> {
    let doc = |line: &str| {
        let line = line.trim_start();
        line.starts_with("/// ") || line.starts_with("//! ")
    };
    let after = source.lines();
    let before = std::iter::once("").chain(source.lines());
    let first = after.zip(before).filter(move |(line, before)| doc(line) && !doc(before));
    first.map(|(line, _)| &line.trim_start()[4..])
}

#[test]
fn doc_comments_open_with_their_noun() {
    let mut files = Vec::new();
    for folder in
        ["arrow", "benches", "cli", "core", "mock", "samples", "tests", "tower", "traffic", "xtask"]
    {
        sources(&workspace::path(folder), &mut files);
    }
    let (mut count, mut unclear) = (0, Vec::new());
    for file in files {
        let source = fs::read_to_string(&file).expect("a source");
        let is_unclear =
            |line: &&str| WITHOUT_A_NOUN.iter().any(|opening| line.starts_with(opening));
        let found = openings(&source).filter(is_unclear);
        unclear.extend(found.map(|line| format!("{}: {line}", file.display())));
        count += openings(&source).count();
    }
    assert!(count > 4_000, "only {count} doc comments");
    assert!(unclear.len() * 200 <= count, "{} of {count}:\n{}", unclear.len(), unclear.join("\n"));
}
