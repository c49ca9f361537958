//! Reads cases, or lines of a log, from files and checks them on several threads.

use super::{Case, CaseFacts, Problems, longest_line, read_line};
use crate::args::{FactsArguments, Lines};
use crate::exit::{Error, Exit, Result};
use crate::host::StandingFacts;
use crate::stream::{self, Done, Line, Plan, Worker};
use crate::{files, input, log};
use paylint::Operation;
use paylint_traffic::log::{LogError, LogMap};

/// Maximum number of threads: more would wait for the ones that read and write.
const MOST_JOBS: usize = 64;

/// The command line's settings for all lines.
pub(crate) struct RunSettings<'a> {
    lines: &'a Lines,
    /// Where requests are in the lines of a log.
    pub(crate) log: Option<LogMap>,
    facts: StandingFacts,
}

impl<'a> RunSettings<'a> {
    pub(crate) fn new(lines: &'a Lines, facts: &FactsArguments) -> Result<RunSettings<'a>> {
        let log = log::map(lines, &facts.fact)?;
        let facts = StandingFacts::beside(log.is_some(), facts)?;
        Ok(RunSettings { lines, log, facts })
    }
}

/// Checks cases; each thread has its own.
pub(crate) trait Check: Send {
    /// Result of a block of lines.
    type Output: Default + Send;

    /// Checks a case. The error is about its facts, policy, history or answer.
    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Self::Output>,
    ) -> std::result::Result<(), String>;

    /// Handles a line that isn't a case, and returns true; false if it should be read as a case.
    fn takes(&mut self, _: &[u8], _: Line<'_, Self::Output>) -> std::result::Result<bool, String> {
        Ok(false)
    }

    /// Reports a bare body that is too large: only its length is known.
    fn too_large(&mut self, _: Operation, _length: u64, _: Line<'_, Self::Output>) {}

    /// Writes that a line can't be checked. Returns whether the case expects this error.
    fn error(&mut self, _id: Option<&str>, _problem: &str, _: Line<'_, Self::Output>) -> bool {
        false
    }
}

/// Outcome of reading the lines.
pub(crate) struct Outcome {
    pub(crate) exit: Exit,
    pub(crate) lines: u64,
    pub(crate) problems: Problems,
}

/// Reads all lines and checks their cases. Passes each block's result to `add`, in order. Bodies have at most
/// `max_body_bytes`.
pub(crate) fn run<C: Check>(
    settings: &RunSettings<'_>,
    max_body_bytes: usize,
    writes: bool,
    make: impl Fn() -> C + Sync,
    mut add: impl FnMut(Done<'_, C::Output>) + Send,
) -> Result<Outcome> {
    let plan = plan(settings.lines, writes, max_body_bytes)?;
    let (mut lines, mut problems) = (0, Problems::default());
    let worker = || {
        let facts = CaseFacts::new(settings.facts.as_facts());
        LineWorker { settings, max_body_bytes, facts, check: make() }
    };
    let done = |done: Done<'_, (C::Output, Problems)>| {
        let Done { source, first_line, lines: count, output: (output, block) } = done;
        lines += count;
        problems.merge(block);
        add(Done { source, first_line, lines: count, output });
    };
    let exit = match stream::run(&plan, worker, done) {
        Err(Error::Closed) => Exit::Accepted,
        exit => exit?,
    };
    let exit = if problems.count > 0 { exit.max(Exit::Unusable) } else { exit };
    Ok(Outcome { exit, lines, problems })
}

/// Plan of a run.
fn plan(lines: &Lines, writes: bool, max_body_bytes: usize) -> Result<Plan> {
    let jobs = lines.jobs.or_else(|| std::thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, std::num::NonZero::get).min(MOST_JOBS);
    let longest_line = if lines.bodies { max_body_bytes } else { longest_line(max_body_bytes) };
    let named = input::or_standard_input(&lines.files, "lines")?;
    let (found, _) = files::find(&named, files::LINES)?;
    let files = found.into_iter().map(|found| found.problem.map_or(Ok(found.path), Err));
    Ok(Plan { files: files.collect::<Result<_>>()?, jobs, writes, longest_line })
}

struct LineWorker<'a, C> {
    settings: &'a RunSettings<'a>,
    max_body_bytes: usize,
    facts: CaseFacts<'a>,
    check: C,
}

impl<C: Check> Worker for LineWorker<'_, C> {
    type Output = (C::Output, Problems);

    fn line(&mut self, bytes: &[u8], mut line: Line<'_, Self::Output>) {
        let RunSettings { lines, log, .. } = self.settings;
        if lines.bodies && line.first_line + line.number == 1 {
            line.output.1.look_at_first(line.file, bytes);
        }
        let problem = match self.check.takes(bytes, inner(&mut line)) {
            Ok(true) => return,
            Err(problem) => LogError { id: None, problem },
            Ok(false) => match read_line(bytes, lines, log.as_ref()) {
                Ok(None) => return line.output.1.pass_over(|| log.as_ref()?.path_of(bytes)),
                Err(error) => error,
                Ok(Some(mut case)) => {
                    match self.check.case(&mut case, &mut self.facts, inner(&mut line)) {
                        Ok(()) => {
                            line.output.1.own_policies += u64::from(case.policy.is_some());
                            return;
                        }
                        Err(problem) => LogError { id: case.request.id, problem },
                    }
                }
            },
        };
        if !self.check.error(problem.id.as_deref(), &problem.problem, inner(&mut line)) {
            let place = line.place();
            line.output.1.add(&place, &problem.problem);
        }
    }

    fn too_long(&mut self, length: u64, mut line: Line<'_, Self::Output>) {
        if let Some(operation) = self.settings.lines.operation_of_bodies() {
            return self.check.too_large(operation, length, inner(&mut line));
        }
        let longest = longest_line(self.max_body_bytes);
        let limit = "6 × max_body_bytes of --policy, and 1 MiB";
        let problem = format!("not a case: the line is longer than {longest} bytes ({limit})");
        self.check.error(None, &problem, inner(&mut line));
        let place = line.place();
        line.output.1.add(&place, &problem);
    }
}

/// The line as a check sees it, without its problems.
fn inner<'l, O>(line: &'l mut Line<'_, (O, Problems)>) -> Line<'l, O> {
    let Line { file, first_line, number, ref mut text, ref mut output } = *line;
    Line { file, first_line, number, text, output: &mut output.0 }
}
