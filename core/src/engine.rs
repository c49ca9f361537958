//! The engine: a compiled policy, and the way of a request through it.

use crate::custom::Custom;
use crate::facts::{Facts, Known};
use crate::feature::Feature;
use crate::operation::Operation;
use crate::policy::{Levels, Policy};
use crate::read::{self, Note, Notes, Stop, Tape};
use crate::report::{Entry, Found, Obligation, Path, Report};
use crate::request::Request;
use crate::rule::{Context, Level, Param};
use crate::rules::{self, COUNT, capture, reading, refund, saving};
use crate::schema;
use crate::slot::{Slot, Tag};
use crate::time::Timestamp;
use std::sync::Arc;

/// Memory for verdicts, kept from one to the next: see [`Engine::accepts_with`]. It may hold parts of the body
/// that was looked at last, which it never shows.
#[derive(Clone, Default)]
pub struct Workspace(Report);

impl Workspace {
    /// A workspace that has no memory yet.
    #[must_use]
    pub const fn new() -> Workspace {
        Workspace(Report::new())
    }
}

impl core::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Workspace")
    }
}

/// A compiled policy. Immutable; share it between threads, and check any number of requests with it.
#[derive(Clone)]
pub struct Engine {
    /// The levels of the catalogue's rules, whatever the operation.
    levels: Levels,
    /// The embedder's own rules, and their levels.
    custom: Option<Arc<dyn Custom>>,
    custom_levels: Box<[Level]>,
    max_findings: usize,
    max_body_bytes: usize,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(&Policy::default())
    }
}

impl Engine {
    /// Compiles a policy.
    #[must_use]
    pub fn new(policy: &Policy) -> Engine {
        let (of_catalogue, own) = policy.levels.split_at_checked(COUNT).unwrap_or_default();
        let mut levels = Levels::default();
        for (position, level) in (0..).zip(of_catalogue) {
            if *level != Level::Allow {
                levels.enabled = levels.enabled.with(position);
            }
            if *level == Level::Deny {
                levels.deny = levels.deny.with(position);
            }
        }
        Engine {
            levels,
            custom: policy.custom.clone(),
            custom_levels: own.into(),
            max_findings: policy.max_findings,
            max_body_bytes: policy.max_body_bytes,
        }
    }

    /// How many bytes a body may have, white space included; of a longer one, only that is said.
    #[must_use]
    pub fn max_body_bytes(&self) -> usize {
        self.max_body_bytes
    }

