//! Checking a request.

use crate::boundary::{Given, Result, guard};
use crate::engine::paylint_engine;
use crate::facts::{self, paylint_facts};
use crate::memory::{BufferOut, TextIn};
use crate::names::Numbered;
use crate::report::paylint_report;
use crate::status::{self, paylint_status};
use core::mem::MaybeUninit;
use paylint_core::{Engine, FactsBuf, Operation};
use std::sync::LazyLock;

/// Checks a request.
///
/// The facts are two sets of which either may be NULL: those that change with every request are
/// laid over those that stand, top-level member by member (a changing merchant replaces the
/// standing one whole).
///
/// A request that is rejected is no failure: ask the report for its verdict.
///
/// @param engine       how strict to be.
/// @param operation    what the request asks for, PAYLINT_OPERATION_….
/// @param body         the request's body as it is to be sent. NULL is no body, as white space is.
///                     Borrowed for the call.
/// @param body_length  the body's bytes.
/// @param standing     facts, or NULL. Borrowed for the call.
/// @param changing     facts that are laid over them, or NULL. Borrowed for the call.
/// @param report       set to a new report, the caller's: free it with paylint_report_free().
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER.
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
) -> paylint_status {
    guard(|| {
        let engine = engine.given("engine")?;
        let report = report.given("report")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = paylint_facts::overlaid(standing, changing);
        // In its final place from the beginning: a report is large to move.
        let mut new = Box::new(paylint_report::empty());
        new.refill(|report| {
            engine.0.check_into(operation, body, &facts, report);
            Ok(())
        })?;
        report.write(new);
        Ok(())
    })
}

/// Checks a request into a report that is there, whose memory is reused. Otherwise as
/// paylint_check().
///
/// @param engine       how strict to be.
/// @param operation    what the request asks for, PAYLINT_OPERATION_….
/// @param body         the request's body as it is to be sent. NULL is no body, as white space is.
///                     Borrowed for the call.
/// @param body_length  the body's bytes.
/// @param standing     facts, or NULL. Borrowed for the call.
/// @param changing     facts that are laid over them, or NULL. Borrowed for the call.
/// @param report       the report. What it said before, and every text that it gave, is gone; if
///                     the call fails, it holds no result.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER.
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
) -> paylint_status {
    guard(|| {
        // First of all: whoever does not look at the status must not find an earlier verdict.
        let report = report.given("report")?;
        report.refill(|report| {
            let engine = engine.given("engine")?;
            let (operation, body) = request(operation, body, body_length)?;
            let facts = paylint_facts::overlaid(standing, changing);
            engine.0.check_into(operation, body, &facts, report);
            Ok(())
        })
    })
}

/// Whether the gateway can accept a request: the verdict alone, for less. Allocates nothing for an
/// ordinary request. A rule that is unchecked for want of a fact does not reject, here or in a
/// report.
///
/// @param engine       how strict to be.
/// @param operation    what the request asks for, PAYLINT_OPERATION_….
/// @param body         the request's body as it is to be sent. NULL is no body, as white space is.
///                     Borrowed for the call.
/// @param body_length  the body's bytes.
/// @param standing     facts, or NULL. Borrowed for the call.
/// @param changing     facts that are laid over them, or NULL. Borrowed for the call.
/// @param accepts      set to whether the verdict is accept.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_accepts(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    standing: Option<&paylint_facts>,
    changing: Option<&paylint_facts>,
    accepts: Option<&mut MaybeUninit<bool>>,
) -> paylint_status {
    guard(|| {
        let engine = engine.given("engine")?;
        let accepts = accepts.given("accepts")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = paylint_facts::overlaid(standing, changing);
        accepts.write(engine.0.accepts(operation, body, &facts));
        Ok(())
    })
}

/// Checks a request in one call, all of it text, into a buffer of the caller's: for languages to
/// which handles are foreign.
///
/// @param engine        how strict to be; NULL is the default policy.
/// @param operation     what the request asks for, PAYLINT_OPERATION_….
/// @param body          the request's body as it is to be sent. NULL is no body, as white space is.
///                      Borrowed for the call.
/// @param body_length   the body's bytes.
/// @param facts         the facts as JSON; NULL is none. Borrowed for the call.
/// @param facts_length  the facts' bytes.
/// @param buffer        receives the report's canonical JSON, without a NUL behind it. May be NULL
///                      if the capacity is 0.
/// @param capacity      the bytes that the buffer takes.
/// @param verdict       set to the verdict, PAYLINT_VERDICT_…. May be NULL.
/// @param length        set to the bytes written; with PAYLINT_STATUS_BUFFER_TOO_SMALL, to those
///                      needed: then nothing else is written.
/// @return PAYLINT_STATUS_OK, PAYLINT_STATUS_NULL_POINTER, PAYLINT_STATUS_INVALID_LENGTH,
///         PAYLINT_STATUS_INVALID_NUMBER, PAYLINT_STATUS_INVALID_FACTS,
///         PAYLINT_STATUS_BUFFER_TOO_SMALL.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_check_json(
    engine: Option<&paylint_engine>,
    operation: i32,
    body: TextIn<'_>,
    body_length: usize,
    facts: TextIn<'_>,
    facts_length: usize,
    buffer: BufferOut<'_>,
    capacity: usize,
    verdict: Option<&mut MaybeUninit<i32>>,
    length: Option<&mut MaybeUninit<usize>>,
) -> paylint_status {
    static DEFAULT: LazyLock<Engine> = LazyLock::new(Engine::default);
    guard(|| {
        let length = length.given("length")?;
        let (operation, body) = request(operation, body, body_length)?;
        let facts = facts.bytes(facts_length, "facts")?;
        let facts = facts.map_or(Ok(FactsBuf::new()), facts::from_json)?;
        let engine = engine.map_or_else(|| &*DEFAULT, |engine| &engine.0);
        let report = engine.check(operation, body, &facts.as_facts());
        buffer.hand_over(capacity, &report.to_json(), "buffer", Some(length))?;
        if let Some(verdict) = verdict {
            verdict.write(status::verdict(report.verdict()));
        }
        Ok(())
    })
}

#[inline]
fn request(operation: i32, body: TextIn<'_>, length: usize) -> Result<(Operation, &[u8])> {
    let operation = Operation::of_number(operation)?;
    Ok((operation, body.bytes(length, "body")?.unwrap_or_default()))
}
