//! The members of the results.

use crate::Want;
use arrow_schema::{DataType, Field, Fields};

fn field(name: &str, of: DataType) -> Field {
    Field::new(name, of, true)
}

fn text(name: &str) -> Field {
    field(name, DataType::Utf8)
}

fn list(of: DataType) -> DataType {
    DataType::new_list(of, true)
}

fn texts(names: &[&str]) -> Vec<Field> {
    names.iter().copied().map(text).collect()
}

/// Names, and how often they were counted.
pub(crate) fn counts(names: &[&str]) -> Fields {
    texts(names).into_iter().chain([field("count", DataType::Int64)]).collect()
}

/// Fields of a finding.
pub(crate) fn finding() -> Fields {
    texts(&["rule", "level", "path", "message", "params"]).into()
}

/// Fields of a rule that couldn't be decided.
pub(crate) fn unchecked() -> Fields {
    vec![text("rule"), text("level"), field("needs", list(DataType::Utf8))].into()
}

/// The members of the result of [`check_batch`](crate::check_batch).
///
/// | `want` | members |
/// |---|---|
/// | [`Verdict`](Want::Verdict) | `verdict: Utf8`, `error: Utf8` |
/// | [`Report`](Want::Report) | `verdict: Utf8`, `status: Int32`, `scenario: Utf8`, `total: Utf8`, `findings: List<Struct<rule, level, path, message, params: Utf8>>`, `truncated: Boolean`, `unchecked: List<Struct<rule, level: Utf8, needs: List<Utf8>>>`, `error: Utf8` |
/// | [`Json`](Want::Json) | `report: Utf8`, `error: Utf8` |
///
/// Every member can be null. They are what the canonical JSON has under these names: `total` is an
/// exact decimal, and `params` is JSON itself.
#[must_use]
pub fn check_fields(want: Want) -> Fields {
    let mut fields = match want {
        Want::Verdict => vec![text("verdict")],
        Want::Json => vec![text("report")],
        Want::Report => vec![
            text("verdict"),
            field("status", DataType::Int32),
            text("scenario"),
            text("total"),
            field("findings", list(DataType::Struct(finding()))),
            field("truncated", DataType::Boolean),
            field("unchecked", list(DataType::Struct(unchecked()))),
        ],
    };
    fields.push(text("error"));
    fields.into()
}

/// The members of the result of [`log_requests`](crate::log_requests): `id`, `operation`, `body`, `facts` and `error`,
/// which are `Utf8` and can be null.
#[must_use]
pub fn log_fields() -> Fields {
    texts(&["id", "operation", "body", "facts", "error"]).into()
}
