//! `cargo xtask soak all`: what it runs, keeps and writes, with fakes for what takes long.
#![cfg(unix)]

#[allow(dead_code, reason = "not every test needs all of it")]
mod fakes;

use fakes::{Fakes, errors};
use std::fs;
use std::process::Output;

/// A folder with a page, and fakes: the digest is what `sources` says, and a script whose name is
/// in `broken` fails.
fn soak(name: &str) -> Fakes {
    let fakes = Fakes::new(&format!("soak {name}")).real(&["cat", "grep", "date"]);
    fakes.add("rustc", "echo 'rustc 1.95.0 (59807616e 2026-04-14)'");
    fakes.add("cargo", "echo 'result: 1000000 cases agree'; echo 'test result: ok'");
    fakes.add(
        "bash",
        "cd \"${0%/*}\"; script=${1##*/}
case $script in
digest.sh) if [ \"$2\" = fuzz ]; then cat fuzzed; else cat sources; fi; exit ;;
panics.sh) [ ! -e change ] || echo other >sources ;;
threads.sh) [ ! -e silent ] || exit 0 ;;
esac
if grep -q \"^$script\" broken; then echo 'result: 5 of 6'; exit 1; fi
shift
echo line; echo \"result: 40432 by $script $*\"",
    );
    for (file, text) in
        [("sources", "one\n"), ("fuzzed", "of it\n"), ("broken", ""), ("page.md", PAGE)]
    {
        fs::write(fakes.folder().join(file), text).unwrap();
    }
    fakes
}

const PAGE: &str = "# Title\n
<!-- what follows is written by `cargo xtask soak all` -->
<!-- the end of what is written -->\n
The end.\n";

fn all(fakes: &Fakes, arguments: &[&str]) -> Output {
    fs::remove_file(fakes.log()).ok();
    let mut command = fakes.command(env!("CARGO_BIN_EXE_xtask"), &["soak", "all", "--page"]);
    command.arg(fakes.folder().join("page.md")).args(arguments);
    command.env("SOAK_FOLDER", fakes.folder().join("kept")).output().unwrap()
}

fn page(fakes: &Fakes) -> String {
    fs::read_to_string(fakes.folder().join("page.md")).unwrap()
}

/// The scripts that were run, with their arguments.
fn ran(fakes: &Fakes) -> Vec<String> {
    let calls = fakes.calls();
    let scripts = calls.lines().filter_map(|line| line.rsplit_once("/scripts/"));
    scripts.map(|(_, script)| script.to_owned()).filter(|it| !it.starts_with("digest.sh")).collect()
}

#[test]
fn every_proof_runs_once_for_the_same_sources() {
    let fakes = soak("once");
    let output = all(&fakes, &[]);
    assert!(output.status.success(), "{}", errors(&output));
    let scripts = ran(&fakes);
    assert!(scripts.contains(&"fuzz.sh 120".to_owned()), "{scripts:?}");
    assert!(scripts.contains(&"cluster.sh 2000000".to_owned()), "{scripts:?}");
    assert_eq!(scripts.iter().filter(|it| it.starts_with("mutants.sh ")).count(), 8);
    assert_eq!(scripts.last().unwrap(), "fuzz.sh 120", "what takes days comes last");
    let page = page(&fakes);
    for part in [
        "# Title\n\n<!-- what follows",
        "\n\nRun on the sources `one` (",
        "rustc 1.95.0.\n\n| claim | result | command |\n|---|---|---|\n| 1. JSON",
        "| 40,432 by panics.sh | `cargo xtask soak panics` |\n",
        "| 40,432 by mutants.sh 7/8 | `cargo xtask soak mutants` |\n",
        "| 1,000,000 cases agree | `cargo xtask soak agreement` |\n",
        "\n\n<!-- the end of what is written -->\n\nThe end.\n",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("not run"), "{page}");

    let again = all(&fakes, &[]);
    assert!(again.status.success() && ran(&fakes).is_empty(), "{:?}", ran(&fakes));
    assert_eq!(self::page(&fakes), page);
}

