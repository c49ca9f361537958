//! Reports as columns.

use crate::check::Sink;
use crate::output::{Lists, TextColumn, structs};
use crate::rows::Row;
use crate::{BatchError, schema};
use arrow_array::{ArrayRef, BooleanArray, Int32Array};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, NullBufferBuilder};
use paylint::facts::Fact;
use paylint::{Engine, Feature, Report, Unchecked};
use std::sync::Arc;

/// A report's members, each a column.
pub(crate) struct Reports {
    report: Report,
    /// The rows that have a report.
    nulls: NullBufferBuilder,
    verdict: TextColumn,
    status: Vec<i32>,
    scenario: TextColumn,
    total: TextColumn,
    findings: FindingColumns,
    truncated: BooleanBufferBuilder,
    unchecked: UncheckedColumns,
}

impl Reports {
    pub(crate) fn new(rows: usize) -> Reports {
        Reports {
            report: Report::new(),
            nulls: NullBufferBuilder::new(rows),
            verdict: TextColumn::new(rows),
            status: Vec::with_capacity(rows),
            scenario: TextColumn::new(rows),
            total: TextColumn::new(rows),
            findings: FindingColumns::new(rows),
            truncated: BooleanBufferBuilder::new(rows),
            unchecked: UncheckedColumns::new(rows),
        }
    }
}

impl Sink for Reports {
    fn check(&mut self, engine: &Engine, row: &Row<'_>) -> Result<(), BatchError> {
        let report = &mut self.report;
        engine.check_into(row.operation, row.body, row.facts, report);
        self.nulls.append_non_null();
        self.verdict.push(report.verdict().name())?;
        self.status.push(i32::from(report.status()));
        self.scenario.push_option(report.scenario().map(Feature::name))?;
        match report.total() {
            Some(total) => self.total.write(|out| total.write(out))?,
            None => self.total.push_null(),
        }
        self.findings.push(report)?;
        self.truncated.append(report.truncated());
        self.unchecked.push(report.unchecked())
    }

    fn push_null(&mut self) -> Result<(), BatchError> {
        self.nulls.append_null();
        for column in [&mut self.verdict, &mut self.scenario, &mut self.total] {
            column.push_null();
        }
        self.status.push(0);
        self.truncated.append(false);
        self.findings.lists.end(0)?;
        self.unchecked.lists.end(0)
    }

    fn finish(mut self) -> Vec<ArrayRef> {
        let nulls = self.nulls.finish();
        vec![
            self.verdict.finish(),
            Arc::new(Int32Array::new(self.status.into(), nulls.clone())),
            self.scenario.finish(),
            self.total.finish(),
            self.findings.finish(nulls.clone()),
            Arc::new(BooleanArray::new(self.truncated.finish(), nulls.clone())),
            self.unchecked.finish(nulls),
        ]
    }
}

/// The lists of findings.
struct FindingColumns {
    lists: Lists,
    /// Rule, level, path, message and params.
    columns: [TextColumn; 5],
}

impl FindingColumns {
    fn new(rows: usize) -> FindingColumns {
        let columns = std::array::from_fn(|_| TextColumn::new(0));
        FindingColumns { lists: Lists::new(rows), columns }
    }

    fn push(&mut self, report: &Report) -> Result<(), BatchError> {
        let findings = report.findings();
        self.lists.end(findings.len())?;
        let [rule, level, path, message, params] = &mut self.columns;
        for finding in findings {
            rule.push(finding.rule().name)?;
            level.push(finding.level().name())?;
            path.write(|out| finding.write_path(out))?;
            message.write(|out| finding.write_message(out))?;
            params.write(|out| finding.write_params_json(out))?;
        }
        Ok(())
    }

    fn finish(self, nulls: Option<NullBuffer>) -> ArrayRef {
        let columns = self.columns.map(TextColumn::finish).to_vec();
        self.lists.finish(nulls, Arc::new(structs(schema::finding(), columns)))
    }
}

/// The lists of rules that couldn't be decided.
struct UncheckedColumns {
    lists: Lists,
    rule: TextColumn,
    level: TextColumn,
    needs: Lists,
    fact: TextColumn,
}

impl UncheckedColumns {
    fn new(rows: usize) -> UncheckedColumns {
        let [rule, level, fact] = [TextColumn::new(0), TextColumn::new(0), TextColumn::new(0)];
        UncheckedColumns { lists: Lists::new(rows), rule, level, needs: Lists::new(0), fact }
    }

    fn push<'r>(
        &mut self,
        unchecked: impl ExactSizeIterator<Item = Unchecked<'r>>,
    ) -> Result<(), BatchError> {
        self.lists.end(unchecked.len())?;
        for entry in unchecked {
            self.rule.push(entry.rule().name)?;
            self.level.push(entry.level().name())?;
            let mut needs = 0;
            for fact in entry.needs().map(Fact::name) {
                self.fact.push(fact)?;
                needs += 1;
            }
            self.needs.end(needs)?;
        }
        Ok(())
    }

    fn finish(self, nulls: Option<NullBuffer>) -> ArrayRef {
        let needs = self.needs.finish(None, self.fact.finish());
        let columns = vec![self.rule.finish(), self.level.finish(), needs];
        self.lists.finish(nulls, Arc::new(structs(schema::unchecked(), columns)))
    }
}
