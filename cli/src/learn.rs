//! `paylint members --learn`: the members that a policy must declare so that none of the requests' members is unknown.

use crate::args::{FactsArguments, Lines, MembersArguments};
use crate::cases::{self, Case, CaseFacts, Check, Line, RunSettings};
use crate::exit::{Error, Exit, Result, note};
use crate::host;
use crate::names::counted;
use crate::output::print;
use paylint::report::Segment;
use paylint::rule::ParamValue;
use paylint::{Decimal, Engine, Operation, Policy, Report};
use serde_json::value::RawValue;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The rules that report unknown members.
const REPORTED: [&str; 2] = ["field.unknown", "field.misspelt"];

/// Members to remember; a policy can declare far fewer.
const MOST_MEMBERS: usize = 10_000;

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
    let no_facts = FactsArguments { facts: Vec::new(), fact: Vec::new() };
    let settings = RunSettings::new(&lines, &no_facts)?;
    let engine = all_reported(&policy)?;
    let make = || Learner { engine: &engine, report: Report::new() };
    let mut seen = UnknownMembers::default();
    let outcome = cases::run(&settings, engine.max_body_bytes(), false, make, |done| {
        seen.merge(done.output);
    })?;
    outcome.problems.complain(outcome.lines);
    outcome.problems.note();
    let (entries, left_out) = declare(&policy, &seen);
    say(&entries, &left_out, &seen);
    outcome.problems.ignored_policies().iter().for_each(|ignored| note(ignored));
    print(&json(&entries))?;
    Ok(outcome.exit)
}

/// An engine that reports every unknown member, whatever their level under the policy.
fn all_reported(policy: &Policy) -> Result<Engine> {
    let levels = REPORTED.map(|rule| format!("\"{rule}\":\"warn\"")).join(",");
    let most = Policy::MAX_FINDINGS;
    let layer = format!(r#"{{"levels":{{{levels}}},"max_findings":{most}}}"#);
    let policy = policy.clone().with_json(layer.as_bytes());
    policy.map(|policy| Engine::new(&policy)).map_err(|error| Error::unusable(error.to_string()))
}

/// The unknown members of some lines.
#[derive(Default)]
struct UnknownMembers {
    /// By operation and path, with `*` for elements: `/products/*/sku`.
    members: BTreeMap<(Operation, String), Met>,
    requests: u64,
    /// Number of members whose names can't be shown.
    hidden: u64,
}

/// Occurrences of an unknown member.
#[derive(Default)]
struct Met {
    count: u64,
    /// The member that was probably meant, if it always looked like a misspelling.
    meant: Option<String>,
    types: BTreeSet<&'static str>,
}

impl UnknownMembers {
    fn add(&mut self, member: (Operation, String), met: Met) {
        if self.members.len() >= MOST_MEMBERS && !self.members.contains_key(&member) {
            return;
        }
        let meant = || Met { meant: met.meant.clone(), ..Met::default() };
        let known = self.members.entry(member).or_insert_with(meant);
        known.count += met.count;
        known.meant = known.meant.take().filter(|_| met.meant.is_some());
        known.types.extend(met.types);
    }

    fn merge(&mut self, other: UnknownMembers) {
        other.members.into_iter().for_each(|(member, met)| self.add(member, met));
        self.requests += other.requests;
        self.hidden += other.hidden;
    }
}

struct Learner<'a> {
    engine: &'a Engine,
    report: Report,
}

impl Check for Learner<'_> {
    type Output = UnknownMembers;

    fn case(
        &mut self,
        case: &mut Case<'_>,
        facts: &mut CaseFacts<'_>,
        Line { output: seen, .. }: Line<'_, UnknownMembers>,
    ) -> std::result::Result<(), String> {
        facts.check_into(case, self.engine, &mut self.report)?;
        seen.requests += 1;
        for finding in
            self.report.findings().filter(|finding| REPORTED.contains(&finding.rule().name))
        {
            let (mut path, mut is_hidden) = (String::new(), false);
            for step in finding.steps() {
                is_hidden = step == Segment::Name("*");
                path += "/";
                path += if let Segment::Name(name) = step { name } else { "*" };
            }
            if is_hidden {
                seen.hidden += 1;
                continue;
            }
            let meant = finding.params().find_map(|(_, value)| match value {
                ParamValue::Word(name) => Some(name.to_owned()),
                _ => None,
            });
            let types = json_type(&case.request.body, finding.span().end).into_iter().collect();
            seen.add((case.request.operation, path), Met { count: 1, meant, types });
        }
        Ok(())
    }
}

