//! Batches: one line for each line, in order, whatever comes.

mod common;

use common::{BAD, GOOD, Run, run, scratch, text};
use paylint_tests::cases::{self, Line};
use serde_json::Value;

fn outcome(line: &str) -> Result<Value, String> {
    let report: Value = serde_json::from_str(line).unwrap();
    match report["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(report),
    }
}

/// Every conformance case and every sample comes out as it expects, and as the library has it byte
/// for byte.
#[test]
fn conformance_cases_are_decided_as_they_expect() {
    let lines = cases::FOLDERS.into_iter().flat_map(cases::lines_of);
    let lines: Vec<String> = lines.map(|line| line.text).collect();
    assert!(lines.len() > 600);
    let Run { code, out, .. } = run(&["batch", "--jobs", "3"], lines.join("\n").as_bytes());
    assert_eq!(code, Some(2), "some of the cases are none");
    let reports: Vec<&str> = out.lines().collect();
    assert_eq!(reports.len(), lines.len());
    for (line, report) in lines.iter().zip(reports) {
        let Line { expect, case, .. } = cases::read(line);
        let mismatches = cases::mismatches(&expect.unwrap_or_default(), &outcome(report));
        assert_eq!(mismatches, [] as [&str; 0], "{line}");
        let Ok(case) = case else { continue };
        if let Ok(json) = paylint_tests::engine::report_of(&case) {
            let id = case.id.map(|id| format!("\"id\":{},", serde_json::to_string(&id).unwrap()));
            assert_eq!(report, json.replacen('{', &format!("{{{}", id.unwrap_or_default()), 1));
        }
    }
}

#[test]
fn lines_stay_in_order_however_many_work_on_them() {
    let line = |n: usize| {
        let body = if n.is_multiple_of(3) { BAD } else { GOOD };
        // Lines of very different length, so that chunks take different times.
        let padding = " ".repeat(if n.is_multiple_of(1000) { 50_000 } else { n % 40 });
        format!("{{\"id\":\"n-{n}\",\"operation\":\"order\",{padding}\"body\":{body}}}\n")
    };
    let input: String = (0..20_000).map(line).collect();
    let one = run(&["batch", "--jobs", "1"], input.as_bytes());
    assert_eq!(one.code, Some(1));
    assert_eq!(one.out.lines().count(), 20_000);
    for (n, report) in one.out.lines().enumerate() {
        assert!(report.starts_with(&format!("{{\"id\":\"n-{n}\",")), "{report}");
    }
    for jobs in ["2", "8"] {
        let many = run(&["batch", "--jobs", jobs], input.as_bytes());
        assert!(many.out == one.out, "--jobs {jobs}");
    }
}

/// A line may be as long as a case can need whose body is at the policy's limit, and no longer.
#[test]
fn too_long_line_is_its_own_error() {
    let policy = scratch("batch-small.json", br#"{"max_body_bytes":64}"#);
    let most = 6 * 64 + (1 << 20);
    let line = |length: usize| {
        let case = r#"{"operation":"reversal","raw":"#;
        let blanks = " ".repeat(length - case.len() - 3);
        format!("{case}{blanks}\"\"}}\n")
    };
    let input = [line(most), line(most + 1), line(4 * most), line(100)].concat();
    let cases = ["--policy", text(&policy), "--jobs", "2"];
    let Run { code, out, err } = run(&[&["batch"][..], &cases].concat(), input.as_bytes());
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (Some(2), 4));
    assert!(lines[0].starts_with("{\"verdict\":\"accept\"") && lines[3] == lines[0]);
    let problem = format!("not a case: the line is longer than {most} bytes");
    for line in &lines[1..3] {
        assert!(line.starts_with(&format!("{{\"error\":\"{problem}")), "{line}");
    }
    assert!(err.contains(&format!("<stdin>:2: {problem}")), "{err}");
}

/// The lines of each file are counted from 1.
#[test]
fn lines_of_a_second_file_have_its_numbers() {
    let first = scratch("second-1.ndjson", format!("{GOOD}\n").repeat(3).as_bytes());
    let second = scratch("second-2.ndjson", format!("{GOOD}\n\n").as_bytes());
    let arguments = ["batch", "--bodies", "-o", "order", text(&first), text(&second)];
    let Run { err, .. } = run(&arguments, b"");
    assert!(err.contains("second-2.ndjson:2: "), "{err}");
}

#[test]
fn prefix_of_paths_needs_no_slashes() {
    let line = br#"{"m":"POST","p":"/gw/api/v0.6/taxes/","b":{"name":"VAT","percent":21}}"#;
    let log = ["batch", "--log", "--method-at=/m", "--path-at=/p", "--body-at=/b"];
    for prefix in ["/gw", "gw/", "gw"] {
        let Run { code, out, err } = run(&[&log[..], &["--path-prefix", prefix]].concat(), line);
        assert_eq!((code, out.lines().count(), err.as_str()), (Some(0), 1, ""), "{prefix}");
    }
}
