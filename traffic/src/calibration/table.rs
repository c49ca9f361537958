//! A calibration as rows of a table, which any engine adds up, and back.

use super::{Answer, ByAnswer, Calibration};
use paylint::{Level, Operation};

/// A row: what is counted, and how often. Rows of which all but the count is the same can be added up.
///
/// | `kind` | `operation` | `name` | `level` | `answer` | what is counted |
/// |---|---|---|---|---|---|
/// | `verdict` | yes | `accept`, `reject` | | yes | requests |
/// | `missed` | yes | | | | refused requests without a finding |
/// | `fired` | | the rule | yes | yes | requests on which it fired |
/// | `alone` | | the rule | yes | yes | those on which no other rule did, as [`alone`](super::RuleCounts::alone) says |
/// | `not_rejected` | | the rule | yes | yes | those that nothing rejects |
/// | `named` | | a member, or none | | | missed requests whose answer named it |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// What kind of count it is.
    pub kind: &'a str,
    /// The operation's name.
    pub operation: Option<&'a str>,
    /// A verdict, a rule, or a member.
    pub name: Option<&'a str>,
    /// The rule's level.
    pub level: Option<&'a str>,
    /// The gateway's answer.
    pub answer: Option<&'a str>,
    /// How often.
    pub count: u64,
}

impl Calibration {
    /// Gives every row with a count; the places are left out.
    pub fn for_each_row<E>(&self, mut add: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        let none =
            Row { kind: "", operation: None, name: None, level: None, answer: None, count: 0 };
        let mut each = |row: Row<'_>, counts: ByAnswer| {
            Answer::ALL.into_iter().try_for_each(|answer| match counts.of(answer) {
                0 => Ok(()),
                count => add(Row { answer: Some(answer.name()), count, ..row }),
            })
        };
        for (operation, counts) in self.operations() {
            let of = Row { kind: "verdict", operation: Some(operation.name()), ..none };
            each(Row { name: Some("accept"), ..of }, counts.accept)?;
            each(Row { name: Some("reject"), ..of }, counts.reject)?;
        }
        for (rule, counts) in self.rules() {
            let of = Row { name: Some(rule), level: Some(counts.level.name()), ..none };
            for (kind, counts) in [
                ("fired", counts.fired),
                ("alone", counts.alone),
                ("not_rejected", counts.not_rejected),
            ] {
                each(Row { kind, ..of }, counts)?;
            }
        }
        for (operation, counts) in self.operations().filter(|(_, counts)| counts.missed > 0) {
            add(Row {
                kind: "missed",
                operation: Some(operation.name()),
                count: counts.missed,
                ..none
            })?;
        }
        for (path, missed) in self.missed() {
            let name = Some(path).filter(|path| !path.is_empty());
            add(Row { kind: "named", name, count: missed.count, ..none })?;
        }
        Ok(())
    }

    /// Adds what a row counts. `false` if it isn't a row of a calibration.
    #[must_use]
    pub fn add_row(&mut self, row: Row<'_>) -> bool {
        let operation = row.operation.and_then(Operation::from_name).map(|it| it as usize);
        let answer = Answer::ALL.into_iter().find(|answer| Some(answer.name()) == row.answer);
        match (row.kind, operation, row.name, answer) {
            ("verdict", Some(operation), Some("accept"), Some(answer)) => {
                self.operations[operation].accept.add(answer, row.count);
            }
            ("verdict", Some(operation), Some("reject"), Some(answer)) => {
                self.operations[operation].reject.add(answer, row.count);
            }
            ("missed", Some(operation), None, None) => {
                self.operations[operation].missed += row.count
            }
            ("named", None, name, None) => {
                self.missed.entry(name.unwrap_or_default().to_owned()).or_default().count +=
                    row.count;
            }
            (kind @ ("fired" | "alone" | "not_rejected"), None, Some(name), Some(answer)) => {
                let Some(level) =
                    Level::ALL.iter().copied().find(|it| Some(it.name()) == row.level)
                else {
                    return false;
                };
                let counts = self.rule(name, level);
                match kind {
                    "fired" => counts.fired.add(answer, row.count),
                    "alone" => counts.alone.add(answer, row.count),
                    _ => counts.not_rejected.add(answer, row.count),
                }
            }
            _ => return false,
        }
        true
    }
}
