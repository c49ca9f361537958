//! `paylint calibrate`: verdicts compared with what the gateway answered, and the policy that follows.

mod html;
mod nothing;
mod show;
mod words;

use crate::args::{CalibrateArguments, CalibrateFormat};
use crate::cases::{self, Case, CaseFacts, Check, Line, Outcome, RunSettings};
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host;
use crate::log;
use crate::names::counted;
use crate::output::pretty;
use crate::stream::Done;
use nothing::Shape;
use paylint::facts::{Fact, FactSet};
use paylint::{Engine, Level, Policy, Report};
use paylint_traffic::Location;
use paylint_traffic::calibration::{
    Calibration, Gatherer, Key, KnownPaths, Layer, Looker, Observation, Refusals, Seen, Terms,
};
use paylint_traffic::log::{LogMap, Part};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::Range;

/// Runs `paylint calibrate`.
pub(crate) fn run(arguments: &CalibrateArguments) -> Result<Exit> {
    let policy = host::policy(&arguments.standing.policy)?;
    let engine = Engine::new(&policy);
    if arguments.lines.bodies {
        return Err(Error::unusable("bodies alone have no answers: --bodies can't be calibrated"));
    }
    let mut settings = RunSettings::new(&arguments.lines, &arguments.standing.facts)?;
    settings.log = settings.log.map(|log| with_answers(log, arguments)).transpose()?;
    let known = KnownPaths::of_all(&engine);
    let (refusals, key) = (refusals(arguments)?, Key::default());
    let is_log = settings.log.is_some();
    let make = || {
        let looker = Looker::new(&known, &refusals, key);
        Checker { engine: &engine, is_log, looker, report: Report::new() }
    };
    let (mut gatherer, mut counts) = (Gatherer::default(), Counts::default());
    let outcome = cases::run(&settings, engine.max_body_bytes(), false, make, |done| {
        let Done { source, first_line, output, .. } = done;
        let Counts { seen, lines, ids, observations, given, needs, shape } = output;
        gatherer.add(&seen, |index| {
            let (number, ref id) = lines[index];
            let id = id.clone().and_then(|id| ids.get(id));
            let file = if id.is_some() { "" } else { source };
            let location = Location::new(first_line + number, id);
            Location { file: file.to_owned(), ..location }
        });
        counts.observations += observations;
        counts.given.iter_mut().zip(given).for_each(|(ours, theirs)| *ours |= theirs);
        for (fact, count) in needs {
            *counts.needs.entry(fact).or_default() += count;
        }
        counts.shape = counts.shape.take().or(shape);
    })?;
    let evidence = gatherer.finish();
    say_problems(&outcome);
    if counts.observations > 0 && !arguments.standing.policy.is_empty() {
        let lines = counted(counts.observations, "line has its", "lines have their");
        note(&format_args!("{lines} verdict already, which --policy doesn't change"));
    }
    let terms = Terms { cost: arguments.cost, at_least: arguments.at_least };
    let mut calibration = Calibration::of(&evidence, terms, &engine);
    calibration.read.lines = outcome.lines;
    calibration.read.unreadable = outcome.problems.count;
    calibration.read.passed_over = outcome.problems.passed_over;
    if calibration.judged() == 0 && outcome.exit != Exit::Interrupted {
        let shape = counts.shape.as_ref();
        let why = nothing::why(&calibration, &evidence, &outcome, shape, arguments);
        return Err(Error::unusable(why));
    }
    for (part, option, place) in places(arguments) {
        if let (Some(place), false) = (place, counts.given[part as usize]) {
            note(&format_args!("no line has anything at {place} ({option})"));
        }
    }
    let is_stopped = calibration.of.first().is_some_and(|all| all.outcome.stopped.count > 0);
    let exit = outcome.exit.max(if is_stopped { Exit::Rejected } else { Exit::Accepted });
    let name = host::policy_name(&arguments.standing.policy);
    let answered = Answered {
        calibration,
        cut_at: evidence.cut_at,
        counts,
        outcome,
        policy: &policy,
        name: &name,
        arguments,
    };
    let text = match arguments.format {
        CalibrateFormat::Human => show::human(&answered),
        CalibrateFormat::Json => pretty(&answered.calibration),
        CalibrateFormat::Html => html::page(&answered)?,
        CalibrateFormat::Policy => pretty(answered.layer()?),
    };
    exit.unless_interrupted(arguments.format == CalibrateFormat::Human, &text)
}

