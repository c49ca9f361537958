//! From a request line to the operation that it asks for.

use crate::exit::{Error, Result};
use crate::names;
use paylint::Operation;

/// The operation that a method and a path lead to.
pub(super) fn route(method: &str, path: &str) -> Result<Operation> {
    Operation::route(method, path).ok_or_else(|| Error::unusable(no_operation(method, path)))
}

/// Why a request line leads to no operation, and what would.
fn no_operation(method: &str, path: &str) -> String {
    let upper = method.to_ascii_uppercase();
    if method != "POST" && Operation::route("POST", path).is_some() {
        let shown = names::shown_name(&upper).unwrap_or("the method");
        return format!(
            "no operation: {shown} leads nowhere, every operation is a POST (in capitals)"
        );
    }
    let with_slash = format!("{}/", path.split('?').next().unwrap_or(path).trim_end_matches('/'));
    if Operation::route("POST", &with_slash).is_some() {
        return "no operation: the path of an endpoint ends with a slash, and nothing stands behind \
                it but a query"
            .to_owned();
    }
    let endpoints: Vec<&str> =
        Operation::ALL.iter().filter_map(|operation| operation.endpoint()).collect();
    let near = names::nearest(&with_slash, endpoints.iter().copied());
    let mut text =
        "no operation: the path is none of the endpoints (a prefix like /api/v0.6 may stand \
                    before them)"
            .to_owned();
    if let Some(near) = near {
        text.push_str(&format!("; did you mean {near}?"));
    }
    for endpoint in endpoints {
        text.push_str("\n  POST ");
        text.push_str(endpoint);
    }
    text.push_str(
        "\nA card post and a card webhook have no path of their own: --operation payment, \
                   --operation card_webhook",
    );
    text
}
