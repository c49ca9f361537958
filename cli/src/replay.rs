//! `paylint replay`: what would change if another policy replaced this one.

mod changes;
mod show;

use crate::args::{Format, ReplayArguments};
use crate::cases::{self, Case, CaseFacts, Check, Line, Outcome, RunSettings};
use crate::exit::{Exit, Result};
use crate::host;
use changes::Changes;
use paylint::{Engine, Operation};
use paylint_traffic::replay::Replay;

/// Runs `paylint replay`.
pub(crate) fn run(arguments: &ReplayArguments) -> Result<Exit> {
    let policies = [host::policy(&arguments.policy)?, host::policy(&arguments.against)?];
    let settings = RunSettings::new(&arguments.lines, &arguments.facts)?;
    let engines = [0, 1].map(|at| Engine::new(&policies[at]));
    let max_body_bytes = engines[0].max_body_bytes().max(engines[1].max_body_bytes());
    let mut changes = Changes::default();
    let make = || Checker { engines: &engines, replay: Replay::between(&engines[0], &engines[1]) };
    let outcome =
        cases::run(&settings, max_body_bytes, false, make, |done| changes.merge(done.output))?;
    let changed = changes.accept_to_reject.cases + changes.reject_to_accept.cases > 0;
    let exit = outcome.exit.max(if changed { Exit::Rejected } else { Exit::Accepted });
    outcome.problems.note();
    let total = Total { outcome, changes };
    let names = [&arguments.policy, &arguments.against].map(|sources| host::policy_name(sources));
    let [before, after] = [0, 1].map(|at| (names[at].as_str(), &policies[at]));
    let text = match arguments.format {
        Format::Human => show::human(&total, before, after),
        Format::Json => show::json(&total, before.1, after.1),
    };
    exit.unless_interrupted(arguments.format == Format::Human, &text)
}

/// Totals of all lines.
struct Total {
    outcome: Outcome,
    changes: Changes,
}

/// Checks cases under two policies.
struct Checker<'a> {
    engines: &'a [Engine; 2],
    replay: Replay,
}

impl Check for Checker<'_> {
    type Output = Changes;

    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Changes>,
    ) -> std::result::Result<(), String> {
        let Replay { before, after, .. } = &mut self.replay;
        for (engine, report) in self.engines.iter().zip([before, after]) {
            // Facts from a history depend on the policy.
            facts.check_into(case, engine, report)?;
        }
        let place = line.location(case.request.id.as_deref());
        line.output.add(&mut self.replay, &place);
        Ok(())
    }

    fn too_large(&mut self, operation: Operation, length: u64, line: Line<'_, Changes>) {
        self.engines[0].too_large_into(operation, length, &mut self.replay.before);
        self.engines[1].too_large_into(operation, length, &mut self.replay.after);
        let place = line.location(None);
        line.output.add(&mut self.replay, &place);
    }
}
