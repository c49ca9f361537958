//! Writes an accepting report without findings as integers, because JavaScript builds an object from these
//! faster than it parses JSON.
//!
//! ```text
//! word 0   scenario + 1 (0: none)
//!      1   capabilities, as bits
//!      2   obligations: bit 1 for three_ds, bit 2 for capture
//!      3   number of unchecked rules; for each, from word 8:
//!          number | level << 16, then the facts it needs as bits (two words)
//!      4 … 6   lengths of the total, valid_until and the capture's `by` in the output text, in
//!          bytes (0: null)
//! ```

use paylint::{Obligation, Report, Verdict};

const HEAD: usize = 8;
const EACH: usize = 3;
/// There are at most 128 rules, because core keeps their levels in a `u128`.
const MOST: usize = 128;
/// The number of words.
pub(crate) const SIZE: usize = HEAD + EACH * MOST;

/// Whether a report can be written as words: it has no findings, accepts, and is about no rule of a
/// tenant's own, which has no number.
pub(crate) fn fits(report: &Report) -> bool {
    report.findings().len() == 0
        && report.verdict() == Verdict::Accept
        && report.unchecked().all(|unchecked| unchecked.rule().number > 0)
}

/// Writes a report that fits.
pub(crate) fn write(report: &Report, words: &mut [u32], output: &mut String) {
    output.clear();
    let mut kinds = 0;
    let mut by = None;
    for obligation in report.obligations() {
        match obligation {
            Obligation::ThreeDs => kinds |= 1,
            Obligation::Capture(until) => {
                kinds |= 2;
                by = *until;
            }
            _ => {}
        }
    }
    if let Some(total) = report.total() {
        total.write(output);
    }
    let total = output.len();
    if let Some(until) = report.valid_until() {
        until.write(output);
    }
    let until = output.len();
    if let Some(by) = by {
        by.write(output);
    }
    let (head, rest) = words.split_at_mut(HEAD);
    let mut count = 0;
    for (unchecked, place) in report.unchecked().zip(rest.chunks_exact_mut(EACH)) {
        let needs = unchecked.needs().fold(0u64, |bits, fact| bits | 1 << (fact as u64));
        let rule = u32::from(unchecked.rule().number) | (unchecked.level() as u32) << 16;
        place.copy_from_slice(&[rule, needs as u32, (needs >> 32) as u32]);
        count += 1;
    }
    head.copy_from_slice(&[
        report.scenario().map_or(0, |scenario| scenario as u32 + 1),
        report.capabilities().bits(),
        kinds,
        count,
        total as u32,
        (until - total) as u32,
        (output.len() - until) as u32,
        0,
    ]);
}
