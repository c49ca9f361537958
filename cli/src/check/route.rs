//! From a request line to the operation that it asks for.

use crate::exit::{Error, Result};
use crate::names;
use paylint::{Operation, path_of_url};
use std::fmt::Write;
use std::iter;

/// The operation that a method and a path, or a URL, lead to.
pub(super) fn route(method: &str, url: &str) -> Result<Operation> {
    let path = path_of_url(url);
    Operation::route(method, path).ok_or_else(|| Error::unusable(no_operation(method, path)))
}

/// Why a request line leads to no operation, and what would.
fn no_operation(method: &str, path: &str) -> String {
    let all = || Operation::ALL.iter().copied();
    if Operation::route("POST", path).is_some() {
        let upper = method.to_ascii_uppercase();
        let shown = names::shown_name(&upper).unwrap_or("this method");
        return match method.eq_ignore_ascii_case("POST") {
            true => "no operation: write the method in capitals, POST".to_owned(),
            false => format!(
                "no operation: paylint checks what is sent with POST; the gateway's interface description \
                 shows no {shown} of this path"
            ),
        };
    }
    let mistaken = all().find_map(|it| Some((it.mistake_in(path)?, it.path()?)));
    if let Some((mistake, expected)) = mistaken {
        return format!("no operation: {mistake}; the path of this endpoint is {expected}");
    }
    let mut text = match near(path) {
        Some(near) => format!("no operation: no endpoint has this path; did you mean {near}?"),
        None => "no operation: the gateway's interface description doesn't show this endpoint, so \
                 paylint has no rules for it"
            .to_owned(),
    };
    text.push_str("\nThese endpoints are checked, with or without a prefix such as /api/v0.6:");
    for endpoint in all().filter_map(Operation::endpoint) {
        _ = write!(text, "\n  POST {endpoint}");
    }
    text.push_str(
        "\nA card post and a card webhook have no path of their own: --operation payment, \
         --operation card_webhook",
    );
    text
}

/// The endpoint that a path is probably meant to be: one with as many segments, each the same or a
/// letter or two away. A prefix may stand before them.
fn near(path: &str) -> Option<&'static str> {
    let (path, _query) = path.split_once('?').unwrap_or((path, ""));
    let given: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (&last, before) = given.split_last()?;
    let is_near = |given: &str, expected: &str| {
        expected.starts_with('{') || names::nearest(given, iter::once(expected)).is_some()
    };
    let candidates: Vec<(&str, &str)> = Operation::ALL
        .iter()
        .filter_map(|operation| operation.endpoint())
        .filter_map(|endpoint| {
            let expected: Vec<&str> = endpoint.trim_matches('/').split('/').collect();
            let (&expected_last, expected) = expected.split_last()?;
            let before = &before[before.len().checked_sub(expected.len())?..];
            let are_near = before.iter().zip(expected).all(|(given, it)| is_near(given, it));
            are_near.then_some((expected_last, endpoint))
        })
        .collect();
    let nearest = names::nearest(last, candidates.iter().map(|(last, _)| *last))?;
    candidates.iter().find(|(last, _)| *last == nearest).map(|(_, endpoint)| *endpoint)
}
