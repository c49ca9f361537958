//! Well-formedness: JSONTestSuite, if it is available, and deep texts, on a thread with a small stack.
//!
//! `JSON_TEST_SUITE` names the suite's folder (<https://github.com/nst/JSONTestSuite>).

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use paylint::{Engine, Report};
use paylint_tests::cases::files;
use paylint_tests::on_a_small_stack;
use paylint_tests::well_formed::{Deviation, Syntax, blank, depth, deviation, nested, read};

/// The suite's undecided texts: our verdict, and the reason.
const UNDECIDED: &str = include_str!("../../data/json-suite-i.tsv");

/// The result in a sentence, which `cargo xtask long json-suite` prints last.
#[allow(clippy::print_stdout, reason = "says if the suite is missing")]
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

/// The verdicts of the table, by name.
fn undecided() -> BTreeMap<&'static str, Syntax> {
    let lines = UNDECIDED.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, verdict, reason] = columns[..] else { panic!("three columns: {line}") };
        assert!(!reason.is_empty(), "{name} has a reason");
        match verdict {
            "accepted" => (name, Syntax::WellFormed),
            "refused" => (name, Syntax::Malformed),
            _ => panic!("{name} is accepted or refused"),
        }
    });
    rows.collect()
}

#[test]
fn reader_decides_the_suite_as_required() {
    let Some(files) = suite() else {
        return say("JSON_TEST_SUITE doesn't name the folder of JSONTestSuite");
    };
    let read = on_a_small_stack(move || {
        let (engine, mut report) = (Engine::default(), Report::new());
        let read = files.into_iter().map(|(name, text)| {
            let read = read(&engine, &mut report, &text);
            (name, blank(&text), read)
        });
        read.collect::<Vec<_>>()
    });
    let mut undecided = undecided();
    let mut counts = [0, 0, 0]; // accepted, refused, undecided
    for (name, blank, read) in read {
        counts[b"yn".iter().position(|kind| *kind == name.as_bytes()[0]).unwrap_or(2)] += 1;
        let expected = match name.as_bytes()[0] {
            b'y' => Syntax::WellFormed,
            b'n' if blank => Syntax::Blank,
            b'n' => Syntax::Malformed,
            _ => undecided.remove(name.as_str()).unwrap_or_else(|| panic!("{name} has a verdict")),
        };
        assert_eq!(read, expected, "{name}");
    }
    assert!(undecided.is_empty(), "the suite has {undecided:?}");
    let [accepted, refused, undecided] = counts;
    say(&format!(
        "all {accepted} texts that must be accepted are, and all {refused} that mustn't aren't; \
         {undecided} that a parser may decide are decided as listed"
    ));
}

#[test]
fn reader_agrees_with_serde_json_on_the_suite() {
    let Some(files) = suite() else { return };
    let mut deviations = Vec::new();
    for (name, text) in &files {
        let [mut inside, mut list] = [b"{\"u\":".to_vec(), b" [".to_vec()];
        inside.extend_from_slice(text);
        inside.push(b'}');
        list.extend_from_slice(text);
        list.push(b']');
        for text in [text, &inside, &list] {
            if let Some(why) = deviation(text) {
                deviations.push((name.as_str(), why));
            }
        }
    }
    // `[123.456e-789]` and the like are numbers to both; those too large for a double are none to
    // serde_json.
    let overflows = deviations.iter().filter(|(_, why)| *why == Deviation::Overflow).count();
    assert_eq!(overflows, deviations.len(), "the suite has no nesting of just 128: {deviations:?}");
    assert!(deviations.len() % 3 == 0 && overflows > 0, "the same in every place: {deviations:?}");
}

#[test]
fn nesting_ends_at_128() {
    for kinds in ["[", "{", "[{", "{[", "[[{", "{{["] {
        let read_nested = move |depth: usize| {
            on_a_small_stack(move || {
                read(&Engine::default(), &mut Report::new(), nested(kinds, depth).as_bytes())
            })
        };
        for depth in [1, 2, 64, 126, 127, 128] {
            assert_eq!(read_nested(depth), Syntax::WellFormed, "{kinds} {depth}");
            let text = nested(kinds, depth);
            assert_eq!(self::depth(text.as_bytes()), depth);
            let expected = (depth == 128).then_some(Deviation::Nesting);
            assert_eq!(deviation(text.as_bytes()), expected, "{kinds} {depth}");
        }
        for depth in [129, 130, 255, 256, 257, 1_000, 65_537, 100_000] {
            assert_eq!(read_nested(depth), Syntax::Malformed, "{kinds} {depth}");
        }
    }
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
