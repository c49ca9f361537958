//! The chores and the scripts behind them, run with a `PATH` on which the tools are fakes that
//! write down how they were called: nothing is installed or built here.
#![cfg(unix)]

mod fakes;

use fakes::{Fakes, errors};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Coverage of a file of three lines and a function, of which the second line isn't reached.
#[test]
fn coverage_wants_a_reason_for_what_is_not_reached() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coverage");
    fs::create_dir_all(&folder).unwrap();
    let lcov = "SF:FOLDER/a.rs\nFN:1,f\nFNDA:1,f\nDA:FIRST,1\nDA:SECOND,0\nend_of_record\n";
    let lcov = lcov.replace("FOLDER", fs::canonicalize(&folder).unwrap().to_str().unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/coverage.py");
    for (source, second, said) in [
        ("one();\ntwo();\n", 2, Some("a.rs:2: not reached: two();")),
        ("one();\ntwo(); // not covered: why\n", 2, None),
        ("one();\n// not covered: why\nmatch {\n    two();\n}\n", 4, None),
        ("one();\n// not covered: why\nthree();\ntwo();\n", 4, Some("a.rs:4: not reached")),
        ("one();\ntwo(); // not covered:\n", 2, Some("a.rs:2: a marker without a reason")),
        ("one(); // not covered: why\ntwo();\n", 2, Some("a.rs:1: a marker, but the tests")),
    ] {
        let lcov = lcov.replace("FIRST", "1").replace("SECOND", &second.to_string());
        fs::write(folder.join("a.rs"), source).unwrap();
        fs::write(folder.join("lcov"), lcov).unwrap();
        let mut python = Command::new("python3");
        let output = python.args([script, "lcov"]).current_dir(&folder).output().unwrap();
        let wrote = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.success(), said.is_none(), "{source}{wrote}{}", errors(&output));
        assert!(
            wrote.contains(said.unwrap_or("result: 1 of 1 functions and 1 of 2 lines")),
            "{source}{wrote}"
        );
    }
}

const APT: [&str; 4] = ["xtask/scripts/apt.sh", "sh:dash", "no-such-one:one", "/no/such/two:two"];

#[test]
fn apt_without_root_and_sudo_says_what_to_install_and_stops() {
    let fakes = Fakes::new("no sudo").real(&["sh"]);
    fakes.add("id", "echo 1000");
    fakes.add("apt-get", "");
    let output = fakes.command("/bin/sh", &APT).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(said.contains("    apt-get install --no-install-recommends one two\n"), "{said}");
    assert_eq!(fakes.calls(), "id -u\n");
}

#[test]
fn apt_without_apt_names_the_packages() {
    let fakes = Fakes::new("no apt").real(&["sh"]);
    let output = fakes.command("/bin/sh", &APT).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).ends_with(": one two\n"), "{}", errors(&output));
}

#[test]
fn apt_installs_what_is_missing_as_root_or_with_sudo() {
    for (user, sudo) in [("0", ""), ("1000", "sudo ")] {
        let fakes = Fakes::new(&format!("user {user}")).real(&["sh", "env"]);
        fakes.add("id", &format!("echo {user}"));
        fakes.add("apt-get", "");
        fakes.add("sudo", "\"$@\"");
        let output = fakes.command("/bin/sh", &APT).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let calls = fakes.calls();
        assert!(calls.ends_with("-y install --no-install-recommends one two\n"), "{calls}");
        assert!(calls.contains(&format!("{sudo}apt-get ")), "{calls}");
        assert_eq!(calls.matches("sudo ").count(), 2 * usize::from(!sudo.is_empty()), "{calls}");
    }
}

