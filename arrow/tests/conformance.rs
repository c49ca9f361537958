//! Every conformance case as a row: the same reports as from every other binding.

mod common;

use common::{Columns, groups, rows};
use paylint::{Engine, Operation};
use paylint_arrow::{Want, check_fields};
use paylint_tests::cases::Case;
use paylint_tests::engine::report_of;
use serde_json::{Value, json};

/// Whether a row says of a case what is expected of it, where what is wrong is an error.
fn is_error(row: &Value, case: &Case, error: &str) -> bool {
    let said = row["error"].as_str().unwrap_or_default();
    let others = row.as_object().into_iter().flatten().filter(|(name, _)| *name != "error");
    others.into_iter().all(|(_, value)| value.is_null())
        && match Operation::from_name(&case.operation) {
            Some(_) => said == error,
            None => said.starts_with("unknown operation"),
        }
}

/// A JSON report with the members that the struct has.
fn members(mut report: Value) -> Value {
    let remove = |of: &mut Value, names: &[&str]| {
        of.as_object_mut().expect("an object").retain(|name, _| !names.contains(&name.as_str()));
    };
    remove(&mut report, &["operation", "capabilities", "obligations", "valid_until"]);
    for finding in report["findings"].as_array_mut().expect("findings") {
        remove(finding, &["basis", "source"]);
    }
    report["error"] = Value::Null;
    report
}

#[test]
fn rows_equal_the_reports() {
    let (mut errors, mut findings, mut needs) = (0, 0, 0);
    for group in groups() {
        let columns = Columns::of(&group.cases);
        let check = |want| rows(&columns.check(&group.engine, want).expect("columns"));
        let [jsons, verdicts, reports] = [Want::Json, Want::Verdict, Want::Report].map(check);
        for (case, ((json, verdict), mut row)) in
            group.cases.iter().zip(jsons.into_iter().zip(verdicts).zip(reports))
        {
            match report_of(case) {
                Ok(text) => {
                    let report: Value = serde_json::from_str(&text).expect("a report");
                    assert_eq!(json, json!({"report": text, "error": null}), "{case:?}");
                    let expected = json!({"verdict": report["verdict"], "error": null});
                    assert_eq!(verdict, expected, "{case:?}");
                    for finding in row["findings"].as_array_mut().expect("findings") {
                        let params = finding["params"].as_str().expect("params");
                        finding["params"] = serde_json::from_str(params).expect("JSON");
                        findings += 1;
                    }
                    needs += row["unchecked"].as_array().map_or(0, Vec::len);
                    assert_eq!(row, members(report), "{case:?}");
                }
                Err(error) => {
                    errors += 1;
                    for row in [&json, &verdict, &row] {
                        assert!(is_error(row, case, &error), "{case:?}: {error}, {row}");
                    }
                }
            }
        }
    }
    assert!(errors >= 4, "only {errors} rows that can't be checked");
    assert!(findings > 500 && needs > 100, "only {findings} findings, {needs} unchecked");
}

#[test]
fn results_have_the_type_that_is_promised() {
    let columns = Columns::of(&[]);
    for want in [Want::Verdict, Want::Report, Want::Json] {
        let result = columns.check(&Engine::default(), want).expect("columns");
        assert_eq!(*result.fields(), check_fields(want));
    }
}
