//! Lines of a log to requests.

use crate::output::{TextColumn, structs};
use crate::text::{Corrupt, TextArray};
use crate::{BatchError, schema};
use arrow_array::{Array, StructArray};
use paylint_traffic::log::LogMap;
use std::borrow::Cow;

/// Takes the requests out of lines of a log, so that they can be checked as columns.
///
/// The result is a struct array of the type [`log_type`](crate::log_type), with a row for each line:
/// `id` as JSON, `operation`, `body` (null if there is none) and `facts` as JSON. A line that has no
/// request which can be checked is null in every member but `error`, which says why and never shows a
/// value. A line whose method and path lead to no operation is null in all of them.
///
/// # Errors
/// If the column isn't text, or the result would have more than 2 GiB of text in a column.
pub fn log_requests(map: &LogMap, lines: &dyn Array) -> Result<StructArray, BatchError> {
    let lines = TextArray::new("lines", lines)?;
    let [mut id, mut operation, mut body, mut facts, mut error] =
        std::array::from_fn(|_| TextColumn::new(lines.len()));
    for row in 0..lines.len() {
        let read = match lines.get(row) {
            Ok(Some(line)) => map.read(line),
            Ok(None) => map.read(b""),
            Err(Corrupt) => Err(paylint_traffic::log::LogError {
                id: None,
                problem: "the Arrow data is corrupt: the row's text lies outside of it".to_owned(),
            }),
        };
        let (name, request, problem) = match read {
            Ok(request) => (request.as_ref().and_then(|request| request.id.clone()), request, None),
            Err(wrong) => (wrong.id, None, Some(wrong.problem)),
        };
        id.push_option(name.as_deref())?;
        error.push_option(problem.as_deref())?;
        match request {
            Some(request) => {
                operation.push(request.operation.name())?;
                let of_line = Some(request.facts).filter(|facts| !facts.is_empty());
                facts.push_option(of_line.map(|facts| facts.to_json()).as_deref())?;
                // A body is a part of a line, whose text is valid.
                let text = String::from_utf8_lossy(&request.body);
                body.push_option(Some(&*text).filter(|text: &&str| !text.is_empty()))?;
                debug_assert!(matches!(text, Cow::Borrowed(_)));
            }
            None => {
                for column in [&mut operation, &mut body, &mut facts] {
                    column.push_null();
                }
            }
        }
    }
    let columns = [id, operation, body, facts, error].map(TextColumn::finish);
    Ok(structs(schema::log_type(), columns.into()))
}