#[test]
fn apt_does_nothing_where_all_is_there() {
    let fakes = Fakes::new("all there").real(&["sh"]);
    let output =
        fakes.command("/bin/sh", &["xtask/scripts/apt.sh", "sh:dash", "/tmp:x"]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
}

/// What begins a build, or would fetch something.
const BUILDERS: [&str; 6] = ["cargo", "rustup", "make", "apt-get", "npm", "node"];

/// A chore with arguments separated by spaces.
fn xtask(fakes: &Fakes, line: &str) -> Output {
    let arguments: Vec<_> = line.split(' ').collect();
    let mut command = fakes.command(env!("CARGO_BIN_EXE_xtask"), &arguments);
    command.env("CARGO_TARGET_DIR", fakes.folder().join("target")).output().unwrap()
}

#[test]
fn bad_arguments_are_refused_before_anything_is_built() {
    let fakes = Fakes::new("refused").idle(&BUILDERS).real(&["bash", "cat", "dirname", "env"]);
    for line in [
        "tset",
        "test cobol",
        "test rust cobol",
        "bench --al",
        "bench --all 5",
        "bless everything",
        "long",
        "long fuz",
        "long fuzz --minutes many",
        "long fuzz --minutes 0",
        "long fuzz --minutes 1 reeder",
        "long agreement --cases 0",
        "long agreement --seed first",
        "long agreement 10",
        "long cluster --rows 0",
        "long identity --cases many",
        "long mutants --shard 1",
        "long mutants --shard 4/4",
        "long mutants --base main --in-diff a.diff",
        "long secrets --cases 1e6",
    ] {
        let output = xtask(&fakes, line);
        assert_eq!(output.status.code(), Some(2), "{line}: {}", errors(&output));
        assert!(!errors(&output).is_empty(), "{line}: not a word");
        assert_eq!(fakes.calls(), "", "{line}");
    }
}

/// The refusal above is not of everything: these go on, up to the first command that builds.
#[test]
fn good_arguments_go_on_to_build() {
    let real = ["bash", "cat", "dirname", "env", "git", "grep", "mkdir", "realpath", "rm", "sh"];
    let fakes = Fakes::new("accepted").idle(&BUILDERS).real(&real);
    for command in
        ["cc", "gcc", "valgrind", "chromium", "python3", "php", "cargo-mutants", "cargo-fuzz"]
    {
        fakes.add(command, "exit 0");
    }
    for line in [
        "test rust",
        "lint",
        "bless",
        "bench",
        "bench --all",
        "long fuzz",
        "long fuzz --minutes 5 reader host",
        "long agreement --cases 10 --seed 7",
        "long json-suite",
        "long identity --cases 10",
        "long mutants",
        "long mutants --shard 3/4 --base HEAD",
        "long secrets --cases 5",
    ] {
        fs::remove_file(fakes.log()).ok();
        let output = xtask(&fakes, line);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", errors(&output));
        assert!(fakes.calls().contains("cargo ") || fakes.calls().contains("rustup "), "{line}");
    }
}

#[test]
fn of_several_parts_one_that_fails_ends_no_other() {
    let fakes = Fakes::new("parts");
    fakes.add("bash", "echo \"ran $1\"; case $1 in */test-c.sh) exit 1 ;; esac");
    let output = xtask(&fakes, "test c js python");
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("/test-c.sh failed: "), "{}", errors(&output));
    let said = String::from_utf8_lossy(&output.stdout);
    for script in ["test-c.sh", "test-js.sh", "test-python.sh", "test-data.sh"] {
        assert!(said.contains(&format!("/{script}\n")), "{said}");
    }
    assert!(!said.contains("all tests passed"), "{said}");
}

/// Publishing is for people: the chore names the commands and runs none of them.
#[test]
fn a_release_is_not_published() {
    let fakes = Fakes::new("release").idle(&BUILDERS).idle(&["bash", "twine", "gh", "git"]);
    let output = xtask(&fakes, "release");
    assert!(output.status.success(), "{}", errors(&output));
    let said = String::from_utf8_lossy(&output.stdout);
    let version = env!("CARGO_PKG_VERSION");
    let crates = "cargo publish -p paylint -p paylint-arrow -p paylint-tower";
    for command in [crates, "npm publish ", "twine upload "] {
        assert!(said.contains(command), "{said}");
    }
    assert!(said.contains(&format!("git tag --sign v{version} ")), "{said}");
    assert_eq!(fakes.calls(), "");
    // The other way builds.
    assert_eq!(xtask(&fakes, "release --dry-run").status.code(), Some(1));
    assert!(fakes.calls().contains("/release.sh\n"), "{}", fakes.calls());
    assert!(!fakes.calls().contains("publish"), "{}", fakes.calls());
}

/// The folder may have been moved or copied since the program was compiled.
#[test]
fn chores_run_in_the_folder_that_cargo_names() {
    let fakes = Fakes::new("moved").idle(&["bash"]);
    let moved = fakes.folder().join("a folder");
    fs::create_dir(&moved).unwrap();
    let mut command = fakes.command(env!("CARGO_BIN_EXE_xtask"), &["test", "c"]);
    command.env("CARGO_MANIFEST_DIR", moved.join("xtask")).output().unwrap();
    let script = moved.join("xtask/scripts/test-c.sh");
    assert_eq!(fakes.calls(), format!("bash {}\n", script.display()));
}

#[test]
fn a_relative_folder_is_of_where_the_user_is() {
    let fakes = Fakes::new("relative");
    fakes.add("bash", &format!("echo \"$CARGO_TARGET_DIR\" >>'{}'", fakes.log().display()));
    let mut command = fakes.command(env!("CARGO_BIN_EXE_xtask"), &["long", "identity"]);
    command.current_dir(fakes.folder()).env("CARGO_TARGET_DIR", "built");
    command.output().unwrap();
    let folder = fakes.folder().display();
    assert!(fakes.calls().ends_with(&format!("\n{folder}/built\n")), "{}", fakes.calls());
}

