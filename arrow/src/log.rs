//! Lines of a log to requests.

use crate::output::{TextColumn, structs};
use crate::text::TextArray;
use crate::{BatchError, schema};
use arrow_array::{Array, StructArray};
use paylint_traffic::log::LogMap;

/// Takes the requests out of lines of a log, so that they can be checked as columns.
///
/// The result is a struct array of [`log_fields`](crate::log_fields), with a row for each line:
/// `id` as JSON, `operation`, `body` (null if there is none) and `facts` as JSON. A line that has no
/// request which can be checked is null in every member but `error`, which says why and never shows a
/// value. A line whose method and path lead to no operation is null in all of them.
///
/// # Errors
/// If the column isn't text, or the result would have more than 2 GiB of text in a column.
pub fn log_requests(map: &LogMap, lines: &dyn Array) -> Result<StructArray, BatchError> {
    let lines = TextArray::new("lines", lines)?;
    let [mut id, mut operation, mut body, mut facts, mut error] =
        std::array::from_fn(|_| TextColumn::default());
    for row in 0..lines.len() {
        let read = map.read(lines.get(row).unwrap_or_default());
        let (name, request, problem) = match &read {
            Ok(Some(request)) => (request.id.as_ref(), Some(request), None),
            Ok(None) => (None, None, None),
            Err(wrong) => (wrong.id.as_ref(), None, Some(&wrong.problem)),
        };
        id.push_option(name.map(|name| &**name))?;
        error.push_option(problem.map(String::as_str))?;
        operation.push_option(request.map(|request| request.operation.name()))?;
        let facts_of = request.filter(|request| !request.facts.is_empty());
        facts.push_option(facts_of.map(|request| request.facts.to_json()).as_deref())?;
        // A body is a part of a line, whose text is valid.
        let text = request.and_then(|request| std::str::from_utf8(&request.body).ok());
        body.push_option(text.filter(|text| !text.is_empty()))?;
    }
    let columns = [id, operation, body, facts, error].map(TextColumn::finish);
    Ok(structs(schema::log_fields(), columns.into()))
}
