//! `paylint members --learn`: the members that a policy has to declare so that requests have no unknown ones.

use crate::args::{Lines, MembersArguments};
use crate::cases::{self, AllProblems, CaseFacts, Problems};
use crate::exit::{Error, Exit, Result, complain, note};
use crate::host;
use crate::log;
use crate::names::counted;
use crate::output::print;
use crate::stream::{self, Done, Plan, Worker};
use crate::unknown::{FirstSeen, Place, UnknownMember};
use paylint::{Decimal, Engine, Facts, Level, Operation, Policy, PolicyError, Report};
use paylint_traffic::log::LogMap;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::slice;

/// How many places are remembered; a policy can declare far fewer members.
const MOST_PLACES: usize = 10_000;

/// Runs `paylint members --learn`.
pub(crate) fn run(arguments: &MembersArguments, files: &[PathBuf]) -> Result<Exit> {
    let policy = host::policy(&arguments.policy)?;
    let lines = Lines {
        operation: arguments.operation,
        bodies: arguments.bodies,
        log: arguments.log.clone(),
        jobs: None,
        files: files.to_vec(),
    };
    let log = log::map(&lines, &[])?;
    let standing = Standing { engine: all_reported(&policy)?, lines, log };
    let plan = Plan::of(&standing.lines, false, standing.engine.max_body_bytes())?;
    let mut total = Total::default();
    let exit = stream::run(&plan, || Learner::new(&standing), |done| total.add(done))?;
    if let Some(first) = &total.problems.first {
        let lines = counted(total.problems.count, "line isn't a case", "lines aren't cases");
        complain(&format_args!("{lines}: {first}"));
    }
    total.problems.note();
    let exit = if total.problems.count > 0 { exit.and(Exit::Unusable) } else { exit };
    let learnt = declare(&policy, &total);
    say(&learnt, &total);
    exit.unless_output_fails(print(&json(&learnt.entries)))
}

/// An engine that reports every unknown member, whatever the policy says of them.
fn all_reported(policy: &Policy) -> Result<Engine> {
    let policy = ["field.unknown", "field.misspelt"]
        .iter()
        .try_fold(policy.clone(), |policy, rule| policy.with_level(rule, Level::Warn))
        .and_then(|policy| policy.with_max_findings(Policy::MAX_FINDINGS));
    policy.map(|policy| Engine::new(&policy)).map_err(|error| Error::unusable(error.to_string()))
}

/// What the command line says, for all lines.
struct Standing {
    engine: Engine,
    lines: Lines,
    log: Option<LogMap>,
}

/// How a member was met.
#[derive(Default)]
struct Seen {
    /// How often it was unknown, and how often probably another's misspelling.
    unknown: u64,
    misspelt: u64,
    /// What it was probably meant to be.
    nearest: String,
    types: BTreeSet<&'static str>,
}

/// What a block of lines comes to.
#[derive(Default)]
struct Block {
    seen: FirstSeen<Place, Seen>,
    /// Members whose names can't be shown.
    hidden: u64,
    requests: u64,
    truncated: u64,
    own_policies: u64,
    problems: Problems,
}

/// What all lines come to.
#[derive(Default)]
struct Total {
    seen: FirstSeen<Place, Seen>,
    hidden: u64,
    requests: u64,
    truncated: u64,
    own_policies: u64,
    problems: AllProblems,
}

impl Total {
    fn add(&mut self, done: Done<'_, Block>) {
        let block = done.output;
        for (place, seen) in block.seen.iter() {
            let Some(known) = self.seen.of(place.clone(), MOST_PLACES) else { continue };
            known.unknown += seen.unknown;
            known.misspelt += seen.misspelt;
            if known.nearest.is_empty() {
                known.nearest.clone_from(&seen.nearest);
            }
            known.types.extend(&seen.types);
        }
        self.hidden += block.hidden;
        self.requests += block.requests;
        self.truncated += block.truncated;
        self.own_policies += block.own_policies;
        self.problems.add(done.source, done.first_line, block.problems);
    }
}

