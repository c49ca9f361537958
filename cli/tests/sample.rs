//! `paylint sample`: what it writes is what `paylint batch` takes.

mod common;

use common::{Run, run};
use serde_json::Value;

#[test]
fn samples_are_accepted_by_batch() {
    let all = ["sample", "order", "refund", "payment", "--count", "5"];
    let Run { code, out, err } = run(&all, b"");
    assert_eq!((code, err.as_str(), out.lines().count()), (Some(0), "", 15));
    assert_eq!(out, run(&[&all[..], &["--seed", "1"]].concat(), b"").out);
    assert_ne!(out, run(&[&all[..], &["--seed", "2"]].concat(), b"").out);
    // A Full Refund has no body, and goes together with no other feature.
    let pairs = run(&["sample", "refund", "--count=0"], b"").out;
    assert!(pairs.lines().any(|case| !case.contains("\"body\":")), "{pairs}");
    let reports = run(&["batch"], out.as_bytes());
    assert_eq!(reports.code, Some(0));
    assert_eq!(
        reports.out.matches("\"findings\":[],\"truncated\":false,\"unchecked\":[]").count(),
        15
    );
}

#[test]
fn names_are_in_latin_letters_unless_asked() {
    let is_latin = |more: &[&str]| {
        let Run { out, .. } = run(&[&["sample", "order", "--count", "400"], more].concat(), b"");
        let cases = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("a case"));
        let names = cases
            .filter_map(|case| case["body"]["client"]["last_name"].as_str().map(str::to_owned));
        names.flat_map(|name| name.chars().collect::<Vec<_>>()).all(|letter| letter < '\u{250}')
    };
    assert!(is_latin(&[]) && !is_latin(&["--scripts", "all"]));
}

#[test]
fn mistakes_are_files_in_pairs() {
    let folder = common::scratch("mistakes", b"").with_file_name("mistakes-dir");
    _ = std::fs::remove_dir_all(&folder);
    let arguments = ["sample", "tax", "tax", "--mistakes", "--dir", common::text(&folder)];
    let Run { code, out, .. } = run(&arguments, b"");
    assert_eq!((code, out.as_str()), (Some(0), ""));
    let read = |name: &str| -> Value {
        let text = std::fs::read(folder.join(name)).expect(name);
        serde_json::from_slice(&text).expect("a case")
    };
    let expected = serde_json::json!({"file": "tax.tax.name_required.violated.json", "operation": "tax",
        "verdict": "reject", "rule": "tax.name_required", "path": "/name"});
    let index = read("index.json");
    let entries: Vec<&Value> = index.as_array().expect("a list").iter().collect();
    assert!(entries.contains(&&expected));
    for entry in &entries {
        read(entry["file"].as_str().expect("a name"));
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), entries.len() + 1);
    let held = read("tax.tax.name_required.held.json");
    let violated = read("tax.tax.name_required.violated.json");
    assert_eq!(held["expect"]["findings"], serde_json::json!([]));
    let expected = serde_json::json!([["tax.name_required", "/name", "deny"]]);
    assert_eq!(violated["expect"]["findings"], expected);
    assert_eq!((&held["facts"], held["body"].get("name").is_some()), (&violated["facts"], true));
    let Run { code, err, .. } = run(&arguments, b"");
    assert!(code == Some(2) && err.contains("isn't empty: name another directory"), "{err}");
    // A link is replaced, and what it leads to stays as it is.
    #[cfg(unix)]
    {
        let [link, target] = [folder.join("tax.tax.name_required.held.json"), folder.join("mine")];
        std::fs::rename(&link, &target).expect("a file");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let again = ["sample", "tax", "--mistakes", "--seed=2", "--overwrite", "--dir"];
        let Run { code, .. } = run(&[&again[..], &[common::text(&folder)]].concat(), b"");
        assert_eq!((code, read("mine"), link.is_symlink()), (Some(0), held, false));
    }
}

#[test]
fn bodies_are_accepted_under_given_facts() {
    let facts = ["--fact=terminal=standard", "--fact=merchant.avs_permission=true"];
    let Run { out, .. } =
        run(&["sample", "order", "--bodies", "--count=100", facts[0], facts[1]], b"");
    let cases: String = out.lines().map(|body| format!("{{\"body\":{body}}}\n")).collect();
    let batch = ["batch", "--operation=order", facts[0], facts[1]];
    let Run { code, out, .. } = run(&batch, cases.as_bytes());
    assert_eq!((code, out.matches("\"findings\":[]").count()), (Some(0), 100));
}

#[test]
fn every_sample_has_its_own_file() {
    let folder = common::scratch("several", b"").with_file_name("several-dir");
    let several: &[&str] = &["sample", "tax", "--mistakes", "--count=3"];
    for what in [several, &["sample", "reversal", "refund", "--bodies"]] {
        _ = std::fs::remove_dir_all(&folder);
        let Run { code, err, .. } = run(&[what, &["--dir", common::text(&folder)]].concat(), b"");
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let index = std::fs::read(folder.join("index.json")).expect("an index");
        let index: Vec<Value> = serde_json::from_slice(&index).expect("a list");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), index.len() + 1);
    }
    assert_eq!(run(&["sample", "tax", "--mistakes", "--count=0"], b"").code, Some(0));
    let none = run(&["sample", "reversal", "--bodies"], b"");
    assert!(none.code == Some(2) && none.err.contains("has a body"), "{}", none.err);
    let first = run(&["sample", "capture", "--fact", "now=1970-01-01T00:00:00Z", "--count=9"], b"");
    assert_eq!((first.code, first.out.lines().count()), (Some(0), 9), "{}", first.err);
}
