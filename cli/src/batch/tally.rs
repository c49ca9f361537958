//! Counts what lines came to.

use crate::args::Deny;
use crate::cases::{AllProblems, Problems};
use crate::exit::Exit;
use crate::stream::Done;
use crate::unknown::UnknownCounts;
use paylint::{Report, Verdict};
use paylint_traffic::tally::Tally;

/// The counts of a block of lines.
#[derive(Default)]
pub(super) struct Counts {
    /// What the reports say, if a summary is wanted.
    reports: Tally,
    unknown: UnknownCounts,
    /// Cases that are rejected, or have what `--deny` asks for.
    refused: u64,
    pub(super) problems: Problems,
}

impl Counts {
    /// Counts a report.
    pub(super) fn add(&mut self, report: &Report, summary: bool, deny: &[Deny]) {
        let is_refused =
            report.verdict() == Verdict::Reject || deny.iter().any(|deny| deny.concerns(report));
        self.refused += u64::from(is_refused);
        if summary {
            self.reports.add(report);
            self.unknown.add(report);
        }
    }
}

/// The counts of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) reports: Tally,
    pub(super) unknown: UnknownCounts,
    refused: u64,
    pub(super) problems: AllProblems,
}

impl Total {
    /// Adds the counts of a block.
    pub(super) fn add(&mut self, done: Done<'_, Counts>) {
        let Counts { reports, unknown, refused, problems } = done.output;
        self.lines += done.lines;
        self.reports.merge(&reports);
        self.unknown.merge(&unknown);
        self.refused += refused;
        self.problems.add(done.source, done.first_line, problems);
    }

    /// How the command ends.
    pub(super) fn exit(&self) -> Exit {
        match self {
            total if total.problems.count > 0 => Exit::Unusable,
            total if total.refused > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