/// Reads lines. One for each thread.
struct Learner<'a> {
    standing: &'a Standing,
    facts: CaseFacts<'static>,
    report: Report,
}

impl<'a> Learner<'a> {
    fn new(standing: &'a Standing) -> Learner<'a> {
        let facts = CaseFacts::new(Facts::default());
        Learner { standing, facts, report: Report::new() }
    }
}

impl Worker for Learner<'_> {
    type Output = Block;

    fn line(&mut self, number: u64, line: &[u8], _: &mut String, block: &mut Block) {
        let Standing { engine, lines, log } = self.standing;
        if lines.bodies {
            block.problems.look_at_first(number, line);
        }
        let case = match cases::read_line(line, lines, log.as_ref()) {
            Ok(None) => return block.problems.passed_over += 1,
            Ok(Some(case)) => case,
            Err(no_case) => return block.problems.add(number, no_case.problem),
        };
        // No member depends on facts, but a line with wrong ones isn't a case.
        if let Err(problem) = self.facts.of(&case, engine) {
            return block.problems.add(number, problem);
        }
        engine.check_into(case.operation, &case.body, &Facts::default(), &mut self.report);
        block.requests += 1;
        block.truncated += u64::from(self.report.truncated());
        block.own_policies += u64::from(case.policy.is_some());
        for unknown in UnknownMember::all_of(&self.report) {
            let Some(path) = unknown.path() else {
                block.hidden += 1;
                continue;
            };
            let place = Place { operation: case.operation, path };
            let Some(seen) = block.seen.of(place, usize::MAX) else { continue };
            match unknown.nearest {
                Some(nearest) => {
                    seen.misspelt += 1;
                    nearest.clone_into(&mut seen.nearest);
                }
                None => seen.unknown += 1,
            }
            seen.types.extend(json_type(&case.body, unknown.finding.span().end));
        }
    }

    fn too_long(&mut self, number: u64, _: u64, _: &mut String, block: &mut Block) {
        let longest = match self.standing.lines.bodies {
            true => self.standing.engine.max_body_bytes(),
            false => cases::longest_line(self.standing.engine.max_body_bytes()),
        };
        block.problems.add(number, format!("the line is longer than {longest} bytes"));
    }
}

/// The type of the value behind a key that ends at a byte, by its name in policies; nothing for `null`.
fn json_type(body: &[u8], key_end: usize) -> Option<&'static str> {
    let behind = body.get(key_end..).unwrap_or_default().trim_ascii_start();
    let value = behind.strip_prefix(b":").unwrap_or(behind).trim_ascii_start();
    Some(match value.first()? {
        b'"' => "string",
        b't' | b'f' => "bool",
        b'{' => "object",
        b'[' => "array",
        b'n' => return None,
        _ => {
            let is_end = |byte: &u8| matches!(byte, b',' | b'}') || byte.is_ascii_whitespace();
            let end = value.iter().position(is_end).unwrap_or(value.len());
            let literal = std::str::from_utf8(&value[..end]).unwrap_or_default();
            match literal.parse::<Decimal>() {
                Ok(_) if literal.contains('.') => "number",
                Ok(_) => "integer",
                // One that a number can't hold, or with an exponent.
                Err(_) => "any",
            }
        }
    })
}

