//! What is read, and how.

use crate::args::Lines;
use crate::exit::Result;
use crate::{cases, files, input};
use std::path::PathBuf;

/// What is read, and how.
pub(crate) struct Plan {
    /// The files; `-` for standard input.
    pub(crate) files: Vec<PathBuf>,
    /// How many threads check lines.
    pub(crate) jobs: usize,
    /// Whether lines are written to standard output while others are read.
    pub(crate) writes: bool,
    /// Of a line with more bytes only the length is known.
    pub(crate) longest_line: usize,
}

/// More threads would wait for the one that reads and the one that writes.
const MOST_JOBS: usize = 64;

impl Plan {
    /// The plan that a command line asks for, where bodies have at most so many bytes.
    pub(crate) fn of(lines: &Lines, writes: bool, max_body_bytes: usize) -> Result<Plan> {
        let jobs = lines.jobs.or_else(|| std::thread::available_parallelism().ok());
        Ok(Plan {
            files: files(lines)?,
            jobs: jobs.map_or(1, std::num::NonZero::get).min(MOST_JOBS),
            writes,
            longest_line: if lines.bodies {
                max_body_bytes
            } else {
                cases::longest_line(max_body_bytes)
            },
        })
    }
}

/// The files that a command line names, for a directory those below it.
fn files(lines: &Lines) -> Result<Vec<PathBuf>> {
    let named = input::or_standard_input(&lines.files, "lines")?;
    let (found, _) = files::find(&named, files::LINES)?;
    let path = |found: files::Found| found.problem.map_or(Ok(found.path), Err);
    found.into_iter().map(path).collect()
}
