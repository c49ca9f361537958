//! Rejected reports as problem details (RFC 9457).

use super::message::put_path;
use super::{Finding, Report};
use crate::append::{nth, put, text_of};
use crate::decimal::put_integer;
use crate::json::put_comma;
use alloc::string::String;

impl Report {
    /// The report as problem details (RFC 9457, `application/problem+json`). `None` if the verdict
    /// is accept.
    #[must_use]
    pub fn to_problem(&self) -> Option<String> {
        let json = text_of(|json| self.write_problem(json));
        (!json.is_empty()).then_some(json)
    }

    /// Appends the report as problem details. Appends nothing if the verdict is accept.
    pub fn write_problem(&self, out: &mut String) {
        let Some(first) = self.first_denial() else { return };
        let name = first.rule().name;
        put(out, r#"{"type":"rules/"#);
        put(out, name);
        put(out, r#"","title":""#);
        put_title(out, name);
        put(out, r#"","status":"#);
        put_integer(out, self.status().into());
        put(out, ",");
        put_detail(out, first);
        put(out, r#","errors":["#);
        for finding in self.findings() {
            put_comma(out);
            put(out, r##"{"pointer":"#"##);
            put_path(out, finding);
            put(out, r#"","rule":""#);
            put(out, finding.rule().name);
            put(out, r#"","level":""#);
            put(out, finding.level().name());
            put(out, "\",");
            put_detail(out, finding);
            put(out, "}");
        }
        put(out, "]}");
    }
}

fn put_detail(out: &mut String, finding: Finding<'_>) {
    put(out, r#""detail":""#);
    finding.message().write(out, finding.escapes());
    put(out, "\"");
}

/// The title is the rule's name in words, so that it is the same for every occurrence of the
/// problem. All names are ASCII.
fn put_title(out: &mut String, name: &str) {
    for (at, byte) in name.bytes().enumerate() {
        put(
            out,
            match byte {
                b'.' => ": ",
                b'_' => " ",
                _ => nth(name, at),
            },
        );
    }
}
