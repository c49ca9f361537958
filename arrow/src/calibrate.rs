//! Verdicts held against a gateway's answers, counted.

use crate::counts::Counts;
use crate::rows::Rows;
use crate::text::Texts;
use crate::{BatchError, FactsColumn, OperationColumn, schema};
use arrow_array::{Array, StructArray, downcast_integer_array};
use paylint::{Engine, Operation, Report};
use paylint_traffic::Place;
use paylint_traffic::answer::KnownPaths;
use paylint_traffic::calibration::{self, Observation};
use paylint_traffic::values;
use std::collections::BTreeMap;

/// The gateway's answers to the requests of a batch.
#[derive(Clone, Copy, Debug)]
pub struct AnswerColumns<'a> {
    /// The HTTP statuses: integers, or texts, as [`values::status_in`] reads them. A null row is no answer, too.
    pub statuses: &'a dyn Array,
    /// The bodies of the answers, as text. Nothing of them is kept but the members that they name.
    pub answers: Option<&'a dyn Array>,
    /// The statuses that refuse a request: [`Answer::REFUSED`](calibration::Answer::REFUSED), unless your gateway has others.
    pub refused: &'a [u16],
}

/// Verdicts and answers of several batches, counted as `paylint calibrate` does.
#[derive(Default)]
pub struct Calibration {
    counts: calibration::Calibration,
    /// By operation and by the part of the row that is wrong.
    errors: BTreeMap<(Option<Operation>, &'static str), u64>,
    /// By position of the operation.
    known: Vec<Option<KnownPaths>>,
    report: Report,
}

impl Calibration {
    /// Counts a batch. After an error nothing of it is counted.
    ///
    /// # Errors
    /// Fails as [`check_batch`](crate::check_batch) does, and if the columns of answers have another type or length.
    pub fn add(
        &mut self,
        engine: &Engine,
        operation: OperationColumn<'_>,
        bodies: &dyn Array,
        facts: FactsColumn<'_>,
        answers: AnswerColumns<'_>,
    ) -> Result<(), BatchError> {
        let mut rows = Rows::new(operation, bodies, facts)?;
        let statuses = Statuses::new(answers.statuses)?;
        let texts = answers.answers.map(|answers| Texts::new("answers", answers)).transpose()?;
        let columns = [("status", Some(answers.statuses)), ("answers", answers.answers)];
        for (column, array) in columns {
            let (rows, expected) = (array.map_or(rows.len(), |array| array.len()), rows.len());
            if rows != expected {
                return Err(BatchError::Rows { column, rows, beside: "bodies", expected });
            }
        }
        self.known.resize(Operation::ALL.len(), None);
        for row in 0..rows.len() {
            let Calibration { counts, errors, known, report } = self;
            let checked = rows.with(engine, row, |request| {
                engine.check_into(request.operation, request.body, request.facts, report);
                request.operation
            });
            let answered = checked.map_err(|error| (error.operation, error.part));
            let answered = answered.and_then(|operation| match statuses.get(row) {
                Ok(status) => Ok((operation, status)),
                Err(_) => Err((Some(operation), "status")),
            });
            let (operation, status) = match answered {
                Ok(answered) => answered,
                Err(error) => {
                    *errors.entry(error).or_default() += 1;
                    continue;
                }
            };
            let named = || {
                let text = texts.as_ref().and_then(|texts| texts.get(row).ok().flatten());
                let text = text.and_then(|text| std::str::from_utf8(text).ok());
                let known = known[operation as usize]
                    .get_or_insert_with(|| KnownPaths::new(engine, operation));
                text.map_or_else(Vec::new, |text| known.named_by(text))
            };
            let observation = Observation::of(report, status);
            counts.observe(&observation, answers.refused, Place::new(row as u64 + 1, None), named);
        }
        Ok(())
    }

    /// The table of all batches so far, of the type [`calibration_type`](crate::calibration_type): rows as
    /// [`Row`](calibration::Row) describes them, and rows of the kind `error` for requests that can't be checked. To
    /// combine tables, add up `count` by the other columns.
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        let mut table = Counts::default();
        for ((operation, part), count) in &self.errors {
            table.add(
                [Some("error"), operation.map(Operation::name), Some(part), None, None],
                *count,
            );
        }
        self.counts.for_each_row(|row| {
            table.add([Some(row.kind), row.operation, row.name, row.level, row.answer], row.count);
            Ok::<(), BatchError>(())
        })?;
        table.table(schema::calibration_type())
    }
}

/// A column of statuses.
enum Statuses<'a> {
    Numbers(Box<dyn Fn(usize) -> String + 'a>),
    Texts(Texts<'a>),
}

impl<'a> Statuses<'a> {
    fn new(column: &'a dyn Array) -> Result<Statuses<'a>, BatchError> {
        Ok(downcast_integer_array! {
            column => Statuses::Numbers(Box::new(move |row| {
                if column.is_valid(row) { column.value(row).to_string() } else { String::new() }
            })),
            _ => Statuses::Texts(Texts::new("status", column)?),
        })
    }

    fn get(&self, row: usize) -> Result<Option<u16>, String> {
        match self {
            Statuses::Numbers(number) => values::status_in(&number(row)),
            Statuses::Texts(texts) => {
                // What lies outside of the data, or isn't UTF-8, isn't a status.
                let text = texts.get(row).unwrap_or(Some(b"?")).unwrap_or_default();
                values::status_in(std::str::from_utf8(text).unwrap_or("?"))
            }
        }
    }
}
