//! Evidence as rows of a table, which any engine adds up, and back.

use super::Answer;
use super::evidence::{CUSTOMERS, Cell, Evidence, add_to};
use super::named::Named;
use paylint::{Level, Operation, Timestamp, Verdict};
use serde_json::json;

/// Names of a row of counts. Rows of the same names can be added up.
///
/// The first is `attempts`; or `masked_at`, whose findings were at masked values; or one of `lines`, `twice`, `retries`,
/// `cut`, `masked` and `made`, which have no other name: how the lines were read. Then come the operation; the verdict; the
/// answer; the findings as JSON (`[["field.blank","/client/state","warn"]]`); the members that the answer named as JSON, each
/// with the answer's word (`[{"member":"/currency","code":null}]`); the part of the log; the day (`2026-11-20`); and the
/// customer's hash as 16 hexadecimal digits, where customers are told apart.
pub type Names<'a> = [Option<&'a str>; 9];

impl Evidence {
    /// Gives the names and the count of every row; the places and the values of members are left out.
    pub fn for_each_row(&self, mut add: impl FnMut(Names<'_>, u64)) {
        for (kind, count) in { self.read }.by_kind() {
            if *count > 0 {
                add([Some(kind), None, None, None, None, None, None, None, None], *count);
            }
        }
        for ((rule, member), (level, _)) in &self.masked_at {
            let findings = json!([[rule, member, level.name()]]).to_string();
            let (kind, findings) = (Some("masked_at"), Some(&*findings));
            add([kind, None, None, None, findings, None, None, None, None], 1);
        }
        for (cell, count) in self.cells.all.iter().zip(&self.counts) {
            let verdict = if cell.rejects { Verdict::Reject } else { Verdict::Accept };
            let findings = self.findings.text(cell.findings);
            let named = json!(self.named.all[cell.named as usize]).to_string();
            let by = cell.by.checked_sub(1).map(|by| self.splits.text(by));
            let day = cell.day.map(super::result::day_text);
            let kind = ["attempts", cell.operation.name(), verdict.name(), cell.answer.name()];
            let [kind, operation, verdict, answer] = kind.map(Some);
            let mut row = |who: Option<&str>, count| {
                let (findings, named, day) = (Some(findings), Some(&*named), day.as_deref());
                add([kind, operation, verdict, answer, findings, named, by, day, who], count);
            };
            if count.more > 0 {
                row(None, count.more);
            }
            for (who, count) in &count.customers {
                row(Some(&format!("{who:016x}")), *count);
            }
        }
    }

    /// Adds what a row counts. `None` if it isn't a row of evidence.
    #[must_use]
    pub fn add_row(&mut self, names: Names<'_>, count: u64) -> Option<()> {
        let [kind, operation, verdict, answer, findings, named, by, day, who] = names;
        let counts = self.read.by_kind();
        if let Some((_, sum)) = counts.into_iter().find(|(known, _)| Some(*known) == kind) {
            add_to(sum, count);
            return Some(());
        }
        let found: Vec<(String, String, Level)> = serde_json::from_str(findings?).ok()?;
        if kind == Some("masked_at") {
            for (rule, member, level) in found {
                self.note_masked((rule, member), level, []);
            }
            return Some(());
        }
        if kind != Some("attempts") {
            return None;
        }
        let named: Vec<Named> = serde_json::from_str(named.unwrap_or("[]")).ok()?;
        let midnight = day.map(|day| format!("{day}T00:00:00Z").parse::<Timestamp>());
        let cell = Cell {
            operation: Operation::from_name(operation?)?,
            answer: Answer::ALL.into_iter().find(|known| Some(known.name()) == answer)?,
            rejects: Verdict::from_name(verdict?)? == Verdict::Reject,
            findings: self.findings.set(findings?),
            named: self.named.answer(&named),
            by: by.map_or(0, |by| self.splits.part(by) + 1),
            day: midnight.transpose().ok()?.map(super::evidence::day_of),
        };
        let who = who.map(|who| u64::from_str_radix(who, 16)).transpose().ok()?;
        let cell = self.cell_number(&cell);
        self.counts[cell as usize].add(who, count, CUSTOMERS);
        Some(())
    }
}