#[test]
fn results_of_other_sources_are_not_shown() {
    let fakes = soak("other");
    assert!(all(&fakes, &["panics", "fuzz"]).status.success());
    assert_eq!(ran(&fakes).len(), 21);
    assert!(page(&fakes).contains("| 40,432 by panics.sh |"));
    assert!(page(&fakes).contains("| not run on these sources | `cargo xtask soak threads` |"));

    for digest in ["sources", "fuzzed"] {
        fs::write(fakes.folder().join(digest), "two\n").unwrap();
    }
    assert!(all(&fakes, &["--minutes", "0"]).status.success());
    assert!(ran(&fakes).is_empty());
    let page = page(&fakes);
    assert!(page.contains("Nothing has been run yet on the sources `two` ("), "{page}");
    assert_eq!(page.matches("| not run on these sources |").count(), 13, "{page}");
}

/// The fuzzer runs for days, and its targets aren't built of everything.
#[test]
fn a_result_counts_for_the_sources_that_it_is_about() {
    let fakes = soak("about");
    assert!(all(&fakes, &["panics", "fuzz"]).status.success());
    fs::write(fakes.folder().join("sources"), "two\n").unwrap();
    assert!(all(&fakes, &["panics", "fuzz"]).status.success());
    assert_eq!(ran(&fakes), ["panics.sh"]);
    let page = page(&fakes);
    assert!(page.contains("Run on the sources `two` ("), "{page}");
    assert!(page.contains("| 40,432 by fuzz.sh 120 | `cargo xtask soak fuzz` |"), "{page}");
}

#[test]
fn what_fails_is_said_and_run_again_from_there() {
    let fakes = soak("fails");
    let broken = fakes.folder().join("broken");
    fs::write(&broken, "mutants.sh\npanics.sh\n").unwrap();
    let output = all(&fakes, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("failed: panics, mutants\n"), "{}", errors(&output));
    // The others have run; of the eight parts only the first.
    assert_eq!(ran(&fakes).iter().filter(|it| it.starts_with("mutants.sh ")).count(), 1);
    assert!(page(&fakes).contains("| **failed** | `cargo xtask soak panics` |"));
    assert!(page(&fakes).contains("| 0 of 8 parts: **failed** | `cargo xtask soak mutants` |"));
    assert!(page(&fakes).contains("| 40,432 by cluster.sh 2,000,000 |"));

    fs::write(&broken, "").unwrap();
    assert!(all(&fakes, &[]).status.success());
    assert_eq!(ran(&fakes).len(), 9);
    assert!(!page(&fakes).contains("failed"));
}

#[test]
fn without_a_result_a_proof_has_failed() {
    let fakes = soak("silent");
    fs::write(fakes.folder().join("silent"), "").unwrap();
    let output = all(&fakes, &["threads"]);
    assert!(errors(&output).contains("threads: it says no result"), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(1));
    assert!(page(&fakes).contains("| **failed** | `cargo xtask soak threads` |"));
}

#[test]
fn a_result_is_not_kept_if_the_sources_change_meanwhile() {
    let fakes = soak("change");
    fs::write(fakes.folder().join("change"), "").unwrap();
    let output = all(&fakes, &["panics"]);
    assert!(
        errors(&output).contains("the sources changed while panics ran"),
        "{}",
        errors(&output)
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(!fakes.folder().join("kept/results/panics").exists());
    assert!(!page(&fakes).contains("40,432"));
}

#[test]
fn an_unknown_proof_and_a_page_without_a_place_are_refused() {
    let fakes = soak("refused");
    assert_eq!(all(&fakes, &["panic"]).status.code(), Some(2));
    fs::write(fakes.folder().join("page.md"), "# Title\n").unwrap();
    let output = all(&fakes, &[]);
    assert!(errors(&output).contains("no place for results"), "{}", errors(&output));
    assert!(ran(&fakes).is_empty());
}
