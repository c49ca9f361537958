//! Evidence as rows of a table, which any engine adds up, and back.

use super::Answer;
use super::evidence::{Cell, Evidence, add_to};
use super::named::Named;
use paylint::{Level, Operation, Timestamp, Verdict};
use serde_json::json;

/// A row: what is counted, and how often. Rows of which all but the count is the same can be added up.
///
/// `kind` is `attempts`, or one of `lines`, `twice`, `retries`, `cut`, `masked` and `made`, which have a count alone:
/// how the lines were read; or `masked_at`, whose findings were at masked values. The others are of `attempts` only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row<'a> {
    /// Kind of the count.
    pub kind: &'a str,
    /// The operation's name.
    pub operation: Option<&'a str>,
    /// `accept` or `reject`.
    pub verdict: Option<&'a str>,
    /// The gateway's answer.
    pub answer: Option<&'a str>,
    /// The findings as JSON: `[["field.blank","/client/state","warn"]]`.
    pub findings: Option<&'a str>,
    /// The members that the answer named as JSON, each with the answer's word: `[{"member":"/currency","code":null}]`.
    pub named: Option<&'a str>,
    /// The part of the log.
    pub by: Option<&'a str>,
    /// The day: `2026-11-20`.
    pub day: Option<&'a str>,
    /// The customer's hash as 16 hexadecimal digits; none where customers aren't told apart.
    pub who: Option<&'a str>,
    /// How often.
    pub count: u64,
}

impl Evidence {
    /// Gives every row with a count; the places and the values of members are left out.
    ///
    /// # Errors
    /// The first that `add` gives.
    pub fn for_each_row<E>(&self, mut add: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        for (kind, count) in { self.read }.by_kind() {
            if *count > 0 {
                add(Row { kind, count: *count, ..Row::default() })?;
            }
        }
        for ((rule, member), (level, _)) in &self.masked_at {
            let findings = json!([[rule, member, level.name()]]).to_string();
            add(Row { kind: "masked_at", findings: Some(&findings), count: 1, ..Row::default() })?;
        }
        for (cell, count) in self.cells.all.iter().zip(&self.counts) {
            let day = cell.day.map(super::result::day_text);
            let named = json!(self.named.all[cell.named as usize]).to_string();
            let verdict = if cell.rejects { Verdict::Reject } else { Verdict::Accept };
            let row = Row {
                kind: "attempts",
                operation: Some(cell.operation.name()),
                verdict: Some(verdict.name()),
                answer: Some(cell.answer.name()),
                findings: Some(self.findings.text(cell.findings)),
                named: Some(&named),
                by: cell.by.checked_sub(1).map(|by| self.splits.text(by)),
                day: day.as_deref(),
                who: None,
                count: count.more,
            };
            if count.more > 0 {
                add(row)?;
            }
            for (who, count) in &count.customers {
                add(Row { who: Some(&format!("{who:016x}")), count: *count, ..row })?;
            }
        }
        Ok(())
    }

    /// Adds what a row counts. `false` if it isn't a row of evidence.
    #[must_use]
    pub fn add_row(&mut self, row: Row<'_>) -> bool {
        let counts = self.read.by_kind();
        if let Some((_, count)) = counts.into_iter().find(|(kind, _)| *kind == row.kind) {
            add_to(count, row.count);
            return true;
        }
        self.add_found(row).is_some()
    }

    /// Adds what was found: at masked values, or in attempts.
    fn add_found(&mut self, row: Row<'_>) -> Option<()> {
        let findings: Vec<(String, String, Level)> = serde_json::from_str(row.findings?).ok()?;
        if row.kind == "masked_at" {
            for (rule, member, level) in findings {
                self.note_masked((rule, member), level, []);
            }
            return Some(());
        }
        if row.kind != "attempts" {
            return None;
        }
        let named: Vec<Named> = serde_json::from_str(row.named.unwrap_or("[]")).ok()?;
        let midnight = row.day.map(|day| format!("{day}T00:00:00Z").parse::<Timestamp>());
        let cell = Cell {
            operation: Operation::from_name(row.operation?)?,
            answer: Answer::ALL.into_iter().find(|answer| Some(answer.name()) == row.answer)?,
            rejects: Verdict::from_name(row.verdict?)? == Verdict::Reject,
            findings: self.findings.set(row.findings?),
            named: self.named.answer(&named),
            by: row.by.map_or(0, |by| self.splits.part(by) + 1),
            day: midnight.transpose().ok()?.map(super::evidence::day_of),
        };
        let who = row.who.map(|who| u64::from_str_radix(who, 16)).transpose().ok()?;
        let cell = self.cell_number(&cell);
        self.counts[cell as usize].add_again(who, row.count);
        Some(())
    }
}