    /// Checks a request: an operation and its body (empty for none), with what the host knows.
    ///
    /// Allocates nothing for an ordinary request without findings and escapes.
    #[must_use]
    pub fn check(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Report {
        let mut report = Report::new();
        self.check_into(operation, body, facts, &mut report);
        report
    }

    /// Checks a request into a report kept from before, whose memory is reused.
    pub fn check_into(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        report: &mut Report,
    ) {
        self.run(operation, body, facts, report, false);
    }

    /// Reports a body of `length` bytes as too large, for a host that stopped keeping it at
    /// [`max_body_bytes`](Engine::max_body_bytes) and only counted the rest. The report is the one that
    /// [`check_into`](Engine::check_into) gives for such a body; `length` must be over the limit.
    pub fn too_large_into(&self, operation: Operation, length: u64, report: &mut Report) {
        self.begin(operation, report);
        let given = [self.max_body_bytes as i64, length as i64].map(Param::Integer);
        unreadable(report, reading::TOO_LARGE_AT, 0, &given);
    }

    /// Whether the gateway can accept the request: the verdict alone, for less.
    ///
    /// What is unchecked for want of a fact does not refuse, here or in a report.
    #[must_use]
    pub fn accepts(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> bool {
        self.accepts_with(operation, body, facts, &mut Workspace::default())
    }

    /// The verdict alone, in memory kept from before: for yet less.
    #[must_use]
    pub fn accepts_with(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        workspace: &mut Workspace,
    ) -> bool {
        let report = &mut workspace.0;
        self.run(operation, body, facts, report, true);
        !report.denied
    }

    fn run(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        report: &mut Report,
        verdict_only: bool,
    ) {
        if body.len() > self.max_body_bytes {
            return self.too_large_into(operation, body.len() as u64, report);
        }
        self.begin(operation, report);
        let body = if read::is_white_space(body) { &[] } else { body };
        if body.is_empty() && !operation.takes_no_body() {
            return unreadable(report, reading::BODY_REQUIRED_AT, 0, &[]);
        }
        let mut tape = take_tape(report);
        self.read_and_judge(operation, body, facts, report, &mut tape, verdict_only);
        keep_tape(report, tape);
    }

    fn begin(&self, operation: Operation, report: &mut Report) {
        report.reset(operation);
        if let Some(custom) = &self.custom {
            report.custom = Some(Arc::clone(custom));
        } else {
            report.custom = None;
        }
    }

    fn read_and_judge(
        &self,
        operation: Operation,
        body: &[u8],
        facts: &Facts<'_>,
        report: &mut Report,
        tape: &mut Tape,
        verdict_only: bool,
    ) {
        let of_operation = rules::OF_OPERATION.get(operation as usize).copied().unwrap_or_default();
        let mut levels = Levels { enabled: self.levels.enabled.and(of_operation), ..self.levels };
        if verdict_only {
            // What only warns changes no verdict.
            levels.enabled = levels.enabled.and(levels.deny);
        }
        let mut notes = Notes {
            levels,
            most: self.max_findings,
            verdict_only,
            list: core::mem::take(&mut report.scratch.notes),
            count: 0,
            denied: false,
            first_denied: None,
        };
        let root = read_body(operation, body, tape, report, &mut notes);
        let root = match root {
            Ok(root) => root,
            Err(stop) => {
                report.scratch.notes = notes.list;
                match stop {
                    Stop::Malformed(at) => malformed(report, body, at),
                    Stop::Denied => report.denied = true,
                }
                return;
            }
        };
        notes.finish();
        let decoded = core::mem::take(&mut report.scratch.decoded);
        let request = Request::new(operation, body, root, tape, &decoded);
        self.judge(&request, facts, &notes, report);
        report.scratch.decoded = decoded;
        report.scratch.notes = notes.list;
    }

    /// Runs the rules over what was read.
    fn judge(&self, request: &Request<'_>, facts: &Facts<'_>, notes: &Notes, report: &mut Report) {
        let context = Context::new(request, facts);
        let mut found = Found {
            entries: &mut report.entries,
            undecided: &mut report.undecided,
            most: self.max_findings,
            count: 0,
            denied: false,
            forbidden: false,
            first_denied: 0,
            places: None,
            verdict_only: notes.verdict_only,
            levels: notes.levels,
            custom_level: None,
            rule: 0,
            found_by: u16::MAX,
        };
        if notes.count > 0 {
            add_notes(request, notes, &mut found, &mut report.names);
        }
        rules::run(&context, &mut found);
        if let Some(custom) = &self.custom {
            custom.run(&self.custom_levels, &context, &mut found);
        }
        (report.denied, report.forbidden) = (found.denied, found.forbidden);
        report.first_denied = found.first_denied;
        report.most = self.max_findings;
        report.truncated = found.count > self.max_findings;
        if notes.verdict_only {
            return;
        }
        report.scenario = context.scenario;
        report.capabilities = context.capabilities;
        report.total = context.total();
        self.add_outlook(&context, notes.levels, report);
    }

    /// What the report adds to the findings: status, obligations, and until when the verdict lasts.
    fn add_outlook(&self, context: &Context<'_>, levels: Levels, report: &mut Report) {
        if saving::three_ds_required(context) == Ok(true) {
            report.oblige(Obligation::ThreeDs);
        }
        if report.denied {
            return;
        }
        if context.scenario == Some(Feature::TwoStep) {
            let (now, hold) = (context.facts.now(), context.facts.hold_days());
            let by = now.ok().zip(hold.ok()).map(|(now, hold)| now.plus_days(hold.get()));
            report.oblige(Obligation::Capture(by));
        }
        report.valid_until = valid_until(context, levels);
    }
}

/// The last instant at which the operation's time rule still holds, if it is at level deny and holds now.
fn valid_until(context: &Context<'_>, levels: Levels) -> Option<Timestamp> {
    let paid_at = context.facts.paid_at().ok()?;
    let holds = |position: u16, violated: fn(&Context<'_>) -> Known<bool>| {
        levels.denies(position) && violated(context) == Ok(false)
    };
    match context.operation {
        Operation::Capture if holds(capture::HOLD_EXPIRED_AT, capture::hold_expired) => {
            let days = context.facts.hold_days().unwrap_or(crate::facts::HoldDays::MIN);
            Some(paid_at.plus_days(days.get()))
        }
        Operation::Refund if holds(refund::TOO_OLD_AT, refund::too_old) => paid_at.plus_two_years(),
        Operation::Reversal if holds(refund::SAME_DAY_AT, refund::another_day) => {
            Some(paid_at.end_of_local_day(context.facts.utc_offset().ok()?))
        }
        _ => None,
    }
}

fn read_body(
    operation: Operation,
    body: &[u8],
    tape: &mut Tape,
    report: &mut Report,
    notes: &mut Notes,
) -> Result<Slot, Stop> {
    match schema::body(operation) {
        Some(shape) if !body.is_empty() => {
            let scratch = &mut report.scratch;
            read::read(body, shape, tape, &mut scratch.decoded, &mut scratch.habits, notes)
        }
        // A Full Refund, or a reversal, whose body is not parsed.
        _ => Ok(Slot::plain(Tag::Unseen, 0, body.len())),
    }
}

/// The one finding of a body that cannot be read: nothing else is checked.
#[cold]
#[inline(never)]
fn unreadable(report: &mut Report, rule: u16, at: u32, given: &[Param]) {
    report.denied = true;
    report.entries.push(Entry::new(rule, Level::Deny, Path::BODY, (at, at), given));
}

#[cold]
fn malformed(report: &mut Report, body: &[u8], at: usize) {
    let (line, column) = read::line_and_column(body, at);
    let given = [line, column].map(|n| Param::Integer(i64::from(n)));
    unreadable(report, reading::MALFORMED_AT, at as u32, &given);
}

/// Turns the reader's notes into findings.
#[cold]
fn add_notes(request: &Request<'_>, notes: &Notes, found: &mut Found<'_>, names: &mut Vec<u8>) {
    for note in &notes.list {
        add_note(request, note, found, names);
    }
    // The first that rejects may be beyond the most that are kept.
    if let (Some(first), false) = (&notes.first_denied, found.denied) {
        add_note(request, first, found, names);
    }
    // Those beyond the most that are kept count, too.
    found.count = notes.count;
}

fn add_note(request: &Request<'_>, note: &Note, found: &mut Found<'_>, names: &mut Vec<u8>) {
    let rule = u16::from(note.rule);
    let level = found.levels.of(rule);
    if !found.count(rule, level) {
        return;
    }
    let of_type;
    let given: &[Param] = match note.rule {
        reading::TYPE => {
            let expected = note.path.expected(schema::body(request.operation));
            of_type = [Param::Word(expected), Param::Type(note.actual)];
            &of_type
        }
        reading::OUT_OF_RANGE => &reading::DIGITS,
        _ => &[],
    };
    let mut entry = Entry::new(rule, level, note.path, (note.start, note.end), given);
    if note.rule == reading::UNKNOWN {
        let start = names.len() as u32;
        let key = (note.start as usize).wrapping_add(1)..(note.end as usize).wrapping_sub(1);
        read::push_shown_name(request.body.get(key).unwrap_or_default(), names);
        entry.name = (start, names.len() as u32);
    }
    found.entries.push(entry);
}

/// The slots' memory: the report's, if it has had a large body before, else the stack.
fn take_tape(report: &mut Report) -> Tape {
    let kept = core::mem::take(&mut report.scratch.tape);
    if kept.capacity() > Tape::new().inline_size() { Tape::from_vec(kept) } else { Tape::new() }
}

fn keep_tape(report: &mut Report, mut tape: Tape) {
    if tape.spilled() {
        tape.clear();
        report.scratch.tape = tape.into_vec();
    }
}
