//! Why nothing can be compared, and what would help.

use crate::args::CalibrateArguments;
use crate::cases::Outcome;
use crate::names::{counted, shown_name};
use paylint::Operation;
use paylint_traffic::calibration::{Calibration, Evidence, LineCounts};
use paylint_traffic::values;
use serde_json::Value;

/// The members of a line, without their values.
pub(super) struct Shape {
    /// `/response/status: number`
    members: Vec<String>,
    /// Where a status seems to be.
    status: Option<String>,
}

impl Shape {
    pub(super) fn of(line: &[u8]) -> Option<Shape> {
        let mut shape = Shape { members: Vec::new(), status: None };
        shape.add("", &serde_json::from_slice(line).ok()?, 0);
        Some(shape)
    }

    fn add(&mut self, at: &str, value: &Value, depth: usize) {
        let Value::Object(members) = value else { return };
        for (name, value) in members.iter().filter(|(name, _)| shown_name(name).is_some()) {
            let path = format!("{at}/{name}");
            let kind = match value {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                Value::String(_) => "string",
                Value::Array(_) => "array",
                Value::Object(_) => "object",
            };
            let is_status = matches!(values::status(&value.to_string()), Ok(Some(_)));
            if is_status && (path.contains("status") || path.contains("code")) {
                self.status.get_or_insert(path.clone());
            }
            if self.members.len() < 12 {
                self.members.push(format!("{path}: {kind}"));
            }
            if depth < 1 {
                self.add(&path, value, depth + 1);
            }
        }
    }
}

/// The reason why no attempt has an answer to judge by.
pub(super) fn why(
    calibration: &Calibration,
    evidence: &Evidence,
    outcome: &Outcome,
    shape: Option<&Shape>,
    arguments: &CalibrateArguments,
) -> String {
    let LineCounts { lines, unreadable, passed_over, cut, attempts, .. } = calibration.read;
    let all = counted(lines, "line", "lines");
    let mut text = format!("nothing to hold: {all}");
    if lines == 0 {
        return text + ", the log is empty";
    }
    if passed_over > 0 && passed_over + unreadable == lines {
        let paths = &outcome.problems.paths;
        text += &format!(
            ", all passed over: their methods and paths lead to no operation, such as {}",
            paths.join(", ")
        );
        let is_method_wrong = |path: &String| Operation::route("POST", path).is_some();
        if let (Some(method_at), true) =
            (&arguments.lines.log.method_at, paths.iter().any(is_method_wrong))
        {
            text += &format!("; at {method_at} there is another method than POST");
        }
        if let Some(prefix) = paths.iter().find_map(|path| prefix(path)) {
            text += &format!("; --path-prefix {prefix} may help");
        }
    } else if unreadable == lines {
        text += ", none of which can be read";
        if arguments.status_at.is_none() {
            text += "; of a log, --log and its options say where things are";
        }
    } else if cut > 0 && cut == attempts {
        text += ", all cut";
        if let Some((least, most)) = evidence.cut_at {
            text += &if least == most {
                format!("; the bodies all end at {least} bytes")
            } else {
                format!("; the bodies end at {least} to {most} bytes, before their JSON does")
            };
        }
        text += ": log bodies whole";
    } else {
        text += ", and no answer accepts or refuses a request";
        if let (Some(shape), Some(status_at)) = (shape, &arguments.status_at) {
            text += &format!(
                "; the status at {status_at} does neither, in lines such as {{{}}}",
                shape.members.join(", ")
            );
            if let Some(status) = shape.status.as_ref().filter(|at| *at != status_at) {
                text += &format!("; --status-at {status} may help");
            }
        }
    }
    text
}

/// Prefix of an operation's path.
fn prefix(path: &str) -> Option<&str> {
    let mut starts = path.match_indices('/').map(|(start, _)| start).filter(|start| *start > 0);
    let start = starts.find(|start| Operation::route("POST", &path[*start..]).is_some())?;
    path.get(..start)
}
