//! What lines came to, counted.

use crate::args::Deny;
use crate::cases::Oddity;
use crate::exit::Exit;
use crate::stream::Done;
use paylint::{Report, Verdict};

/// The counts of some lines.
#[derive(Default)]
pub(super) struct Tally {
    /// What the reports came to, if a summary is wanted.
    pub(super) reports: paylint::tally::Tally,
    pub(super) errors: u64,
    /// Rejected, or accepted with what `--deny` asks for.
    refused: u64,
    /// The first line that isn't a case: its number, and why.
    first_error: Option<(u64, String)>,
    /// What is odd about the first line.
    oddity: Option<Oddity>,
}

impl Tally {
    /// Counts a report; by rule only if that is wanted.
    pub(super) fn add(&mut self, report: &Report, by_rule: bool, deny: &[Deny]) {
        let is_refused =
            report.verdict() == Verdict::Reject || deny.iter().any(|deny| deny.concerns(report));
        self.refused += u64::from(is_refused);
        if by_rule {
            self.reports.add(report);
        }
    }

    /// Counts a line that isn't a case.
    pub(super) fn add_error(&mut self, number: u64, problem: String) {
        self.errors += 1;
        self.first_error.get_or_insert((number, problem));
    }

    /// Looks whether the lines of a file are what they are taken for.
    pub(super) fn look_at_first(&mut self, number: u64, line: &[u8]) {
        if number == 0 {
            self.oddity = Oddity::of(line);
        }
    }
}

/// The counts of all lines.
#[derive(Default)]
pub(super) struct Total {
    pub(super) lines: u64,
    pub(super) tally: Tally,
    /// The first line that isn't a case, as people find it: `cases.ndjson:17: …`.
    pub(super) first_error: Option<String>,
    /// Files whose first line is odd, and how.
    pub(super) oddities: Vec<String>,
}

impl Total {
    /// Adds the counts of a chunk.
    pub(super) fn add(&mut self, done: Done<'_, Tally>) {
        self.lines += done.lines;
        self.tally.reports.merge(&done.output.reports);
        self.tally.errors += done.output.errors;
        self.tally.refused += done.output.refused;
        if let (None, Some((number, problem))) = (&self.first_error, done.output.first_error) {
            let line = done.first_line + number;
            self.first_error = Some(format!("{}:{line}: {problem}", done.source));
        }
        if let (1, Some(oddity)) = (done.first_line, done.output.oddity) {
            self.oddities.push(format!("{} {oddity}", done.source));
        }
    }

    /// How the command ends.
    pub(super) fn exit(&self) -> Exit {
        match &self.tally {
            tally if tally.errors > 0 => Exit::Unusable,
            tally if tally.refused > 0 => Exit::Rejected,
            _ => Exit::Accepted,
        }
    }
}
