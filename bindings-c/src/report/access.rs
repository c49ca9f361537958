//! The accessors of a report.

pub use super::finding::paylint_finding;
use super::paylint_report;
use crate::boundary::{NotNull, guard};
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::Report;

/// Writes one part of a report's result.
fn write_part<T>(
    report: Option<&paylint_report>,
    out: Option<&mut MaybeUninit<T>>,
    part: impl FnOnce(&Report) -> T,
) -> paylint_status {
    guard(|| {
        let report = report.not_null("report")?.result()?;
        let out = out.not_null("the out-parameter")?;
        out.write(part(report));
        Ok(())
    })
}

/// Returns the verdict, PAYLINT_VERDICT_…: whether the gateway can accept the request. Unchecked
/// rules, which the JSON names, reject it only if the policy says so.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_verdict(
    report: Option<&paylint_report>,
    verdict: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, verdict, |report| status::verdict(report.verdict()))
}

/// Returns the HTTP status that the gateway would answer with: 403 if the authorization is wrong,
/// otherwise 400 if the verdict is reject, otherwise 200.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_status(
    report: Option<&paylint_report>,
    status: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, status, |report| report.status().into())
}

/// Returns the number of findings.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_finding_count(
    report: Option<&paylint_report>,
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    write_part(report, count, |report| report.findings().len())
}

/// Returns a finding, by its index from 0. Findings are in the order of the catalogue, then of the
/// body. The report owns their texts, or they are static.
///
/// @return PAYLINT_STATUS_NONE if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_finding(
    report: Option<&paylint_report>,
    index: usize,
    finding: Option<&mut MaybeUninit<paylint_finding>>,
) -> paylint_status {
    guard(|| {
        let report = report.not_null("report")?;
        let finding = finding.not_null("finding")?;
        finding.write(report.finding(index)?);
        Ok(())
    })
}

/// Returns the report as canonical JSON, which is the same, byte for byte, in every binding. The
/// report owns the text.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_json(
    report: Option<&paylint_report>,
    json: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    guard(|| {
        let report = report.not_null("report")?;
        let text = report.json()?;
        json.not_null("json")?.write(paylint_text::of(text));
        Ok(())
    })
}