/// The type that fits all that was seen.
fn declared_type(types: &BTreeSet<&'static str>) -> &'static str {
    match types.iter().copied().collect::<Vec<_>>()[..] {
        [one] => one,
        ["integer", "number"] => "number",
        _ => "any",
    }
}

/// An entry of `members`.
struct Entry {
    member: String,
    on: Vec<Operation>,
    json_type: &'static str,
    count: u64,
}

struct Learnt {
    entries: Vec<Entry>,
    /// What couldn't be declared, and why.
    left_out: Vec<String>,
}

/// The members that can be declared over a policy, the most frequent first.
fn declare(policy: &Policy, total: &Total) -> Learnt {
    let mut entries: Vec<Entry> = Vec::new();
    let mut misspelt = Vec::new();
    for (Place { operation, path }, seen) in total.seen.iter() {
        if seen.unknown == 0 {
            misspelt.push(format!(
                "{operation}: {path} ({}) probably means {}",
                times(seen.misspelt),
                seen.nearest
            ));
            continue;
        }
        let (json_type, count) = (declared_type(&seen.types), seen.unknown + seen.misspelt);
        let same = |entry: &&mut Entry| entry.member == *path && entry.json_type == json_type;
        match entries.iter_mut().find(same) {
            Some(entry) => {
                entry.on.push(*operation);
                entry.count += count;
            }
            None => {
                entries.push(Entry { member: path.clone(), on: vec![*operation], json_type, count })
            }
        }
    }
    for entry in &mut entries {
        entry.on.sort();
    }
    entries.sort_by(|a, b| {
        let key = |entry: &Entry| (Reverse(entry.count), entry.member.clone(), entry.on.clone());
        key(a).cmp(&key(b))
    });
    let (mut policy, mut left_out) = (policy.clone(), Vec::new());
    entries.retain(|entry| match add(&mut policy, entry) {
        Ok(()) => true,
        Err(error) => {
            left_out.push(format!(
                "{} ({}) can't be declared: {}",
                entry.member,
                times(entry.count),
                error.problem()
            ));
            false
        }
    });
    left_out.extend(misspelt);
    Learnt { entries, left_out }
}

/// Declares a member, unless the policy can't.
fn add(policy: &mut Policy, entry: &Entry) -> std::result::Result<(), PolicyError> {
    *policy = policy.clone().with_json(json(slice::from_ref(entry)).as_bytes())?;
    Ok(())
}

fn times(count: u64) -> String {
    format!("{count} ×")
}

/// The policy.
fn json(entries: &[Entry]) -> String {
    let entries = entries.iter().map(|Entry { member, on, json_type, .. }| {
        let on: Vec<String> = on.iter().map(|operation| format!("\"{operation}\"")).collect();
        let on = on.join(", ");
        format!("\n    {{\"member\": \"{member}\", \"on\": [{on}], \"type\": \"{json_type}\"}}")
    });
    let entries: Vec<String> = entries.collect();
    let end = if entries.is_empty() { "" } else { "\n  " };
    format!("{{\n  \"members\": [{}{end}]\n}}\n", entries.join(","))
}

/// Says on standard error how often each was met, and what was left out.
fn say(learnt: &Learnt, total: &Total) {
    let mut text = String::new();
    let requests = counted(total.requests, "request has", "requests have");
    let members = counted(learnt.entries.len() as u64, "member", "members");
    _ = writeln!(text, "{requests} {members} to declare");
    let width = learnt.entries.iter().map(|entry| entry.member.len()).max().unwrap_or_default();
    for Entry { member, on, json_type, count } in &learnt.entries {
        let on: Vec<&str> = on.iter().map(|operation| operation.name()).collect();
        let count = times(*count);
        _ = writeln!(text, "  {member:width$}  {json_type:7}  {count:>8}  {}", on.join(", "));
    }
    _ = std::io::Write::write_all(&mut anstream::stderr().lock(), text.as_bytes());
    for left_out in &learnt.left_out {
        note(&format_args!("left out: {left_out}"));
    }
    let notes = [
        (
            total.hidden,
            "left out: a member's name can't be shown",
            "left out: the names of {} members can't be shown",
        ),
        (
            total.own_policies,
            "a case has its own policy, which isn't looked at",
            "{} cases have their own policies, which aren't looked at",
        ),
        (
            total.truncated,
            "a request has more findings than are looked at",
            "{} requests have more findings than are looked at",
        ),
    ];
    for (count, one, many) in notes.into_iter().filter(|(count, ..)| *count > 0) {
        let said = if count == 1 { one.to_owned() } else { many.replace("{}", &count.to_string()) };
        note(&said);
    }
}
