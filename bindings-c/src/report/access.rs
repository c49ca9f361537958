//! The accessors of a report.

use super::paylint_report;
pub use super::texts::paylint_finding;
use crate::boundary::{Failure, NotNull, Result, guard};
use crate::names::{Numbered, mask};
use crate::status::{self, paylint_status};
use crate::text::paylint_text;
use core::mem::MaybeUninit;
use paylint_core::{Report, Timestamp};

/// A rule that could not be decided because facts are missing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_unchecked {
    /// The rule's number in the catalogue, which is stable; 0 for a policy rule.
    pub rule: i32,
    /// The level that the policy gives the rule, PAYLINT_LEVEL_….
    pub level: i32,
    /// The missing facts that would decide it: the bits PAYLINT_BIT(PAYLINT_FACT_…).
    pub needs: u64,
    /// The rule's name. Owned by the report.
    pub name: paylint_text,
}

/// Something that must be done in addition to sending the request.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct paylint_obligation {
    /// What must be done, PAYLINT_OBLIGATION_KIND_….
    pub kind: i32,
    /// 1 if there is a deadline, else 0.
    pub has_by: i32,
    /// The deadline, in whole seconds since 1970-01-01T00:00:00Z, rounded down; 0 if there is none.
    pub by: i64,
    /// The missing facts that it depends on, as the bits PAYLINT_BIT(PAYLINT_FACT_…); 0 if none.
    pub needs: u64,
}

/// Writes one part of a report's result.
fn write_part<T>(
    report: Option<&paylint_report>,
    out: Option<&mut MaybeUninit<T>>,
    part: impl FnOnce(&Report) -> Result<T>,
) -> paylint_status {
    guard(|| {
        let report = report.not_null("report")?.result()?;
        let out = out.not_null("the out-parameter")?;
        out.write(part(report)?);
        Ok(())
    })
}

/// Writes one text of a report.
fn write_text(
    report: Option<&paylint_report>,
    out: Option<&mut MaybeUninit<paylint_text>>,
    text: impl FnOnce(&paylint_report) -> Result<paylint_text>,
) -> paylint_status {
    guard(|| {
        let report = report.not_null("report")?;
        report.result()?;
        let out = out.not_null("the out-parameter")?;
        out.write(text(report)?);
        Ok(())
    })
}

fn seconds(time: Timestamp) -> i64 {
    time.unix_nanos().div_euclid(1_000_000_000)
}

/// Returns the verdict, PAYLINT_VERDICT_…: whether the gateway can accept the request. Unchecked
/// rules reject it only if the policy says so: see paylint_report_unchecked().
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_verdict(
    report: Option<&paylint_report>,
    verdict: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, verdict, |report| Ok(status::verdict(report.verdict())))
}

/// Returns the HTTP status that the gateway would answer with: 403 if the authorization is wrong,
/// otherwise 400 if the verdict is reject, otherwise 200.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_status(
    report: Option<&paylint_report>,
    status: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, status, |report| Ok(report.status().into()))
}

/// Returns the scenario of the request, PAYLINT_FEATURE_….
///
/// @return PAYLINT_STATUS_NONE if the operation has no scenario or the body can't be read.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_scenario(
    report: Option<&paylint_report>,
    scenario: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, scenario, |report| Ok(report.scenario().ok_or(Failure::none())?.number()))
}

/// Returns the active capabilities of the request: the bits PAYLINT_BIT(PAYLINT_FEATURE_…).
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_capabilities(
    report: Option<&paylint_report>,
    capabilities: Option<&mut MaybeUninit<u64>>,
) -> paylint_status {
    write_part(report, capabilities, |report| Ok(mask(report.capabilities().iter())))
}

/// Returns the sum of an order's products as a decimal number, a text that the report owns.
///
/// @return PAYLINT_STATUS_NONE if there is no sum.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_total(
    report: Option<&paylint_report>,
    total: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    write_text(report, total, |report| report.texts().total().ok_or(Failure::none()))
}

/// Returns the number of findings.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_finding_count(
    report: Option<&paylint_report>,
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    write_part(report, count, |report| Ok(report.findings().len()))
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
        let found = report.result()?.findings().nth(index).ok_or(Failure::none())?;
        finding.write(report.texts().finding(index, found).ok_or(Failure::none())?);
        Ok(())
    })
}

/// Returns 1 if findings were left out because a level had more than the policy keeps, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_truncated(
    report: Option<&paylint_report>,
    truncated: Option<&mut MaybeUninit<i32>>,
) -> paylint_status {
    write_part(report, truncated, |report| Ok(report.truncated().into()))
}

/// Returns the number of rules that could not be decided because facts are missing.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_unchecked_count(
    report: Option<&paylint_report>,
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    write_part(report, count, |report| Ok(report.unchecked().len()))
}

/// Returns a rule that could not be decided, and the missing facts that would decide it. If you
/// must not send a request unless every rule was checked, look at these.
///
/// @return PAYLINT_STATUS_NONE if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_unchecked(
    report: Option<&paylint_report>,
    index: usize,
    unchecked: Option<&mut MaybeUninit<paylint_unchecked>>,
) -> paylint_status {
    write_part(report, unchecked, |report| {
        let unchecked = report.unchecked().nth(index).ok_or(Failure::none())?;
        Ok(paylint_unchecked {
            rule: unchecked.rule().number.into(),
            level: status::level(unchecked.level()),
            needs: mask(unchecked.needs()),
            name: paylint_text::of(unchecked.rule().name),
        })
    })
}

/// Returns the number of obligations.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_obligation_count(
    report: Option<&paylint_report>,
    count: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    write_part(report, count, |report| Ok(report.obligations().len()))
}

/// Returns an obligation: something that must be done in addition to sending the request.
///
/// @return PAYLINT_STATUS_NONE if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_obligation(
    report: Option<&paylint_report>,
    index: usize,
    obligation: Option<&mut MaybeUninit<paylint_obligation>>,
) -> paylint_status {
    write_part(report, obligation, |report| {
        let obligation = *report.obligations().get(index).ok_or(Failure::none())?;
        let by = obligation.by().map(seconds);
        Ok(paylint_obligation {
            kind: status::obligation(obligation),
            has_by: by.is_some().into(),
            by: by.unwrap_or(0),
            needs: mask(obligation.needs()),
        })
    })
}

/// Returns the last moment at which the operation's time rule still holds if no other fact changes,
/// in whole seconds since 1970-01-01T00:00:00Z, rounded down.
///
/// @return PAYLINT_STATUS_NONE if there is no such moment.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_valid_until(
    report: Option<&paylint_report>,
    seconds: Option<&mut MaybeUninit<i64>>,
) -> paylint_status {
    write_part(report, seconds, |report| {
        report.valid_until().map(self::seconds).ok_or(Failure::none())
    })
}

/// Returns the report as canonical JSON, which is the same, byte for byte, in every binding. The
/// report owns the text.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_json(
    report: Option<&paylint_report>,
    json: Option<&mut MaybeUninit<paylint_text>>,
) -> paylint_status {
    write_text(report, json, |report| Ok(paylint_text::of(report.json())))
}