#[test]
fn without_arguments_the_chores_are_listed() {
    let fakes = Fakes::new("listed").idle(&BUILDERS);
    let output = fakes.command(env!("CARGO_BIN_EXE_xtask"), &[]).output().unwrap();
    for chore in ["test", "lint", "bless", "bench", "long", "site", "release"] {
        assert!(errors(&output).contains(&format!("\n  {chore} ")), "{}", errors(&output));
    }
}

#[test]
fn flags_for_the_compiler_keep_their_spaces() {
    let fakes = Fakes::new("flags").real(&["sh", "dirname"]);
    let mut command =
        fakes.command("/bin/sh", &["xtask/scripts/rustflags.sh", "-C", "link-arg=a b"]);
    let output = command.env("CARGO_HOME", "/my home/.cargo").output().unwrap();
    let flags = String::from_utf8(output.stdout).unwrap();
    let flags: Vec<_> = flags.split('\x1f').collect();
    assert_eq!(flags[..2], ["-C", "link-arg=a b"]);
    assert_eq!(flags[2], "--remap-path-prefix=/my home/.cargo/registry/src=/crates");
    assert!(flags[3].ends_with("=/paylint"), "{}", flags[3]);
    assert_eq!(flags.len(), 4);
}

#[test]
fn an_old_cargo_packages_nothing() {
    for (version, good) in [("1.89.0", false), ("1.90.0", true), ("1.100.1", true)] {
        let fakes = Fakes::new(&format!("cargo {version}")).real(&["cut", "sort", "head"]);
        fakes.add("cargo", &format!("echo 'cargo {version} (840b83a10 2025-07-30)'"));
        let output = fakes.command("/bin/sh", &["xtask/scripts/packager.sh"]).output().unwrap();
        assert_eq!(output.status.success(), good, "{version}: {}", errors(&output));
        assert_eq!(errors(&output).contains("needs cargo 1.90 or later"), !good);
    }
}

/// How `xtask/scripts/wasm-toolchain.sh` would compile.
fn wasm_mode(fakes: &Fakes, wanted: &str) -> Output {
    let script = ". xtask/scripts/wasm-toolchain.sh; wasm_toolchain && echo $WASM_MODE";
    fakes.command("/bin/sh", &["-c", script]).env("WASM_TOOLCHAIN", wanted).output().unwrap()
}

#[test]
fn a_toolchain_that_has_the_target_is_used_as_it_is() {
    let fakes = Fakes::new("target").idle(&["cargo", "rustup", "apt-get"]);
    let library = fakes.folder().join("libcore-0.rlib");
    fs::write(library, "").unwrap();
    fakes.add("rustc", &format!("echo '{}'", fakes.folder().display()));
    for wanted in ["auto", "rustup", "prebuilt"] {
        let output = wasm_mode(&fakes, wanted);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "rustup\n", "{wanted}");
    }
    let output = wasm_mode(&fakes, "wasm-pack");
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    let calls = fakes.calls();
    assert!(calls.lines().all(|line| line.starts_with("rustc --print target-libdir ")), "{calls}");
}

#[test]
fn a_target_that_is_missing_is_added() {
    let fakes = Fakes::new("no target").real(&["touch"]);
    let library = fakes.folder().join("libcore-0.rlib");
    fakes.add("rustc", &format!("echo '{}'", fakes.folder().display()));
    fakes.add("rustup", &format!("touch '{}'", library.display()));
    let output = wasm_mode(&fakes, "rustup");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "rustup\n", "{}", errors(&output));
    let calls = fakes.calls();
    assert!(calls.contains("rustup target add wasm32-unknown-unknown\n"), "{calls}");
}

#[test]
fn without_the_target_the_advice_is_for_the_toolchain_that_was_asked_for() {
    let fakes = Fakes::new("no way").real(&["sed"]).idle(&["rustc"]);
    // As if it had been stopped.
    fakes.add("rustup", "exit 124");
    let output = wasm_mode(&fakes, "rustup");
    assert_eq!(output.status.code(), Some(1));
    let said = errors(&output);
    assert!(
        said.contains("longer than 60 seconds") && said.contains("WASM_RUSTUP_TIMEOUT"),
        "{said}"
    );
    assert!(said.contains("rustup target add") && !said.contains("rustc-web"), "{said}");
}

#[test]
fn an_old_node_is_refused() {
    for (version, good) in [("v18.20.4", false), ("v20.18.3", false), ("v20.19.0", true)] {
        let fakes = Fakes::new(&format!("node {version}")).real(&["sort", "head"]);
        fakes.add("node", &format!("echo {version}"));
        fakes.add("npm", "");
        let output = fakes.command("/bin/sh", &["xtask/scripts/node.sh"]).output().unwrap();
        assert_eq!(output.status.success(), good, "{version}: {}", errors(&output));
    }
    let none = Fakes::new("no node").real(&["sort", "head"]);
    let output = none.command("/bin/sh", &["xtask/scripts/node.sh"]).output().unwrap();
    assert!(errors(&output).contains("Node 20.19 or later"), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(1));
}
