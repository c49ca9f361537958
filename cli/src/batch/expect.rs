//! `paylint batch --expect`: compares what cases expect with their reports.

use super::engine_of;
use crate::cases::{self, Case, CaseFacts, Check, Engines, Line, RunSettings};
use crate::exit::{Error, Exit, Result, complain};
use crate::names::counted;
use crate::output::print;
use paylint::{Engine, Report};
use paylint_traffic::expect::{Expect, mismatches};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Runs `paylint batch --expect`.
pub(super) fn run(settings: &RunSettings<'_>, engine: &Engine) -> Result<Exit> {
    let make =
        || Expecting { engine, own: Engines::default(), report: Report::new(), expect: None };
    let (mut held, mut differing, mut lines) = (0, 0, String::new());
    let outcome = cases::run(settings, engine.max_body_bytes(), false, make, |done| {
        held += done.output.held;
        differing += done.output.differing;
        lines += &done.output.lines;
    })?;
    for problem in &outcome.problems.first {
        complain(problem);
    }
    if held == 0 && outcome.exit == Exit::Accepted {
        return Err(Error::unusable("no case says what to `expect`"));
    }
    let cases = counted(held, "case", "cases");
    lines += &match differing {
        0 => format!("{cases} as expected\n"),
        _ => format!("{differing} of {cases} not as expected\n"),
    };
    let exit = if differing > 0 { Exit::Rejected } else { Exit::Accepted };
    // Cases may be expected to be rejected.
    print(&lines)?;
    Ok(outcome.exit.max(exit))
}

/// Numbers of cases compared, and of those that differ, with a line for each of these.
#[derive(Default)]
struct Compared {
    held: u64,
    differing: u64,
    lines: String,
}

struct Expecting<'a> {
    engine: &'a Engine,
    own: Engines,
    report: Report,
    /// The line's expectation.
    expect: Option<Expect>,
}

impl Check for Expecting<'_> {
    type Output = Compared;

    fn takes(&mut self, line: &[u8], _: Line<'_, Compared>) -> std::result::Result<bool, String> {
        // A line that isn't JSON gets its error when it is read as a case.
        let members: BTreeMap<String, &RawValue> = serde_json::from_slice(line).unwrap_or_default();
        let expect = members.get("expect").map(|json| serde_json::from_str(json.get()));
        self.expect = expect.transpose().map_err(|_| "expect: expected an object".to_owned())?;
        Ok(false)
    }

    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Compared>,
    ) -> std::result::Result<(), String> {
        let engine = engine_of(case, self.engine, &mut self.own)?;
        facts.check_into(case, engine, &mut self.report)?;
        let Some(expect) = self.expect.take() else { return Ok(()) };
        let report = serde_json::from_str(&self.report.to_json()).unwrap_or_default();
        let differences = mismatches(&expect, &Ok(report));
        line.output.held += 1;
        if !differences.is_empty() {
            let id = case.request.id.as_ref().map_or(String::new(), |id| format!("{id}: "));
            line.output.differing += 1;
            let differences = differences.join("; ");
            line.output.lines += &format!("{}: {id}{differences}\n", line.place());
        }
        Ok(())
    }

    fn error(&mut self, _: Option<&str>, problem: &str, line: Line<'_, Compared>) -> bool {
        let Some(expect) = self.expect.take() else { return false };
        let is_expected = mismatches(&expect, &Err(problem.to_owned())).is_empty();
        line.output.held += u64::from(is_expected);
        is_expected
    }
}
