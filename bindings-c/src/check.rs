//! Checks of a request.

use crate::boundary::{NotNull, Result, guard_with};
use crate::engine::paylint_engine;
use crate::facts::paylint_facts;
use crate::memory::{ErrorOut, TextIn};
use crate::names::Numbered;
use crate::report::paylint_report;
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::{Engine, Operation};
use std::sync::LazyLock;

/// Checks a request into a new report.
///
/// You can pass two sets of facts, or NULL for either. The changing facts, for this request only, replace the standing
/// ones by top-level member: if both have a merchant, all of the standing one is replaced.
///
/// A rejected request is not a failed call: ask the report for its verdict.
///
/// @param body  the body, exactly as it will be sent. NULL or white space means no body.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_check(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    standing: Option<&paylint_facts>,
    changing: Option<&paylint_facts>,
    report: Option<&mut MaybeUninit<Box<paylint_report>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let report = report.not_null("report")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = paylint_facts::overlaid(standing, changing);
        // Boxed before it is filled, because a report is expensive to move.
        let mut new = Box::<paylint_report>::default();
        new.refill(|report| {
            engine.0.check_into(operation, body, &facts, report);
            Ok(())
        })?;
        report.write(new);
        Ok(())
    })
}

/// Checks a request like paylint_check(), but into an existing report, whose memory is reused. Its previous result and
/// all texts that it returned become invalid. If the call fails, it holds no result.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_check_into(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    standing: Option<&paylint_facts>,
    changing: Option<&paylint_facts>,
    report: Option<&mut paylint_report>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        // Emptied first, so that a caller who ignores the status can't find an earlier verdict.
        let report = report.not_null("report")?;
        report.refill(|report| {
            let engine = engine.not_null("engine")?;
            let (operation, body) = request(operation, body, body_length)?;
            let facts = paylint_facts::overlaid(standing, changing);
            engine.0.check_into(operation, body, &facts, report);
            Ok(())
        })
    })
}

/// Checks whether the gateway can accept a request. Takes the parameters of paylint_check() and less time, and
/// allocates nothing for an ordinary request. As in a report, an unchecked rule does not reject the request unless the
/// policy says so.
///
/// @param accepts  set to 1 if the verdict is accept, else 0.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_accepts(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    standing: Option<&paylint_facts>,
    changing: Option<&paylint_facts>,
    accepts: Option<&mut MaybeUninit<i32>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let engine = engine.not_null("engine")?;
        let accepts = accepts.not_null("accepts")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = paylint_facts::overlaid(standing, changing);
        accepts.write(engine.0.accepts(operation, body, &facts).into());
        Ok(())
    })
}

/// The engine of a handle, or the default policy's for NULL.
pub(crate) fn or_default(engine: Option<&paylint_engine>) -> &Engine {
    static DEFAULT: LazyLock<Engine> = LazyLock::new(Engine::default);
    engine.map_or(&DEFAULT, |engine| &engine.0)
}

#[inline]
pub(crate) fn request(
    operation: i32,
    body: TextIn<'_>,
    length: usize,
) -> Result<(Operation, &[u8])> {
    let operation = Operation::of_number(operation)?;
    Ok((operation, body.bytes(length, "body")?.unwrap_or_default()))
}