/// The options that say where the parts of a line are, with their places.
fn places(arguments: &CalibrateArguments) -> [(Part, &'static str, &Option<String>); 6] {
    let CalibrateArguments { lines, answer_at, at, by, who, .. } = arguments;
    [
        (Part::Body, "--body-at", &lines.log.body_at),
        (Part::Answer, "--answer-at", answer_at),
        (Part::Time, "--at", at),
        (Part::Split, "--by", by),
        (Part::Customer, "--who", who),
        (Part::Id, "--id-at", &lines.log.id_at),
    ]
}

/// Says on standard error which lines can't be read.
fn say_problems(outcome: &Outcome) {
    let problems = &outcome.problems;
    problems.first.iter().for_each(|problem| complain(problem));
    if problems.count > problems.first.len() as u64 {
        let more = problems.count - problems.first.len() as u64;
        complain(&format_args!("{more} more lines can't be read"));
    }
    problems.note();
}

/// Adds to a log where its answers are, and what else is looked at for them.
fn with_answers(log: LogMap, arguments: &CalibrateArguments) -> Result<LogMap> {
    let Some(status) = &arguments.status_at else {
        return Err(Error::unusable("a log needs --status-at: where the gateway's answer is"));
    };
    let mut log = log.with(Part::Status, status).map_err(log::wrong("--status-at"))?;
    for (part, option, pointer) in places(arguments) {
        match pointer {
            Some(pointer) if !matches!(part, Part::Body | Part::Id) => {
                log = log.with(part, pointer).map_err(log::wrong(option))?;
            }
            _ => {}
        }
    }
    Ok(log)
}

/// The answers that refuse a request.
fn refusals(arguments: &CalibrateArguments) -> Result<Refusals> {
    if !arguments.refused_where.is_empty()
        && arguments.lines.log.log
        && arguments.answer_at.is_none()
    {
        return Err(Error::unusable(
            "--refused-where looks into the answer: say with --answer-at where that is",
        ));
    }
    let mut refusals = Refusals::default();
    if !arguments.refused.is_empty() {
        refusals.statuses.clone_from(&arguments.refused);
    }
    for text in &arguments.refused_where {
        let added = refusals.refuse_where(text);
        added.map_err(|error| Error::unusable(format!("--refused-where: {error}")))?;
    }
    Ok(refusals)
}

/// Totals of some lines.
#[derive(Default)]
struct Counts<'a> {
    seen: Seen<'a>,
    /// By what was seen, the line of the block, and where its name is in `ids`.
    lines: Vec<(u64, Option<Range<usize>>)>,
    ids: String,
    /// Lines that bring their verdict with them.
    observations: u64,
    /// By position of the part, whether some line has it.
    given: [bool; 8],
    /// Requests of which a missing fact left a rule at level deny unchecked.
    needs: BTreeMap<Fact, u64>,
    /// Shape of the first line of a log.
    shape: Option<Shape>,
}

impl Counts<'_> {
    fn add_line(&mut self, number: u64, id: Option<&str>) {
        let start = self.ids.len();
        self.ids.extend(id);
        self.lines.push((number, id.map(|_| start..self.ids.len())));
    }
}

/// Calibration to write, and what it was decided by.
struct Answered<'a> {
    calibration: Calibration,
    cut_at: Option<(usize, usize)>,
    counts: Counts<'a>,
    outcome: Outcome,
    policy: &'a Policy,
    name: &'a str,
    arguments: &'a CalibrateArguments,
}

impl Answered<'_> {
    /// The layer that was asked for.
    fn layer(&self) -> Result<&Layer> {
        let layer = self.calibration.layer(self.arguments.part.as_deref());
        layer.map(|found| &found.layer).ok_or_else(|| {
            let layers = self.calibration.layers.iter();
            let named: Vec<&str> = layers.filter_map(|layer| layer.by.as_deref()).collect();
            let there = if named.is_empty() {
                "none has".to_owned()
            } else {
                format!("these have: {}", named.join(", "))
            };
            Error::unusable(format!("--for: this part of the log has no layer of its own; {there}"))
        })
    }
}

/// Checks cases and looks at the answers.
struct Checker<'a> {
    engine: &'a Engine,
    is_log: bool,
    looker: Looker<'a>,
    report: Report,
}

impl<'a> Check for Checker<'a> {
    type Output = Counts<'a>;

    fn takes(
        &mut self,
        line: &[u8],
        Line { first_line, number, output: counts, .. }: Line<'_, Counts<'a>>,
    ) -> std::result::Result<bool, String> {
        if self.is_log {
            if counts.shape.is_none() && first_line == 1 {
                counts.shape = Shape::of(line);
            }
            return Ok(false);
        }
        let text = std::str::from_utf8(line).ok();
        let Some(line) = text.filter(|line| Observation::is_meant_by(line)) else {
            return Ok(false);
        };
        let observation = Observation::from_json(line).map_err(|error| error.to_string())?;
        counts.add_line(number, observation.id.as_deref().map(RawValue::get));
        self.looker.observe(&observation, line, &mut counts.seen);
        counts.observations += 1;
        Ok(true)
    }

    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        line: Line<'_, Counts<'a>>,
    ) -> std::result::Result<(), String> {
        case.read_answer()?;
        let now = facts.check_into(case, self.engine, &mut self.report)?.now;
        let request = &mut case.request;
        request.at = request.at.or(now);
        let counts = line.output;
        self.looker.look(&self.report, request, &mut counts.seen);
        counts.add_line(line.number, request.id.as_deref());
        for (part, is_given) in [
            (Part::Body, !request.body.is_empty()),
            (Part::Answer, request.answer.is_some()),
            (Part::Time, request.at.is_some()),
            (Part::Split, request.by.is_some()),
            (Part::Customer, request.who.is_some()),
            (Part::Id, request.id.is_some()),
        ] {
            counts.given[part as usize] |= is_given;
        }
        let unchecked = self.report.unchecked();
        let unchecked = unchecked.filter(|unchecked| unchecked.level() == Level::Deny);
        let needs: FactSet = unchecked.flat_map(|unchecked| unchecked.needs()).collect();
        for fact in needs {
            *counts.needs.entry(fact).or_default() += 1;
        }
        Ok(())
    }
}
