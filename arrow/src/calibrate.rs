//! Verdicts compared with a gateway's answers, counted.

use crate::counts::Counts;
use crate::rows::Rows;
use crate::text::TextArray;
use crate::{BatchError, FactsColumn, OperationColumn};
use arrow_array::{Array, StructArray, downcast_integer_array};
use paylint::{Engine, Operation, Report, Timestamp};
use paylint_traffic::Location;
use paylint_traffic::calibration::{Gatherer, Key, KnownPaths, Looker, Refusals, Seen};
use paylint_traffic::log::LogRequest;
use paylint_traffic::values;

/// The gateway's answers to the requests of a batch, and what else is looked at for them.
#[derive(Clone, Copy, Debug)]
pub struct AnswerColumns<'a> {
    /// The HTTP statuses: integers, or texts, as [`values::status_in`] reads them. A null row is no answer, too.
    pub statuses: &'a dyn Array,
    /// The bodies of the answers, as text. Nothing of them is kept but the members that they name.
    pub answers: Option<&'a dyn Array>,
    /// When the requests were sent, as text (RFC 3339). Without it, the fact `now` says that.
    pub times: Option<&'a dyn Array>,
    /// The part of the traffic that a request belongs to, such as a terminal, as text.
    pub parts: Option<&'a dyn Array>,
    /// The customers, as text. Without it, the bodies say that.
    pub customers: Option<&'a dyn Array>,
    /// The answers that refuse a request.
    pub refusals: &'a Refusals,
    /// The key for the hashes of customers. To combine tables, use one for all.
    pub key: Key,
}

/// Verdicts and answers of several batches, counted as `paylint calibrate` does. What was sent again within a day is one
/// attempt, if both are in here.
#[derive(Default)]
pub struct Calibration {
    gatherer: Gatherer,
    errors: Counts<9>,
    /// By position of the operation.
    known: Vec<KnownPaths>,
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
        let status = statuses_of(answers.statuses)?;
        let AnswerColumns { times, parts, customers, refusals, key, .. } = answers;
        let columns =
            [("answers", answers.answers), ("at", times), ("by", parts), ("who", customers)];
        for (column, array) in columns.into_iter().chain([("status", Some(answers.statuses))]) {
            let (rows, expected) = (array.map_or(rows.len(), |array| array.len()), rows.len());
            if rows != expected {
                return Err(BatchError::Rows { column, rows, beside: "bodies", expected });
            }
        }
        let [answers, times, parts, customers] =
            columns.map(|(name, array)| array.map(|array| TextArray::new(name, array)).transpose());
        let [answers, times, parts, customers] = [answers?, times?, parts?, customers?];
        let Calibration { gatherer, errors, known, report } = self;
        if known.is_empty() {
            *known = KnownPaths::of_all(engine);
        }
        let mut looker = Looker::new(known, refusals, key);
        let mut seen = Seen::default();
        for row in 0..rows.len() {
            let text = |texts: &'_ Option<TextArray<'_>>| {
                let text = texts.as_ref().and_then(|texts| texts.get(row))?;
                std::str::from_utf8(text).ok().map(str::to_owned)
            };
            let [answer, time, part, customer] = [&answers, &times, &parts, &customers].map(text);
            let at = time.map(|time| time.parse::<Timestamp>()).transpose();
            let checked = rows.with(engine, row, |request| {
                engine.check_into(request.operation, request.body, request.facts, report);
                let wrong = |part| (Some(request.operation), part);
                let status = status(row).map_err(|_| wrong("status"))?;
                let at = at.map_err(|_| wrong("at"))?;
                let sent = LogRequest {
                    at: at.or(request.facts.now),
                    by: part.map(Into::into),
                    who: customer.map(Into::into),
                    status,
                    answer: answer.as_deref(),
                    ..LogRequest::new(request.operation, request.body.into())
                };
                looker.look(report, &sent, &mut seen);
                Ok::<(), (Option<Operation>, &'static str)>(())
            });
            let checked = checked.unwrap_or_else(|error| Err((error.operation, error.part)));
            if let Err((operation, part)) = checked {
                let operation = operation.map(Operation::name);
                let names =
                    [Some("error"), operation, None, Some(part), None, None, None, None, None];
                errors.add(names, 1);
            }
            if row % 256 == 255 {
                gatherer.add(&std::mem::take(&mut seen), |_| Location::default());
            }
        }
        gatherer.add(&seen, |_| Location::default());
        Ok(())
    }

    /// The table of all batches so far: a struct array of `kind`, `operation`, `verdict`, `answer`, `findings`, `named`,
    /// `by`, `day` and `who`, which are `Utf8` and can be null, and `count`, an `Int64`. Its rows are those that
    /// [`Names`](paylint_traffic::calibration::Names) describes, and some of the kind `error`, with the part that is
    /// wrong in `answer`, for requests that can't be checked. To combine tables, add up `count` by the other columns.
    ///
    /// # Errors
    /// If a column would have more than 2 GiB of text.
    pub fn table(&self) -> Result<StructArray, BatchError> {
        let mut table = self.errors.clone();
        self.gatherer.evidence().for_each_row(|names, count| table.add(names, count));
        let columns =
            ["kind", "operation", "verdict", "answer", "findings", "named", "by", "day", "who"];
        table.table(columns)
    }
}

/// The status of a row.
type Status<'a> = Box<dyn Fn(usize) -> Result<Option<u16>, String> + 'a>;

/// The statuses of a column of integers or of texts.
fn statuses_of(column: &dyn Array) -> Result<Status<'_>, BatchError> {
    Ok(downcast_integer_array! {
        column => Box::new(move |row| match column.is_valid(row) {
            true => values::status_in(&column.value(row).to_string()),
            false => Ok(None),
        }),
        _ => {
            let texts = TextArray::new("status", column)?;
            Box::new(move |row| {
                let text = texts.get(row).unwrap_or_default();
                // What isn't UTF-8 isn't a status.
                values::status_in(std::str::from_utf8(text).unwrap_or("?"))
            })
        }
    })
}