/// The type, as named in policies, of the value after the key that ends at `key_end`; `None` for `null`.
fn json_type(body: &[u8], key_end: usize) -> Option<&'static str> {
    let behind = body.get(key_end..).unwrap_or_default().trim_ascii_start();
    let value = behind.strip_prefix(b":").unwrap_or(behind).trim_ascii_start();
    let values = serde_json::Deserializer::from_slice(value).into_iter::<&RawValue>();
    let literal = values.flatten().next()?.get();
    Some(match literal.as_bytes()[0] {
        b'"' => "string",
        b't' | b'f' => "bool",
        b'{' => "object",
        b'[' => "array",
        b'n' => return None,
        _ => match literal.parse::<Decimal>() {
            Ok(_) if literal.contains('.') => "number",
            Ok(_) => "integer",
            // The number is out of range, or has an exponent.
            Err(_) => "any",
        },
    })
}

/// The type that fits all values.
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

/// The members to declare over a policy, the most frequent first, and those that can't be, with the reasons.
fn declare(policy: &Policy, seen: &UnknownMembers) -> (Vec<Entry>, Vec<String>) {
    let (mut entries, mut misspelt) = (Vec::<Entry>::new(), Vec::new());
    for ((operation, path), met) in &seen.members {
        let (count, json_type) = (met.count, declared_type(&met.types));
        if let Some(meant) = &met.meant {
            misspelt.push(format!("{operation}: {path} ({count} ×) probably means {meant}"));
            continue;
        }
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
    entries.sort_by_key(|entry| (Reverse(entry.count), entry.member.clone()));
    let (mut policy, mut left_out) = (policy.clone(), Vec::new());
    entries.retain(|entry| {
        let Entry { member, count, .. } = entry;
        match policy.clone().with_json(json(std::slice::from_ref(entry)).as_bytes()) {
            Ok(with_entry) => policy = with_entry,
            Err(error) => {
                let problem = error.problem();
                left_out.push(format!("{member} ({count} ×) can't be declared: {problem}"));
                return false;
            }
        }
        true
    });
    left_out.extend(misspelt);
    (entries, left_out)
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

/// Most members that are left out by name.
const MOST_SHOWN: usize = 20;

/// Writes to standard error how often each member occurred, and what was left out.
fn say(entries: &[Entry], left_out: &[String], seen: &UnknownMembers) {
    let requests = counted(seen.requests, "request has", "requests have");
    let members = counted(entries.len() as u64, "member", "members");
    let mut text = format!("{requests} {members} to declare\n");
    let width = entries.iter().map(|entry| entry.member.len()).max().unwrap_or_default();
    for Entry { member, on, json_type, count } in entries {
        let on: Vec<&str> = on.iter().map(|operation| operation.name()).collect();
        let count = format!("{count} ×");
        text += &format!("  {member:width$}  {json_type:7}  {count:>8}  {}\n", on.join(", "));
    }
    _ = std::io::Write::write_all(&mut anstream::stderr().lock(), text.as_bytes());
    let (shown, more) = left_out.split_at(left_out.len().min(MOST_SHOWN));
    shown.iter().for_each(|left_out| note(&format_args!("left out: {left_out}")));
    for (count, one, many) in [
        (more.len() as u64, "more member is left out", "more members are left out"),
        (
            seen.hidden,
            "name can't be shown and is left out",
            "names can't be shown and are left out",
        ),
    ] {
        if count > 0 {
            note(&counted(count, one, many));
        }
    }
}
