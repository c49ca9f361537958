//! The types of the results.

use crate::Want;
use arrow_schema::{DataType, Field};

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

/// A struct of names, and of how often they were counted.
fn counts(names: &[&str]) -> DataType {
    let count = field("count", DataType::Int64);
    DataType::Struct(texts(names).into_iter().chain([count]).collect())
}

/// A struct of a finding.
pub(crate) fn finding() -> DataType {
    DataType::Struct(texts(&["rule", "level", "path", "message", "params"]).into())
}

/// A struct of a rule that couldn't be decided.
pub(crate) fn unchecked() -> DataType {
    let needs = field("needs", list(DataType::Utf8));
    DataType::Struct(vec![text("rule"), text("level"), needs].into())
}

/// The type of the result of [`check_batch`](crate::check_batch): a struct with a member for each
/// column.
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
pub fn check_type(want: Want) -> DataType {
    let mut fields = match want {
        Want::Verdict => vec![text("verdict")],
        Want::Json => vec![text("report")],
        Want::Report => vec![
            text("verdict"),
            field("status", DataType::Int32),
            text("scenario"),
            text("total"),
            field("findings", list(finding())),
            field("truncated", DataType::Boolean),
            field("unchecked", list(unchecked())),
        ],
    };
    fields.push(text("error"));
    DataType::Struct(fields.into())
}

/// The type of the result of [`tally`](crate::tally()): a struct of `kind`, `operation`, `name` and
/// `level`, which are `Utf8` and can be null, and `count`, an `Int64`.
#[must_use]
pub fn tally_type() -> DataType {
    counts(&["kind", "operation", "name", "level"])
}

/// The type of the table of a [`Calibration`](crate::Calibration): a struct of `kind`, `operation`, `verdict`, `answer`,
/// `findings`, `named`, `by`, `day` and `who`, which are `Utf8` and can be null, and `count`, an `Int64`.
#[must_use]
pub fn calibration_type() -> DataType {
    counts(&["kind", "operation", "verdict", "answer", "findings", "named", "by", "day", "who"])
}

/// The type of the results of [`replay`](crate::replay()) and [`compare`](crate::compare()): a
/// struct of `kind`, `operation`, `name`, `before` and `after`, which are `Utf8` and can be null,
/// and `count`, an `Int64`.
#[must_use]
pub fn changes_type() -> DataType {
    counts(&["kind", "operation", "name", "before", "after"])
}

/// The type of the result of [`log_requests`](crate::log_requests): a struct of `id`, `operation`, `body`,
/// `facts` and `error`, which are `Utf8` and can be null.
#[must_use]
pub fn log_type() -> DataType {
    DataType::Struct(texts(&["id", "operation", "body", "facts", "error"]).into())
}
