//! The operation of a request line.

use crate::exit::{Error, Result};
use paylint::{Operation, path_of_url};
use std::fmt::Write;

/// The operation of a method and a path, or a URL.
pub(super) fn route(method: &str, url: &str) -> Result<Operation> {
    Operation::route(method, path_of_url(url))
        .ok_or_else(|| Error::unusable(no_operation(method, url)))
}

/// Error for a request line without an operation. Lists the known ones unless one is similar.
fn no_operation(method: &str, url: &str) -> String {
    let mut text = format!("no operation: {}", Operation::no_route(method, url));
    let path = path_of_url(url);
    let mut all = Operation::ALL.iter().copied();
    if Operation::route("POST", path).is_some()
        || all.any(|operation| operation.mistake_in(path).is_some())
    {
        return text;
    }
    text.push_str("\nThese endpoints are checked, with or without a prefix such as /api/v0.6:");
    for endpoint in Operation::ALL.iter().filter_map(|operation| operation.endpoint()) {
        _ = write!(text, "\n  POST {endpoint}");
    }
    text.push_str(
        "\nA card post and a card webhook have no path of their own: --operation payment, \
         --operation card_webhook",
    );
    text
}
