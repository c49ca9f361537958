//! What came of requests, counted.

use crate::counts::Counts;
use crate::rows::Rows;
use crate::{BatchError, FactsColumn, OperationColumn, schema};
use arrow_array::{Array, StructArray};
use paylint::{Engine, Level, Operation, Report, Rule, Verdict, catalogue};

/// Counts what comes of each row, as `paylint batch --summary` does.
///
/// The result is a struct array of the type [`tally_type`](crate::tally_type): rows of `kind`,
/// `operation`, `name`, `level` and `count`. To combine the tables of several batches, add up
/// `count` by the other columns. [`Tally`] does so itself.
///
/// | `kind` | `name` | `level` | what is counted |
/// |---|---|---|---|
/// | `verdict` | `accept`, `reject` | | requests |
/// | `rule` | the rule | of the findings | requests with findings of the rule |
/// | `finding` | the rule | of the findings | findings |
/// | `unchecked` | the rule | of the rule | requests for which it couldn't be decided |
/// | `truncated` | | | requests with more findings than are kept |
/// | `error` | `operation`, `body`, `facts` | | rows that can't be checked because of this |
///
/// Empty cells are null, and so is `operation` if it is unknown.
///
/// # Errors
/// Those of [`check_batch`](crate::check_batch).
pub fn tally(
    engine: &Engine,
    operation: OperationColumn<'_>,
    bodies: &dyn Array,
    facts: FactsColumn<'_>,
) -> Result<StructArray, BatchError> {
    let mut tally = Tally::default();
    tally.add(engine, operation, bodies, facts)?;
    tally.table()
}

/// The counts of several batches: what [`tally`](crate::tally()) would count of all of them at
/// once.
#[derive(Default)]
pub struct Tally {
    counts: Counts<4>,
    report: Report,
}

impl Tally {
    /// Counts a batch. After an error nothing of it is counted.
    ///
    /// # Errors
    /// Those of [`check_batch`](crate::check_batch).
    pub fn add(
        &mut self,
        engine: &Engine,
        operation: OperationColumn<'_>,
        bodies: &dyn Array,
        facts: FactsColumn<'_>,
    ) -> Result<(), BatchError> {
        let mut rows = Rows::new(operation, bodies, facts)?;
        let mut operations: [OfOperation; Operation::ALL.len()] = Default::default();
        for row in 0..rows.len() {
            let Tally { report, counts } = self;
            let checked = rows.with(row, |row| {
                engine.check_into(row.operation, row.body, row.facts, report);
            });
            match checked {
                Ok(()) => operations[report.operation() as usize].count(report, counts),
                Err(error) => {
                    let operation = error.operation.map(Operation::name);
                    counts.add([Some("error"), operation, Some(error.part), None], 1);
                }
            }
        }
        for (operation, counts) in Operation::ALL.iter().zip(operations) {
            counts.add_to(&mut self.counts, *operation);
        }
        Ok(())
    }

    /// The table of all batches so far, of the type [`tally_type`](crate::tally_type).
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        self.counts.table(schema::tally())
    }
}

/// What is counted of rules.
#[derive(Clone, Copy)]
enum Kind {
    Rule,
    Finding,
    Unchecked,
}

/// Their names in the table, in order.
const KINDS: [&str; 3] = ["rule", "finding", "unchecked"];
/// The levels that something can be counted at.
const LEVELS: [Level; 2] = [Level::Warn, Level::Deny];

/// The counts of an operation in a batch. Numbers index them, because looking up names takes time.
#[derive(Default)]
struct OfOperation {
    accepted: i64,
    rejected: i64,
    truncated: i64,
    /// By the number of the rule, by kind, by level.
    rules: Vec<[[i64; LEVELS.len()]; KINDS.len()]>,
}

impl OfOperation {
    /// Counts a report. Policy rules, which have no number, go to `others`.
    fn count(&mut self, report: &Report, others: &mut Counts<4>) {
        match report.verdict() {
            Verdict::Accept => self.accepted += 1,
            Verdict::Reject => self.rejected += 1,
        }
        self.truncated += i64::from(report.truncated());
        let operation = report.operation();
        let mut count = |kind: Kind, rule: Rule<'_>, level: Level| match usize::from(rule.number) {
            0 => {
                let names = [KINDS[kind as usize], operation.name(), rule.name, level.name()];
                others.add(names.map(Some), 1);
            }
            number => {
                if self.rules.len() <= number {
                    self.rules.resize(number + 1, Default::default());
                }
                self.rules[number][kind as usize][usize::from(level == Level::Deny)] += 1;
            }
        };
        let mut last = None;
        for finding in report.findings() {
            let (rule, level) = (finding.rule(), finding.level());
            count(Kind::Finding, rule, level);
            // The findings of a rule come one after another, all at one level.
            if last.replace(rule.name) != Some(rule.name) {
                count(Kind::Rule, rule, level);
            }
        }
        for entry in report.unchecked() {
            count(Kind::Unchecked, entry.rule(), entry.level());
        }
    }

    /// Adds everything but zeros.
    fn add_to(&self, counts: &mut Counts<4>, operation: Operation) {
        let mut add = |kind, name, level, count| {
            if count > 0 {
                counts.add([Some(kind), Some(operation.name()), name, level], count);
            }
        };
        add("verdict", Some(Verdict::Accept.name()), None, self.accepted);
        add("verdict", Some(Verdict::Reject.name()), None, self.rejected);
        add("truncated", None, None, self.truncated);
        for rule in catalogue() {
            let of_rule = self.rules.get(usize::from(rule.number));
            for (kind, by_level) in KINDS.into_iter().zip(of_rule.into_iter().flatten()) {
                for (level, count) in LEVELS.into_iter().zip(by_level) {
                    add(kind, Some(rule.name), Some(level.name()), *count);
                }
            }
        }
    }
}
