//! What is done to a line of a calibration.

use super::ERRORS;
use crate::args::Lines;
use crate::cases::{self, Case, CaseFacts, Problems};
use crate::host::StandingFacts;
use crate::stream::Worker;
use paylint::{Engine, Report};
use paylint_traffic::Place;
use paylint_traffic::answer::KnownPaths;
use paylint_traffic::calibration::{Calibration, Observation};
use paylint_traffic::log::LogMap;
use serde_json::value::RawValue;

/// What the command line says, for all lines.
pub(super) struct Standing<'a> {
    pub(super) lines: &'a Lines,
    /// Where requests and answers are in the lines, if these are a log's.
    pub(super) log: Option<LogMap>,
    pub(super) facts: StandingFacts,
    pub(super) engine: Engine,
    /// The members of each operation, by its position.
    pub(super) known: Vec<KnownPaths>,
    /// The statuses that refuse a request.
    pub(super) refused: Vec<u16>,
}

/// What a block of lines came to.
#[derive(Default)]
pub(super) struct Block {
    pub(super) calibration: Calibration,
    pub(super) own_policies: u64,
    pub(super) observations: u64,
    /// The first lines that can't be read, each with its number and the reason.
    pub(super) errors: Vec<(u64, String)>,
    pub(super) problems: Problems,
}

impl Block {
    fn add_problem(&mut self, number: u64, problem: String) {
        if (self.errors.len() as u64) < ERRORS {
            self.errors.push((number, problem.clone()));
        }
        self.problems.add(number, problem);
    }
}

/// Checks lines and looks at the answers. One for each thread.
pub(super) struct CalibrateWorker<'a> {
    standing: &'a Standing<'a>,
    facts: CaseFacts<'a>,
    report: Report,
}

impl<'a> CalibrateWorker<'a> {
    pub(super) fn new(standing: &'a Standing<'a>) -> CalibrateWorker<'a> {
        let facts = CaseFacts::new(standing.facts.as_facts());
        CalibrateWorker { standing, facts, report: Report::new() }
    }

    fn add(&mut self, case: &Case<'_>, number: u64, block: &mut Block) -> Result<(), String> {
        let Standing { engine, known, refused, .. } = self.standing;
        let (status, body) = case.answered()?;
        let facts = self.facts.of(case, engine)?;
        engine.check_into(case.operation, &case.body, &facts, &mut self.report);
        let known = &known[case.operation as usize];
        let named = || body.map_or_else(Vec::new, |body| known.named_by(body));
        let place = Place::new(number, case.id.as_deref());
        block.calibration.observe(&Observation::of(&self.report, status), refused, place, named);
        block.own_policies += u64::from(case.policy.is_some());
        Ok(())
    }
}

impl Worker for CalibrateWorker<'_> {
    type Output = Block;

    fn line(&mut self, number: u64, line: &[u8], _: &mut String, block: &mut Block) {
        let Standing { lines, log, refused, .. } = self.standing;
        let text = std::str::from_utf8(line).ok().filter(|_| log.is_none());
        if let Some(line) = text.filter(|line| Observation::is_meant_by(line)) {
            return match Observation::from_json(line) {
                Ok(observation) => {
                    let id = observation.id.as_deref().map(RawValue::get);
                    let place = Place::new(number, id);
                    block.calibration.observe(&observation, refused, place, Vec::new);
                    block.observations += 1;
                }
                Err(error) => block.add_problem(number, error.to_string()),
            };
        }
        match cases::read_line(line, lines, log.as_ref()) {
            Ok(None) => block.problems.passed_over += 1,
            Err(no_case) => block.add_problem(number, no_case.problem),
            Ok(Some(case)) => {
                if let Err(problem) = self.add(&case, number, block) {
                    block.add_problem(number, problem);
                }
            }
        }
    }

    fn too_long(&mut self, number: u64, _: u64, _: &mut String, block: &mut Block) {
        let longest = cases::longest_line(self.standing.engine.max_body_bytes());
        block.add_problem(number, cases::too_long(longest));
    }
}
