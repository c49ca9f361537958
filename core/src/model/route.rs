//! Explains why a method and a path lead to no operation.

use crate::base::distance::distance_within;
use crate::base::shown::shown_name;
use crate::model::operation::{Operation, path_of_url};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

impl Operation {
    /// The operation that [`Operation::route`] would find without a common mistake of clients: one that
    /// [`Operation::mistake_in`] knows, something before `/api`, or a method in lower case. Takes a path or a URL. You
    /// can check the request as this operation; `http.path` or `http.method` then reports the mistake.
    pub fn nearly(method: &str, path: &str) -> Option<Operation> {
        let path = path_of_url(path);
        let from_prefix =
            || path.match_indices("/api/v").map(|(at, _)| path.get(at..).unwrap_or_default());
        let upper = method.eq_ignore_ascii_case("POST").then_some("POST")?;
        Operation::route(upper, path)
            .or_else(|| {
                Operation::ALL
                    .iter()
                    .copied()
                    .find(|operation| operation.mistake_in(path).is_some())
            })
            .or_else(|| from_prefix().find_map(|path| Operation::route(upper, path)))
            .filter(|_| Operation::route(method, path).is_none())
    }

    /// Says in a sentence why [`Operation::route`] finds no operation for a method and a path or URL, and how to
    /// correct them: `the order's id is missing; the path of this endpoint is /api/v0.6/orders/{order_id}/refund/`.
    pub fn no_route(method: &str, path: &str) -> String {
        let path = path_of_url(path);
        let all = || Operation::ALL.iter().copied();
        if Operation::route("POST", path).is_some() {
            let upper = method.to_ascii_uppercase();
            let shown = shown_name(&upper).unwrap_or("this method");
            return match method.eq_ignore_ascii_case("POST") {
                true => "write the method in capitals, POST".to_owned(),
                false => [
                    "paylint checks what is sent with POST; the gateway's interface description shows no ",
                    shown,
                    " of this path",
                ].concat(),
            };
        }
        let mistaken =
            all().find_map(|operation| Some((operation.mistake_in(path)?, operation.path()?)));
        if let Some((mistake, expected)) = mistaken {
            return [mistake, "; the path of this endpoint is ", expected].concat();
        }
        match near(path) {
            Some(near) => ["no endpoint has this path; did you mean ", near, "?"].concat(),
            None => "the gateway's interface description doesn't show this endpoint, so paylint has no rules for it"
                .to_owned(),
        }
    }
}

/// The endpoint that a path probably means: it has as many segments as the path without a prefix, and differs in at
/// most two letters.
fn near(path: &str) -> Option<&'static str> {
    const MOST: usize = 2;
    let (path, _query) = path.split_once('?').unwrap_or((path, ""));
    let given: Vec<&str> = path.trim_matches('/').split('/').collect();
    let endpoints = Operation::ALL.iter().filter_map(|operation| operation.endpoint());
    let measured = endpoints.filter_map(|endpoint| {
        let expected: Vec<&str> = endpoint.trim_matches('/').split('/').collect();
        let given = given.get(given.len().checked_sub(expected.len())?..)?;
        let mut distance = 0;
        for (given, expected) in given.iter().zip(expected) {
            if !expected.starts_with('{') {
                distance += distance_within(given.as_bytes(), expected.as_bytes(), MOST)?;
            }
        }
        (distance <= MOST).then_some((distance, endpoint))
    });
    measured.min_by_key(|(distance, _)| *distance).map(|(_, endpoint)| endpoint)
}
