//! The types of the results.

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

/// A struct of a finding.
pub(crate) fn finding() -> Fields {
    ["rule", "level", "path", "message", "params"].map(text).to_vec().into()
}

/// A struct of a rule that couldn't be decided.
pub(crate) fn unchecked() -> Fields {
    vec![text("rule"), text("level"), field("needs", list(DataType::Utf8))].into()
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
    DataType::Struct(check(want))
}

/// The type of the result of [`tally`](crate::tally()): a struct of `kind`, `operation`, `name` and
/// `level`, which are `Utf8` and can be null, and `count`, an `Int64`.
#[must_use]
pub fn tally_type() -> DataType {
    DataType::Struct(tally())
}

/// The type of the table of a [`Calibration`](crate::Calibration): a struct of `kind`, `operation`, `name`, `level` and
/// `answer`, which are `Utf8` and can be null, and `count`, an `Int64`.
#[must_use]
pub fn calibration_type() -> DataType {
    DataType::Struct(calibration())
}

/// The type of the results of [`replay`](crate::replay()) and [`compare`](crate::compare()): a
/// struct of `kind`, `operation`, `name`, `before` and `after`, which are `Utf8` and can be null,
/// and `count`, an `Int64`.
#[must_use]
pub fn changes_type() -> DataType {
    DataType::Struct(changes())
}

/// The type of the result of [`log_requests`](crate::log_requests): a struct of `id`, `operation`, `body`,
/// `facts` and `error`, which are `Utf8` and can be null.
#[must_use]
pub fn log_type() -> DataType {
    DataType::Struct(log())
}

pub(crate) fn log() -> Fields {
    ["id", "operation", "body", "facts", "error"].map(text).into_iter().collect()
}

pub(crate) fn check(want: Want) -> Fields {
    let fields = match want {
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
    fields.into_iter().chain([text("error")]).collect()
}

pub(crate) fn tally() -> Fields {
    let count = field("count", DataType::Int64);
    ["kind", "operation", "name", "level"].map(text).into_iter().chain([count]).collect()
}

pub(crate) fn calibration() -> Fields {
    let count = field("count", DataType::Int64);
    ["kind", "operation", "name", "level", "answer"].map(text).into_iter().chain([count]).collect()
}

pub(crate) fn changes() -> Fields {
    let count = field("count", DataType::Int64);
    ["kind", "operation", "name", "before", "after"].map(text).into_iter().chain([count]).collect()
}
