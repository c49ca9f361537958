//! Tests of SARIF output. `cargo xtask long sarif` validates it against the standard's schema.

mod common;

use common::{Run, run, scratch, text};
use serde_json::{Value, json};

fn log(arguments: &[&str], input: &[u8]) -> Value {
    let all = [&["check", "--operation", "order", "--format", "sarif"][..], arguments].concat();
    let Run { out, .. } = run(&all, input);
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_log_says_where_and_what() {
    let file = scratch(
        "sarif-where.json",
        "{\"client\":{\"city\":\"Rīga\"}, \"currency\":\"EU\"}".as_bytes(),
    );
    let log = log(&[text(&file)], b"");
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let results = run["results"].as_array().unwrap();
    let currency = results.iter().find(|result| result["ruleId"] == "code.currency").unwrap();
    assert_eq!(currency["level"], "warning");
    let region = &currency["locations"][0]["physicalLocation"]["region"];
    // Columns are those of characters; `ī` is two bytes.
    let expected = json!({
        "startLine": 1, "startColumn": 39, "endLine": 1, "endColumn": 43,
        "byteOffset": 39, "byteLength": 4,
    });
    assert_eq!(*region, expected);
    let logical = &currency["locations"][0]["logicalLocations"][0];
    assert_eq!(logical["fullyQualifiedName"], "/currency");
    // What hangs on facts that were not given is open.
    let open: Vec<_> = results.iter().filter(|result| result["kind"] == "open").collect();
    assert!(open.iter().any(|result| result["ruleId"] == "avs.address_required"));
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "code.currency"));
}

/// A name may hold any byte; its URI leads to the file.
#[test]
#[cfg(unix)]
fn a_uri_holds_the_bytes_of_the_path() {
    use std::os::unix::ffi::OsStrExt;
    let folder = common::folder("sarif-names");
    let name = std::ffi::OsStr::from_bytes(b"a\n\x1b[31m\xff\xe2\x80\xae.json");
    std::fs::write(folder.join(name), b"{}").unwrap();
    let log = log(&[text(&folder)], b"");
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = location["artifactLocation"]["uri"].as_str().unwrap();
    let expected = "/sarif-names/a%0A%1B%5B31m%FF%E2%80%AE.json";
    assert!(uri.starts_with("file:///") && uri.ends_with(expected), "{uri}");
}
