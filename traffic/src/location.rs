//! Where a request stands.

use paylint::report::{Finding, Segment};
use serde::Serialize;
use serde_json::value::RawValue;

/// Where a request stands, so that somebody can look at it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Location {
    /// Your file; empty if there is none.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// Your own name for the request, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<RawValue>>,
}

impl Location {
    /// A line of a source without a name; `id` as JSON.
    #[must_use]
    pub fn new(line: u64, id: Option<&str>) -> Location {
        let id = id.and_then(|id| RawValue::from_string(id.to_owned()).ok());
        Location { file: String::new(), line, id }
    }

    /// Your own name for the request, or its line.
    #[must_use]
    pub fn short(&self) -> String {
        match &self.id {
            Some(id) => id.get().trim_matches('"').to_owned(),
            None => format!("{}:{}", self.file, self.line),
        }
    }
}

/// Appends the member of a finding: its path, in which `*` stands for every element of an array.
pub(crate) fn write_member(finding: Finding<'_>, out: &mut String) {
    for step in finding.steps() {
        out.push('/');
        out.push_str(if let Segment::Name(name) = step { name } else { "*" });
    }
}
