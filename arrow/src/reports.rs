//! Reports as columns.

use crate::output::{Lengths, TextColumn, structs};
use crate::{BatchError, schema};
use arrow_array::{ArrayRef, BooleanArray, Int32Array};
use paylint::facts::Fact;
use paylint::{Feature, Report};
use std::sync::Arc;

/// A report's members, each a column.
#[derive(Default)]
pub(crate) struct Reports {
    verdict: TextColumn,
    status: Vec<Option<i32>>,
    scenario: TextColumn,
    total: TextColumn,
    findings: Lengths,
    /// Rule, level, path, message and params of each finding.
    finding: [TextColumn; 5],
    truncated: Vec<Option<bool>>,
    unchecked: Lengths,
    /// Rule and level of each unchecked rule, and the facts that it needs.
    rule: TextColumn,
    level: TextColumn,
    needs: Lengths,
    fact: TextColumn,
}

impl Reports {
    pub(crate) fn push(&mut self, report: &Report) -> Result<(), BatchError> {
        self.verdict.push(report.verdict().name())?;
        self.status.push(Some(i32::from(report.status())));
        self.scenario.push_option(report.scenario().map(Feature::name))?;
        match report.total() {
            Some(total) => self.total.write(|out| total.write(out))?,
            None => self.total.push_null(),
        }
        self.findings.push(report.findings().len())?;
        let [rule, level, path, message, params] = &mut self.finding;
        for finding in report.findings() {
            rule.push(finding.rule().name)?;
            level.push(finding.level().name())?;
            path.write(|out| finding.write_path(out))?;
            message.write(|out| finding.write_message(out))?;
            params.write(|out| finding.write_params_json(out))?;
        }
        self.truncated.push(Some(report.truncated()));
        self.unchecked.push(report.unchecked().len())?;
        for entry in report.unchecked() {
            self.rule.push(entry.rule().name)?;
            self.level.push(entry.level().name())?;
            let mut needs = 0;
            for fact in entry.needs().map(Fact::name) {
                self.fact.push(fact)?;
                needs += 1;
            }
            self.needs.push(needs)?;
        }
        Ok(())
    }

    pub(crate) fn push_null(&mut self) {
        for column in [&mut self.verdict, &mut self.scenario, &mut self.total] {
            column.push_null();
        }
        self.status.push(None);
        self.findings.push_null();
        self.truncated.push(None);
        self.unchecked.push_null();
    }

    pub(crate) fn finish(self) -> Vec<ArrayRef> {
        let finding = self.finding.map(TextColumn::finish).to_vec();
        let finding = structs(schema::finding(), finding);
        let needs = self.needs.finish_lists(self.fact.finish());
        let unchecked = vec![self.rule.finish(), self.level.finish(), needs];
        let unchecked = structs(schema::unchecked(), unchecked);
        vec![
            self.verdict.finish(),
            Arc::new(Int32Array::from(self.status)),
            self.scenario.finish(),
            self.total.finish(),
            self.findings.finish_lists(Arc::new(finding)),
            Arc::new(BooleanArray::from(self.truncated)),
            self.unchecked.finish_lists(Arc::new(unchecked)),
        ]
    }
}
