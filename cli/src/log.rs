//! The map of a log's lines, from the command line.

use crate::args::Lines;
use crate::exit::{Error, Result};
use crate::host;
use paylint_traffic::log::{InvalidPointer, LogMap, Part};

/// The map of a log's lines; `None` without `--log`.
pub(crate) fn map(lines: &Lines, facts: &[String]) -> Result<Option<LogMap>> {
    let log = &lines.log;
    let (true, Some(body)) = (log.log, &log.body_at) else { return Ok(None) };
    let mut map = LogMap::new(body).map_err(wrong("--body-at"))?;
    if let Some(pointer) = &log.id_at {
        map = map.with(Part::Id, pointer).map_err(wrong("--id-at"))?;
    }
    if let Some(pointer) = &log.operation_at {
        map = map.with_operation_at(pointer).map_err(wrong("--operation-at"))?;
    }
    if let (Some(method), Some(path)) = (&log.method_at, &log.path_at) {
        map = map.with_route(method, path).map_err(wrong("--method-at, --path-at"))?;
    }
    if let (None, Some(path)) = (&log.method_at, &log.path_at) {
        map = map.with(Part::Path, path).map_err(wrong("--path-at"))?;
    }
    if let Some(operation) = lines.operation {
        map = map.with_operation(operation);
    }
    for fact in facts.iter().filter_map(|text| host::fact_from_line(text)) {
        let (fact, pointer) = fact.map_err(Error::Unusable)?;
        map = map.with_fact(fact, pointer).map_err(wrong(&format!("--fact {}", fact.name())))?;
    }
    if map.knows_operations() {
        return Ok(Some(map.with_path_prefix(log.path_prefix.as_deref().unwrap_or_default())));
    }
    Err(Error::unusable(
        "a log needs --operation-at, --method-at and --path-at, or --operation for all lines",
    ))
}

pub(crate) fn wrong(option: &str) -> impl Fn(InvalidPointer) -> Error {
    move |error| Error::unusable(format!("{option}: {error}"))
}
