//! Comparison of reports that two versions of the rules made.

use crate::BatchError;
use crate::changes::Changes;
use crate::rows::same_length;
use crate::text::TextArray;
use arrow_array::Array;
use paylint::{Level, Verdict, shown_name};
use paylint_traffic::replay::{Change, Outcome};
use serde::Deserialize;
use std::borrow::Cow;

impl Changes {
    /// Counts two columns of reports. They are those of [`Want::Json`](crate::Want::Json), row by row on the same requests,
    /// but of two policies or of two versions of the rules. A row in which one isn't a report, names something that can't
    /// be an operation or a rule, or is null, is an `error` of the name `before` or `after`. After an error nothing is
    /// counted.
    ///
    /// # Errors
    /// If a column isn't text, or if the columns have different lengths.
    pub fn compare(&mut self, before: &dyn Array, after: &dyn Array) -> Result<(), BatchError> {
        let before = TextArray::new("before", before)?;
        let after = TextArray::new("after", after)?;
        same_length(("after", &after), ("before", &before))?;
        for row in 0..before.len() {
            let [ours, theirs] = [&before, &after].map(|column| column.get(row));
            match (ours.and_then(outcome), theirs.and_then(outcome)) {
                (Some((operation, before)), Some((_, after))) => {
                    let change = Change::of(before.verdict, after.verdict, || ours == theirs);
                    self.count(&operation, change, [&before, &after]);
                }
                (None, _) => self.count_error(None, "before"),
                (_, None) => self.count_error(None, "after"),
            }
        }
        Ok(())
    }
}

/// The members that are read of a canonical report. Operations and rules may be others than those of this
/// version.
#[derive(Deserialize)]
struct Canonical<'a> {
    #[serde(borrow)]
    operation: Cow<'a, str>,
    verdict: Verdict,
    #[serde(borrow)]
    findings: Vec<Entry<'a>>,
    #[serde(borrow)]
    unchecked: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow)]
    rule: Cow<'a, str>,
    level: Level,
}

/// Whether a text can be the name of an operation, of this version or another. Nothing else gets into a result.
fn is_operation(name: &str) -> bool {
    is_word(name) && shown_name(name).is_some()
}

/// Whether a text can be a rule's name: a family and a word. A policy rule's can have more digits than others.
fn is_rule(name: &str) -> bool {
    match name.split_once('.') {
        Some(("custom", name)) => shown_name(name).is_some() || (is_word(name) && name.len() <= 48),
        Some((family, word)) => is_operation(family) && is_operation(word),
        None => false,
    }
}

fn is_word(text: &str) -> bool {
    let is_part = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    !text.is_empty() && text.bytes().all(is_part)
}

/// The operation of a report, and what it says; nothing, if it isn't a report.
fn outcome(report: &[u8]) -> Option<(Cow<'_, str>, Outcome<'_>)> {
    fn levels(entries: Vec<Entry<'_>>) -> Vec<(Cow<'_, str>, Level)> {
        entries.into_iter().map(|entry| (entry.rule, entry.level)).collect()
    }
    let Canonical { operation, verdict, findings, unchecked } =
        serde_json::from_slice(report).ok()?;
    let are_rules = findings.iter().chain(&unchecked).all(|entry| is_rule(&entry.rule));
    if !is_operation(&operation) || !are_rules {
        return None;
    }
    let (findings, unchecked) = (levels(findings), levels(unchecked));
    Some((operation, Outcome { verdict, findings, unchecked }))
}
