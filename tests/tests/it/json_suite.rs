//! Well-formedness: JSONTestSuite, if it is available, and deep texts.
//!
//! `JSON_TEST_SUITE` names the suite's folder (<https://github.com/nst/JSONTestSuite>).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use paylint::{Engine, Report};
use paylint_tests::cases::files;
use paylint_tests::well_formed::{Deviation, Syntax, deviation, nested, read};

/// The result in a sentence, which `cargo xtask long json-suite` prints last.
fn say(result: &str) {
    println!("\nresult: {result}");
}

/// The suite's files, by name; `None` if it isn't available.
fn suite() -> Option<BTreeMap<String, Vec<u8>>> {
    let folder = env::var_os("JSON_TEST_SUITE").map(PathBuf::from)?;
    let paths = files(&folder.join("test_parsing"), "json").expect("the suite's test_parsing");
    let files = paths.iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("a text of the suite"))
    });
    let files: BTreeMap<_, _> = files.collect();
    assert!(files.len() > 300, "the suite is whole: {} texts", files.len());
    Some(files)
}

/// The texts that a parser may accept or refuse are decided as `serde_json` does, but a number may be of any size.
#[test]
fn reader_decides_the_suite_as_required() {
    let Some(files) = suite() else {
        return say("JSON_TEST_SUITE doesn't name the folder of JSONTestSuite");
    };
    let (engine, mut report) = (Engine::default(), Report::new());
    let (mut counts, mut overflows) = ([0; 3], 0);
    for (name, text) in &files {
        let kind = "yni".find(&name[..1]).expect("a kind");
        counts[kind] += 1;
        let is_read = read(&engine, &mut report, text) == Syntax::WellFormed;
        assert_eq!(is_read, [true, false, is_read][kind], "{name}");
        for (before, after) in [("", ""), ("{\"u\":", "}"), (" [", "]")] {
            let why = deviation(&[before.as_bytes(), text, after.as_bytes()].concat());
            assert_ne!(why, Some(Deviation::Nesting), "{name}");
            overflows += usize::from(why.is_some());
        }
    }
    assert!(overflows > 0, "like `[123.123e100000]`");
    let [accepted, refused, undecided] = counts;
    say(&format!(
        "all {accepted} texts that must be accepted are, and all {refused} that mustn't aren't; \
         {undecided} that a parser may decide are decided as serde_json does"
    ));
}

#[test]
fn nesting_counts_from_the_body() {
    // Each of these with the depth of its value.
    let places = [
        ("{\"u\":", "}", 1),
        ("{\"client\":{\"u\":", "}}", 2),
        ("{\"products\":[{\"tax\":", "}]}", 3),
        ("{\"products\":[{},{\"title\":", "}]}", 3),
        ("{\"travel_data\":{\"airline_addendum\":{\"legs\":[{\"u\":", "}]}}}", 5),
        ("{\"client\":{},\"client\":", "}", 1),
        ("{\"skip_capture\":", "}", 1),
    ];
    let (engine, mut report) = (Engine::default(), Report::new());
    for (before, after, outer) in places {
        for (inner, expected) in
            [(128 - outer, Syntax::WellFormed), (129 - outer, Syntax::Malformed)]
        {
            for kinds in ["[", "{", "{["] {
                let body = format!("{before}{}{after}", nested(kinds, inner));
                let read = read(&engine, &mut report, body.as_bytes());
                assert_eq!(read, expected, "{before}… {kinds} {inner}");
            }
        }
    }
}
