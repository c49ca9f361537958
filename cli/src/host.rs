//! Facts and policies from files.

use crate::exit::{Error, Result};
use paylint::{FactsBuf, Policy};
use std::path::Path;

/// Reads facts; no file, no facts.
pub(crate) fn facts(file: Option<&Path>) -> Result<FactsBuf> {
    let Some(file) = file else { return Ok(FactsBuf::new()) };
    FactsBuf::from_json(&read("facts", file)?)
        .map_err(|error| Error::unusable(format!("{}: {error}", file.display())))
}

/// Reads a policy; no file, the default one.
pub(crate) fn policy(file: Option<&Path>) -> Result<Policy> {
    let Some(file) = file else { return Ok(Policy::default()) };
    Policy::from_json(&read("policy", file)?)
        .map_err(|error| Error::unusable(format!("{}: {error}", file.display())))
}

fn read(what: &str, file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| {
        Error::unusable(format!("cannot read the {what} file {}: {error}", file.display()))
    })
}
