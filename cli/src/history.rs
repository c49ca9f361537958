//! `paylint history`: the facts that follow from an order's earlier requests.

use crate::args::HistoryArguments;
use crate::exit::{Error, Result};
use crate::{host, input};
use paylint::Engine;

/// Runs `paylint history`.
pub(crate) fn run(arguments: &HistoryArguments) -> Result<String> {
    let policy = host::policy(&arguments.policy)?;
    let (name, events) = input::whole(&arguments.file, "the events")?;
    let order = Engine::new(&policy).order_facts_json(&events);
    let order = order.map_err(|error| Error::unusable(format!("{name}: {error}")))?;
    Ok(order + "\n")
}
